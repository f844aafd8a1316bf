"""Making a proof bundle: reads a goal's whole journal and signs where its chain ends."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.actions.signing import public_key, sign
from apps.accounts.domain.access import Actor
from apps.chat.domain.proof import bundle, event_text, statement
from apps.chat.events import ChatDeed
from apps.journal.actions import audit
from apps.journal.queries import events_after
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.kept_files import current_files

PIECE = 2000


@transaction.atomic
def prove_goal(actor: Actor, goal_id: UUID, now: datetime) -> bytes:
    """The bundle of a goal's events up to now. Raises NotFound, and Conflict where the signing key does not open."""
    goal = goal_visible_to(actor, goal_id)
    key = public_key()
    texts = list(_texts(goal_id))
    files = {str(row.pk): row.blob.digest for row in current_files(goal_id)}
    said = statement(goal_id, texts, files, key.fingerprint, now)
    signed = bundle(said, sign(said.encode()), key.text, texts)
    audit(ChatDeed.PROOF_EXPORTED, actor, goal.title, goal_id, events=len(texts))
    return signed


def _texts(goal_id: UUID) -> Iterator[str]:
    after = 0
    while events := events_after(goal_id, after, PIECE):
        yield from map(event_text, events)
        after = events[-1].seq
