"""The tasks that teams gave to the token's person, and what that person offers to do."""

import base64
from uuid import UUID

from django.http.response import HttpResponseBase
from ninja import Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.accounts.domain.errors import NotFound
from apps.agents.actions.people_work import (
    AnswerFile,
    answer_work,
    ask_about_work,
    hand_back_work,
    offer_work,
    withdraw_offer,
)
from apps.agents.queries.people_work import offer_of, work_file, work_item, work_of
from apps.api.rest.files import DOWNLOAD, download
from apps.api.rest.schemas.work import GivenWorkOut, OfferIn, OfferOut, TakenTaskOut, WordsIn, WorkAnswerIn, WorkListOut
from apps.core.problems import ERRORS, Problem, answers
from apps.teams.queries.taken_over import tasks_taken_by

router = Router(tags=["work"])


@router.get("", response=answers(WorkListOut), summary="List your work")
def list_work(request: ApiRequest) -> WorkListOut:
    """The tasks that wait for you, and those that you took over from agents."""
    given, taken = work_of(request.auth), tasks_taken_by(request.auth)
    return WorkListOut(
        items=[GivenWorkOut.of(one) for one in given], taken_over=[TakenTaskOut.of(one) for one in taken]
    )


@router.get("/offer", response=answers(OfferOut), summary="Read what you offer")
def get_work_offer(request: ApiRequest) -> OfferOut:
    """What you offer to do for teams; 404 where you never did."""
    offer = offer_of(request.auth)
    if offer is None:
        raise NotFound("You offer nothing here yet.")
    return OfferOut.of(offer)


@router.put("/offer", response=answers(OfferOut), summary="Offer your work")
def set_work_offer(request: ApiRequest, offer: OfferIn) -> OfferOut:
    """Have teams choose you for what you can do, as they choose among agents."""
    offer_work(request.auth, offer)
    return get_work_offer(request)


@router.delete("/offer", response=answers(None, 204), summary="Take no more work")
def end_work_offer(request: ApiRequest) -> Status[None]:
    """No team gives you anything more; what lies in your list stays there."""
    withdraw_offer(request.auth)
    return Status(204, None)


@router.get("/{uuid:work_id}", response=answers(GivenWorkOut), summary="Read a task of yours")
def get_work(request: ApiRequest, work_id: UUID) -> GivenWorkOut:
    """One task that waits for you."""
    return GivenWorkOut.of(work_item(request.auth, work_id))


@router.get(
    "/{uuid:work_id}/files/{int:index}",
    response={ERRORS: Problem},
    openapi_extra={"responses": DOWNLOAD},
    summary="Fetch a file of a task of yours",
)
def get_work_file(request: ApiRequest, work_id: UUID, index: int) -> HttpResponseBase:
    """The content of a file that goes along with it."""
    told = next((one for one in work_item(request.auth, work_id).files if one.index == index), None)
    if told is None:
        raise NotFound("This task has no such file.")
    return download(request.headers, told.name, told.media_type, work_file(request.auth, work_id, index).blob)


@router.post("/{uuid:work_id}/answer", response=answers(None, 204), summary="Answer a task of yours")
def answer_task(request: ApiRequest, work_id: UUID, given: WorkAnswerIn) -> Status[None]:
    """Give its result; the first one counts."""
    files = [AnswerFile(one.name, one.media_type, base64.b64decode(one.content)) for one in given.files]
    answer_work(request.auth, work_id, given.text, files)
    return Status(204, None)


@router.post("/{uuid:work_id}/question", response=answers(None, 204), summary="Ask about a task of yours")
def ask_about_task(request: ApiRequest, work_id: UUID, asked: WordsIn) -> Status[None]:
    """Put a question to the team; the task comes again, with another id, once it is answered."""
    ask_about_work(request.auth, work_id, asked.text)
    return Status(204, None)


@router.post("/{uuid:work_id}/hand-back", response=answers(None, 204), summary="Hand a task of yours back")
def hand_back_task(request: ApiRequest, work_id: UUID, said: WordsIn) -> Status[None]:
    """Don't do it: it goes to somebody else, who is told why."""
    hand_back_work(request.auth, work_id, said.text)
    return Status(204, None)
