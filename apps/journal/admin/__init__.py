"""The journal in the admin: events and the audit log, to be read."""

from apps.journal.admin.events import AuditEntryAdmin, EventAdmin

__all__ = ["AuditEntryAdmin", "EventAdmin"]
