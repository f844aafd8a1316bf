from enum import StrEnum


class QuestionState(StrEnum):
    ANSWERED = "answered"
    LAPSED = "lapsed"
    OPEN = "open"

    def __str__(self) -> str:
        return str(self.value)
