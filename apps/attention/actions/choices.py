"""What a person chooses to be told, and the end of letters by the link in one."""

from typing import Any

from django.db import transaction

from apps.accounts.actions.addresses import forget_email
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.queries.addresses import email_of
from apps.attention.domain.notices import MailPace, NoticeWishes, is_zone
from apps.attention.events import AttentionDeed
from apps.attention.models import Notice, NoticeChoice
from apps.attention.queries.choices import letters_ended_by
from apps.journal.actions import audit
from apps.journal.domain.audit import Person


@transaction.atomic
def choose_notices(actor: Actor, wishes: NoticeWishes) -> None:
    """Keep what a person wants to be told here; letters that were due and not written are not. Raises Refused."""
    if not 0 <= wishes.hour <= 23:
        raise Refused(hour="Use an hour from 0 to 23.")
    if not is_zone(wishes.zone):
        raise Refused(zone="Choose one of the list, such as Europe/Berlin.")
    if wishes.pace is not MailPace.OFF and not email_of(actor.user_id):
        raise Refused(pace="Enter and confirm your address first.")
    kinds = sorted(kind.value for kind in wishes.kinds)
    values: dict[str, Any] = {"kinds": kinds, "all_goals": wishes.all_goals, "pace": wishes.pace.value}
    values |= {"hour": wishes.hour, "zone": wishes.zone}
    NoticeChoice.objects.update_or_create(user_id=actor.user_id, workspace_id=actor.workspace_id, defaults=values)
    unwritten = Notice.objects.filter(user=actor.user_id, workspace=actor.workspace_id, letter=None)
    if wishes.pace is MailPace.OFF:
        unwritten.update(letter_due_at=None)
    else:
        unwritten.exclude(kind__in=kinds).update(letter_due_at=None)
    audit(AttentionDeed.NOTICES_CHOSEN, actor, actor.name, actor.user_id, **values)


@transaction.atomic
def stop_letters(words: str) -> str:
    """End a person's letters of a workspace, by the words of a letter's link; gives the workspace's name.

    Raises NotFound as letters_ended_by does.
    """
    ended = letters_ended_by(words)
    user, workspace = ended.user_id, ended.workspace_id
    chosen = NoticeChoice.objects.filter(user=user, workspace=workspace).exclude(pace=MailPace.OFF)
    if chosen.update(pace=MailPace.OFF):
        Notice.objects.filter(user=user, workspace=workspace, letter=None).update(letter_due_at=None)
        audit(AttentionDeed.MAIL_STOPPED, Person(user, ended.name, workspace), ended.name, user)
    return ended.workspace


@transaction.atomic
def forget_address(actor: Actor) -> None:
    """Keep no address of this person any more, and send no letters of any workspace until they are chosen anew.

    Else an address that is confirmed later would get letters that nobody chose for it, and no choice could be saved
    before that.
    """
    forget_email(actor)
    NoticeChoice.objects.filter(user=actor.user_id).exclude(pace=MailPace.OFF).update(pace=MailPace.OFF)
    Notice.objects.filter(user=actor.user_id, letter=None).update(letter_due_at=None)
