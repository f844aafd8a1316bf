from enum import StrEnum


class TrialKind(StrEnum):
    ASK = "ask"
    LOOK = "look"
    TEST = "test"

    def __str__(self) -> str:
        return str(self.value)
