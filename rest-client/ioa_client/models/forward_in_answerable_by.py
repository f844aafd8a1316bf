from enum import StrEnum


class ForwardInAnswerableBy(StrEnum):
    PEOPLE = "people"
    PERSON = "person"

    def __str__(self) -> str:
        return str(self.value)
