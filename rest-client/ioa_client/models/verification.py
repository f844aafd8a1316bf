from enum import StrEnum


class Verification(StrEnum):
    NOTHING = "nothing"
    REFUTED = "refuted"
    UNCHECKED = "unchecked"
    VERIFIED = "verified"

    def __str__(self) -> str:
        return str(self.value)
