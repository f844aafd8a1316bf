from enum import StrEnum


class Phase(StrEnum):
    ASYNC_TASK = "async_task"
    CONCLUDED = "concluded"
    CONCLUSION = "conclusion"
    DISCUSSION = "discussion"
    FAILED = "failed"
    PAUSE_TRIGGER = "pause_trigger"
    STOPPED = "stopped"
    SYNC_TASK = "sync_task"

    def __str__(self) -> str:
        return str(self.value)
