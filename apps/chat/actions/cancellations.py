"""Who sent a message takes it back, as long as nobody has taken it up.

A turn and a call are claimed behind the same lock of the goal's stream, so that one of the two comes first.
"""

import uuid
from datetime import datetime

from django.db.models import Max, Q

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.domain.receipts import Receipt
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.events import ChatEvent
from apps.chat.models import Message, MessageMeaning
from apps.chat.queries.message_rows import message as message_row
from apps.chat.queries.receipts import Became
from apps.core.prose import VERSION
from apps.core.sentences import sentence
from apps.teams.actions import overtaking
from apps.teams.domain.states import MemberKind
from apps.teams.queries.access import team_operable_by
from apps.teams.queries.limits import teams_above

NOT_YOURS = "Only who sent a message can take it back."
TOO_LATE = {
    Receipt.DELIVERED: "Who is at work was given it already: it can't be taken back. Say what holds instead.",
    Receipt.READ: "A turn has read it: it can't be taken back. Say what holds instead.",
    Receipt.ACTED_ON: "Something was done because of it already: it can't be taken back. Say what holds instead.",
    Receipt.NOT_READ: "It came too late to be read: there is nothing to take back.",
    Receipt.NONE: "Only what waits to be read can be taken back.",
}
READING = "Turn {turn} is reading it: it can't be taken back. Say what holds instead."
GIVEN = "It was given to {names} already: it can't be taken back. Say what holds instead."


def cancel_message(actor: Actor, team_id: uuid.UUID, message_id: uuid.UUID) -> str:
    """Take back what the actor sent and nobody has taken up, and give its words: the line stays and says so.

    A turn that it has made due comes all the same. What was taken back before stays so: "". Raises NotFound, Forbidden,
    and Conflict with who was faster.
    """
    team = team_operable_by(actor, team_id)
    said = Message.objects.filter(pk=message_id, conversation__team=team).first()
    if said is None:
        raise NotFound("There is no such message in this room.")
    with open_scene(said.conversation_id) as scene:
        said = Message.objects.select_related("member").get(pk=message_id)
        if said.member is not None and said.member.user_id not in (None, actor.user_id):
            raise Forbidden(NOT_YOURS)
        became = message_row(message_id).became
        if became.receipt is Receipt.CANCELLED:
            return ""
        if became.receipt is not Receipt.QUEUED:
            raise Conflict(_why_not(became))
        act_for(scene.log, actor)
        words = said.text
        _take_back(scene, said)
        return words


def _why_not(became: Became) -> str:
    if became.turn is not None:
        return sentence(READING, turn=became.turn)
    if became.handles:
        return sentence(GIVEN, names=", ".join(f"@{handle}" for handle in became.handles))
    return TOO_LATE[became.receipt]


def _take_back(scene: Scene, said: Message) -> None:
    said.text, said.html, said.html_version, said.data = "", "", VERSION, {}
    said.delivery, said.taken_back_at = Delivery.NOTE, scene.log.now
    said.save(update_fields=["text", "html", "html_version", "data", "delivery", "taken_back_at"])
    said.mentions.all().delete()
    MessageMeaning.objects.filter(message=said).delete()
    scene.log.add(ChatEvent.MESSAGE_CANCELLED, scene.chain, message=str(said.pk), number=said.number)
    overtaking.note_taken_back(scene.team, teams_above(scene.team)[-1].id, _newest_said(scene.team.goal_id))


def _newest_said(goal_id: uuid.UUID) -> dict[uuid.UUID, datetime]:
    """When the last of what people said in each room of a goal was said, by team."""
    spoken = Q(kind=MessageKind.SAY, member__kind=MemberKind.PERSON) & ~Q(delivery=Delivery.NOTE)
    rows = Message.objects.filter(spoken, member__team__goal=goal_id)
    return dict(rows.values_list("member__team").annotate(at=Max("created_at")))
