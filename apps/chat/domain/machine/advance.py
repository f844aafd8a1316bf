"""The one function that moves a conversation.

Each handler takes a standing and an input and gives a Step. An input for an ended conversation changes nothing, but a
person's word, which opens a new round.
"""

from dataclasses import replace
from functools import partial
from typing import assert_never

from apps.chat.domain.machine import floor, loops, questions, silence, talks
from apps.chat.domain.machine.conversation_state import ConversationState, Pending
from apps.chat.domain.machine.effects import (
    ApprovalScope,
    EndTeam,
    FreezeBelow,
    LapseApprovals,
    OpenApproval,
    Post,
    Reopen,
    ThawBelow,
)
from apps.chat.domain.machine.inputs import (
    AgentAsked,
    ConcludeAsked,
    DeadlinePassed,
    FromPeople,
    FromWork,
    Input,
    LimitChanged,
    LimitReached,
    Paused,
    PersonSpoke,
    Resumed,
    RulesChosen,
    Stopped,
    TalkAsked,
    TaskSettled,
    TurnFailed,
    Uttered,
)
from apps.chat.domain.machine.step import (
    REASON,
    Step,
    close_round,
    collected_results,
    due,
    end,
    leavings,
    open_up,
    take_stock,
)
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP, apply_utterance, wake_up
from apps.chat.domain.states import Delivery, MessageKind, Phase, TurnState
from apps.chat.domain.utterances import Verdict
from apps.core.sentences import sentence
from apps.teams.domain.limits import AGAIN, MORE, Limit
from apps.teams.domain.states import ApprovalKind, TaskState

__all__ = ["Step", "advance"]

MAX_FAILURES = 3
MAX_LOST = 8
_LIMIT_WORDS = {
    Limit.TURNS: sentence("turns"),
    Limit.TOKENS: sentence("tokens"),
    Limit.MONEY: sentence("money"),
    Limit.MINUTES: sentence("time"),
    Limit.DEPTH: sentence("depth of teams"),
    Limit.TEAMS: sentence("number of teams"),
}
_DAY_WORDS = sentence("Today's budget of the workspace, or of who asked for this round, is used up.")


def advance(standing: ConversationState, happened: Input) -> Step:
    """Where the conversation stands after `happened`, and what must be done because of it."""
    if standing.ended:
        return _after_the_end(standing, happened)
    step = _by_people(standing, happened) if isinstance(happened, FromPeople) else _by_work(standing, happened)
    return step.then(questions.pass_on).then(talks.go_on)


def _by_work(standing: ConversationState, happened: FromWork) -> Step:
    match happened:
        case Uttered():
            return apply_utterance(standing, happened)
        case TurnFailed():
            return _turn_failed(standing, happened)
        case TaskSettled():
            return _task_settled(standing, happened)
        case AgentAsked():
            return questions.ask_question(standing, happened)
        case DeadlinePassed() | LimitReached():
            return _limit_reached(standing, happened.which)
        case _:
            assert_never(happened)


def _by_people(standing: ConversationState, happened: FromPeople) -> Step:
    match happened:
        case PersonSpoke():
            return _person_spoke(standing, happened)
        case RulesChosen():
            return silence.go_on_by_rules(standing)
        case TalkAsked(discuss=discuss):
            return talks.begin_for_person(standing, discuss)
        case Paused():
            return _pause(standing)
        case Resumed():
            return _thaw(standing, sentence("Resumed."), "resumed")
        case LimitChanged():
            return _limit_changed(standing)
        case Stopped():
            return _stop(standing, happened)
        case ConcludeAsked():
            return _conclude_asked(standing)
        case _:
            assert_never(happened)


def _after_the_end(standing: ConversationState, happened: Input) -> Step:
    if not isinstance(happened, PersonSpoke) or happened.delivery is Delivery.NOTE:
        return Step(standing)
    memory = standing.memory.for_next_round()
    fresh = replace(standing, phase=Phase.DISCUSSION, round=standing.round + 1, memory=memory)
    return Step(due(fresh, standing.lead), (Reopen(),))


# --- turns and tasks ------------------------------------------------------------------------------------------------


def _turn_failed(standing: ConversationState, failed: TurnFailed) -> Step:
    if standing.turn_state is not TurnState.IN_FLIGHT or failed.turn != standing.turn:
        return Step(standing)
    failures = standing.memory.failures + (not failed.handed_back)
    if failed.permanent or failures >= (MAX_LOST if failed.lost else MAX_FAILURES):
        return _give_up_turn(standing, failed)
    if talks.is_own_turn(standing):
        return silence.ask_again(standing, failed, failures)
    return silence.ask_again(standing.remembering(wake=False, person=False), failed, failures)


def _give_up_turn(standing: ConversationState, failed: TurnFailed) -> Step:
    """One member that gives no answer is no reason to hold up the round."""
    if talks.is_own_turn(standing):
        quiet = replace(standing, turn_state=TurnState.NONE).remembering(failures=0)
        return talks.lose(quiet, failed.reason).then(wake_up)
    if not floor.leads(standing):
        return floor.give_back(standing, failed.reason)
    return silence.fall_silent(standing, failed)


