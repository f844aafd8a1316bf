"""What this app tells on a goal's stream, and notes in the audit log. The payload of each kind is given beside it."""

from enum import StrEnum


class TeamEvent(StrEnum):
    """Kinds of event; `team_id` of the event is the team it happened in."""

    GOAL_CREATED = "goal.created"  # text, title, priority, limits
    GOAL_ENDED = "goal.ended"  # outcome, answer, failure, missing, verification, found
    GOAL_REOPENED = "goal.reopened"
    LIMITS_CHANGED = "limits.changed"  # limits
    TEAM_FORMED = "team.formed"  # team, name, parent, task, grant
    TEAM_PAUSED = "team.paused"  # team
    TEAM_RESUMED = "team.resumed"  # team
    TEAM_ENDED = "team.ended"  # team
    TEAM_REBRIEFED = "team.rebriefed"  # team, purpose
    MEMBER_JOINED = "member.joined"  # member, kind, handle, lead
    TASK_CHANGED = "task.changed"  # task, number, title, state, owner, failure, verification, found
    ATTEMPT_PROGRESS = "attempt.progress"  # task, number, text, sign
    ATTEMPT_LEFT = "attempt.left"  # task, number, handle: the agent has left the work that it was told to leave
    HUB_SEEN = "hub.seen"  # task, number, hub, origin, goal, state, room, began_at, away_since; of work at another hub
    ARTIFACT_MADE = "artifact.made"  # artifact, name, task, media_type, size, file, version; of a task's call
    FILE_CONFLICTED = "file.conflicted"  # the same, based_on, current: it was kept beside the current version
    ANSWER_FILED = "answer.filed"  # artifact, name, media_type, size, file, version; of the answer, by the hub
    FILE_UPLOADED = "file.uploaded"  # artifact, name, media_type, size, file, version; by a person
    APPROVAL_ASKED = "approval.asked"  # approval, question, kind
    APPROVAL_DECIDED = "approval.decided"  # approval, state, answer
    SPEND_CHANGED = "spend.changed"  # turns, tokens, money of the root team


class WorkspaceEvent(StrEnum):
    """Kinds of event on a workspace's stream."""

    GOAL_CHANGED = "goal.changed"  # goal: its row in a list may look different now


class TeamsDeed(StrEnum):
    """Kinds of audit entry."""

    TASK_RETRIED = "task.retried"  # state: what it was before
    TASK_PUT_BACK = "task.put_back"  # state: what it was before; whoever was at it is not waited for
    TASK_TAKEN_OVER = "task.taken_over"  # state: what it was before
    TASK_DONE_BY_PERSON = "task.done_by_person"  # state: what it was before
    BUDGETS_SET = "budgets.set"  # payer, and what it may spend; about the workspace
    STEP_EDITED = "step.edited"  # version: of the row after the change
    STEP_MOVED = "step.moved"  # up
    STEP_DROPPED = "step.dropped"
    TASK_REASSIGNED = "task.reassigned"  # state: what it was before, to: the handle of its new owner
