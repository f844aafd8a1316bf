from enum import StrEnum


class TaskState(StrEnum):
    ASKING = "asking"
    CANCELLED = "cancelled"
    DONE = "done"
    FAILED = "failed"
    HELD = "held"
    PLANNED = "planned"
    READY = "ready"
    SKIPPED = "skipped"
    UNKNOWN = "unknown"
    WORKING = "working"

    def __str__(self) -> str:
        return str(self.value)
