"""Questions: asked, passed on to the same or to fewer, answered once, lapsed with the work that asked."""

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from apps.accounts.domain.errors import Conflict, Refused
from apps.core.chains import ChainIds
from apps.core.sentences import sentence
from apps.core.texts import one_line
from apps.journal.actions import Log
from apps.teams.actions.goals import tell_workspace
from apps.teams.domain.questions import FREELY, TO_PEOPLE, Addressees, GivenAnswer, QuestionState, QuestionTerms
from apps.teams.domain.states import ApprovalKind, ApprovalState
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt, Question, QuestionHop, Task, Team
from apps.teams.queries.chains import chain_of_task, chain_of_team

MOST_TEXT = 4000  # characters
WIDER = "A question can only be passed on to the same people or to fewer: who may not answer it now may not later."
LONGEST_SHOWN = 200  # characters of an answer, for who was slower
LAPSED = sentence("This was already settled as the team went on without it.")


def ask(
    log: Log,
    room: Team,
    text: str,
    *,
    member: uuid.UUID | None,
    task: Task | None = None,
    attempt: Attempt | None = None,
    in_call: bool = False,
    terms: QuestionTerms | None = None,
) -> Question:
    """Put a question to a team's room; `task` is what can't go on, None: the coordinator asks people.

    `terms`: None: an agent asks anybody, the coordinator people.
    """
    terms = terms or (FREELY if task is not None else TO_PEOPLE)
    return Question.objects.create(
        room=room,
        task=task,
        attempt=attempt,
        in_call=in_call,
        member_id=member,
        text=text[:MOST_TEXT],
        options=list(terms.options),
        answerable_by=terms.put_to.by,
        person_id=terms.put_to.person,
        asked_at=log.now,
    )


def ask_people(log: Log, team: Team, text: str, options: Sequence[str], member: uuid.UUID | None) -> uuid.UUID:
    """The coordinator of a room asks people; gives the id that they answer by. The same open question will do."""
    known = open_of_floor(team.id).filter(text=text[:MOST_TEXT]).first()
    question = known or ask(log, team, text, member=member)
    return put_to_people(log, question, None, by=member, options=options).id


def put_to_people(
    log: Log,
    question: Question,
    task: Task | None,
    *,
    by: uuid.UUID | None = None,
    wording: str = "",
    options: Sequence[str] = (),
    put_to: Addressees | None = None,
) -> QuestionHop:
    """Ask people of its room, in other words where some are given; the same once more changes nothing.

    `task`: of that room, what can't go on. `put_to`: those who may answer from now on, where they are fewer.
    Raises Refused (answerable_by) where they are not.
    """
    fewer, wording = put_to or question.addressees, "" if wording == question.text else wording
    if not question.addressees.may_become(fewer):
        raise Refused(answerable_by=WIDER)
    same = (question.wording, tuple(question.options), question.addressees) == (wording, tuple(options), fewer)
    if question.hop is not None and same:
        return question.hop
    _withdraw(log, question)
    hop = _hop(log, question, question.room, task, by=by, wording=wording, put_to=fewer, to_people=True)
    question.hop, question.wording, question.options = hop, wording, list(options)
    question.answerable_by, question.person_id = fewer.by, fewer.person
    question.save(update_fields=["hop", "wording", "options", "answerable_by", "person"])
    log.add(
        TeamEvent.APPROVAL_ASKED,
        _chain(question),
        approval=str(hop.id),
        question=question.words,
        kind=ApprovalKind.QUESTION.value,
    )
    tell_workspace(log, question.room.goal)
    return hop


def pass_up(log: Log, question: Question, task: Task, *, by: uuid.UUID | None, wording: str) -> None:
    """Put it to the team above, one of whose tasks can't go on because of it."""
    wording = "" if wording == question.text else wording
    _withdraw(log, question)
    _hop(log, question, task.team, task, by=by, wording=wording, put_to=question.addressees, to_people=False)
    question.room, question.wording, question.hop = task.team, wording, None
    question.save(update_fields=["room", "wording", "hop"])


