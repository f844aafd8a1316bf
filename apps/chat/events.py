"""What this app tells on a goal's stream, and notes in the audit log. The payload of each kind is given beside it."""

from enum import StrEnum
from uuid import UUID, uuid5


class ChatEvent(StrEnum):
    """Kinds of event; `team_id` of the event is the team whose room it is."""

    MESSAGE_ADDED = "message.added"  # message, number, kind, member, text, round, task
    MESSAGES_READ = "messages.read"  # numbers, turn
    MESSAGES_ACTED_ON = "messages.acted_on"  # numbers, deed (domain.receipts.Deed), seq of the message that shows it
    MESSAGE_CANCELLED = "message.cancelled"  # message, number: who sent it took it back before anybody took it up
    TURN_STARTED = "turn.started"  # turn, speaker, voice
    TURN_ENDED = "turn.ended"  # turn, outcome, failure
    CONVERSATION_MOVED = "conversation.moved"  # phase, round, turn, turn_state, speaker


class ChatDeed(StrEnum):
    """Kinds of audit entry; each is about a team."""

    TEAM_PAUSED = "team.paused"
    TEAM_RESUMED = "team.resumed"
    TEAM_STOPPED = "team.stopped"
    TEAM_REBRIEFED = "team.rebriefed"
    TEAM_DISSOLVED = "team.dissolved"
    LIMITS_CHANGED = "limits.changed"  # limits
    MEMBER_ADDED = "member.added"  # agent: its handle
    MEMBER_SWAPPED = "member.swapped"  # agent, instead: handles
    TASK_CANCELLED = "task.cancelled"  # state: what it was before; about a task
    QUESTION_DECIDED = "question.decided"  # kind, answer
    GOAL_SHARED = "goal.shared"  # share, left_out, expires; about a goal
    SHARE_REVOKED = "share.revoked"  # share; about a goal
    PROOF_EXPORTED = "proof.exported"  # events (how many); about a goal
    TEMPLATE_SAVED = "template.saved"  # name; about a template
    TEMPLATE_REMOVED = "template.removed"  # name; about a template
    QUESTION_FORWARDED = "question.forwarded"  # to: who may answer from then on


def drafts_of(team_id: UUID) -> UUID:
    """Give the topic of what is being written in a team's room; nothing of it is stored."""
    return uuid5(team_id, "drafts")


def draft_of_turn(conversation_id: UUID, fence: int) -> str:
    """Give the name of what is being written in one try at a turn."""
    return f"{conversation_id}:{fence}"


def draft_of_attempt(attempt_id: UUID) -> str:
    """Give the name of what is being written in one try at a task."""
    return str(attempt_id)
