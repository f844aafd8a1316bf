"""What this app notes in the audit log."""

from enum import StrEnum


class AttentionDeed(StrEnum):
    """Kinds of audit entry; each is about the person who did it."""

    NOTICES_CHOSEN = "notices.chosen"  # kinds, all_goals, pace, hour, zone
    MAIL_STOPPED = "notices.mail_stopped"  # by the link at the end of a letter
    BROWSER_ADDED = "notices.browser_added"  # device
    BROWSER_REMOVED = "notices.browser_removed"  # device
