"""Tokens of the issuer that the operator names: proved by its keys, for this hub, as a person of one workspace."""

import hmac
import json
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils import timezone
from jwt.utils import base64url_decode, base64url_encode

from apps.accounts.actions import revoke_token, switch_off_member
from apps.accounts.actions.issued_tokens import use_issued_token
from apps.accounts.domain.access import Scope
from apps.accounts.domain.issuers import Issuer
from apps.accounts.gateway import issuer as gateway
from apps.accounts.models import ApiToken, User
from apps.accounts.queries import actor_for
from apps.accounts.queries.permissions import may_still
from apps.teams.models import Approval
from tests import factories
from tests.api.mcp_programs import ASKS, StatelessProgram

RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
KEYS = {
    "RS256": RSA,
    "PS256": RSA,
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
}
AUDIENCE = "https://hub.example/mcp"
NOBODY = "nobody@example.com"


def public(algorithm, key, name):
    return {**jwt.get_algorithm_by_name(algorithm).to_jwk(key.public_key(), as_dict=True), "kid": name, "use": "sig"}


class FakeIssuer:
    """An issuer at an address of its own. `keys`: those it shows; `asked`: the paths that were asked for."""

    def __init__(self):
        self.keys, self.asked, self.away = [public("RS256", RSA, "one")], [], False

    def token(self, key=RSA, name="one", algorithm="RS256", header=(), **claims):
        now = int(time.time())
        usual = {"iss": self.url, "aud": AUDIENCE, "exp": now + 300, "iat": now, "sub": "x", "scope": "read run"}
        said = {each: value for each, value in (usual | claims).items() if value is not None}
        return jwt.encode(said, key, algorithm, headers={"kid": name, "typ": "at+jwt", **dict(header)})

    @contextmanager
    def running(self):
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.asked.append(self.path)
                said = {
                    "/realm/.well-known/openid-configuration": {"issuer": issuer.url, "jwks_uri": f"{issuer.url}/keys"},
                    "/realm/keys": {"keys": issuer.keys},
                }.get(self.path)
                self.send_response(200 if said and not issuer.away else 503)
                self.end_headers()
                self.wfile.write(json.dumps(said).encode())

            def log_message(self, *_):
                """Nothing is written down."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.url = f"http://127.0.0.1:{server.server_port}/realm"
            yield self
            server.shutdown()


@pytest.fixture
def issuer(settings, place, monkeypatch):
    with FakeIssuer().running() as issuer:
        monkeypatch.setattr(gateway, "KEYS", gateway.IssuerKeys())
        settings.IOA_ISSUER = Issuer.read(issuer.url, AUDIENCE, place.workspace.slug, "email", "")
        User.objects.filter(pk=place.operator.pk).update(email="Ola@example.com")
        yield issuer


@pytest.fixture
def later(monkeypatch):
    """Lets time go by for the keys that are kept."""
    gone = [0.0]
    monkeypatch.setattr(gateway, "monotonic", lambda: time.monotonic() + gone[0])

    def later(seconds):
        gone[0] += seconds

    return later


def sent(token, method="tools/list", **params):
    program = StatelessProgram.__new__(StatelessProgram)
    program.headers, program.able = {"Authorization": f"Bearer {token}"}, ASKS
    return program.asked(method, params)


def status(token):
    return sent(token).status_code


class TestWhoIsLetIn:
    def test_a_token_acts_as_the_person_whom_its_claim_names(self, issuer, place):
        answer = sent(
            issuer.token(email="ola@example.com"), "tools/call", name="launch_goal", arguments={"text": "Find it."}
        )
        assert not answer.json()["result"]["isError"]
        row = ApiToken.objects.get(prefix="issued")
        assert (row.user_id, row.scopes) == (place.operator.pk, ["read", "run"])

    def test_a_name_of_the_hub_will_do(self, issuer, place):
        assert status(issuer.token(email=place.operator.username)) == 200

    @pytest.mark.parametrize("algorithm", KEYS)
    def test_keys_of_each_kind_that_counts_prove_it(self, issuer, algorithm):
        issuer.keys = [public(algorithm, KEYS[algorithm], "this")]
        token = issuer.token(KEYS[algorithm], "this", algorithm, email="ola@example.com")
        assert status(token) == 200

    def test_it_reaches_as_far_as_its_scopes_and_no_further_than_this_door(self, issuer, place):
        mine = {"email": "ola@example.com"}
        reader = issuer.token(scope="read administer access", **mine)
        said = sent(reader, "tools/call", name="launch_goal", arguments={"text": "x"}).json()["result"]
        assert "scope run" in said["content"][0]["text"]
        answer = sent(issuer.token(scope="profile", **mine))
        assert (answer.status_code, 'error="insufficient_scope"' in answer["WWW-Authenticate"]) == (403, True)
        for path in ("/api/v1/goals", "/v1/models"):
            headers = {"Authorization": f"Bearer {issuer.token(**mine)}"}
            assert Client().get(path, headers=headers).status_code == 401, path

    def test_a_list_of_scopes_is_read_too(self, issuer):
        assert status(issuer.token(scope=None, scp=["read", 7], email="ola@example.com")) == 200

    def test_it_permits_nothing_that_agents_ask_for(self, issuer, world):
        permit = Approval.objects.filter(team__goal=world.goal, state="pending").first()
        Approval.objects.filter(pk=permit.pk).update(kind="permit")
        call = {"name": "decide", "arguments": {"approval": str(permit.pk), "answer": "Approve"}}
        said = sent(issuer.token(email="ola@example.com"), "tools/call", **call).json()["result"]
        assert "person who is signed in" in said["content"][0]["text"]

    def test_one_that_its_person_ended_is_nobodys_until_the_issuer_gives_another(self, issuer, place):
        old = issuer.token(email="ola@example.com", iat=int(time.time()) - 30)
        assert status(old) == 200
        revoke_token(actor_for(place.operator), ApiToken.objects.get(prefix="issued").pk)
        assert status(old) == 401
        assert status(issuer.token(email="ola@example.com", iat=int(time.time()) + 5)) == 200


def by_secret(header, payload, secret):
    """The same token, signed by a secret that everybody knows: the public key."""
    said = json.loads(base64url_decode(header)) | {"alg": "HS256"}
    signed = f"{base64url_encode(json.dumps(said).encode()).decode()}.{payload}"
    return f"{signed}.{base64url_encode(hmac.digest(secret, signed.encode(), 'sha256')).decode()}"


class TestWhatGoesOn:
    def test_what_listens_by_a_token_ends_with_it_though_the_hubs_own_has_no_end(self, issuer, place):
        actor = use_issued_token(issuer.token(exp=int(time.time()) - 58, email="ola@example.com"))
        assert may_still(actor, Scope.READ)
        assert not may_still(replace(actor, until=timezone.now()), Scope.READ)
        assert actor.until < timezone.now() + timedelta(seconds=3)

    def test_one_without_an_end_that_a_calendar_has_is_taken(self, issuer):
        assert status(issuer.token(exp=10**17, email="ola@example.com")) == 200


class TestWhoIsNot:
    @pytest.mark.parametrize(
        "claims",
        [
            *({"aud": "https://other.example/mcp"}, {"aud": None}, {"iss": "https://other.example"}, {"iss": None}),
            *({"exp": 1}, {"exp": None}, {"iat": None}, {"nbf": 2**33}, {"iat": "x"}, {"exp": "x"}),
            *({"email": NOBODY}, {"email": ""}, {"email": None}, {"email": ["ola@example.com"]}),
            *({"email_verified": False}, {"email_verified": "false"}, {"email_verified": 0}),
        ],
        ids=str,
    )
    def test_a_token_that_is_not_for_this_hub_or_names_nobody(self, issuer, claims):
        assert status(issuer.token(**({"email": "ola@example.com"} | claims))) == 401

    def test_clocks_may_differ_by_a_minute_and_no_more(self, issuer):
        now = int(time.time())
        assert status(issuer.token(exp=now - 40, email="ola@example.com")) == 200
        assert status(issuer.token(exp=now - 90, email="ola@example.com")) == 401

    def test_signed_by_nobody_by_a_secret_or_by_another_key(self, issuer):
        mine = {"email": "ola@example.com"}
        pem = RSA.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        good = issuer.token(**mine)
        header, payload, signature = good.split(".")
        assert status(good) == 200
        for token in (
            jwt.encode(jwt.decode(good, options={"verify_signature": False}), None, "none", headers={"kid": "one"}),
            by_secret(header, payload, pem),
            issuer.token(OTHER, **mine),
            issuer.token(KEYS["ES256"], algorithm="ES256", **mine),
            issuer.token(header={"typ": "logout+jwt"}, **mine),
            f"{header}.{payload}.{signature[:-8]}AAAAAAAA",
            *(f"{header}.{payload}", "a.b.c", "x" * 3000, "..", "\u00e9"),
        ):
            assert status(token) == 401, token[:60]

    def test_two_people_of_one_name_are_nobody(self, issuer, place):
        User.objects.filter(pk=place.viewer.pk).update(email="ola@example.com")
        assert status(issuer.token(email="ola@example.com")) == 401

    def test_who_is_switched_off_or_in_another_workspace(self, issuer, place):
        stranger = factories.person(factories.workspace("Elsewhere"))
        assert status(issuer.token(email=stranger.username)) == 401
        switch_off_member(actor_for(place.owner), place.operator.pk)
        assert status(issuer.token(email="ola@example.com")) == 401

    def test_a_viewer_gets_no_scope_to_run(self, issuer, place):
        token = issuer.token(email=place.viewer.username)
        assert status(token) == 200
        assert ApiToken.objects.get(prefix="issued").scopes == ["read"]

    def test_without_an_issuer_no_such_token_counts(self, issuer, settings):
        token = issuer.token(email="ola@example.com")
        settings.IOA_ISSUER = None
        assert status(token) == 401
        assert issuer.asked == []


class TestTheIssuersKeys:
    def test_they_are_fetched_once_for_many_tokens(self, issuer):
        for _ in range(3):
            assert status(issuer.token(email="ola@example.com")) == 200
        assert issuer.asked == ["/realm/.well-known/openid-configuration", "/realm/keys"]

    def test_a_new_key_is_looked_for_but_not_for_each_made_up_name(self, issuer, later):
        mine = {"email": "ola@example.com"}
        assert status(issuer.token(**mine)) == 200
        for number in range(3):
            assert status(issuer.token(OTHER, f"made up {number}", **mine)) == 401
        assert issuer.asked.count("/realm/keys") == 1
        issuer.keys = [public("RS256", OTHER, "two")]
        later(gateway.RARELY_SECONDS + 1)
        assert status(issuer.token(OTHER, "two", **mine)) == 200
        assert status(issuer.token(**mine)) == 401, "the old key is withdrawn"

    def test_while_the_issuer_is_away_its_keys_are_used_for_a_day(self, issuer, later):
        mine = {"email": "ola@example.com"}
        assert status(issuer.token(**mine)) == 200
        issuer.away = True
        later(gateway.FRESH_SECONDS + 1)
        assert status(issuer.token(**mine)) == 200
        later(gateway.KEPT_SECONDS)
        assert status(issuer.token(**mine)) == 401

    @pytest.mark.parametrize(
        "keys", [[], {}, "x", None, [7], [{}], [{"kty": "RSA", "kid": "one"}], [{"kty": "oct", "k": "eA"}]]
    )
    def test_what_are_no_keys_let_nobody_in(self, issuer, keys):
        issuer.keys = keys
        assert status(issuer.token(email="ola@example.com")) == 401

    def test_metadata_of_another_issuer_does_not_count(self, issuer, settings, place):
        settings.IOA_ISSUER = Issuer.read(f"{issuer.url}/x", AUDIENCE, place.workspace.slug, "email", "")
        assert status(issuer.token(iss=f"{issuer.url}/x", email="ola@example.com")) == 401


def test_the_metadata_names_the_issuer(issuer):
    told = Client().get("/.well-known/oauth-protected-resource/mcp").json()
    assert told["authorization_servers"] == [issuer.url]


@pytest.mark.parametrize(
    ("url", "workspace", "keys"),
    [
        *(("http://login.example", "x", ""), ("login.example", "x", ""), ("https://login.example?x=1", "x", "")),
        *(("https://login.example", "", ""), ("https://login.example", "x", "http://login.example/keys")),
    ],
)
def test_a_mistake_in_the_settings_stops_the_start(url, workspace, keys):
    with pytest.raises(ValueError, match=r"issuer|IOA_OAUTH"):
        Issuer.read(url, AUDIENCE, workspace, "email", keys)