def _task_settled(standing: ConversationState, settled: TaskSettled) -> Step:
    task = standing.tasks[settled.task]
    moved = replace(standing, memory=loops.with_progress(standing.memory))
    if task.state is TaskState.DONE:
        told = Post(MessageKind.RESULT, task.result, by_owner=True, task=task.number)
    else:
        told = Post(MessageKind.FAILURE, task.failure, task=task.number)
    if moved.phase is Phase.ASYNC_TASK and task.state is TaskState.FAILED:
        return Step(due(open_up(moved), moved.floor), (told,))
    step = take_stock(_note_for_next_turn(moved))
    return step if _says_it(step, task.number) else step.after(told)


def _says_it(step: Step, task: int) -> bool:
    """Whether the step concludes with the task's own result: then nobody needs to read it twice."""
    return any(isinstance(effect, EndTeam) and effect.task == task for effect in step.effects)


def _note_for_next_turn(standing: ConversationState) -> ConversationState:
    """The turn in flight was briefed before: if this ends its wait, another turn follows."""
    if standing.turn_state is not TurnState.IN_FLIGHT:
        return standing
    over = standing.wait is None or standing.heard(standing.wait)
    return standing.remembering(wake=standing.memory.wake or over)


# --- people ---------------------------------------------------------------------------------------------------------


def _person_spoke(standing: ConversationState, spoke: PersonSpoke) -> Step:
    if spoke.delivery is Delivery.NOTE:
        return Step(standing)
    unread = standing.turn_state is TurnState.IN_FLIGHT or talks.is_own_turn(standing)
    heard = replace(standing, memory=loops.with_word_of_person(standing.memory, at_work=bool(standing.open_tasks)))
    heard = heard.remembering(wake=True, person=True) if unread else heard
    task = questions.task_meant(standing, spoke)
    if task is not None:
        return questions.answer_question(heard, task, spoke.text)
    return questions.retract_above(heard).then(_floor_heard)


def _floor_heard(standing: ConversationState) -> Step:
    """A person's word takes a conclusion back, and is the answer where the floor asked for one."""
    if standing.phase is not Phase.CONCLUSION and not standing.awaits_person:
        return Step(due(standing, standing.lead))
    speaker = standing.floor if standing.awaits_person else standing.lead
    opened = open_up(standing.remembering(pending=None))
    return Step(due(opened, speaker), (LapseApprovals(ApprovalScope.FLOOR),))


def _pause(standing: ConversationState) -> Step:
    """A person's pause takes the place of a limit's: more of the limit does not thaw it."""
    notice = Post(MessageKind.NOTICE, sentence("Paused."), about="paused")
    if standing.memory.limit is not None:
        return Step(standing.remembering(limit=None), (LapseApprovals(ApprovalScope.LIMIT), notice))
    if standing.frozen:
        return Step(standing)
    return Step(replace(standing, frozen=True), (FreezeBelow(), notice))


def _thaw(standing: ConversationState, words: str, about: str) -> Step:
    if not standing.frozen:
        return Step(standing)
    thawed = replace(standing, frozen=False).remembering(limit=None)
    lapsed = (LapseApprovals(ApprovalScope.LIMIT),) if standing.memory.limit is not None else ()
    return take_stock(thawed).after(ThawBelow(), *lapsed, Post(MessageKind.NOTICE, words, about=about))


def _stop(standing: ConversationState, stopped: Stopped) -> Step:
    reason = stopped.reason or sentence("Stopped.")
    effects = (
        *leavings(standing),
        Post(MessageKind.NOTICE, reason, about="stopped"),
        EndTeam(None, collected_results(standing) if standing.done_tasks else "", failure=reason[:REASON]),
    )
    return Step(close_round(standing, Phase.STOPPED), effects)


def _limit_reached(standing: ConversationState, which: Limit) -> Step:
    if standing.frozen:
        return Step(standing)
    frozen = replace(standing, frozen=True).remembering(limit=which)
    if which is Limit.DAY:
        notice = Post(
            MessageKind.NOTICE,
            sentence("{day_words} It goes on when there is budget again.", day_words=_DAY_WORDS),
            about="limit",
        )
        ask = OpenApproval(
            ApprovalKind.LIMIT, sentence("{day_words} What now?", day_words=_DAY_WORDS), (AGAIN, CONCLUDE, STOP)
        )
        return Step(frozen, (FreezeBelow(), notice, ask))
    words = sentence("The limit on {limit_words} is reached. The team is paused.", limit_words=_LIMIT_WORDS[which])
    question = sentence("The limit on {limit_words} is reached. What now?", limit_words=_LIMIT_WORDS[which])
    ask = OpenApproval(ApprovalKind.LIMIT, question, (MORE, CONCLUDE, STOP))
    return Step(frozen, (FreezeBelow(), Post(MessageKind.NOTICE, words, about="limit"), ask))


def _limit_changed(standing: ConversationState) -> Step:
    if standing.memory.limit is None:
        return Step(standing)
    return _thaw(standing, sentence("The limits were changed."), "limit")


def _conclude_asked(standing: ConversationState) -> Step:
    """End now: with the answer that is known, else with what there is. Open tasks are taken back."""
    pending = Pending(
        answer="",
        verdict=Verdict.PARTIAL,
        missing=standing.memory.missing,
        reason=sentence("It was ended before anything was done."),
    )
    return talks.break_off(standing).then(partial(end, pending=standing.memory.pending or pending))
