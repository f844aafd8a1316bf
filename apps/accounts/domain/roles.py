"""Who may do what in a workspace."""

from enum import StrEnum


class Role(StrEnum):
    """What somebody is in a workspace."""

    VIEWER = "viewer"  # reads everything
    OPERATOR = "operator"  # also gives goals, speaks, pauses, stops, decides
    OWNER = "owner"  # also changes settings, members, tokens, agents


RANK = {Role.VIEWER: 0, Role.OPERATOR: 1, Role.OWNER: 2}


def may(role: Role, needed: Role) -> bool:
    """Whether somebody with `role` may do what takes `needed`."""
    return RANK[role] >= RANK[needed]
