"""A call has ended: its task, what the conversation makes of it and what comes next, all in one transaction."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from apps.agents.domain.address import CallOutcome
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import close_all, scene_of_team
from apps.chat.actions.transitions import consume_settled
from apps.chat.domain.states import MessageKind
from apps.journal.actions import Log
from apps.teams.actions import attempts
from apps.teams.actions.claims import ClaimedSlots, ring_next, take_ready
from apps.teams.bells import TeamsBell
from apps.teams.domain.states import AttemptState
from apps.teams.domain.versions import Placement
from apps.teams.queries.rows import Attempt, Team


def finish_attempt(
    attempt_id: uuid.UUID, begun: datetime | None, outcome: CallOutcome, slots: ClaimedSlots | None = None
) -> None:
    """Record how a call ended, tell the conversation what settled by it, and take the work that became ready.

    `begun`: when the call began, as its attempt said then.
    """
    with attempts.lock_attempt(attempt_id) as (log, attempt):
        conflicts = attempts.end_attempt(log, attempt, outcome, begun)
        if conflicts:
            _tell_of_files(log, attempt.task.team, [_conflict(attempt, at) for at in conflicts])
        if outcome.left_out and attempt.state == AttemptState.DONE:
            _tell_of_files(log, attempt.task.team, outcome.left_out)
        if log.rung(TeamsBell.TASK_SETTLED):
            scene = scene_of_team(log, attempt.task.team)
            consume_settled(scene)
            close_all(scene)
        take_ready(log, slots)
    ring_next(attempt)


def _conflict(attempt: Attempt, at: Placement) -> str:
    """That a file was written on a version that somebody else had replaced meanwhile."""
    written = (
        f"@{attempt.agent.handle} wrote “{at.name}” on version {at.based_on} while version {at.current} was current"
    )
    return f"{written}: kept beside it as version {at.number}."


def _tell_of_files(log: Log, team: Team, sentences: Sequence[str]) -> None:
    """Say in the room what became of files that are not among the result's, or not as their author meant it."""
    scene = scene_of_team(log, team)
    save(scene, NewMessage(MessageKind.NOTICE, "\n".join(sentences), data={"about": "files"}))
    scene.close()
