"""What people, and what lets them in, are rung for. The job is of an app above, which knows of goals."""

from apps.journal.bells import Bell


class AccountsBell(Bell):
    """Each value is the name of the one job that answers."""

    AUTHORITY_LOST = "chat.stop_unauthorised"  # (workspace id): somebody there may do less than before
