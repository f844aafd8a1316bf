from enum import StrEnum


class VersionState(StrEnum):
    ACCEPTED = "accepted"
    CONFLICT = "conflict"

    def __str__(self) -> str:
        return str(self.value)
