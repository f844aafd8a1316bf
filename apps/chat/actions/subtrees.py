"""A person gives a team another brief, or dissolves it: what is below it ends with what it was for."""

import uuid

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.chat.actions import messages
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.transitions import cancel_tasks, consume_settled, move
from apps.chat.domain.machine.inputs import PersonSpoke, Stopped
from apps.chat.domain.states import ENDED, MessageKind, Phase
from apps.chat.events import ChatDeed
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.journal.actions import audit
from apps.teams.actions import teams
from apps.teams.domain.states import OPEN_TASK
from apps.teams.queries.access import team_operable_by

MOST_BRIEF = 8_000
"""Characters of what a team is for, as a coordinator may write them."""
OVER = "This team has ended. Speak in the room of the team above it."
ROOT = "This is the goal's own team: stop the goal instead."
WITHOUT_TEAM = "Have “{task}” done without a team of its own."


def rebrief(actor: Actor, team_id: uuid.UUID, brief: str) -> None:
    """Have a team do something else: its open tasks, and all teams below, end; its lead plans anew.

    What is done already stays, and the lead reads it. A paused team stays paused.
    Raises Refused (brief), NotFound, Forbidden, and Conflict after the end.
    """
    brief = _words("brief", brief) or _ask("brief", "Say what the team is to do from now on.")
    team_operable_by(actor, team_id)
    with open_scene(_room(team_id)) as scene:
        _refuse_ended(scene)
        act_for(scene.log, actor)
        consume_settled(scene)
        open_tasks = tuple(task.number for task in scene.tasks if task.state in OPEN_TASK)
        cancel_tasks(scene, open_tasks, sentence("{name} gave the team another brief.", name=actor.name))
        teams.rebrief(scene.log, scene.team, brief)
        messages.save(scene, _told(scene, sentence("From now on, by {name}: {brief}", name=actor.name, brief=brief)))
        move(scene, PersonSpoke(brief))
        audit(ChatDeed.TEAM_REBRIEFED, actor, scene.team, scene.team.id)


def dissolve(actor: Actor, team_id: uuid.UUID, note: str = "") -> None:
    """End a sub-team and all below it, and have the team above decide anew about its task.

    `note`: what is said to the lead above; empty: that the task is to be done without a team of its own.
    Raises Refused (note), NotFound, Forbidden, and Conflict for a goal's own team and after the end.
    """
    note = _words("note", note)
    team = team_operable_by(actor, team_id)
    if team.parent_id is None:
        raise Conflict(ROOT)
    with open_scene(_room(team.parent_id)) as scene:
        below = scene.beside(team_id)
        _refuse_ended(below)
        act_for(scene.log, actor)
        move(below, Stopped(sentence("Dissolved by {name}.", name=actor.name)))
        consume_settled(scene)
        text = note or sentence(WITHOUT_TEAM, task=below.team.name)
        seat = scene.seat(actor)
        said = messages.NewMessage(MessageKind.SAY, text, member=seat, origin=scene.log.by, begins_chain=True)
        messages.save(scene, said)
        move(scene, PersonSpoke(text))
        audit(ChatDeed.TEAM_DISSOLVED, actor, below.team, below.team.id)


def _told(scene: Scene, text: str) -> messages.NewMessage:
    """The brief itself is what the team is for from now on: a notice keeps voices from reading it twice."""
    about = {"about": "rebriefed"}
    return messages.NewMessage(MessageKind.NOTICE, text, data=about, origin=scene.log.by, begins_chain=True)


def _room(team_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team_id=team_id)


def _refuse_ended(scene: Scene) -> None:
    if Phase(scene.conversation.phase) in ENDED:
        raise Conflict(OVER)


def _words(field: str, text: str) -> str:
    text = drop_unstorable(text).strip()
    if len(text) > MOST_BRIEF:
        raise Refused(
            **{
                field: sentence(
                    "This has {number:,} characters; at most {most_brief:,} are taken.",
                    number=len(text),
                    most_brief=MOST_BRIEF,
                )
            }
        )
    return text


def _ask(field: str, sentence: str) -> str:
    raise Refused(**{field: sentence})
