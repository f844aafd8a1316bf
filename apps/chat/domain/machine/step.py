"""A step, and the moves that several handlers share."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from apps.accounts.domain.workspace_settings import Review
from apps.chat.domain.machine.conversation_state import ConversationState, Pending, Wait
from apps.chat.domain.machine.effects import (
    CancelTasks,
    Effect,
    EndTeam,
    LapseApprovals,
    Post,
)
from apps.chat.domain.room_protocols import conduct
from apps.chat.domain.states import MessageKind, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import Verdict
from apps.core.sentences import sentence
from apps.teams.domain.states import TaskState

REASON = 400
"""Characters of a failure that are kept beside the team; the room has all of it."""


@dataclass(frozen=True)
class Step:
    """The new standing, what must happen, and how many seconds the turn that is due should wait."""

    standing: ConversationState
    effects: tuple[Effect, ...] = ()
    delay: float = 0.0

    def after(self, *effects: Effect) -> "Step":
        """The same step with `effects` before its own."""
        return replace(self, effects=(*effects, *self.effects))

    def then(self, move: "Callable[[ConversationState], Step]") -> "Step":
        """The same step with what `move` makes of its standing."""
        more = move(self.standing)
        return replace(self, standing=more.standing, effects=(*self.effects, *more.effects))


def due(standing: ConversationState, speaker: str | None = None) -> ConversationState:
    """Make the next turn due. One that is due already will do; one that is in flight is followed by another."""
    if standing.turn_state is TurnState.IN_FLIGHT:
        return standing.remembering(wake=True)
    if standing.turn_state is TurnState.DUE:
        return standing
    floor = speaker if speaker in standing.members else standing.floor
    return replace(standing, turn=standing.turn + 1, turn_state=TurnState.DUE, speaker=floor)


def open_up(standing: ConversationState) -> ConversationState:
    """Nothing is waited for any more: discuss, or let the open tasks run."""
    phase = Phase.ASYNC_TASK if standing.open_tasks else Phase.DISCUSSION
    return replace(standing, wait=None, phase=phase)


def wait_for_open(standing: ConversationState) -> ConversationState:
    """Be silent until one of the open tasks settles; there must be one."""
    return replace(
        standing,
        phase=Phase.ASYNC_TASK,
        wait=Wait(mode=WaitMode.ANY, tasks=standing.open_tasks),
    )


def repair(standing: ConversationState, reason: str) -> Step:
    """Ask the same speaker again and say why."""
    asked = standing.remembering(repair=reason, repairs=standing.memory.repairs + 1)
    notice = Post(MessageKind.NOTICE, sentence("Asked again: {reason}", reason=reason), about="repair")
    return Step(due(asked, standing.speaker), (notice,))


def keep_floor(standing: ConversationState, next_speaker: str | None = None) -> ConversationState:
    """The speaker, or whom they name, has the turn that ends the silence which begins now."""
    floor = member(standing, next_speaker) or standing.speaker or ""
    return standing.remembering(floor=floor)


def member(standing: ConversationState, handle: str | None) -> str:
    """`handle` where it is a member's, else empty: what a voice names may be nobody."""
    return handle if handle is not None and handle in standing.members else ""


def take_stock(standing: ConversationState) -> Step:
    """What follows from the standing alone: a known answer ends it, a wait that is over makes a turn due.

    Nothing ends while it is frozen, or before a turn that is due or in flight.
    """
    if standing.ended or standing.turn_state is not TurnState.NONE:
        return Step(standing)
    pending = standing.memory.pending
    if pending is not None:
        return Step(standing) if standing.open_tasks or standing.frozen else end(standing, pending)
    if standing.memory.talk is not None:
        return Step(standing)
    if _is_answered(standing):
        return _put_before_lead(standing) if _needs_review(standing) else answer_with_draft(standing)
    if standing.wait is None or standing.heard(standing.wait):
        return Step(due(open_up(standing), standing.floor))
    return Step(standing)


def _is_answered(standing: ConversationState) -> bool:
    task = standing.tasks.get(standing.answer_task or 0)
    return task is not None and task.state is TaskState.DONE


def _needs_review(standing: ConversationState) -> bool:
    """Not twice: a lead that looked at it and did nothing about it has let it pass.

    By itself only where there is more than one result to look at, or the plan says that the lead looks.
    """
    if standing.review is Review.NEVER or standing.nested or standing.memory.draft == standing.answer_task:
        return False
    given = [task for _, task in standing.work if task.round == standing.round]
    return standing.review is Review.ALWAYS or len(given) != 1 or given[0].awaits_review


