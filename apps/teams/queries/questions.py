"""Questions: what the next call is told, those that wait for people, and what happened to each."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from apps.core.read_models import fill_from_row
from apps.teams.domain.questions import AnswerableBy, QuestionState
from apps.teams.models import Attempt, Member, Question, QuestionHop
from apps.teams.queries.members import Face, face_of

_UNREAD = ("vector", "profile_vector", "goal_words", "description")

PENDING_HOPS: QuerySet[QuestionHop] = QuestionHop.objects.filter(asking__state=QuestionState.OPEN)
"""Those by which people are asked now."""


def answer_for(attempt: Attempt) -> str:
    """What a call is told that comes after one which ended with a question; empty: nothing was asked."""
    return question_and_answer(attempt)[1]


def question_and_answer(attempt: Attempt) -> tuple[str, str]:
    """What an earlier call of a task asked, in its agent's words, and the answer; both empty: nothing was asked."""
    if attempt.number == 1:
        return "", ""
    brought = Question.objects.filter(task=attempt.task_id, in_call=False, state=QuestionState.ANSWERED)
    return brought.order_by("-settled_at", "-id").values_list("text", "answer").first() or ("", "")


def hops_to_people() -> QuerySet[QuestionHop]:
    """Questions as they were put to people, each with who answered it."""
    rows = QuestionHop.objects.filter(to_people=True)
    rows = rows.select_related("question__answered_by__user", "question__answered_by__agent__connection", "task")
    unread = [f"question__answered_by__agent__{name}" for name in _UNREAD]
    return rows.defer("task__result", "task__brief", *unread)


@dataclass(frozen=True)
class HopRow:
    """One time that a question was passed on. `by` None: the hub did; `person`: who alone may answer from then on."""

    by: Face | None
    team: UUID
    to_people: bool
    answerable_by: AnswerableBy
    person: UUID | None
    wording: str
    at: datetime


@dataclass(frozen=True)
class QuestionRow:
    """A question with all that happened to it. `attempt`: whose call asked; `told`: that the answer went to."""

    id: UUID
    goal: UUID
    team: UUID
    task: UUID | None
    attempt: UUID | None
    asked_by: Face | None
    text: str
    wording: str
    options: tuple[str, ...]
    answerable_by: AnswerableBy
    person: UUID | None
    to_people: bool
    state: QuestionState
    answer: str
    answered_by: Face | None
    told: UUID | None
    asked_at: datetime
    settled_at: datetime | None
    hops: tuple[HopRow, ...]


def questions_after(
    workspace_id: UUID, goal_id: UUID | None, *, only_open: bool, after: tuple[datetime, UUID] | None, limit: int
) -> list[QuestionRow]:
    """Questions of a workspace, or of one of its goals, oldest first, after the key's (asked at, id)."""
    rows = _shown().filter(room__goal__workspace_id=workspace_id)
    if goal_id is not None:
        rows = rows.filter(room__goal=goal_id)
    if only_open:
        rows = rows.filter(state=QuestionState.OPEN)
    if after is not None:
        moment, row = after
        rows = rows.filter(Q(asked_at__gt=moment) | Q(asked_at=moment, id__gt=row))
    return [_row(question) for question in rows.order_by("asked_at", "id")[:limit]]


def question_row(question_id: UUID) -> QuestionRow:
    """One question; the caller has proved that it may be seen."""
    return _row(_shown().get(pk=question_id))


def _shown() -> QuerySet[Question]:
    members = [f"{who}__{kind}" for who in ("member", "answered_by") for kind in ("user", "agent__connection")]
    unread = [f"{who}__agent__{name}" for who in ("member", "answered_by") for name in _UNREAD]
    hops = QuestionHop.objects.select_related("member__user", "member__agent__connection").order_by("at", "id")
    hops = hops.defer(*(f"member__agent__{name}" for name in _UNREAD))
    rows = Question.objects.select_related("room", *members).prefetch_related(Prefetch("hops", queryset=hops))
    return rows.defer("room__purpose", "room__formation", *unread)


def _row(question: Question) -> QuestionRow:
    return fill_from_row(
        QuestionRow,
        question,
        goal=question.room.goal_id,
        team=question.room_id,
        task=question.task_id,
        attempt=question.attempt_id,
        asked_by=_face(question.member),
        wording=question.words,
        person=question.person_id,
        to_people=question.hop_id is not None,
        answered_by=_face(question.answered_by),
        told=question.told_id,
        hops=tuple(_hop(hop) for hop in question.hops.all()),
    )


def _hop(hop: QuestionHop) -> HopRow:
    return fill_from_row(HopRow, hop, by=_face(hop.member), team=hop.room_id, person=hop.person_id)


def _face(member: Member | None) -> Face | None:
    return face_of(member) if member else None
