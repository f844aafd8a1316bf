"""What an Assign does."""

from collections.abc import Mapping
from dataclasses import replace

from apps.chat.domain.machine.conversation_state import ConversationState, Wait
from apps.chat.domain.machine.effects import CancelTasks, CreateTasks, Effect, NumberedDraft, Post
from apps.chat.domain.machine.step import Step, give_up, keep_floor, member, repair
from apps.chat.domain.states import MessageKind, Phase, WaitMode
from apps.chat.domain.utterances import Assign, FormSubteam
from apps.core.sentences import join_sentences, sentence
from apps.core.texts import one_line

REPLACED = sentence("Replaced by a later plan.")
"""Why a task was taken back that a new plan takes the place of."""
MOST_NAME = 60
"""Characters of a name, or a title, that a notice repeats."""


def assign_work(
    standing: ConversationState, assign: Assign, unstaffed: Mapping[str, tuple[str, ...]], *, subteam: bool = False
) -> Step:
    """Work is given. What nobody covers is asked for once more in other words, then named as missing."""
    uncovered = unite_needs(*unstaffed.values())
    if uncovered and standing.memory.repairs == 0:
        return repair(standing, _why_again("; ".join(uncovered), together=_together(assign, unstaffed)))
    missing = unite_needs(standing.memory.missing, assign.missing, uncovered)
    noted = standing.remembering(repairs=0, missing=missing)
    drafts = _number(noted, assign, unstaffed, subteam=subteam)
    if not drafts:
        return give_up(noted, _why_over("; ".join(missing), together=_together(assign, unstaffed)))
    return _give_work(noted, assign, drafts)


def _together(assign: Assign, unstaffed: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether nobody can be given a task of several needs, each of which somebody may cover."""
    return any(len(draft.needs) > 1 for draft in assign.tasks if draft.key in unstaffed)


def _why_again(named: str, *, together: bool) -> str:
    reason = sentence("No agent covers: {named}. Word the need otherwise, or name it in `missing`.", named=named)
    split = sentence("Where no one agent covers all that a task needs, and no team may be formed, make a task of each.")
    return join_sentences(" ", [reason, split]) if together else reason


def _why_over(missing: str, *, together: bool) -> str:
    if together:
        return sentence("No one agent of this workspace covers all that a task needs, of: {missing}.", missing=missing)
    return sentence("No agent of this workspace covers: {missing}.", missing=missing)


def form_team(standing: ConversationState, utterance: FormSubteam, unstaffed: Mapping[str, tuple[str, ...]]) -> Step:
    """A team below is formed. By a member that does not lead: beside all that the lead awaits, which stays as it is."""
    step = assign_work(standing, utterance.as_assign(), unstaffed, subteam=True)
    if standing.speaker in (standing.lead, None):
        return step
    return replace(step, standing=_with_leads_plan(standing, step.standing))


def _with_leads_plan(before: ConversationState, after: ConversationState) -> ConversationState:
    """The answer is still the lead's to name. Its silence goes on, now for the team's result too where for tasks."""
    kept = replace(after, answer_task=before.answer_task).remembering(pending=before.memory.pending)
    wait, made = before.wait, after.wait
    if wait is None or made is None or before.heard(wait):
        return kept
    tasks = (*wait.tasks, *made.tasks) if wait.tasks else ()
    silent = replace(kept, phase=before.phase, wait=wait.model_copy(update={"tasks": tasks}))
    return silent.remembering(floor=before.memory.floor)


def _number(
    standing: ConversationState,
    assign: Assign,
    unstaffed: Mapping[str, tuple[str, ...]],
    *,
    subteam: bool,
) -> tuple[NumberedDraft, ...]:
    """The tasks that can be staffed, with their numbers; a dependency on one that can't is dropped."""
    kept = [draft for draft in assign.tasks if draft.key not in unstaffed]
    first = max(standing.tasks, default=0) + 1
    numbers = {draft.key: first + place for place, draft in enumerate(kept)}
    earlier = {f"#{number}": number for number, _ in standing.work}
    known = {**earlier, **numbers}
    return tuple(
        NumberedDraft(
            number=numbers[draft.key],
            draft=draft,
            after=tuple(known[key] for key in draft.after if key in known),
            is_answer=draft.key == assign.answer,
            subteam=subteam,
        )
        for draft in kept
    )


def _give_work(standing: ConversationState, assign: Assign, drafts: tuple[NumberedDraft, ...]) -> Step:
    numbers = tuple(draft.number for draft in drafts)
    answer = next((draft.number for draft in drafts if draft.is_answer), None)
    synchronous = any(draft.draft.synchronous for draft in drafts)
    waiting = replace(
        standing,
        phase=Phase.SYNC_TASK if synchronous else Phase.ASYNC_TASK,
        wait=Wait(mode=WaitMode.ALL if synchronous or answer is not None else WaitMode.ANY, tasks=numbers),
        answer_task=answer,
    )
    said = Post(
        MessageKind.ASSIGN,
        assign.text,
        by_speaker=True,
        tasks=numbers,
        next_speaker=member(standing, assign.next_speaker),
    )
    silent = keep_floor(waiting, assign.next_speaker).remembering(pending=None)
    return Step(
        silent, (*_replace_work(standing, assign, drafts), CreateTasks(drafts), said, *_tell_unlisted(standing, drafts))
    )


def _tell_unlisted(standing: ConversationState, drafts: tuple[NumberedDraft, ...]) -> tuple[Post, ...]:
    """Say to the room that the name given for a task counts for nothing: whoever does it was found by what it needs."""
    return tuple(
        Post(
            MessageKind.NOTICE,
            sentence(
                "@{speaker} named “{wanted}” for “{title}”, who was not among the agents to choose from: "
                "whoever fits best does it.",
                speaker=standing.speaker or standing.lead,
                wanted=one_line(one.draft.unlisted, MOST_NAME),
                title=one_line(one.draft.title, MOST_NAME),
            ),
            about="owner",
        )
        for one in drafts
        if one.draft.unlisted
    )


def _replace_work(standing: ConversationState, assign: Assign, drafts: tuple[NumberedDraft, ...]) -> tuple[Effect, ...]:
    """What the new plan takes back, begun or not: what it says, and the earlier answer task, since there is one answer.

    What a new task comes after is still needed.
    """
    needed = {number for draft in drafts for number in draft.after}
    named = {*assign.replaces, *_earlier_answer(standing, drafts)} - needed
    numbers = tuple(number for number in standing.open_tasks if number in named)
    return (CancelTasks(numbers, REPLACED),) if numbers else ()


def _earlier_answer(standing: ConversationState, drafts: tuple[NumberedDraft, ...]) -> tuple[int, ...]:
    renewed = standing.answer_task is not None and any(draft.is_answer for draft in drafts)
    return (standing.answer_task or 0,) if renewed else ()


def unite_needs(*needs: tuple[str, ...]) -> tuple[str, ...]:
    """All of them in order, each once."""
    return tuple(dict.fromkeys(need for some in needs for need in some))
