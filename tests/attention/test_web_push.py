"""Web Push over a push service of the test: what a browser reads, who says that it sends, and when nothing is sent."""

import base64
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils import timezone

from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.models import BrowserSession, Leaving, Member
from apps.attention.actions.choices import choose_notices
from apps.attention.actions.collection import collect_notices
from apps.attention.actions.pushes import add_browser, push_due, push_key, remove_browser, ring_for_pushes
from apps.attention.domain.notices import NoticeKind, NoticeWishes
from apps.attention.domain.tries import PAUSES
from apps.attention.domain.web_push import (
    BrowserKeys,
    base64url,
    encrypt,
    from_base64url,
    point_of,
    sender_header,
)
from apps.attention.models import PushBrowser, PushDelivery, PushKey
from apps.teams.models import Approval
from tests.attention.test_notices import asks

# RFC 8291, section 5 and appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
    "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_encrypted_as_the_example_of_the_rfc():
    own = derive_private_key(int.from_bytes(from_base64url(SENDER_PRIVATE), "big"), SECP256R1())
    keys = BrowserKeys(from_base64url(BROWSER_POINT), from_base64url(AUTH))
    assert base64url(encrypt(PLAIN, keys, own, from_base64url(SALT))) == BODY


def test_who_sends_is_signed_so_that_a_push_service_can_check_it():
    own = generate_private_key(SECP256R1())
    header = sender_header(own, "https://push.example", "mailto:ops@hub.example", 1_900_000_000)
    assert claims_of(header) == {
        "aud": "https://push.example",
        "exp": 1_900_000_000,
        "sub": "mailto:ops@hub.example",
    }


def claims_of(header):
    """The claims of an Authorization by VAPID, checked with the key that it names (RFC 8292)."""
    token, key = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    signed, _, signature = token.rpartition(".")
    numbers = from_base64url(signature)
    point = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_base64url(key))
    r, s = (int.from_bytes(numbers[place : place + 32], "big") for place in (0, 32))
    point.verify(encode_dss_signature(r, s), signed.encode(), ECDSA(hashes.SHA256()))
    head, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims


