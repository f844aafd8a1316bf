"""A person has members talk under a protocol: now, in a room; or before all else, with a goal."""

import uuid
from collections.abc import Mapping

from pydantic import ValidationError

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.agents import queries as agents
from apps.chat.actions import messages
from apps.chat.actions.scene import Scene, conversation_state, open_scene
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import TalkAsked
from apps.chat.domain.machine.talks import refusal
from apps.chat.domain.room_protocols import room_protocols
from apps.chat.domain.states import ENDED, MessageKind, Phase
from apps.chat.domain.utterances import Discuss
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.core.validation import first_fault
from apps.teams.actions import teams
from apps.teams.queries.access import team_operable_by

NO_QUESTION = "Write what the members should talk about."
OVER = "This talk has ended. Say something in the room to open a new round, then have the members talk."


def begin_talk(actor: Actor, team_id: uuid.UUID, asked: Mapping[str, object]) -> None:
    """Have members of a team talk; `asked` are the fields of a Discuss. Agents that are no members yet join.

    Raises Refused (protocol, question, members, sides, rounds), NotFound, Forbidden, and Conflict after the end.
    """
    team = team_operable_by(actor, team_id)
    discuss = _read(asked)
    with open_scene(Conversation.objects.values_list("id", flat=True).get(team_id=team.id)) as scene:
        if Phase(scene.conversation.phase) in ENDED:
            raise Conflict(OVER)
        origin = act_for(scene.log, actor)
        _bring_in(scene, discuss, origin)
        if reason := refusal(conversation_state(scene), discuss):
            field, _, words = reason.partition(": ")
            raise Refused(**{field: words})
        seat = scene.seat(actor)
        said = messages.NewMessage(MessageKind.SAY, discuss.question, member=seat, origin=origin, begins_chain=True)
        messages.save(scene, said)
        move(scene, TalkAsked(discuss))


def wanted_protocol(name: str) -> str:
    """The protocol of the talk that a goal begins with; empty: none. Raises Refused under `protocol`."""
    if name and name not in room_protocols():
        raise Refused(protocol=sentence("Choose one of {names}, or none.", names=", ".join(room_protocols())))
    return name


def _read(asked: Mapping[str, object]) -> Discuss:
    if not str(asked.get("question", "")).strip():
        raise Refused(question=NO_QUESTION)
    try:
        return Discuss.model_validate(asked)
    except ValidationError as error:
        where, fault = first_fault(error)
        raise Refused(**{where[0]: sentence("{fault}.", fault=fault)}) from None


def _bring_in(scene: Scene, discuss: Discuss, origin: uuid.UUID | None) -> None:
    """Whoever is named and may be asked has a seat from now on; a team that a person named stays as it is."""
    named = set(discuss.members) - {member.handle for member in scene.members}
    allowed = named & set(scene.goal.wanted_handles) if scene.goal.wanted_handles else named
    if not allowed:
        return
    found = agents.candidates_by_handle(scene.goal.workspace_id, sorted(allowed), origin)
    teams.join_agents(scene.log, scene.team, found.values())
    scene.refresh_members()
