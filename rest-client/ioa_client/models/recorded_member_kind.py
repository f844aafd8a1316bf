from enum import StrEnum


class RecordedMemberKind(StrEnum):
    AGENT = "agent"
    COORDINATOR = "coordinator"
    PERSON = "person"

    def __str__(self) -> str:
        return str(self.value)
