from enum import StrEnum


class FileRole(StrEnum):
    ANSWER = "answer"
    RESULT = "result"
    WORKING = "working"

    def __str__(self) -> str:
        return str(self.value)
