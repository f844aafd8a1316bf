"""Reading the audit log's chain, a piece at a time: it may be long."""

from collections.abc import Iterator

from django.db import connection

from apps.journal.domain.chain import ChainLink

PIECE = 1000  # links read at once

# What an entry says, written out here once more: a function in the database could have been changed with the entries.
_LINKS = """
    SELECT link.number, link.entry_id, link.previous, link.hash, CASE WHEN entry.id IS NOT NULL THEN jsonb_build_object(
        'id', entry.id, 'at', to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'deed', entry.deed, 'outcome', entry.outcome, 'actor', entry.actor, 'user_id', entry.user_id,
        'workspace_id', entry.workspace_id, 'address', entry.address, 'about', entry.about,
        'object_id', entry.object_id, 'details', entry.details)::text END
    FROM journal_auditlink link LEFT JOIN journal_auditentry entry ON entry.id = link.entry_id
    WHERE link.number > %s ORDER BY link.number LIMIT %s"""
_LOOSE = """
    SELECT min(entry.id) FROM journal_auditentry entry
    WHERE NOT EXISTS (SELECT FROM journal_auditlink link WHERE link.entry_id = entry.id)"""


def links() -> Iterator[ChainLink]:
    """All links in the order of their numbers, with what their entries say now."""
    piece = [ChainLink(0, 0, "", "", None)]
    while piece:
        with connection.cursor() as cursor:
            cursor.execute(_LINKS, [piece[-1].number, PIECE])
            piece = [ChainLink(*row) for row in cursor.fetchall()]
        yield from piece


def loose_entry() -> int | None:
    """The first entry that has no link, so that it was not written as entries are; None: there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOSE)
        found: int | None = cursor.fetchone()[0]
    return found
