from enum import StrEnum


class ApprovalState(StrEnum):
    ANSWERED = "answered"
    LAPSED = "lapsed"
    PENDING = "pending"

    def __str__(self) -> str:
        return str(self.value)
