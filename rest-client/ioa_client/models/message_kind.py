from enum import StrEnum


class MessageKind(StrEnum):
    ANSWER = "answer"
    ASSIGN = "assign"
    CONCLUSION = "conclusion"
    DELEGATION = "delegation"
    FAILURE = "failure"
    FORMATION = "formation"
    GOAL = "goal"
    NOTICE = "notice"
    QUESTION = "question"
    RESULT = "result"
    SAY = "say"

    def __str__(self) -> str:
        return str(self.value)
