"""The job that renders messages, in threads that nothing else waits for: a hostile text may hold one for seconds."""

import logging
import uuid
from functools import partial

from celery import shared_task
from celery.signals import worker_shutting_down

from apps.agents.gateway import pool
from apps.agents.gateway.lanes import Lanes, current_lane, on_behalf_of
from apps.chat.actions import prose
from apps.chat.bells import ChatBell
from apps.chat.queries.messages import workspace_of
from apps.core.sandbox import MOST_CHILDREN

log = logging.getLogger(__name__)

_lanes = Lanes(MOST_CHILDREN, "prose")


@shared_task(name=ChatBell.PROSE_DUE.value)
def render_room(conversation_id: str) -> None:
    """Make the HTML of a room's messages, one workspace after the other."""
    work = partial(prose.render_room, uuid.UUID(conversation_id))
    if pool.is_inline():
        work()
        return
    whom = current_lane()
    with on_behalf_of(workspace_of(uuid.UUID(conversation_id)) if whom is None else whom):
        _lanes.submit(partial(pool.with_connection(_log_failure), work), once=conversation_id)


def _log_failure(work: partial[None]) -> None:
    try:
        work()
    except Exception:
        log.exception("a room could not be rendered")


@worker_shutting_down.connect
def stop(**_: object) -> None:
    """Leave what waits to whoever looks at it next."""
    _lanes.close()
