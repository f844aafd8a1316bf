"""Letters: written once from what is due, then sent; a worker that is lost loses none, and none is written twice."""

from datetime import timedelta
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Conflict, Refused
from apps.accounts.queries.addresses import confirming_words, email_of, stopping_words
from apps.accounts.queries.languages import language_of_person
from apps.accounts.queries.people import workspace_view
from apps.accounts.queries.permissions import has_permission, may_decide
from apps.attention.bells import AttentionBell
from apps.attention.domain.letters import SUBJECT, LetterText, Told, confirming_letter, letter_of, trial_letter
from apps.attention.domain.notices import MailPace, NoticeKind, PostState, zone_of
from apps.attention.domain.tries import pause_after
from apps.attention.gateway import mail
from apps.attention.models import Letter, Notice
from apps.attention.queries.choices import wishes_by_person
from apps.chat.actions.separately import separately
from apps.core.languages import day_of_year, retell
from apps.core.sentences import pack_all, sentence
from apps.core.texts import one_line
from apps.journal.bells import ring

TAKEN = timedelta(seconds=90)  # longer than the mail server may take
AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 20  # letters of one person and workspace; what is due then waits for the next
MOST_ASKED = 5  # letters an hour that a person asks for: confirmations and tests
MOST = 200  # at one look
KEPT = timedelta(days=30)


def write_letters() -> None:
    """One letter for each person and workspace of which something is due, with all that they were not told yet."""
    if not mail.is_mail_on():
        return
    own_settings = _own_settings()  # before any transaction: a worker's first address loads all pages' code
    now = timezone.now()
    due = Notice.objects.filter(letter=None, over_at=None, letter_due_at__lte=now).order_by()
    for user, workspace in due.values_list("user", "workspace").distinct()[:MOST]:
        separately(partial(_write_to, user, workspace, own_settings), user)
    for letter in Letter.objects.filter(_free(), state=PostState.WAITING, due_at__lte=now).values_list("id", flat=True)[
        :MOST
    ]:
        ring(AttentionBell.LETTER_DUE, letter)


@transaction.atomic
def _write_to(user: UUID, workspace: UUID, own_settings: str) -> None:
    """The notices are locked: of two that write at one time the second one finds nothing."""
    now = timezone.now()
    unwritten = Notice.objects.select_for_update(no_key=True, skip_locked=True).filter(
        user=user, workspace=workspace, letter=None
    )
    if not may_decide(user, workspace):  # it was noticed while they still might
        unwritten.filter(kind=NoticeKind.DECISION).update(letter_due_at=None)
    notices = list(unwritten.filter(over_at=None).exclude(letter_due_at=None).order_by("at"))
    if not any(notice.letter_due_at and notice.letter_due_at <= now for notice in notices):
        return
    address = email_of(user)
    if not address or not has_permission(user, workspace, Scope.READ):
        unwritten.update(letter_due_at=None)
    elif _count(user, workspace, digest=True) < MOST_AN_HOUR:
        letter = _post(user, workspace, address, _text(user, workspace, notices, own_settings), digest=True)
        Notice.objects.filter(id__in=[notice.id for notice in notices]).update(letter=letter)


def _text(user: UUID, workspace: UUID, notices: list[Notice], own_settings: str) -> LetterText:
    zone = zone_of(wishes_by_person(workspace, [user])[user].zone)
    with translation.override(language_of_person(user)):
        told = [_told(row, zone) for row in notices]
    return letter_of(told, workspace_view(workspace).name, own_settings, stopping_address(user, workspace))


def _told(row: Notice, zone: ZoneInfo) -> Told:
    """A notice in the language that is active, its time where its reader is."""
    at = row.at.astimezone(zone)
    when = f"{day_of_year(at)}, {at:%H:%M %Z}"
    return Told(NoticeKind(row.kind), row.title, retell(row.text), settings.IOA_PUBLIC_URL + row.path, when)


def _own_settings() -> str:
    return f"{settings.IOA_PUBLIC_URL}{reverse('settings-notices')}"


def stopping_address(user: UUID, workspace: UUID) -> str:
    """The page that ends a person's letters of a workspace, without signing in."""
    return f"{settings.IOA_PUBLIC_URL}{reverse('notices-stop', args=[stopping_words(user, workspace)])}"


def _post(user: UUID, workspace: UUID, address: str, text: LetterText, *, digest: bool) -> Letter:
    """Written in the language of its reader, and kept so: it is the same however often it is tried."""
    now = timezone.now()
    with translation.override(language_of_person(user)):
        subject, body = retell(text.subject), retell(text.body)
    letter = Letter.objects.create(
        user_id=user,
        workspace_id=workspace,
        digest=digest,
        address=address,
        subject=one_line(subject, SUBJECT),
        body=body,
        due_at=now,
        created_at=now,
    )
    ring(AttentionBell.LETTER_DUE, letter.id)
    return letter


