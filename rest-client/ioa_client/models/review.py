from enum import StrEnum


class Review(StrEnum):
    ALWAYS = "always"
    AUTO = "auto"
    NEVER = "never"

    def __str__(self) -> str:
        return str(self.value)
