"""People take another name in their workspace: what they have there goes on under it."""

from dataclasses import replace

from django.db import transaction

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Actor, Role
from apps.agents.actions.people_work import offer_work
from apps.agents.domain.people import WorkOffer
from apps.agents.queries.people_work import offer_of
from apps.teams.models import Member


@transaction.atomic
def choose_name(actor: Actor, name: str) -> str:
    """Be called so in the workspace, empty: as one's account is; returns what that is. Raises Refused (name).

    Seats in teams follow, those of teams that ended too; each message keeps the name under which it was said. What one
    offers to do for teams follows where it went by the same name.
    """
    now = accounts.choose_name(actor, name)
    Member.objects.filter(user=actor.user_id, team__goal__workspace=actor.workspace_id).update(called=now)
    if actor.may(Role.OPERATOR) and now != actor.name:
        _rename_offer(actor, now)
    return now


def _rename_offer(actor: Actor, now: str) -> None:
    offer = offer_of(actor)
    if offer and offer.name == actor.name:
        kept = {name: getattr(offer, name) for name in ("about", "skills", "minutes", "at_once")}
        offer_work(replace(actor, name=now), WorkOffer(name=now, **kept))
