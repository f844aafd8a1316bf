"""Where a conversation stands. Phases are the paper's (Internet of Agents, section 2.3.4) plus the ways it can end."""

from enum import StrEnum

RULES = "rules"
"""What the voice that follows rules is called, where it is recorded who spoke."""

OWN_VOICE = "itself"
"""What spoke where an agent answers a colleague itself, instead of being spoken for."""

SUGGESTION = "suggestion"
"""What is said is about this where a person says what to do instead of what leave was asked for."""


class Phase(StrEnum):
    """What a conversation is at."""

    DISCUSSION = "discussion"  # members talk; a turn is due or in flight
    SYNC_TASK = "sync_task"  # the floor waits for all tasks of one Assign
    ASYNC_TASK = "async_task"  # tasks run; results go to the mailbox
    PAUSE_TRIGGER = "pause_trigger"  # waits for named tasks, or for a person
    CONCLUSION = "conclusion"  # the answer is known; open tasks are awaited
    CONCLUDED = "concluded"  # ended with an answer
    FAILED = "failed"  # ended without one
    STOPPED = "stopped"  # ended by a person or by the team above


ENDED = frozenset({Phase.CONCLUDED, Phase.FAILED, Phase.STOPPED})


class TurnState(StrEnum):
    """Whether a turn is to be taken."""

    NONE = "none"  # nothing to say now
    DUE = "due"  # a worker may take the next turn
    IN_FLIGHT = "in_flight"  # a worker holds the turn's lease


class Liveness(StrEnum):
    """Exactly one holds for each conversation; "stuck" is none of them, which the database refuses."""

    TURN_DUE = "turn_due"
    TURN_IN_FLIGHT = "turn_in_flight"
    WAITING = "waiting"
    FROZEN = "frozen"
    ENDED = "ended"


class WaitMode(StrEnum):
    """How many of the awaited tasks end a wait."""

    ALL = "all"  # every named task has settled
    ANY = "any"  # one of them has, however it ended


class Delivery(StrEnum):
    """How a person's message reaches the conversation."""

    NEXT_TURN = "next_turn"  # read by the next turn
    STEER = "steer"  # told to the agents at work, who go on with it; the floor is not woken
    INTERRUPT = "interrupt"  # the agents at work begin again with it; the floor is not woken
    NOTE = "note"  # for people only; no voice reads it

    @property
    def is_for_work(self) -> bool:
        """Whether it goes to work that goes on, and not to the floor."""
        return self in (Delivery.STEER, Delivery.INTERRUPT)


class MessageKind(StrEnum):
    """What a message is, for people and voices."""

    GOAL = "goal"  # what the conversation is about; always number 1
    SAY = "say"  # somebody said something
    FORMATION = "formation"  # the team, and why it
    ASSIGN = "assign"  # tasks were given
    DELEGATION = "delegation"  # a sub-team was formed
    RESULT = "result"  # a task settled well
    FAILURE = "failure"  # a task, a turn or the conversation failed; says why
    QUESTION = "question"  # an agent or the floor asks
    ANSWER = "answer"  # what it was told
    NOTICE = "notice"  # the hub says what it did: paused, resumed, limits, loop breaker
    CONCLUSION = "conclusion"  # the answer of a round


class TurnOutcome(StrEnum):
    """How one try at a turn ended."""

    OPEN = "open"  # in flight
    SPOKEN = "spoken"  # its utterance was applied
    FAILED = "failed"  # the voice gave none
    LOST = "lost"  # its lease ran out; the same turn was taken again
