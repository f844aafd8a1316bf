"""Whose turn it is next: who was named, who is brought in for it, and what passing leads to."""

from dataclasses import replace
from functools import partial

from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.machine.effects import BringIn, FreeTurn, Post
from apps.chat.domain.machine.inputs import Uttered
from apps.chat.domain.machine.proposals import in_words
from apps.chat.domain.machine.step import Step, due, member, take_stock, wait_for_open
from apps.chat.domain.machine.work import unite_needs
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind, TurnState
from apps.chat.domain.utterances import FormSubteam, Pass, Say, Stance, Utterance
from apps.core.sentences import join_sentences, sentence
from apps.core.texts import one_line

ROUNDS_OF_PASSES = 2
"""After so many rounds in which everybody passed, the lead must act."""
MUST_ACT = sentence("do: nobody else is about to do anything. Say something, give work, ask a person, or conclude.")
FLOOR = "floor"
"""What notices about whose turn it is are about."""
IN_TALK = sentence("a talk comes first.")

MOST_LISTED, MOST_NAME = 12, 60
"""Members that are named where somebody named nobody, and characters of that name."""

_FOR_THE_LEAD = frozenset({Stance.ASK, Stance.OBJECT, Stance.PROPOSE})


def leads(standing: ConversationState) -> bool:
    """Whether the lead has the floor."""
    return standing.speaker in (standing.lead, None)


def confine(standing: ConversationState, utterance: Utterance, bar: str | None) -> Utterance:
    """What only the lead may do is, said by anybody else, a proposal; the shared plan is the lead's too.

    `bar`: what keeps a member from forming a team itself; see `bar_to_team`.
    """
    if leads(standing):
        return utterance
    if isinstance(utterance, Say | Pass) or (isinstance(utterance, FormSubteam) and bar == ""):
        return utterance.model_copy(update={"plan": None})
    return Say(text=in_words(utterance), stance=Stance.PROPOSE)


def bar_to_team(standing: ConversationState, said: Uttered) -> str | None:
    """Why a member that does not lead forms no team by its own word; empty: it does; None: that is not asked."""
    if leads(standing) or not isinstance(said.utterance, FormSubteam) or said.team_bar is None:
        return None
    if standing.memory.talk is not None or standing.memory.wanted:
        return IN_TALK
    if said.team_bar:
        return said.team_bar
    uncovered = unite_needs(*said.unstaffed.values())
    return sentence("nobody covers: {uncovered}.", uncovered="; ".join(uncovered)) if uncovered else ""


def tell_bar(standing: ConversationState, bar: str | None) -> tuple[Post, ...]:
    """Say to the room why what a member wanted to form is a proposal and no team."""
    if not bar:
        return ()
    words = sentence(
        "@{speaker} forms no team by itself: {bar} It is a proposal to @{lead}.",
        speaker=standing.speaker,
        bar=bar,
        lead=standing.lead,
    )
    return (Post(MessageKind.NOTICE, words, about=FLOOR),)


def know_named(standing: ConversationState, said: Uttered) -> tuple[Uttered, tuple[Post, ...]]:
    """What was said, with whom it names next spelt as it is known here; the room is told where that is nobody."""
    wanted = None if isinstance(said.utterance, Misspoken) else said.utterance.next_speaker
    if not wanted or isinstance(said.utterance, Misspoken):
        return said, ()
    spelling = {handle.casefold(): handle for handle in standing.members | (said.guests if leads(standing) else set())}
    known = spelling.get(wanted.strip().removeprefix("@").casefold())
    named = replace(said, utterance=said.utterance.model_copy(update={"next_speaker": known}))
    return named, () if known else (_tell_stray(standing, wanted),)


def _tell_stray(standing: ConversationState, wanted: str) -> Post:
    here = sorted(standing.members - {standing.speaker})
    listed = ", ".join(f"@{handle}" for handle in here[:MOST_LISTED])
    if len(here) > MOST_LISTED:
        listed = sentence("{listed} and {count} more", listed=listed, count=len(here) - MOST_LISTED)
    words = sentence(
        "@{speaker} named “{wanted}”, who does not take part. Here are: {listed}.",
        speaker=standing.speaker,
        wanted=one_line(wanted, MOST_NAME),
        listed=listed,
    )
    return Post(MessageKind.NOTICE, words, about=FLOOR)


def hearer(standing: ConversationState, said: Say) -> str | None:
    """Who speaks next: whom the speaker named; the lead, where it has to hear it now."""
    if member(standing, said.next_speaker):
        return said.next_speaker
    return standing.lead if said.stance in _FOR_THE_LEAD and not leads(standing) else None


def give_back(standing: ConversationState, reason: str) -> Step:
    """A member gave no answer: the lead goes on, or the next whom an agent's question goes to."""
    told = Post(
        MessageKind.NOTICE,
        sentence("@{speaker} could not speak: {reason}", speaker=standing.speaker, reason=reason),
        about=FLOOR,
    )
    quiet = replace(standing, turn_state=TurnState.NONE).remembering(failures=0, wake=False, person=False)
    asked = standing.memory.questions and not standing.memory.wake
    return hand_on(quiet, None if asked else standing.lead).after(told)


def seat_guest(standing: ConversationState, handle: str | None, guests: frozenset[str]) -> Step:
    """The agent that the lead gives the floor to is a member from now on; nobody else brings anybody in."""
    if standing.speaker != standing.lead or handle is None or handle not in guests - standing.members:
        return Step(standing)
    return Step(replace(standing, members=standing.members | {handle}), (BringIn(handle),))


def hand_on(standing: ConversationState, next_speaker: str | None) -> Step:
    """The floor goes to who was named; else it is silent while something is awaited, else whose it is has it again."""
    if member(standing, next_speaker):
        return Step(due(standing, next_speaker))
    if _waits(standing):
        return Step(standing)
    if standing.open_tasks and standing.memory.pending is None:
        return Step(wait_for_open(standing))
    return take_stock(standing.remembering(floor=""))


def pass_floor(standing: ConversationState, said: Pass, guests: frozenset[str]) -> Step | None:
    """The speaker has nothing to say. Two rounds of that end in a silence, or with the lead.

    None: the lead can't pass where nobody else is about to do anything.
    """
    seated = seat_guest(standing, said.next_speaker, guests)
    tired = standing.memory.passes + 1 >= ROUNDS_OF_PASSES * len(seated.standing.members)
    named = "" if tired else member(seated.standing, said.next_speaker)
    if standing.speaker == standing.lead and _nothing_comes(standing) and named in ("", standing.lead):
        return None
    counted = seated.standing.remembering(passes=standing.memory.passes + 1, repairs=0)
    does = sentence("@{speaker} can't speak." if said.unable else "@{speaker} passes.", speaker=standing.speaker)
    words = join_sentences(" ", [does, said.text]) if said.text else does
    passed = Post(MessageKind.NOTICE, words, about="pass")
    return Step(counted, (FreeTurn(), *seated.effects, passed)).then(partial(hand_on, next_speaker=named))


def _waits(standing: ConversationState) -> bool:
    """Whether something is awaited: a wait's end, or the next in a talk."""
    return standing.memory.talk is not None or (standing.wait is not None and not standing.heard(standing.wait))


def _nothing_comes(standing: ConversationState) -> bool:
    return not standing.open_tasks and not _waits(standing)