def take_back(log: Log, question: Question) -> None:
    """Nobody above need answer it any more: it is with the team whose task asks."""
    if question.state != QuestionState.OPEN or question.task is None:
        return
    _withdraw(log, question)
    question.room, question.wording, question.hop = question.task.team, "", None
    question.save(update_fields=["room", "wording", "hop"])


def _hop(
    log: Log,
    question: Question,
    room: Team,
    task: Task | None,
    *,
    by: uuid.UUID | None,
    wording: str,
    put_to: Addressees,
    to_people: bool,
) -> QuestionHop:
    return QuestionHop.objects.create(
        question=question,
        member_id=by,
        room=room,
        task=task,
        to_people=to_people,
        wording=wording,
        answerable_by=put_to.by,
        person_id=put_to.person,
        at=log.now,
    )


def answer(log: Log, question: Question, given: GivenAnswer, told: Attempt | None = None) -> None:
    """Keep the one answer; `told`: the attempt that it goes to. Raises Conflict where it is open no more."""
    won = Question.objects.filter(id=question.id, state=QuestionState.OPEN).update(
        state=QuestionState.ANSWERED,
        answer=given.text,
        answered_by_id=given.member,
        origin_id=given.origin,
        told=told,
        settled_at=log.now,
    )
    if not won:
        raise Conflict(why_settled(question))
    question.state, question.answer = QuestionState.ANSWERED, given.text
    _tell(log, question, ApprovalState.ANSWERED)


def why_settled(question: Question) -> str:
    """Say what became of a question that is open no more."""
    row = Question.objects.select_related("answered_by__user", "answered_by__agent").get(id=question.id)
    if row.state == QuestionState.LAPSED:
        return LAPSED
    by = row.answered_by
    who = by and (by.called or by.user or by.agent)
    return sentence(
        "This was already answered by {who}: {answer}",
        who=who or sentence("the coordinator"),
        answer=one_line(row.answer, LONGEST_SHOWN),
    )


def leave_call(question: Question) -> None:
    """The call that asked it is lost and not found again: the next call brings the answer."""
    question.in_call = False
    question.save(update_fields=["in_call"])


def lapse_of_task(log: Log, task: Task) -> None:
    """Nobody needs to answer what a task waits to be told, unless a team that goes on asked it."""
    if task.asks is not None and task.asks.task_id == task.id:
        _lapse(log, [task.asks])


def lapse_of_floor(log: Log, team: Team) -> None:
    """Nobody needs to answer what the coordinator of a room asked."""
    _lapse(log, open_of_floor(team.id).select_related("hop", "room__goal"))


def open_of_floor(team: uuid.UUID) -> QuerySet[Question]:
    """The questions of a room's coordinator that nobody has answered."""
    return Question.objects.filter(room=team, task=None, state=QuestionState.OPEN)


def _lapse(log: Log, questions: Iterable[Question]) -> None:
    for question in questions:
        if Question.objects.filter(id=question.id, state=QuestionState.OPEN).update(
            state=QuestionState.LAPSED, settled_at=log.now
        ):
            question.state = QuestionState.LAPSED
            _tell(log, question, ApprovalState.LAPSED)


def _withdraw(log: Log, question: Question) -> None:
    """People need not answer it as it was put to them."""
    if question.hop is not None:
        _tell(log, question, ApprovalState.LAPSED)


def _tell(log: Log, question: Question, state: ApprovalState) -> None:
    """Tell those who see people asked; an agent that asked looks for itself."""
    if question.hop_id is None:
        return
    log.add(
        TeamEvent.APPROVAL_DECIDED,
        _chain(question),
        approval=str(question.hop_id),
        state=state.value,
        answer=question.answer,
    )
    tell_workspace(log, question.room.goal)


def _chain(question: Question) -> ChainIds:
    """Under which it is asked in the room that it is with."""
    if question.task is None or question.task.team_id != question.room_id:
        return chain_of_team(question.room)
    return chain_of_task(question.task)
