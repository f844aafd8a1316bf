"""Whom a person's words reach: worked out before they are sent, by the machine that will hear them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from apps.chat.domain.machine.advance import advance
from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.machine.inputs import PersonSpoke
from apps.chat.domain.machine.questions import task_meant
from apps.chat.domain.mentions import addressed_in, mentioned_in
from apps.chat.domain.states import TurnState
from apps.core.sentences import sentence

SPEAKS, SPEAKS_AFTER, OPENS = "speaks next", "speaks after this turn", "opens a new round"
ANSWERED = "gets it as the answer to its question"
TOLD, MEANWHILE, BELOW = "is told now, at task {task}", "is at work on task {task}", "is at work in a team below"
NOBODY = "No agent is at work in this room: it cannot be told so."
PAUSED = "The team is paused: it is heard when the team goes on."
OVER = "This team has finished."


@dataclass(frozen=True)
class Worker:
    """An agent that is at work on a task. `here`: in the room that is spoken in, not in a team below it."""

    handle: str
    task: int
    here: bool = True


@dataclass(frozen=True)
class Hearer:
    """Somebody whom words wake, by handle, and why."""

    handle: str
    why: str


@dataclass(frozen=True)
class Wakes:
    """Whom words wake, each once, and what else there is to know; see `hearing_of`."""

    hearers: tuple[Hearer, ...] = ()
    note: str = ""


def hearing_of(
    standing: ConversationState, spoke: PersonSpoke, workers: Sequence[Worker], owners: Mapping[int, str]
) -> Wakes:
    """Whom what a person sends wakes. `owners`: the handle of who does each task, by its number."""
    if standing.ended and standing.nested:
        return Wakes(note=OVER)
    if told := told_at_work(spoke.text, workers):
        return Wakes(tuple(Hearer(one.handle, sentence(TOLD, task=one.task)) for one in told))
    first = first_hearer(standing, spoke, owners)
    meanwhile = () if standing.ended or first.why == ANSWERED else workers
    others = {
        one.handle: Hearer(one.handle, sentence(MEANWHILE if one.here else BELOW, task=one.task))
        for one in reversed(meanwhile)
    }
    others.pop(first.handle, None)
    return Wakes((first, *reversed(others.values())), PAUSED if standing.frozen else "")


def hearing_at_work(text: str, workers: Sequence[Worker]) -> Wakes:
    """Whom words wake that are sent into work that goes on: those at work here who are named, else all of them."""
    here = {one.handle: one for one in workers if one.here}
    meant, _ = named_at_work(text, frozenset(here), frozenset(here))
    told = tuple(Hearer(one.handle, sentence(TOLD, task=one.task)) for one in here.values() if one.handle in meant)
    return Wakes(told, "" if told else NOBODY)


def first_hearer(standing: ConversationState, spoke: PersonSpoke, owners: Mapping[int, str]) -> Hearer:
    """Who acts on a person's words first: who asked, else whose turn they bring about."""
    if standing.ended:
        return Hearer(standing.lead, OPENS)
    task = task_meant(standing, spoke)
    if task is not None:
        return Hearer(owners.get(task, standing.lead), ANSWERED)
    after = advance(standing, spoke).standing
    if standing.turn_state is TurnState.IN_FLIGHT:
        return Hearer(after.lead, SPEAKS_AFTER)
    return Hearer(after.speaker or after.lead, SPEAKS)


def told_at_work(text: str, workers: Sequence[Worker]) -> tuple[Worker, ...]:
    """Those at work here to whom a text is said: it begins with their names, and all of those are at work."""
    named = set(addressed_in(text))
    here = [one for one in workers if one.here]
    if not named or not named <= {one.handle for one in here}:
        return ()
    return tuple(one for one in here if one.handle in named)


def named_at_work(text: str, workers: Collection[str], members: Collection[str]) -> tuple[set[str], tuple[str, ...]]:
    """Whom words into work that goes on are for: who is named with @, else all `workers`; and who of those named is
    idle.
    """
    named = [handle for handle in mentioned_in(text) if handle in members]
    idle = tuple(handle for handle in named if handle not in workers)
    return set(named) or set(workers), idle
