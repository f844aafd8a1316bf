from enum import StrEnum


class GoalOutcome(StrEnum):
    DONE = "done"
    FAILED = "failed"
    PARTIAL = "partial"
    RUNNING = "running"
    STOPPED = "stopped"

    def __str__(self) -> str:
        return str(self.value)
