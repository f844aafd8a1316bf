from enum import StrEnum


class Payer(StrEnum):
    PERSON = "person"
    WORKSPACE = "workspace"

    def __str__(self) -> str:
        return str(self.value)
