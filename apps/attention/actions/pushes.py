"""Browsers that are told while no page is open: added, removed, and sent to."""

import json
import os
import time
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

from asgiref.sync import async_to_sync
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as new_key
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation

from apps.accounts.actions.resealing import reseal_column
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.queries.languages import language_of_person
from apps.accounts.queries.people import open_to
from apps.accounts.queries.permissions import may_decide
from apps.accounts.queries.sealing import Resealed, seal, unseal
from apps.accounts.queries.sessions import is_signed_in
from apps.attention.bells import AttentionBell
from apps.attention.domain.notices import NoticeKind, PostState
from apps.attention.domain.tries import pause_after
from apps.attention.domain.web_push import base64url, browser_keys, encrypt, point_of, sender_header
from apps.attention.events import AttentionDeed
from apps.attention.gateway.push import PushReply, push
from apps.attention.models import PushBrowser, PushDelivery, PushKey
from apps.core.languages import retell
from apps.core.sentences import sentence
from apps.core.texts import one_line
from apps.journal.actions import audit
from apps.journal.bells import ring

MOST_BROWSERS = 20  # of one person in a workspace
TAKEN = timedelta(seconds=60)
BATCH_SECONDS = 15.0
TOLD_WITHIN = 24 * 3600  # seconds for which a push service keeps a message for a browser that is away
MOST = 200


def push_key() -> str:
    """The public half of the key of this installation, in base64url: browsers ask for it."""
    return base64url(bytes(_row().public))


def _row() -> PushKey:
    """The key; of two that are made at one moment the first one stays."""
    row = PushKey.objects.first()
    if row is None:
        key = new_key(SECP256R1())
        number = str(key.private_numbers().private_value)
        PushKey.objects.bulk_create([PushKey(sealed=seal(number), public=point_of(key))], ignore_conflicts=True)
        row = PushKey.objects.get()
    return row


def _private_key() -> EllipticCurvePrivateKey:
    number = unseal(_row().sealed)
    if not number:
        raise Conflict("The key of Web Push opens with none of IOA_SECRET_KEYS: add the key that sealed it.")
    return derive_private_key(int(number), SECP256R1())


def reseal_push_key() -> Resealed:
    """Seal the key again; gives how many, and how many open with none of the keys."""
    return reseal_column(PushKey.objects.all(), "sealed")


@transaction.atomic
def add_browser(actor: Actor, session_key: str, endpoint: str, public: str, auth: str, device: str) -> None:
    """Tell a browser of one's notices from now on, for as long as it is signed in; the same one again changes nothing.

    `public`, `auth`: as its PushSubscription has them. Raises Refused.
    """
    parts = urlsplit(endpoint)
    if parts.scheme not in ("https", "http") or not parts.hostname or len(endpoint) > 1000:
        raise Refused(endpoint="This is no address of a push service.")
    try:
        browser_keys(public, auth)
    except ValueError as error:
        raise Refused(keys="These are no keys of a push subscription.") from error
    own = PushBrowser.objects.filter(user=actor.user_id, workspace=actor.workspace_id)
    if own.exclude(endpoint=endpoint).count() >= MOST_BROWSERS:
        raise Refused(
            endpoint=sentence(
                "You have {most_browsers} browsers already: switch one off first.", most_browsers=MOST_BROWSERS
            )
        )
    given = {"session_id": session_key, "public": public, "auth": auth, "device": device[:80]}
    _, is_new = PushBrowser.objects.update_or_create(
        user_id=actor.user_id,
        workspace_id=actor.workspace_id,
        endpoint=endpoint,
        defaults=given,
        create_defaults={**given, "created_at": timezone.now()},
    )
    if is_new:
        audit(AttentionDeed.BROWSER_ADDED, actor, actor.name, actor.user_id, device=device[:80])


def move_browser(session_key: str, new_key: str) -> None:
    """The session of a browser goes on under another key: what is told to that browser goes on, too."""
    PushBrowser.objects.filter(session=session_key).update(session=new_key)


@transaction.atomic
def remove_browser(actor: Actor, *, endpoint: str = "", browser_id: UUID | None = None) -> None:
    """Tell a browser nothing more, named by its address or its id. Raises NotFound where there is none of that id."""
    which = Q(endpoint=endpoint) if endpoint else Q(pk=browser_id)
    row = PushBrowser.objects.filter(which, user=actor.user_id, workspace=actor.workspace_id).first()
    if row is None and browser_id is not None:
        raise NotFound("There is no such browser of yours.")
    if row is not None:
        row.delete()
        audit(AttentionDeed.BROWSER_REMOVED, actor, actor.name, actor.user_id, device=row.device)


