"""Who stands at the beginning of what the hub does: the first link of every chain of authority. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from apps.accounts.domain.approval_policy import USUAL, ApprovalPolicy


class OriginKind(StrEnum):
    """What kind of principal it is."""

    PERSON = "person"  # somebody who was signed in
    TOKEN = "token"  # noqa: S105  a program, with a token of a person
    SYSTEM = "system"  # the hub itself: it may do nothing that writes outside


@dataclass(frozen=True)
class Authority:
    """What an origin may do now. `name`: of the person; `lost`: why it may do nothing any more, "" while it may.

    `policy`: of its workspace.
    """

    kind: OriginKind
    name: str
    lost: str = ""
    policy: ApprovalPolicy = USUAL

    @property
    def is_person(self) -> bool:
        """Whether a person stands there, by themselves or by a token."""
        return self.kind is not OriginKind.SYSTEM


NOBODY = Authority(OriginKind.SYSTEM, "Nobody")
"""Where no origin is known."""
