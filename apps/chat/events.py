"""What this app tells on a goal's stream. The payload of each kind is given beside it."""

from enum import StrEnum


class ChatEvent(StrEnum):
    """Kinds of event; `team_id` of the event is the team whose room it is."""

    MESSAGE_ADDED = "message.added"  # message, number, kind, member, text, round, task
    MESSAGES_READ = "messages.read"  # numbers, turn
    TURN_STARTED = "turn.started"  # turn, speaker, voice
    TURN_ENDED = "turn.ended"  # turn, outcome, failure
    CONVERSATION_MOVED = "conversation.moved"  # phase, round, turn, turn_state, speaker
