"""Who is named in what a person says is told of it, in the team or not; agents outside the team may be brought in."""

import uuid
from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, refusals_under
from apps.chat.actions.members import bring_in
from apps.chat.actions.scene import Scene
from apps.chat.models import Mention, Message
from apps.chat.queries.mentionable import named_outside
from apps.teams.actions import retries
from apps.teams.queries.access import team_visible_to


def bring_in_named(scene: Scene, actor: Actor, handles: Collection[str]) -> None:
    """Bring agents into the team with what is said; who is a member already stays one.

    Raises Refused (adding), Conflict.
    """
    for handle in dict.fromkeys(handles):
        with refusals_under(agent="adding"):
            candidate = retries.candidate_named(actor, handle)
        if scene.member(candidate.handle) is None:
            bring_in(scene, actor, candidate)


def tell_named(scene: Scene, actor: Actor, message: Message, spared: Collection[str]) -> None:
    """Have people told who are named, but for those in `spared`; the message keeps which agents are not in the team."""
    named = named_outside(scene.team, message.text, actor.user_id)
    told = [person.user_id for handle, person in named.people.items() if handle not in spared]
    Mention.objects.bulk_create(
        Mention(message=message, user_id=user, workspace_id=scene.goal.workspace_id, at=scene.log.now) for user in told
    )
    if named.agents:
        message.data = {**message.data, "outside": list(named.agents)}


def see_mentions(actor: Actor, team_id: uuid.UUID) -> None:
    """Somebody looks at a room: what names them there is known to them. Raises NotFound."""
    team_visible_to(actor, team_id)
    _unseen(actor).filter(message__conversation__team=team_id).update(seen_at=timezone.now())


def see_mention(actor: Actor, message_id: uuid.UUID) -> None:
    """Somebody knows of one message; one that does not name them, or is known, stays as it is. Raises NotFound."""
    here = Message.objects.filter(pk=message_id, conversation__team__goal__workspace=actor.workspace_id)
    if not here.exists():
        raise NotFound("There is no such message.")
    _unseen(actor).filter(message=message_id).update(seen_at=timezone.now())


def _unseen(actor: Actor) -> "QuerySet[Mention]":
    return Mention.objects.filter(user=actor.user_id, workspace=actor.workspace_id, seen_at=None)
