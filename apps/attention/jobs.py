"""Collecting, writing and sending, in workers."""

from functools import partial
from uuid import UUID

from celery import shared_task

from apps.agents.gateway import calls
from apps.attention.actions.collection import collect_notices
from apps.attention.actions.letters import forget_old_notices, send_letter, write_letters
from apps.attention.actions.pushes import push_due, ring_for_pushes
from apps.attention.actions.resource_watches import forget_gone_sessions
from apps.attention.bells import AttentionBell
from apps.attention.queries.browsers import workspace_of_browser
from apps.attention.queries.notices import workspace_of_letter


@shared_task(name="attention.sweep")
def sweep() -> None:
    """Notice what happened; write and ring for what is due, and for what a worker lost."""
    collect_notices()
    write_letters()
    ring_for_pushes()


@shared_task(name=AttentionBell.LETTER_DUE.value)
def deliver_letter(letter_id: str) -> None:
    """Send one letter."""
    letter = UUID(letter_id)
    calls.send_soon(workspace_of_letter(letter), partial(send_letter, letter), f"sending {letter_id}")


@shared_task(name=AttentionBell.PUSH_DUE.value)
def deliver_pushes(browser_id: str) -> None:
    """Send what is due to one browser."""
    browser = UUID(browser_id)
    calls.send_soon(workspace_of_browser(browser), partial(push_due, browser), f"sending to {browser_id}")


@shared_task(name="attention.forget")
def forget() -> None:
    """Drop old letters and notices, and what sessions that are gone wanted to hear of."""
    forget_old_notices()
    forget_gone_sessions()
