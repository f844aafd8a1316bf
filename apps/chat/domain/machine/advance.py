"""The one function that moves a conversation.

Each handler takes a standing and an input and gives a Step. An input for an ended conversation changes nothing, but a
person's word, which opens a new round.
"""

from dataclasses import replace
from typing import assert_never

from apps.chat.domain.machine import loops
from apps.chat.domain.machine.effects import (
    EndTeam,
    FreezeBelow,
    LapseApprovals,
    OpenApproval,
    PassAnswer,
    Post,
    Reopen,
    ThawBelow,
)
from apps.chat.domain.machine.inputs import (
    AgentAsked,
    ConcludeAsked,
    DeadlinePassed,
    Input,
    LimitChanged,
    LimitReached,
    Paused,
    PersonSpoke,
    Resumed,
    Stopped,
    TaskSettled,
    TurnFailed,
    Uttered,
)
from apps.chat.domain.machine.speaking import CONCLUDE, STOP, uttered
from apps.chat.domain.machine.standing import Memory, Pending, Standing
from apps.chat.domain.machine.step import (
    Step,
    closed,
    collected,
    due,
    end,
    give_up,
    leavings,
    open_up,
    take_stock,
    wait_for_open,
)
from apps.chat.domain.states import Delivery, MessageKind, Phase, TurnState
from apps.chat.domain.utterances import Verdict
from apps.teams.domain.limits import Limit
from apps.teams.domain.states import ApprovalKind, TaskState

__all__ = ["Step", "advance"]

MAX_FAILURES = 3
MAX_LOST = 8
MORE = "Continue with half as much again"
_LIMIT_WORDS = {
    Limit.TURNS: "turns",
    Limit.TOKENS: "tokens",
    Limit.MONEY: "money",
    Limit.MINUTES: "time",
    Limit.DEPTH: "depth of teams",
    Limit.TEAMS: "number of teams",
}


def advance(standing: Standing, happened: Input) -> Step:
    """Where the conversation stands after `happened`, and what must be done because of it."""
    if standing.ended:
        return _after_the_end(standing, happened)
    match happened:
        case Uttered():
            return uttered(standing, happened)
        case TurnFailed():
            return _turn_failed(standing, happened)
        case TaskSettled():
            return _task_settled(standing, happened)
        case AgentAsked():
            return _agent_asked(standing, happened)
        case PersonSpoke():
            return _person_spoke(standing, happened)
        case Paused():
            return _paused(standing)
        case Resumed():
            return _thawed(standing, "Resumed.", "resumed")
        case Stopped():
            return _stopped(standing, happened)
        case DeadlinePassed() | LimitReached():
            return _limit_reached(standing, happened.which)
        case LimitChanged():
            return (
                _thawed(standing, "The limits were changed.", "limit")
                if standing.memory.limit
                else Step(standing)
            )
        case ConcludeAsked():
            return _conclude_asked(standing)
        case _:
            assert_never(happened)


def _after_the_end(standing: Standing, happened: Input) -> Step:
    if not isinstance(happened, PersonSpoke) or happened.delivery is Delivery.NOTE:
        return Step(standing)
    fresh = replace(
        standing, phase=Phase.DISCUSSION, round=standing.round + 1, memory=Memory()
    )
    return Step(due(fresh, standing.lead), (Reopen(),))


# --- turns and tasks ------------------------------------------------------------------------------------------------


def _turn_failed(standing: Standing, failed: TurnFailed) -> Step:
    if standing.turn_state is not TurnState.IN_FLIGHT or failed.turn != standing.turn:
        return Step(standing)
    failures = standing.memory.failures + 1
    if failed.permanent or failures >= (MAX_LOST if failed.lost else MAX_FAILURES):
        quiet = replace(standing, turn_state=TurnState.NONE).remembering(
            failures=0, wake=False, person=False
        )
        return give_up(quiet, failed.reason)
    again = replace(standing, turn_state=TurnState.DUE)
    delay = 0.0 if failed.lost else 2.0 ** (failures - 1)
    return Step(
        again.remembering(failures=failures, wake=False, person=False), delay=delay
    )


