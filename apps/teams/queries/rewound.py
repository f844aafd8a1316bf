"""Goals and teams as they stood at an event of the goal's stream: what pages know of them now, taken back.

An event of an earlier release may lack what later ones tell: that is then shown as it is now.
"""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from apps.journal.queries.recent import PastEvents, StreamEvent
from apps.teams.domain.checks import Verification
from apps.teams.domain.limits import Limits, Spent
from apps.teams.domain.states import ApprovalState, AttemptState, GoalOutcome, MemberKind, TaskState
from apps.teams.events import TeamEvent
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.elsewhere import SeenWork, elsewhere_from
from apps.teams.queries.facts import AttemptFacts, FileFacts, GoalFacts, TaskFacts, TeamFacts

THINGS = {
    TeamEvent.GOAL_ENDED: "",
    TeamEvent.GOAL_REOPENED: "",
    TeamEvent.LIMITS_CHANGED: "",
    TeamEvent.SPEND_CHANGED: "",
    TeamEvent.TEAM_FORMED: "team",
    TeamEvent.TEAM_PAUSED: "team",
    TeamEvent.TEAM_RESUMED: "team",
    TeamEvent.TEAM_ENDED: "team",
    TeamEvent.MEMBER_JOINED: "member",
    TeamEvent.TASK_CHANGED: "task",
    TeamEvent.ATTEMPT_PROGRESS: "task",
    TeamEvent.HUB_SEEN: "task",
}
"""The events that are needed for it, and what each is about; see `past_events`."""


def rewound_goal(goal: GoalFacts, past: PastEvents) -> GoalFacts:
    """A goal as it stood."""
    ended, reopened = past.of(TeamEvent.GOAL_ENDED), past.of(TeamEvent.GOAL_REOPENED)
    if ended is None or (reopened is not None and reopened.seq > ended.seq):
        return replace(
            goal,
            outcome=GoalOutcome.RUNNING,
            failure="",
            missing=(),
            last_event_at=past.at,
            ended_at=None,
            claimed_at=None,
            verification=Verification.UNCHECKED,
            found="",
            answer_owed=False,
        )
    return replace(
        goal,
        outcome=GoalOutcome(ended.payload["outcome"]),
        failure=ended.payload.get("failure", ""),
        missing=tuple(ended.payload.get("missing", ())),
        last_event_at=past.at,
        ended_at=ended.at,
        answer_owed=False,
    )


def rewound_team(team: TeamFacts, past: PastEvents) -> TeamFacts | None:
    """A team as it stood; None: a sub-team that was not formed as yet.

    What was spent then is known of the goal's own team alone. Why it was formed so is told once an agent has joined.
    """
    if team.parent_id is not None and past.of(TeamEvent.TEAM_FORMED, team.id) is None:
        return None
    members = tuple(face for face in team.members if past.of(TeamEvent.MEMBER_JOINED, face.member_id))
    tasks = (_task(task, team, past) for task in team.tasks)
    paused, resumed = past.of(TeamEvent.TEAM_PAUSED, team.id), past.of(TeamEvent.TEAM_RESUMED, team.id)
    is_paused = paused is not None and (resumed is None or resumed.seq < paused.seq)
    ended = past.of(TeamEvent.TEAM_ENDED, team.id)
    return replace(
        team,
        grant=_grant(team, past),
        spent=_spent(team, past),
        members=members,
        formation=team.formation if any(face.kind == MemberKind.AGENT for face in members) else {},
        tasks=tuple(task for task in tasks if task),
        approvals=tuple(_approval(one, past.at) for one in team.approvals if one.asked_at <= past.at),
        ended_at=ended.at if ended else None,
        queued_at=None,
        frozen_at=paused.at if paused and is_paused else None,
        frozen_seconds=team.frozen_seconds if resumed else 0.0,
    )


def rewound_files(files: list[FileFacts], at: datetime) -> tuple[FileFacts, ...]:
    """The versions of files that were there at a moment, newest first; the last accepted one of each is current."""
    there = [file for file in files if file.created_at <= at]
    newest: dict[UUID, int] = {}
    for file in there:
        newest[file.file_id] = max(newest.get(file.file_id, 0), file.number)
    return tuple(replace(file, is_current=file.number == newest[file.file_id]) for file in there)


def _grant(team: TeamFacts, past: PastEvents) -> Limits:
    changed = past.of(TeamEvent.LIMITS_CHANGED) if team.parent_id is None else None
    if changed is not None:
        return Limits.model_validate(changed.payload["limits"])
    formed = past.of(TeamEvent.TEAM_FORMED, team.id)
    told = formed.payload.get("grant") if formed else None
    return Limits.model_validate(told) if told else team.grant


def _spent(team: TeamFacts, past: PastEvents) -> Spent:
    told = past.of(TeamEvent.SPEND_CHANGED) if team.parent_id is None else None
    if told is None:
        return Spent()
    return Spent(turns=told.payload["turns"], tokens=told.payload["tokens"], money=told.payload["money"])


def _task(task: TaskFacts, team: TeamFacts, past: PastEvents) -> TaskFacts | None:
    told = past.of(TeamEvent.TASK_CHANGED, task.id)
    if told is None:
        return None
    state = TaskState(told.payload["state"])
    owner = told.payload.get("owner")
    progress = past.of(TeamEvent.ATTEMPT_PROGRESS, task.id)
    words = str(progress.payload["text"]) if progress else ""
    return replace(
        task,
        title=told.payload.get("title", task.title),
        state=state,
        state_at=told.at,
        owner=team.member(UUID(owner)) if owner else task.owner,
        failure=told.payload.get("failure", ""),
        question=task.question if state is TaskState.ASKING else "",
        verification=Verification(told.payload.get("verification") or Verification.UNCHECKED),
        found=told.payload.get("found", ""),
        claimed_at=_by(task.claimed_at, past.at),
        checked_at=_by(task.checked_at, past.at),
        attempts=tuple(_attempt(one, words, past.at) for one in task.attempts if _by(one.started_at, past.at)),
        elsewhere=_elsewhere(past.of(TeamEvent.HUB_SEEN, task.id)),
    )


def _elsewhere(seen: StreamEvent | None) -> SeenWork | None:
    """What another hub had told by then."""
    if seen is None:
        return None
    moments = {name: _moment(seen.payload[name]) for name in ("began_at", "away_since")}
    return elsewhere_from({**seen.payload, **moments, "seen_at": seen.at})


def _moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _attempt(attempt: AttemptFacts, progress: str, at: datetime) -> AttemptFacts:
    attempt = replace(attempt, left_at=_by(attempt.left_at, at))
    if attempt.ended_at is not None and attempt.ended_at <= at:
        return attempt
    return replace(
        attempt,
        state=AttemptState.RUNNING,
        ended_at=None,
        failure="",
        progress=progress,
        progress_at=_by(attempt.progress_at, at),
    )


def _approval(approval: ApprovalFacts, at: datetime) -> ApprovalFacts:
    if approval.decided_at is not None and approval.decided_at <= at:
        return approval
    return replace(approval, state=ApprovalState.PENDING, answer="", decided_at=None, decided_by="", reason="")


def _by(moment: datetime | None, at: datetime) -> datetime | None:
    """A moment, if it had come at another."""
    return moment if moment is not None and moment <= at else None
