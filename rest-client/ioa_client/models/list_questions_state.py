from enum import StrEnum


class ListQuestionsState(StrEnum):
    ALL = "all"
    OPEN = "open"

    def __str__(self) -> str:
        return str(self.value)
