"""Trying agents: what is tried, and how far it has come."""

from enum import StrEnum


class TrialKind(StrEnum):
    """What a trial is for."""

    LOOK = "look"  # find out what an address or a card leads to, and send a test message
    TEST = "test"  # send a test message to a connection that was entered by hand
    ASK = "ask"  # send a registered agent one message, without a team


class TrialState(StrEnum):
    """How far a trial has come."""

    WAITING = "waiting"  # for a worker
    RUNNING = "running"  # a worker is at it
    DONE = "done"  # it ended, well or with a problem


GIVEN_UP = 460.0  # seconds after which a trial that has not ended lost its worker
"""Longer than any trial may take: an answer within five minutes, what stands before it, and what is read after it."""