def _count(user: UUID, workspace: UUID, *, digest: bool) -> int:
    since = timezone.now() - AN_HOUR
    return Letter.objects.filter(user=user, workspace=workspace, digest=digest, created_at__gt=since).count()


@transaction.atomic
def ask_for_address(actor: Actor, address: str) -> None:
    """Send a letter to an address, with a link by which this person confirms that it is theirs. Raises Refused."""
    _require_mail(actor)
    path = reverse("notices-address", args=[confirming_words(actor.user_id, address)])
    text = confirming_letter(actor.name, settings.IOA_PUBLIC_URL + path)
    _post(actor.user_id, actor.workspace_id, address, text, digest=False)


@transaction.atomic
def send_trial(actor: Actor) -> str:
    """Send a letter that shows that letters arrive; gives the address. Raises Conflict."""
    address = email_of(actor.user_id)
    if not address:
        raise Conflict("Enter and confirm your address first.")
    try:
        _require_mail(actor)
    except Refused as refused:
        raise Conflict(refused.fields["address"]) from refused
    text = trial_letter(workspace_view(actor.workspace_id).name, _own_settings())
    _post(actor.user_id, actor.workspace_id, address, text, digest=False)
    return address


def _require_mail(actor: Actor) -> None:
    if not mail.is_mail_on():
        raise Refused(address="This installation sends no mail: whoever runs it has to name a mail server.")
    if _count(actor.user_id, actor.workspace_id, digest=False) >= MOST_ASKED:
        raise Refused(
            address=sentence(
                "{most_asked} letters were asked for within the hour: wait a while.", most_asked=MOST_ASKED
            )
        )


def send_letter(letter_id: UUID) -> None:
    """Send one letter, if it waits, nobody is at it, and it is still wanted. It is sent outside of any transaction."""
    letter = _take(letter_id)
    if letter is None:
        return
    if not _is_wanted(letter):
        _note(letter, PostState.DROPPED, "")
        return
    stop = stopping_address(letter.user_id, letter.workspace_id) if letter.digest else ""
    reply = mail.send_mail(letter.id, letter.address, letter.subject, letter.body, stop)
    if not reply.problem:
        _note(letter, PostState.SENT, "")
    elif reply.final or pause_after(letter.tries + 1) is None:
        _note(letter, PostState.FAILED, reply.problem)
    else:
        _note(letter, PostState.WAITING, reply.problem)


def _free() -> Q:
    return Q(taken_until=None) | Q(taken_until__lt=timezone.now())


def _take(letter_id: UUID) -> Letter | None:
    now = timezone.now()
    waiting = Letter.objects.filter(_free(), pk=letter_id, state=PostState.WAITING, due_at__lte=now)
    taken = mail.is_mail_on() and waiting.update(taken_until=now + TAKEN)
    return Letter.objects.get(pk=letter_id) if taken else None


def _is_wanted(letter: Letter) -> bool:
    """Whether its person is still there, reads mail at that address, and wants letters; a confirmation is."""
    if not has_permission(letter.user_id, letter.workspace_id, Scope.READ):
        return False
    if not letter.digest:
        return True
    wishes = wishes_by_person(letter.workspace_id, [letter.user_id])[letter.user_id]
    return wishes.pace is not MailPace.OFF and email_of(letter.user_id) == letter.address


def _note(letter: Letter, state: PostState, problem: str) -> None:
    now, tries = timezone.now(), letter.tries + (state is not PostState.DROPPED)
    pause = pause_after(tries) if state is PostState.WAITING else None
    Letter.objects.filter(pk=letter.pk, taken_until=letter.taken_until).update(
        state=state.value,
        tries=tries,
        problem=problem,
        made_of=pack_all(problem),
        due_at=now + pause if pause else letter.due_at,
        taken_until=None,
        ended_at=None if pause else now,
    )


def forget_old_notices() -> None:
    """Drop letters that ended a month ago, and notices that nobody needs any more."""
    before = timezone.now() - KEPT
    told = Q(letter_due_at=None) | ~Q(letter=None) | ~Q(over_at=None)
    over = ~Q(over_at=None) | Q(kind=NoticeKind.ENDED)
    Notice.objects.filter(told, over, noticed_at__lt=before).delete()
    Letter.objects.filter(ended_at__lt=before, notices=None).delete()  # what waits stays known to be told
