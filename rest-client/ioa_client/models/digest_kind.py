from enum import StrEnum


class DigestKind(StrEnum):
    ASKED = "asked"
    DECISION = "decision"
    ENDED = "ended"
    FAILURE = "failure"
    FILE = "file"
    TEAM_ENDED = "team_ended"
    TEAM_FORMED = "team_formed"

    def __str__(self) -> str:
        return str(self.value)
