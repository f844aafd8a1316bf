"""Questions over REST: what was asked, by whom, whom it was passed on to, and the answer."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.questions import AnswerIn, AskedQuestionOut, ForwardIn
from apps.chat import actions
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, moment_cursor, moment_in
from apps.core.problems import answers
from apps.teams.queries.access import question_visible_to
from apps.teams.queries.questions import QuestionRow, question_row, questions_after

router = Router(tags=["questions"])


@router.get("", response=answers(Page[AskedQuestionOut]))
def list_questions(
    request: ApiRequest,
    goal: UUID | None = None,
    state: Annotated[Literal["open", "all"], Query(description="`all`: those that are settled too.")] = "open",
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[AskedQuestionOut]:
    """What agents, sub-teams and coordinators ask, oldest first; with `goal`, in that goal."""
    workspace_id = request.auth.workspace_id
    listing = f"questions {workspace_id} {goal or ''} {state}"
    after = moment_in(cursor, listing) if cursor else None
    rows = questions_after(workspace_id, goal, only_open=state == "open", after=after, limit=limit + 1)
    shown, following = cut(rows, limit, lambda row: moment_cursor(listing, row.asked_at, row.id))
    return Page(items=[_shown(row) for row in shown], next=following)


@router.get("/{uuid:question_id}", response=answers(AskedQuestionOut))
def get_question(request: ApiRequest, question_id: UUID) -> AskedQuestionOut:
    """A question, how it was passed on, and what came of it."""
    return _shown(question_row(question_visible_to(request.auth, question_id).pk))


@router.post("/{uuid:question_id}/answer", response=answers(AskedQuestionOut))
def answer_question(request: ApiRequest, question_id: UUID, given: AnswerIn) -> AskedQuestionOut:
    """Answer. Of two answers at one time the first wins; the other gets 409, and 403 who it was not put to."""
    question = actions.answer_question(request.auth, question_id, given.answer)
    return _shown(question_row(question.pk))


@router.post("/{uuid:question_id}/forward", response=answers(AskedQuestionOut))
def forward_question(request: ApiRequest, question_id: UUID, forward: ForwardIn) -> AskedQuestionOut:
    """Pass an open question on to people, or to one person: never to more than may answer it now."""
    question = actions.forward_question(request.auth, question_id, forward.person)
    return _shown(question_row(question.pk))


def _shown(row: QuestionRow) -> AskedQuestionOut:
    return AskedQuestionOut.model_validate(row, from_attributes=True)
