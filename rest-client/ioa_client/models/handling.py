from enum import StrEnum


class Handling(StrEnum):
    ASKED_AGAIN = "asked_again"
    KEPT = "kept"
    LEAD_SPOKE = "lead_spoke"
    NOT_TAKEN = "not_taken"
    TASK_FAILED = "task_failed"

    def __str__(self) -> str:
        return str(self.value)
