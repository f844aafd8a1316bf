"""What notices ring for."""

from apps.journal.bells import Bell


class AttentionBell(Bell):
    """Each value is the name of the one job that answers."""

    LETTER_DUE = "attention.send_letter"  # (letter id): it may be sent
    PUSH_DUE = "attention.push"  # (browser id): something may be sent there
