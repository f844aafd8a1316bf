from enum import StrEnum


class Trust(StrEnum):
    ORDINARY = "ordinary"
    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"

    def __str__(self) -> str:
        return str(self.value)
