"""The one way a conversation moves: an input into the machine, its standing stored, its effects carried out."""

from typing import assert_never

from apps.chat.actions import approval_requests, assignments, checks, messages, taking_back
from apps.chat.actions.messages import answer_of, post, set_plan
from apps.chat.actions.scene import Scene, conversation_state, store, unconsumed_tasks
from apps.chat.bells import ChatBell
from apps.chat.domain.machine import advance
from apps.chat.domain.machine.effects import (
    AskParent,
    BringIn,
    CancelTasks,
    CreateTasks,
    Effect,
    EndTeam,
    FreeTurn,
    FreezeBelow,
    LapseApprovals,
    OpenApproval,
    PassAnswer,
    Post,
    Reopen,
    ReviseTask,
    RoomEffect,
    SetPlan,
    ThawBelow,
    UnaskParent,
    WorkEffect,
)
from apps.chat.domain.machine.inputs import Input, Paused, PersonSpoke, Resumed, Stopped, TaskSettled
from apps.chat.domain.machine.step import Step
from apps.chat.domain.states import RULES, MessageKind
from apps.chat.domain.utterances import Verdict
from apps.core.sentences import sentence
from apps.teams.actions import checking, goals, limits, suspension, tasks, teams
from apps.teams.domain.checks import CheckOutcome, GoalAnswer, Verification, check_goal, outcome_of_review
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.queries.conversation_tasks import subteam_of, subteams_at_work
from apps.teams.queries.members import Seated, former_of
from apps.teams.queries.rows import Task

ENDED_ABOVE = sentence("The team above has ended.")
_OUTCOMES = {
    Verdict.DONE: GoalOutcome.DONE,
    Verdict.PARTIAL: GoalOutcome.PARTIAL,
    Verdict.FAILED: GoalOutcome.FAILED,
    None: GoalOutcome.STOPPED,
}


def move(scene: Scene, happened: Input) -> None:
    """Let `happened` happen to a conversation, after it has taken note of what settled before."""
    consume_settled(scene)
    _advance(scene, happened)


def consume_settled(scene: Scene) -> None:
    """Tell a conversation of the tasks that settled, in that order: bells may come in any."""
    while settled := unconsumed_tasks(scene):
        for task in settled:
            tasks.mark_consumed(scene.log, task)
            _take_note(scene, task)


def _take_note(scene: Scene, task: Task) -> None:
    """What settles by a check is told next."""
    if task.checks_id is None:
        _advance(scene, TaskSettled(task.number))
    else:
        checks.conclude(scene, task, scene.task_with_id(task.checks_id))


def _advance(scene: Scene, happened: Input) -> None:
    before = conversation_state(scene)
    step = advance(before, happened)
    speaker = scene.member(before.speaker)
    _bring_in(scene, step)
    store(scene, before, step)
    for effect in step.effects:
        _carry_out(scene, effect, speaker)


def _bring_in(scene: Scene, step: Step) -> None:
    """Who is brought in may be the next speaker: they have a seat before the standing is stored."""
    handles = [effect.handle for effect in step.effects if isinstance(effect, BringIn)]
    if handles:
        guests = [scene.guests[handle] for handle in handles]
        teams.join_agents(scene.log, scene.team, guests, proposed_by=former_of(scene.team))
        scene.refresh_members()


def _carry_out(scene: Scene, effect: Effect, speaker: Seated | None) -> None:
    if isinstance(effect, RoomEffect):
        _in_the_room(scene, effect, speaker)
    else:
        _at_work(scene, effect, speaker)


def _in_the_room(scene: Scene, effect: RoomEffect, speaker: Seated | None) -> None:
    match effect:
        case Post():
            post(scene, effect, speaker)
        case SetPlan(lines=lines):
            set_plan(scene, lines)
        case BringIn(handle=handle):
            messages.save(
                scene,
                messages.NewMessage(
                    MessageKind.NOTICE, sentence("@{handle} joins.", handle=handle), data={"about": "joined"}
                ),
            )
        case FreeTurn():
            limits.give_back_turn(scene.log, scene.team)
        case OpenApproval():
            approval_requests.open_approval(scene, effect, speaker)
        case AskParent(question=question, task=number):
            _ask_parent(scene, question, number, speaker)
        case UnaskParent():
            _unask_parent(scene)
        case LapseApprovals(scope=scope, task=number):
            approval_requests.lapse_approvals(scene, scope, number)
        case _:
            assert_never(effect)


def _at_work(scene: Scene, effect: WorkEffect, speaker: Seated | None) -> None:
    match effect:
        case CreateTasks(drafts=drafts):
            assignments.create(scene, drafts, speaker)
        case ReviseTask():
            assignments.revise(scene, effect)
        case CancelTasks(numbers=numbers, reason=reason):
            cancel_tasks(scene, numbers, reason)
        case PassAnswer(task=number, text=text):
            _pass_answer(scene, number, text, speaker)
        case FreezeBelow():
            _below(scene, Paused())
        case ThawBelow():
            _below(scene, Resumed())
        case EndTeam():
            _end_team(scene, effect)
        case Reopen():
            goals.reopen(scene.log, scene.goal, scene.team)
        case _:
            assert_never(effect)


