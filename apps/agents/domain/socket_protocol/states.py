"""Where a call of an agent that dials in stands."""

from enum import StrEnum


class CallState(StrEnum):
    """Of a call."""

    WAITING = "waiting"  # no installation of the agent has it
    HELD = "held"  # an installation has it, or had it a moment ago and may come back
    ANSWERED = "answered"  # ended with a result or a question: asked for again, it gives the same
    FAILED = "failed"  # ended with an error: asked for again, it is made anew
    WITHDRAWN = "withdrawn"  # given up by the hub


OPEN_CALL = frozenset({CallState.WAITING, CallState.HELD})
AGAIN = frozenset({CallState.WAITING, CallState.HELD, CallState.ANSWERED})
"""A call in one of these is found again by its key and leg."""


class EventKind(StrEnum):
    """What an agent tells in a call."""

    PROGRESS = "progress"  # text
    CHUNK = "chunk"  # file (its id), name, media_type, last; the piece itself stands beside
    RESTART = "restart"  # the hub's word: the work was begun anew, files made before do not count
    QUESTION = "question"  # text; ends the call
    RESULT = "result"  # text, usage; ends the call
    ERROR = "error"  # reason, permanent, uncertain; ends the call
    END = "end"  # the stream was closed; without one of the above before, the agent gave no answer


ENDINGS = {
    EventKind.QUESTION: CallState.ANSWERED,
    EventKind.RESULT: CallState.ANSWERED,
    EventKind.ERROR: CallState.FAILED,
    EventKind.END: CallState.FAILED,
}
