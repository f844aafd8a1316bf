"""What this app notes in the audit log."""

from enum import StrEnum


class AccountsDeed(StrEnum):
    """Kinds of audit entry; the details of each are given beside it."""

    WORKSPACE_CREATED = "workspace.created"  # owner
    MEMBER_ADDED = "member.added"  # role
    MEMBER_REMOVED = "member.removed"
    ROLE_CHANGED = "role.changed"  # role
    LINK_ISSUED = "link.issued"
    TOKEN_ISSUED = "token.issued"  # noqa: S105 - a deed; prefix
    TOKEN_REVOKED = "token.revoked"  # noqa: S105 - a deed; owner
    MODEL_SET = "model.set"  # base_url, model, key (whether one was entered)
    MODEL_CLEARED = "model.cleared"
    OBSERVATION_SET = "observation.set"  # url
    LIMITS_SET = "default_limits.set"  # limits
