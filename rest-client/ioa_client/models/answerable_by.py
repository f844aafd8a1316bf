from enum import StrEnum


class AnswerableBy(StrEnum):
    ANYBODY = "anybody"
    PEOPLE = "people"
    PERSON = "person"

    def __str__(self) -> str:
        return str(self.value)
