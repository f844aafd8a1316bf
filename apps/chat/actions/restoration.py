"""A hub that was restored from a backup asks before it calls agents again for goals that were in flight.

What agents were asked after the backup was made is not known here: it may have been done.
"""

import uuid

from apps.agents.actions.mailbox import withdraw_all
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import Paused, Resumed, Stopped
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.journal.actions import note_home
from apps.journal.queries.home import has_home_moved
from apps.teams.actions import approvals
from apps.teams.domain.states import ApprovalKind, GoalOutcome

GO_ON = "Go on"
STOP = "Stop the goal"
QUESTION = sentence(
    "This hub was restored from a backup. What agents were asked after the backup was made is not known here, "
    "and may be asked again. Go on with this goal?"
)


def hold_if_restored(folder: str, *, surely: bool = False) -> int | None:
    """Hold all goals in flight if the data came here by a restore; gives how many, None where it did not.

    `folder`: what tells the data folder from a copy of it, where the database is embedded. `surely`: somebody knows.
    """
    held = hold_all() if surely or has_home_moved(folder) else None
    note_home(folder)  # last: what is cut short begins anew
    return held


def hold_all() -> int:
    """Pause every goal in flight until a person says to go on; gives how many. What is paused already stays so."""
    withdraw_all()
    roots = Conversation.objects.filter(team__parent=None, team__frozen_at=None)
    running = roots.filter(team__goal__outcome=GoalOutcome.RUNNING).values_list("id", flat=True)
    return sum([_hold(room) for room in list(running.order_by("id"))])


def _hold(room: uuid.UUID) -> bool:
    with open_scene(room) as scene:
        if scene.team.frozen_at is not None or scene.team.ended_at is not None:
            return False
        move(scene, Paused())
        approvals.ask(scene.log, scene.team, ApprovalKind.RESTORED, QUESTION, options=(GO_ON, STOP))
        return True


def go_on(scene: Scene, answer: str, who: str) -> None:
    """Do what a person decided."""
    move(scene, Stopped(sentence("Stopped by {who}.", who=who)) if answer == STOP else Resumed())
