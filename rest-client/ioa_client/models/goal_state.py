from enum import StrEnum


class GoalState(StrEnum):
    DONE = "done"
    FAILED = "failed"
    RUNNING = "running"
    STOPPED = "stopped"

    def __str__(self) -> str:
        return str(self.value)
