from enum import StrEnum


class HitKind(StrEnum):
    AGENT = "agent"
    FILE = "file"
    GOAL = "goal"
    MESSAGE = "message"

    def __str__(self) -> str:
        return str(self.value)
