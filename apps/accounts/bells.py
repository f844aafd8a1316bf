"""What people, and what lets them in, are rung for. The jobs are of the apps above, which know what they have there."""

from apps.journal.bells import Bell


class AccountsBell(Bell):
    """Each value is the name of the one job that answers."""

    AUTHORITY_LOST = "chat.stop_unauthorised"  # (workspace id): somebody there may do less than before
    MEMBER_LEFT = "agents.switch_off_theirs"  # (user id): somebody was taken out of a workspace