def ring_for_pushes() -> None:
    """Ring for each browser to which something is due, also what a worker lost."""
    now = timezone.now()
    due = PushDelivery.objects.filter(_free("browser__"), state=PostState.WAITING, due_at__lte=now).order_by()
    for browser in due.values_list("browser", flat=True).distinct()[:MOST]:
        ring(AttentionBell.PUSH_DUE, browser)


def _free(of: str = "") -> Q:
    return Q(**{f"{of}taken_until": None}) | Q(**{f"{of}taken_until__lt": timezone.now()})


def push_due(browser_id: UUID) -> None:
    """Send what is due to one browser, oldest first; somebody else's turn is left alone."""
    now = timezone.now()
    if not PushBrowser.objects.filter(_free(), pk=browser_id).update(taken_until=now + TAKEN):
        return
    try:
        browser = PushBrowser.objects.get(pk=browser_id)
        if not _may_be_told(browser):
            browser.delete()
            return
        until = time.monotonic() + BATCH_SECONDS
        while time.monotonic() < until and (delivery := _due(browser)) is not None:
            if not _send(browser, delivery):
                return
    finally:
        PushBrowser.objects.filter(pk=browser_id).update(taken_until=None)


def _may_be_told(browser: PushBrowser) -> bool:
    """Whether the browser is still signed in, by a session that opens that workspace: no one of before a removal."""
    opens = open_to(browser.user_id, browser.session_id).filter(workspace=browser.workspace_id)
    return is_signed_in(browser.session_id) and opens.exists()


def _due(browser: PushBrowser) -> PushDelivery | None:
    rows = browser.deliveries.filter(state=PostState.WAITING, due_at__lte=timezone.now())
    return rows.select_related("notice").order_by("due_at", "id").first()


def _send(browser: PushBrowser, delivery: PushDelivery) -> bool:
    """Whether to go on with this browser. The same notice twice takes the place of itself there, by its tag."""
    notice = delivery.notice
    may_act = notice.kind != NoticeKind.DECISION or may_decide(browser.user_id, browser.workspace_id)
    if notice.over_at is not None or not may_act:
        _note(delivery, PostState.DROPPED, "")
        return True
    reply = _pushed(browser, delivery)
    if reply.gone:
        browser.delete()
        return False
    if not reply.problem:
        _note(delivery, PostState.SENT, "")
    else:
        last = pause_after(delivery.tries + 1) is None
        _note(delivery, PostState.FAILED if last else PostState.WAITING, reply.problem)
    return not reply.problem


def _pushed(browser: PushBrowser, delivery: PushDelivery) -> PushReply:
    notice, own = delivery.notice, _private_key()
    with translation.override(language_of_person(browser.user_id)):
        title = one_line(retell(notice.text), 120)
    told = {"tag": str(notice.id), "title": title, "body": notice.title, "url": notice.path}
    keys = browser_keys(browser.public, browser.auth)
    body = encrypt(json.dumps(told).encode(), keys, new_key(SECP256R1()), os.urandom(16))
    parts = urlsplit(browser.endpoint)
    until = int(time.time()) + 12 * 3600
    headers = {
        "Authorization": sender_header(own, f"{parts.scheme}://{parts.netloc}", _reachable_at(), until),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TOLD_WITHIN),
        "Topic": base64url(notice.id.bytes),
        "Urgency": "normal",
    }
    return async_to_sync(push)(browser.endpoint, headers, body)


def _reachable_at() -> str:
    """Where a push service reaches who runs this: a mail address, or this site."""
    contact = str(settings.IOA_SECURITY_CONTACT[0])
    return contact if contact.startswith(("mailto:", "https:")) else settings.IOA_PUBLIC_URL


def _note(delivery: PushDelivery, state: PostState, problem: str) -> None:
    tries = delivery.tries + (state is not PostState.DROPPED)
    pause = pause_after(tries) if state is PostState.WAITING else None
    due = timezone.now() + pause if pause else delivery.due_at
    PushDelivery.objects.filter(pk=delivery.pk).update(state=state.value, tries=tries, problem=problem, due_at=due)
