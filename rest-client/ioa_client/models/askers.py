from enum import StrEnum


class Askers(StrEnum):
    EVERYBODY = "everybody"
    NAMED = "named"
    PEOPLE = "people"

    def __str__(self) -> str:
        return str(self.value)
