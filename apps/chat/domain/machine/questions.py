"""Agents' questions: the colleague whose skills fit, then the floor holder, then the team above or a person."""

from functools import partial

from apps.chat.domain.machine.conversation_state import ConversationState, OpenQuestion
from apps.chat.domain.machine.effects import (
    ApprovalScope,
    AskParent,
    LapseApprovals,
    OpenApproval,
    PassAnswer,
    Post,
    UnaskParent,
)
from apps.chat.domain.machine.inputs import AgentAsked, PersonSpoke
from apps.chat.domain.machine.step import Step, due
from apps.chat.domain.states import MessageKind, TurnState
from apps.teams.domain.states import ApprovalKind


def ask_question(standing: ConversationState, happened: AgentAsked) -> Step:
    """An agent can't go on without an answer."""
    members = dict.fromkeys(() if happened.people_only else (happened.fitting, standing.floor))
    line = tuple(handle for handle in members if handle in standing.members)
    question = OpenQuestion(
        task=happened.task,
        text=happened.question,
        line=line,
        people_only=happened.people_only,
        options=happened.options,
    )
    post = Post(MessageKind.QUESTION, happened.question, by_owner=True, task=happened.task)
    if question.people_only:
        return ask_person(standing, question, options=question.options).after(post)
    return Step(_note_question(standing, question), (post,))


def pass_on(standing: ConversationState) -> Step:
    """Unless somebody is about to speak, put the questions that are with nobody to the next in their lines."""
    if standing.ended or standing.turn_state is not TurnState.NONE:
        return Step(standing)
    waiting = [one for one in standing.memory.questions if not one.with_person and standing.is_asking(one.task)]
    for question in waiting:
        if question.line:
            shorter = question.model_copy(update={"line": question.line[1:]})
            return Step(due(_note_question(standing, shorter), question.line[0]))
    step = Step(standing)
    for question in waiting:
        step = step.then(partial(ask_person, question=question))
    return step


def ask_person(
    standing: ConversationState,
    question: OpenQuestion,
    kind: ApprovalKind = ApprovalKind.QUESTION,
    options: tuple[str, ...] = (),
    *,
    people_only: bool = False,
) -> Step:
    """Put an agent's question to a person or to the team above, which can be asked one thing at a time.

    What only a person may answer goes to one from any depth: nobody above may put it in other words.
    """
    up = standing.nested and not question.people_only
    if up and standing.memory.above:
        return Step(_note_question(standing, question))
    passed_on = _note_question(standing, question.model_copy(update={"line": (), "with_person": True}))
    if up:
        return ask_above(passed_on, question.text, question.task)
    return Step(passed_on, (OpenApproval(kind, question.text, options, question.task, people_only),))


def ask_above(standing: ConversationState, question: str, task: int | None = None) -> Step:
    """Put a question to the team above, unless it is still at an earlier one: its answer will wake the floor."""
    if standing.memory.above:
        return Step(standing)
    return Step(standing.remembering(above=True), (AskParent(question, task),))


def with_person(standing: ConversationState) -> tuple[int, ...]:
    """Numbers of the tasks whose agent's question is with a person or with the team above."""
    questions = standing.memory.questions
    return tuple(one.task for one in questions if one.with_person and standing.is_asking(one.task))


def _is_above(standing: ConversationState, task: int) -> bool:
    """Whether the question of this task is what the team above was asked, in a room that has one."""
    asked = (one for one in standing.memory.questions if not one.people_only)
    return any(one.task == task and one.with_person for one in asked)


def is_for_people_only(standing: ConversationState, task: int) -> bool:
    """Whether this task's agent asks what only a person may answer."""
    return any(one.task == task and one.people_only for one in standing.memory.questions)


def task_meant(standing: ConversationState, spoke: PersonSpoke) -> int | None:
    """The task whose agent's question a person's words answer; None: they are for the floor."""
    if spoke.answers_task is not None:
        return spoke.answers_task if standing.is_asking(spoke.answers_task) else None
    by_card = {one.task for one in standing.memory.questions if one.options}  # leave is given there, not in passing
    asked_up = [number for number in with_person(standing) if number not in {*spoke.barred, *by_card}]
    return asked_up[0] if len(asked_up) == 1 and not standing.awaits_person else None


def answer_question(standing: ConversationState, task: int, text: str) -> Step:
    """The agent gets its answer; nobody else need give one."""
    rest = tuple(one for one in standing.memory.questions if one.task != task)
    quiet = unask_above(standing) if _is_above(standing, task) else Step(standing)
    lapse = LapseApprovals(ApprovalScope.TASK, task)
    return Step(quiet.standing.remembering(questions=rest), (PassAnswer(task, text), lapse, *quiet.effects))


def retract_above(standing: ConversationState) -> Step:
    """Somebody has said a word to whichever question is above: what else was to be asked there must be asked again."""
    if not standing.nested:
        return Step(standing)
    questions = tuple(one.model_copy(update={"with_person": one.people_only}) for one in standing.memory.questions)
    return unask_above(standing.remembering(questions=questions))


def unask_above(standing: ConversationState) -> Step:
    """The team above need not answer any more, if it has not."""
    if not standing.memory.above:
        return Step(standing)
    return Step(standing.remembering(above=False), (UnaskParent(),))


def _note_question(standing: ConversationState, question: OpenQuestion) -> ConversationState:
    """With this question in the place of an earlier one of the same task; those that were settled are forgotten."""
    others = (one for one in standing.memory.questions if one.task != question.task and standing.is_asking(one.task))
    return standing.remembering(questions=(*others, question))