def _task_settled(standing: Standing, settled: TaskSettled) -> Step:
    task = standing.tasks[settled.task]
    moved = replace(standing, memory=loops.moved(standing.memory))
    if task.state is TaskState.DONE:
        return take_stock(moved).after(
            Post(MessageKind.RESULT, task.result, by_owner=True, task=task.number)
        )
    told = Post(MessageKind.FAILURE, task.failure, task=task.number)
    if moved.phase is Phase.ASYNC_TASK and task.state is TaskState.FAILED:
        return Step(due(open_up(moved), moved.lead), (told,))
    return take_stock(moved).after(told)


def _agent_asked(standing: Standing, asked: AgentAsked) -> Step:
    question = Post(
        MessageKind.QUESTION, asked.question, by_owner=True, task=asked.task
    )
    return Step(due(standing, asked.fitting), (question,))


# --- people ---------------------------------------------------------------------------------------------------------


def _person_spoke(standing: Standing, spoke: PersonSpoke) -> Step:
    if spoke.delivery is Delivery.NOTE:
        return Step(standing)
    task = (
        spoke.answers_task if spoke.answers_task is not None else standing.memory.asking
    )
    if task is not None:
        return _person_answered(standing, task, spoke.text)
    heard = replace(standing, memory=loops.moved(standing.memory)).remembering(
        loops=0, pending=None
    )
    if heard.turn_state is TurnState.IN_FLIGHT:
        return Step(heard.remembering(wake=True, person=True))
    if heard.phase is Phase.CONCLUSION or (
        heard.wait is not None and heard.wait.person
    ):
        return Step(due(open_up(heard), heard.lead), (LapseApprovals(),))
    return Step(due(heard, heard.lead))


def _person_answered(standing: Standing, task: int, text: str) -> Step:
    """The agent goes on; the conversation waits for it as before."""
    answered = standing.remembering(asking=None, loops=0)
    effects = (PassAnswer(task, text), LapseApprovals())
    if answered.wait is None or not answered.wait.person:
        return Step(answered, effects)
    resting = wait_for_open(answered) if answered.open_tasks else open_up(answered)
    return take_stock(resting).after(*effects)


def _paused(standing: Standing) -> Step:
    if standing.frozen:
        return Step(standing)
    return Step(
        replace(standing, frozen=True),
        (FreezeBelow(), Post(MessageKind.NOTICE, "Paused.", about="paused")),
    )


def _thawed(standing: Standing, words: str, about: str) -> Step:
    if not standing.frozen:
        return Step(standing)
    thawed = replace(standing, frozen=False).remembering(limit=None)
    return take_stock(thawed).after(
        ThawBelow(), Post(MessageKind.NOTICE, words, about=about)
    )


def _stopped(standing: Standing, stopped: Stopped) -> Step:
    reason = stopped.reason or "Stopped."
    effects = (
        *leavings(standing),
        Post(MessageKind.NOTICE, reason, about="stopped"),
        EndTeam(
            None,
            collected(standing) if standing.done_tasks else "",
            failure=reason[:400],
        ),
    )
    return Step(closed(standing, Phase.STOPPED), effects)


def _limit_reached(standing: Standing, which: Limit) -> Step:
    if standing.frozen:
        return Step(standing)
    frozen = replace(standing, frozen=True).remembering(limit=which)
    words = f"The limit on {_LIMIT_WORDS[which]} is reached. The team is paused."
    question = f"The limit on {_LIMIT_WORDS[which]} is reached. What now?"
    ask = OpenApproval(ApprovalKind.LIMIT, question, (MORE, CONCLUDE, STOP))
    return Step(
        frozen, (FreezeBelow(), Post(MessageKind.NOTICE, words, about="limit"), ask)
    )


def _conclude_asked(standing: Standing) -> Step:
    dropped = {
        number: replace(standing.tasks[number], state=TaskState.CANCELLED)
        for number in standing.open_tasks
    }
    quiet = replace(standing, frozen=False, turn_state=TurnState.NONE)
    if not quiet.done_tasks:
        return give_up(
            replace(quiet, tasks={**quiet.tasks, **dropped}),
            "It was ended before anything was done.",
        ).after(*leavings(standing))
    pending = Pending(
        answer=collected(quiet), verdict=Verdict.PARTIAL, missing=quiet.memory.missing
    )
    return end(quiet, pending)