def _put_before_lead(standing: ConversationState) -> Step:
    """A turn before the end: the result is a draft until the lead has seen it next to the goal and all results."""
    if standing.open_tasks:
        return Step(wait_for_open(standing))
    opened = open_up(standing.remembering(draft=standing.answer_task))
    return Step(due(opened, standing.lead))


def answer_with_draft(standing: ConversationState) -> Step:
    """Conclude with the answer task's result as it stands."""
    task = standing.tasks[standing.answer_task or 0]
    missing = standing.memory.missing
    verdict = Verdict.PARTIAL if missing else Verdict.DONE
    return conclude(
        standing,
        Pending(answer=task.result, verdict=verdict, missing=missing, task=task.number),
    )


def conclude(standing: ConversationState, pending: Pending) -> Step:
    """End with this answer, once no task is open and nobody holds it frozen.

    A person's word that no turn has read yet goes first: then one more turn is due, and nothing ends.
    """
    if standing.memory.person:
        heard = due(open_up(standing), standing.lead)
        return Step(heard.remembering(wake=False, person=False, pending=None))
    if not standing.open_tasks and not standing.frozen:
        return end(standing, pending)
    wait = Wait(mode=WaitMode.ALL, tasks=standing.open_tasks)
    held = replace(standing, phase=Phase.CONCLUSION, wait=wait, turn_state=TurnState.NONE)
    return Step(held.remembering(pending=pending, talk=None))


def end(standing: ConversationState, pending: Pending) -> Step:
    """The round is over: with this answer, else with what there is, else without one."""
    if not pending.answer and not standing.done_tasks:
        return _fail(standing, pending)
    answer = pending.answer or collected_results(standing)
    said = Post(
        MessageKind.CONCLUSION,
        conduct.sign(answer, standing.memory.signed, standing.memory.signatures),
        by_speaker=pending.by_lead
        or (bool(pending.answer) and pending.task is None and standing.speaker == standing.floor),
        by_owner=pending.task is not None and not pending.by_lead,
        about=pending.verdict.value,
        task=pending.task,
        missing=pending.missing,
        why=pending.why,
    )
    failed = pending.verdict is Verdict.FAILED
    failure = said.text[:REASON] if failed else ""
    over = EndTeam(
        pending.verdict,
        said.text,
        failure=failure,
        missing=pending.missing,
        task=pending.task,
        reviewed=standing.draft_task is not None and not pending.reason,
        by_lead=pending.by_lead,
    )
    phase = Phase.FAILED if failed else Phase.CONCLUDED
    return Step(close_round(standing, phase), (*leavings(standing), said, over))


def _fail(standing: ConversationState, pending: Pending) -> Step:
    told = Post(MessageKind.FAILURE, pending.reason, missing=pending.missing)
    over = EndTeam(Verdict.FAILED, "", failure=pending.reason[:REASON], missing=pending.missing)
    return Step(close_round(standing, Phase.FAILED), (*leavings(standing), told, over))


def close_round(standing: ConversationState, phase: Phase) -> ConversationState:
    """The standing after the end."""
    return replace(
        standing,
        phase=phase,
        turn_state=TurnState.NONE,
        wait=None,
        answer_task=None,
        frozen=False,
        memory=standing.memory.for_next_round().model_copy(update={"missing": standing.memory.missing}),
    )


def leavings(standing: ConversationState) -> tuple[Effect, ...]:
    """What an end sweeps away: open tasks and open questions."""
    if not standing.open_tasks:
        return (LapseApprovals(),)
    return (
        LapseApprovals(),
        CancelTasks(standing.open_tasks, sentence("The team ended without it.")),
    )


def give_up(standing: ConversationState, reason: str) -> Step:
    """There is nobody to go on: end with what there is, or fail with the reason. Open tasks are still awaited."""
    quiet = replace(standing, turn_state=TurnState.NONE)
    missing, task = standing.memory.missing, standing.draft_task
    draft = task.result if task else ""
    number = task.number if task and draft else None
    step = conclude(quiet, Pending(answer=draft, verdict=Verdict.PARTIAL, missing=missing, task=number, reason=reason))
    return step if step.standing.phase is Phase.FAILED else step.after(Post(MessageKind.FAILURE, reason))


def collected_results(standing: ConversationState) -> str:
    """What there is: the results of this round, each under its task's title."""
    parts = [f"**{task.title}**\n\n{task.result}" for task in standing.done_tasks]
    return "\n\n".join(parts) or sentence("No task of this round gave a result.")
