from enum import StrEnum


class Act(StrEnum):
    AGREED = "agreed"
    LOST = "lost"
    OBJECTED = "objected"
    PASSED = "passed"
    SAID = "said"

    def __str__(self) -> str:
        return str(self.value)
