"""What the token's person is told, and what they chose to be told."""

from uuid import UUID

from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.notices import NoticeListOut, NoticeOut, NoticesAfter, NoticeWishesIn, NoticeWishesOut
from apps.attention.actions.choices import choose_notices
from apps.attention.queries.choices import wishes_of
from apps.attention.queries.notices import notices_after
from apps.core.problems import answers

router = Router(tags=["notices"])
FIRST = UUID(int=0)


@router.get("", response=answers(NoticeListOut), summary="List your notices")
def list_notices(request: ApiRequest, asked: Query[NoticesAfter]) -> NoticeListOut:
    """What waits for you, and which of your goals ended: of the kinds that you chose, oldest first."""
    found = notices_after(request.auth, asked.after or FIRST)
    return NoticeListOut(items=[NoticeOut.model_validate(one) for one in found])


@router.get("/wishes", response=answers(NoticeWishesOut), summary="Read what you are told")
def get_notice_wishes(request: ApiRequest) -> NoticeWishesOut:
    """Which kinds, of which goals, and how soon by mail."""
    return NoticeWishesOut.model_validate(wishes_of(request.auth))


@router.put("/wishes", response=answers(NoticeWishesOut), summary="Choose what you are told")
def set_notice_wishes(request: ApiRequest, wishes: NoticeWishesIn) -> NoticeWishesOut:
    """Letters take an address that you confirmed on the settings page."""
    choose_notices(request.auth, wishes.wishes)
    return get_notice_wishes(request)
