"""Who asks: their name in the workspace, and the language of their pages."""

from ninja import Router

from apps.accounts import actions, queries
from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.accounts import MeIn, MeOut
from apps.core.problems import answers
from apps.teams.actions.names import choose_name

router = Router(tags=["members"])


@router.get("", response=answers(MeOut))
def get_me(request: ApiRequest) -> MeOut:
    """Who you are here, and in which workspace."""
    return MeOut.of(queries.own_view(request.auth), request.auth)


@router.patch("", response=answers(MeOut))
def change_me(request: ApiRequest, change: MeIn) -> MeOut:
    """Choose what you are called in this workspace, and in which language your pages are; what is left out stays.

    Teams, tasks and goals show the new name, earlier ones too; each message keeps the name under which it was said.
    """
    if change.name is not None:
        choose_name(request.auth, change.name)
    if change.language is not None:
        actions.choose_language(request.auth.user_id, change.language)
    return get_me(request)
