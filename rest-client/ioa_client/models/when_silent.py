from enum import StrEnum


class WhenSilent(StrEnum):
    ASK = "ask"
    END = "end"
    RULES = "rules"

    def __str__(self) -> str:
        return str(self.value)
