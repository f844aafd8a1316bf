"""The journal in the admin: events and the audit log, to be read."""

from apps.journal.admin.events import EventAdmin
from apps.journal.admin.log import AuditEntryAdmin

__all__ = ["AuditEntryAdmin", "EventAdmin"]
