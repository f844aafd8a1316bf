from enum import StrEnum


class ApprovalKind(StrEnum):
    APPROVAL = "approval"
    CHECK = "check"
    LIMIT = "limit"
    OUTCOME = "outcome"
    PERMIT = "permit"
    PLAN = "plan"
    QUESTION = "question"
    RESTORED = "restored"

    def __str__(self) -> str:
        return str(self.value)
