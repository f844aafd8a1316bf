"""What a file of a goal is for: people look at results, and what only led there is folded away. Pure."""

from enum import StrEnum


class FileRole(StrEnum):
    """What a file is for."""

    RESULT = "result"  # what was asked for, or came with the goal
    WORKING = "working"  # what led to a result; kept, and folded away
    ANSWER = "answer"  # the answer of the goal, or code that stands in it, as the hub wrote it down