# --- tasks ----------------------------------------------------------------------------------------------------------


def cancel_tasks(scene: Scene, numbers: tuple[int, ...], reason: str) -> None:
    """Take tasks of the team back; teams that do them end."""
    taken = [scene.task(number) for number in numbers]
    taking_back.cancel(scene, taken, reason)
    for task in taken:
        if task.seats and (team := subteam_of(task)) is not None and team.ended_at is None:
            move(scene.beside(team.id), Stopped(reason))


def _pass_answer(scene: Scene, number: int, text: str, speaker: Seated | None) -> None:
    task = scene.task(number)
    asked, given = task.asks_id, answer_of(scene, text, speaker)
    suspension.answer(scene.log, task, given)
    team = subteam_of(task) if task.seats else None
    if team is not None and team.ended_at is None:
        below = scene.beside(team.id)
        below.answering = given
        messages.save(below, messages.NewMessage(MessageKind.ANSWER, text))
        move(
            below,
            PersonSpoke(text, answers_task=next((one.number for one in below.tasks if one.asks_id == asked), None)),
        )


def _ask_parent(scene: Scene, text: str, number: int | None, speaker: Seated | None) -> None:
    task = scene.team.task
    if task is not None and task.state == TaskState.WORKING:
        question = scene.task(number).asks if number is not None else None
        by = speaker.id if speaker and question is None else None
        suspension.ask_above(scene.log, task, text, by=by, question=question)


def _unask_parent(scene: Scene) -> None:
    """The team above may have answered: then its task is at work again."""
    task = scene.team.task
    if task is not None and task.state == TaskState.ASKING:
        suspension.unask(scene.log, task)


# --- teams ----------------------------------------------------------------------------------------------------------


def _below(scene: Scene, happened: Input) -> None:
    if not any(task.seats for task in scene.tasks):
        return
    for team in subteams_at_work(scene.team):
        move(scene.beside(team.id), happened)


def _end_team(scene: Scene, over: EndTeam) -> None:
    _below(scene, Stopped(ENDED_ABOVE))
    _settle_reviews(scene, over)
    teams.end(scene.log, scene.team)
    if scene.team.parent_id is None:
        _end_goal(scene, over)
    else:
        _settle_task_above(scene, over)


def _settle_reviews(scene: Scene, over: EndTeam) -> None:
    """What the plan had the lead look at, of this round: it did in the review, or nobody has."""
    outcome = outcome_of_review(reviewed=over.reviewed, by_rules=scene.voice == RULES)
    for task in scene.tasks:
        if task.round == scene.conversation.round:
            checking.note_review(scene.log, task, outcome, scene.lead.id)


def _end_goal(scene: Scene, over: EndTeam) -> None:
    outcome = _OUTCOMES[over.verdict]
    answered = outcome in (GoalOutcome.DONE, GoalOutcome.PARTIAL)
    checked = check_goal(_goal_answer(scene, over)) if answered else None
    goals.end(
        scene.log, scene.goal, outcome, answer=over.answer, failure=over.failure, missing=over.missing, checked=checked
    )
    if answered:
        scene.log.ring(ChatBell.GOAL_DONE, scene.goal.workspace_id)
        scene.log.ring(ChatBell.ANSWER_OWED, scene.goal.id)


def _goal_answer(scene: Scene, over: EndTeam) -> GoalAnswer:
    task = scene.task(over.task) if over.task else None
    return GoalAnswer(
        task=CheckOutcome(Verification(task.verification), task.found) if task else None,
        reviewed=over.reviewed,
        by_lead=over.by_lead,
        by_rules=scene.voice == RULES,
    )


def _settle_task_above(scene: Scene, over: EndTeam) -> None:
    task = scene.team.task
    if task is None or task.state not in (TaskState.WORKING, TaskState.ASKING):
        return
    match over.verdict:
        case Verdict.DONE | Verdict.PARTIAL:
            checking.end_of_team(scene.log, task, over.answer, lack=_lack(over))
        case Verdict.FAILED:
            tasks.settle(scene.log, task, TaskState.FAILED, failure=over.failure)
        case None:
            tasks.settle(scene.log, task, TaskState.CANCELLED, failure=over.failure)


def _lack(over: EndTeam) -> str:
    """What the team above is told besides the answer: a task is done or it is not, an answer may be a part."""
    if over.missing:
        return sentence("Its team did a part of it; missing: {missing}.", missing="; ".join(over.missing))
    return sentence("Its team did a part of it.") if over.verdict is Verdict.PARTIAL else ""
