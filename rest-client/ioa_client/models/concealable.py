from enum import StrEnum


class Concealable(StrEnum):
    FILES = "files"
    NOTES = "notes"
    PEOPLE = "people"
    SPEND = "spend"

    def __str__(self) -> str:
        return str(self.value)
