"""What this app notes in the audit log."""

from enum import StrEnum


class AccountsDeed(StrEnum):
    """Kinds of audit entry; the details of each are given beside it."""

    FIRST_START = "installation.first_start"  # owner
    SIGNED_IN = "person.signed_in"  # way: link or password
    SIGNED_OUT = "person.signed_out"
    SIGN_IN_REFUSED = "sign_in.refused"  # way; why, where it is not a wrong password
    TOKEN_REFUSED = "token.refused"  # noqa: S105 - a deed; status
    REQUEST_REFUSED = "request.refused"  # status
    LEFT_OUT = "refusals.left_out"  # how many of each deed
    KEYS_ROTATED = "keys.rotated"  # sealed, lost (how many)
    WORKSPACE_CREATED = "workspace.created"  # owner
    MEMBER_ADDED = "member.added"  # role
    MEMBER_REMOVED = "member.removed"
    INVITED = "member.invited"  # role
    INVITATION_WITHDRAWN = "invitation.withdrawn"
    INVITATION_ACCEPTED = "invitation.accepted"  # role
    INVITATION_DECLINED = "invitation.declined"
    MEMBER_SWITCHED_OFF = "member.switched_off"
    MEMBER_SWITCHED_ON = "member.switched_on"
    ACCOUNT_SWITCHED_OFF = "account.switched_off"  # sessions (how many were ended)
    ACCOUNT_SWITCHED_ON = "account.switched_on"
    RUNNER_MADE = "runner.made"
    RUNNER_UNMADE = "runner.unmade"
    SESSIONS_ENDED = "sessions.ended"  # sessions (how many)
    ROLE_CHANGED = "role.changed"  # role
    NAME_CHOSEN = "name.chosen"  # name, before
    WORKSPACE_RENAMED = "workspace.renamed"  # before
    LINK_ISSUED = "link.issued"
    ACCOUNT_RECOVERED = "account.recovered"  # sessions (how many were ended)
    EMAIL_SET = "email.set"  # gone: whether it was taken away
    PASSWORD_SET = "password.set"  # noqa: S105 - a deed; sessions (how many others were ended)
    TOKEN_ISSUED = "token.issued"  # noqa: S105 - a deed; prefix, scopes, expires
    TOKEN_REVOKED = "token.revoked"  # noqa: S105 - a deed; owner
    MODEL_SET = "model.set"  # base_url, model, key (whether one was entered)
    MODEL_CLEARED = "model.cleared"
    MODEL_USE_SET = "model_use.set"  # use
    OBSERVATION_SET = "observation.set"  # url
    LIMITS_SET = "default_limits.set"  # limits
    PLAN_SET = "default_plan.set"  # shown
    APPROVAL_POLICY_SET = "approval_policy.set"  # policy
    REVIEW_SET = "default_review.set"  # review
