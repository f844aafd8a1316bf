"""A step, and the moves that several handlers share."""

from dataclasses import dataclass, replace

from apps.chat.domain.machine.effects import (
    CancelTasks,
    Effect,
    EndTeam,
    LapseApprovals,
    Post,
)
from apps.chat.domain.machine.standing import Memory, Pending, Standing, Wait
from apps.chat.domain.states import MessageKind, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import Verdict
from apps.teams.domain.states import TaskState


@dataclass(frozen=True)
class Step:
    """The new standing, what must happen, and how many seconds the turn that is due should wait."""

    standing: Standing
    effects: tuple[Effect, ...] = ()
    delay: float = 0.0

    def after(self, *effects: Effect) -> "Step":
        """The same step with `effects` before its own."""
        return replace(self, effects=(*effects, *self.effects))


def due(standing: Standing, speaker: str | None = None) -> Standing:
    """Make the next turn due. One that is in flight is followed by another."""
    if standing.turn_state is TurnState.IN_FLIGHT:
        return standing.remembering(wake=True)
    turn = standing.turn + (standing.turn_state is TurnState.NONE)
    floor = (
        speaker if speaker in standing.members else standing.speaker or standing.lead
    )
    return replace(standing, turn=turn, turn_state=TurnState.DUE, speaker=floor)


def open_up(standing: Standing) -> Standing:
    """Nothing is waited for any more: discuss, or let the open tasks run."""
    phase = Phase.ASYNC_TASK if standing.open_tasks else Phase.DISCUSSION
    return replace(standing, wait=None, phase=phase)


def wait_for_open(standing: Standing) -> Standing:
    """Be silent until one of the open tasks settles; there must be one."""
    return replace(
        standing,
        phase=Phase.ASYNC_TASK,
        wait=Wait(mode=WaitMode.ANY, tasks=standing.open_tasks),
    )


def take_stock(standing: Standing) -> Step:
    """What follows from the standing alone: a known answer ends it, a wait that is over makes a turn due.

    Nothing ends while it is frozen, or before a turn that is due or in flight.
    """
    if standing.ended or standing.turn_state is not TurnState.NONE:
        return Step(standing)
    if standing.memory.pending is not None:
        return (
            Step(standing)
            if standing.open_tasks or standing.frozen
            else _end_pending(standing)
        )
    if _answered(standing):
        return _answer(standing)
    if standing.wait is None or standing.heard(standing.wait):
        return Step(due(open_up(standing)))
    return Step(standing)


def _answered(standing: Standing) -> bool:
    task = standing.tasks.get(standing.answer_task or 0)
    return task is not None and task.state is TaskState.DONE


def _answer(standing: Standing) -> Step:
    task = standing.tasks[standing.answer_task or 0]
    missing = standing.memory.missing
    verdict = Verdict.PARTIAL if missing else Verdict.DONE
    return conclude(
        standing,
        Pending(answer=task.result, verdict=verdict, missing=missing, task=task.number),
    )


def _end_pending(standing: Standing) -> Step:
    pending = standing.memory.pending
    assert pending is not None
    return end(standing, pending)


def conclude(standing: Standing, pending: Pending) -> Step:
    """End with this answer, once no task is open and nobody holds it frozen."""
    if not standing.open_tasks and not standing.frozen:
        return end(standing, pending)
    awaited = standing.open_tasks or tuple(standing.tasks)
    wait = Wait(mode=WaitMode.ALL, tasks=awaited)
    held = replace(
        standing, phase=Phase.CONCLUSION, wait=wait, turn_state=TurnState.NONE
    )
    return Step(held.remembering(pending=pending))


def end(standing: Standing, pending: Pending) -> Step:
    """The round is over with this answer."""
    verdict = Verdict(pending.verdict)
    said = Post(
        MessageKind.CONCLUSION,
        pending.answer or collected(standing),
        by_speaker=pending.task is None,
        by_owner=pending.task is not None,
        about=verdict.value,
        task=pending.task,
        missing=pending.missing,
    )
    failure = said.text if verdict is Verdict.FAILED else ""
    over = EndTeam(
        verdict,
        said.text,
        failure=failure[:400],
        missing=pending.missing,
        task=pending.task,
    )
    phase = Phase.FAILED if verdict is Verdict.FAILED else Phase.CONCLUDED
    return Step(closed(standing, phase), (*leavings(standing), said, over))


def closed(standing: Standing, phase: Phase) -> Standing:
    """The standing after the end."""
    return replace(
        standing,
        phase=phase,
        turn_state=TurnState.NONE,
        wait=None,
        answer_task=None,
        frozen=False,
        memory=Memory(missing=standing.memory.missing),
    )


def leavings(standing: Standing) -> tuple[Effect, ...]:
    """What an end sweeps away: open tasks and open questions."""
    if not standing.open_tasks:
        return (LapseApprovals(),)
    return (
        LapseApprovals(),
        CancelTasks(standing.open_tasks, "The team ended without it."),
    )


def give_up(standing: Standing, reason: str) -> Step:
    """There is nobody to go on: end with what there is, or fail with the reason. Open tasks are still awaited."""
    told = Post(MessageKind.FAILURE, reason)
    quiet = replace(standing, turn_state=TurnState.NONE)
    if standing.open_tasks or standing.done_tasks:
        pending = Pending(
            answer="", verdict=Verdict.PARTIAL, missing=standing.memory.missing
        )
        return conclude(quiet, pending).after(told)
    over = EndTeam(
        Verdict.FAILED, "", failure=reason[:400], missing=standing.memory.missing
    )
    return Step(closed(quiet, Phase.FAILED), (*leavings(quiet), told, over))


def collected(standing: Standing) -> str:
    """What there is: the results of this round, each under its task's title."""
    parts = [f"**{task.title}**\n\n{task.result}" for task in standing.done_tasks]
    return "\n\n".join(parts) or "No task of this round gave a result."
