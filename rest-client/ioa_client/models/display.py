from enum import StrEnum


class Display(StrEnum):
    DISCUSSING = "discussing"
    DONE = "done"
    FAILED = "failed"
    FORMING = "forming"
    NEEDS_YOU = "needs_you"
    PARTIAL = "partial"
    PAUSED = "paused"
    QUEUED = "queued"
    STALLED = "stalled"
    STOPPED = "stopped"
    WAITING_TEAM = "waiting_team"
    WORKING = "working"

    def __str__(self) -> str:
        return str(self.value)
