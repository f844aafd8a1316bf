from enum import StrEnum


class Role(StrEnum):
    OPERATOR = "operator"
    OWNER = "owner"
    VIEWER = "viewer"

    def __str__(self) -> str:
        return str(self.value)
