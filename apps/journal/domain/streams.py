"""The two kinds of stream."""

from enum import StrEnum


class StreamKind(StrEnum):
    """What a stream tells of."""

    GOAL = "goal"  # everything that happens to one goal
    WORKSPACE = "workspace"  # presence, attention, audit