class Browser:
    """A browser that reads what is pushed to it, as RFC 8291 says, with the other library's own derivation."""

    def __init__(self):
        self.key, self.auth = generate_private_key(SECP256R1()), b"0123456789abcdef"
        self.public, self.secret = base64url(point_of(self.key)), base64url(self.auth)

    def read(self, body):
        salt, size, sender = body[:16], body[20], body[21:86]
        assert size == 65
        shared = self.key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        secret = derived(self.auth, shared, b"WebPush: info\0" + point_of(self.key) + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        plain = AESGCM(key).decrypt(derived(salt, secret, b"Content-Encoding: nonce\0", 12), body[86:], None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def derived(salt, key, info, size):
    return HKDF(hashes.SHA256(), size, salt, info).derive(key)


@pytest.fixture
def service(settings):
    """A push service on this machine whose answer a test chooses."""
    settings.IOA_LOCAL_AGENTS = True
    kept = SimpleNamespace(status=201, asked=[])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.asked.append(SimpleNamespace(raw=body, headers=dict(self.headers)))
            self.send_response(kept.status)
            self.end_headers()

        def log_message(self, *told):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        kept.url = f"http://127.0.0.1:{server.server_port}"
        kept.address = f"{kept.url}/push/1"
        yield kept
        server.shutdown()


@pytest.fixture
def told(office, service, client):
    """A browser of the owner that is told."""
    client.force_login(office.owner)
    told = Browser()
    told.session = client.session.session_key
    add_browser(office.owner_actor, told.session, service.address, told.public, told.secret, "Firefox on Linux")
    return told


def push_all():
    """What the recurring job, and the job that it rings for, do."""
    collect_notices()
    ring_for_pushes()
    PushDelivery.objects.update(due_at=timezone.now())
    for browser in PushBrowser.objects.all():
        push_due(browser.pk)


def test_a_notice_reaches_the_browser_once_and_only_it_can_read_it(office, service, told):
    story, _ = asks(office, "May it be sent?")
    push_all()
    push_all()
    (request,) = service.asked
    message = told.read(request.raw)
    assert message["title"] == "May it be sent?"
    assert message["body"] == story.goal.title
    assert message["url"] == f"/goals/{story.goal.pk}/?team={story.root.team.pk}"
    assert b"May it" not in request.raw
    headers = {name.lower(): value for name, value in request.headers.items()}
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert len(headers["topic"]) <= 32
    assert claims_of(headers["authorization"])["aud"] == service.url
    assert push_key() in headers["authorization"]
    assert PushDelivery.objects.get().state == "sent"


def test_what_was_settled_meanwhile_and_kinds_that_were_not_chosen_are_not_pushed(office, service, told):
    _, asked = asks(office)
    collect_notices()
    Approval.objects.filter(pk=asked.pk).update(state="answered", decided_at=timezone.now())
    push_all()
    assert service.asked == []
    assert PushDelivery.objects.get().state == "dropped"
    choose_notices(office.owner_actor, NoticeWishes(kinds=frozenset({NoticeKind.ENDED})))
    asks(office, "And this?")
    push_all()
    assert service.asked == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(office, service, told, status):
    service.status = status
    asks(office)
    push_all()
    assert PushBrowser.objects.count() == 0


def test_a_service_that_is_busy_is_asked_again_and_at_last_no_more(office, service, told):
    service.status = 503
    asks(office)
    for _ in range(len(PAUSES) + 2):
        push_all()
    delivery = PushDelivery.objects.get()
    assert (delivery.state, delivery.tries) == ("failed", len(PAUSES) + 1)
    assert delivery.problem == "The push service answered with status 503."


@pytest.mark.parametrize("end", ["session", "member", "member who is back"])
def test_who_signed_out_or_left_is_told_nothing_more(office, service, told, end):
    asks(office)
    collect_notices()
    if end == "session":
        BrowserSession.objects.filter(session_key=told.session).delete()
    elif end == "member":
        office.owner.memberships.all().delete()
    else:
        Leaving.objects.create(user=office.owner, workspace=office.workspace, at=timezone.now())
    push_all()
    assert service.asked == []
    assert PushBrowser.objects.count() == 0


def test_a_push_service_within_the_network_is_not_called_where_the_settings_do_not_say_so(
    office, service, told, settings
):
    settings.IOA_LOCAL_AGENTS = False
    asks(office)
    push_all()
    assert service.asked == []
    assert PushDelivery.objects.get().state == "waiting"


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"public": "BAAA"},
        {"public": base64url(b"\x04" + b"\x01" * 64)},  # no point of the curve
        {"auth": base64url(b"short")},
        {"auth": "***"},
    ],
)
def test_what_is_no_subscription_is_refused(office, client, wrong):
    client.force_login(office.owner)
    given = {"endpoint": "https://push.example/1", "public": Browser().public, "auth": AUTH, "device": ""} | wrong
    with pytest.raises(Refused):
        add_browser(office.owner_actor, client.session.session_key, **given)


def test_a_browser_is_added_once_and_removed_by_its_owner_alone(office, service, told):
    add_browser(office.owner_actor, told.session, service.address, told.public, told.secret, "Firefox on Linux")
    browser = PushBrowser.objects.get()
    with pytest.raises(NotFound):
        remove_browser(office.operator_actor, browser_id=browser.pk)
    remove_browser(office.operator_actor, endpoint=service.address)
    assert PushBrowser.objects.count() == 1
    remove_browser(office.owner_actor, browser_id=browser.pk)
    assert PushBrowser.objects.count() == 0


def test_who_may_decide_no_more_is_sent_nothing_to_decide(office, service, told):
    asks(office, "May it be sent?")
    collect_notices()
    Member.objects.filter(user=office.owner).update(role="viewer")
    push_all()
    assert service.asked == []
    assert PushDelivery.objects.get().state == "dropped"


def test_a_browser_in_which_a_password_is_chosen_is_told_as_before(office, service, told, client):
    assert client.post("/settings/password/", {"new": "a long enough one"}).status_code in (200, 302)
    asks(office, "May it be sent?")
    push_all()
    assert len(service.asked) == 1
    assert PushBrowser.objects.get().session_id == client.session.session_key != told.session


def test_the_key_is_made_once_and_sealed(db):
    assert push_key() == push_key()
    assert PushKey.objects.count() == 1
    assert base64.b64encode(bytes(PushKey.objects.get().public)) not in bytes(PushKey.objects.get().sealed)
