from enum import StrEnum


class OriginKind(StrEnum):
    PERSON = "person"
    SYSTEM = "system"
    TOKEN = "token"

    def __str__(self) -> str:
        return str(self.value)
