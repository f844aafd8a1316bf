from enum import StrEnum


class ToldBy(StrEnum):
    AGENT = "agent"
    PERSON = "person"

    def __str__(self) -> str:
        return str(self.value)
