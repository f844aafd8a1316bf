"""Which of those that wait are decided at once, and how."""

from uuid import UUID

from django.http import QueryDict

from apps.accounts.domain.errors import Refused
from apps.chat.actions import JointVerdict


def chosen_approvals(sent: QueryDict) -> list[UUID]:
    """The ids that were ticked. Raises Refused (approval)."""
    try:
        return [UUID(one) for one in sent.getlist("approval")]
    except ValueError:
        raise Refused(approval="That is no decision.") from None


def verdict_of(sent: QueryDict) -> JointVerdict:
    """What is said of all of them. Raises Refused (verdict)."""
    try:
        return JointVerdict(sent.get("verdict", ""))
    except ValueError:
        raise Refused(verdict="Choose whether to approve or to deny.") from None
