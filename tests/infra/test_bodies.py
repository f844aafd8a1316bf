"""How much of a request's body is read, of whom and where: asked from outside, of the web server as people start it."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection

from apps.accounts.actions import issue_token
from apps.accounts.models import User
from apps.accounts.queries import actor_for
from ioa_web.bodies import STRANGERS_BYTES
from ioa_web.claims import AROUND
from ioa_web.sessions import SessionStore
from tests import factories
from tests.client.hub import free_port

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds
FILE_BYTES = 2**20  # of one file, as the test has it
JSON_BYTES = 2 * 2**20
ALL_FILES = 5 * FILE_BYTES + JSON_BYTES + AROUND
PATHS = ("/", "/sign-in/", "/goals/", "/api/v1/goals", "/api/v1/documents", "/api/v1/colleagues/tasks", "/admin/login/")
PATHS += ("/healthz", "/agents/-/import/", "/nowhere/")
FORM = "Content-Type: multipart/form-data; boundary=x"
PIECE = b"10000\r\n" + b"x" * 2**16 + b"\r\n"  # a chunk of 64 kB


def signed_in(user):
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


@pytest.fixture
def people(transactional_db):
    """An owner with a token and a session, and somebody who was switched off."""
    of = factories.workspace()
    owner, gone = factories.person(of), factories.person(of)
    token, cookie = issue_token(actor_for(owner), "test"), signed_in(owner)
    old = SimpleNamespace(token=issue_token(actor_for(gone), "test"), cookie=signed_in(gone))
    User.objects.filter(pk=gone.pk).update(is_active=False)
    return SimpleNamespace(token=token, cookie=cookie, old=old)


@pytest.fixture(scope="module")
def server(django_db_setup, tmp_path_factory):
    """The web server with a low bound of files."""
    with serving(tmp_path_factory.mktemp("spool"), IOA_FILE_LIMIT=str(FILE_BYTES)) as running:
        yield running


@contextlib.contextmanager
def serving(folder, **more):
    """The web server on the test's database; gives its port, its process and where it may put temporary files."""
    port, name = free_port(), connection.settings_dict["NAME"]
    environ = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl(),
        "IOA_LOCAL_LAUNCH": "1",
        "TMPDIR": str(folder),
        **more,
    }
    command = [sys.executable, "-m", "ioa_web.server", "-b", "127.0.0.1", "-p", str(port), "ioa_web.asgi:application"]
    process = subprocess.Popen(command, cwd=ROOT, env=environ)
    try:
        until = time.monotonic() + PATIENCE
        while not answers(port):
            assert process.poll() is None
            assert time.monotonic() < until, "it never answered"
            time.sleep(0.05)
        yield SimpleNamespace(port=port, pid=process.pid, folder=folder)
    finally:
        process.kill()
        process.wait()


def answers(port):
    with contextlib.suppress(OSError):
        return Request(port, "/healthz", method="GET").status() == 200
    return False


class Request:
    """A request whose every byte the test writes."""

    def __init__(self, port, path, *headers, method="POST"):
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers]
        self.wire.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.sent = 0

    def send(self, piece, times=1):
        """Send until the server takes no more."""
        with contextlib.suppress(OSError):
            for _ in range(times):
                self.wire.sendall(piece)
                self.sent += len(piece)
        return self

    def status(self):
        return self.answer()[0]

    def answer(self):
        """Status, headers and body."""
        with contextlib.suppress(OSError), self.wire, self.wire.makefile("rb") as read:
            status = int(read.readline().split()[1])
            lines = [line.decode().strip() for line in iter(read.readline, b"\r\n") if line]
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            return status, headers, read.read(int(headers.get("content-length", 0)))
        raise AssertionError("the connection was cut before the answer")


@pytest.fixture
def ask(server, transactional_db):
    return lambda path, *headers, **more: Request(server.port, path, *headers, **more)


def bearer(token):
    return f"Authorization: Bearer {token}"


def cookie(key):
    return f"Cookie: sessionid={key}; theme=dark"


def length(size):
    return f"Content-Length: {size}"


CHUNKED = "Transfer-Encoding: chunked"


def test_a_stranger_may_send_64_kb_anywhere(ask):
    for path in PATHS:
        status = ask(path, length(STRANGERS_BYTES)).send(b"x" * STRANGERS_BYTES).status()
        assert status in {401, 403, 404, 405, 200, 302}, path


@pytest.mark.parametrize("path", PATHS)
def test_more_of_a_stranger_is_refused_when_it_is_announced(ask, path):
    status, headers, body = ask(path, length(STRANGERS_BYTES + 1), FORM).answer()
    document = json.loads(body)
    assert (status, headers["content-type"], headers["connection"]) == (413, "application/problem+json", "close")
    assert (document["type"], document["status"]) == ("/problems/too-large", 413)
    assert "64 kB" in document["detail"]


@pytest.mark.parametrize("path", PATHS)
def test_more_without_a_length_is_refused_once_it_is_more(ask, path):
    assert ask(path, CHUNKED).send(PIECE).send(b"1\r\nx\r\n0\r\n\r\n").status() == 413
    assert ask(path, CHUNKED).send(PIECE).send(b"0\r\n\r\n").status() != 413


def test_a_refused_body_is_not_read(ask):
    request = ask("/", length(2**30)).send(b"x" * 2**16, times=2**14)
    assert request.status() == 413
    assert request.sent < 64 * 2**20, "the kernel's buffers hold some"


def test_who_wants_to_be_told_to_go_on_is_told_no(ask, people):
    for known in ((), (cookie("a" * 32),), (bearer(f"ioa_{'a' * 43}"),)):
        assert ask("/api/v1/goals", length(2**20), "Expect: 100-continue", *known).status() == 413
    request = ask("/api/v1/goals", length(2**20), "Expect: 100-continue", bearer(people.token))
    assert request.status() == 100


@pytest.mark.parametrize(
    "claim",
    [
        cookie("a" * 32),
        cookie("../../etc/passwd"),
        bearer(f"ioa_{'a' * 43}"),
        bearer("ioa_task_" + "a" * 80),
        bearer("x" * 9000),
        "Authorization: Basic eDp5",
        f"{bearer('ioa_' + 'a' * 43)}\r\n{cookie('b' * 32)}",
    ],
)
def test_what_is_forged_is_nobody(ask, claim):
    assert ask("/api/v1/goals", length(STRANGERS_BYTES + 1), claim).status() == 413
    assert ask("/api/v1/goals", CHUNKED, claim).send(PIECE).send(PIECE).status() == 413


def test_nor_is_somebody_who_was_switched_off(ask, people):
    assert ask("/api/v1/goals", length(STRANGERS_BYTES + 1), bearer(people.old.token)).status() == 413
    assert ask("/api/v1/goals", length(STRANGERS_BYTES + 1), cookie(people.old.cookie)).status() == 413


@pytest.mark.parametrize("kind", ["token", "cookie"])
def test_a_known_person_may_send_what_the_door_reads(ask, people, kind):
    claim = bearer(people.token) if kind == "token" else cookie(people.cookie)
    many = ["x" * 2**18] * 3
    body = json.dumps({"text": "x", "unknown": many}).encode()
    assert ask("/api/v1/goals", length(len(body)), "Content-Type: application/json", claim).send(body).status() in {
        403,  # a session brings its CSRF token along, or is refused by Django
        422,
    }
    assert ask("/api/v1/tokens", length(JSON_BYTES + 1), claim).status() == 413
    assert ask("/goals/", length(ALL_FILES + 1), claim).status() == 413
    assert ask("/api/v1/documents", length(FILE_BYTES + AROUND + 1), claim).status() == 413
    assert ask("/nowhere/", length(STRANGERS_BYTES + 1), claim).status() == 413


def test_a_file_comes_through_in_one_piece_with_a_length_and_without(ask, people):
    rows = b"year,revenue\n" + b"2014,86.8\n" * 90_000
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s.csv"\r\n\r\n'
    for name, headers in ((b"a", None), (b"b", CHUNKED)):
        body = head % name + rows + b"\r\n--x--\r\n"
        sent = body if headers is None else f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
        request = ask("/api/v1/documents", FORM, headers or length(len(body)), bearer(people.token))
        status, _, answer = request.send(sent).answer()
        assert (status, json.loads(answer).get("size")) == (201, len(rows)), answer


def test_a_goal_from_this_machine_needs_no_token_for_a_long_text(ask):
    body = json.dumps({"goal": "ü" * 15_000, "nothing": 1}).encode()
    assert len(body) > STRANGERS_BYTES
    assert ask("/launch_goal", length(len(body)), "Content-Type: application/json").send(body).status() in {401, 422}
    assert ask("/launch_goal/", length(len(body)), "Content-Type: application/json").send(body).status() == 413


def test_connections_that_stay_open_have_their_bound_anew_each_time(ask, people):
    request = ask("/healthz", length(10), method="GET").send(b"x" * 10)
    request.send(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{length(2**20)}\r\n\r\n".encode())
    with request.wire, request.wire.makefile("rb") as read:
        said = read.read()
    assert b"200 OK" in said
    assert b"413 Request Entity Too Large" in said


def test_four_posts_of_100_mb_by_strangers_leave_neither_memory_nor_files(server, ask):
    before = resident(server.pid)
    for _ in range(4):
        assert ask("/", length(100 * 2**20), FORM).send(b"x" * 2**16, times=1600).status() == 413
    grown = resident(server.pid) - before
    assert grown < 16 * 2**20
    assert list(server.folder.iterdir()) == []


@pytest.mark.slow
def test_the_largest_body_of_somebody_known_comes_through_and_is_never_all_in_memory(people, tmp_path):
    file = b'--x\r\nContent-Disposition: form-data; name="files"; filename="%d.txt"\r\n\r\n%s\r\n'
    with serving(tmp_path, IOA_DEBUG="0", IOA_ALLOWED_HOSTS="127.0.0.1") as server:

        def given(size):
            """A goal without a text and five files of `size` bytes; what is said of it, once all was read."""
            body = b"".join(file % (number, b"x" * size) for number in range(5)) + b"--x--\r\n"
            request = Request(server.port, "/api/v1/goals", FORM, length(len(body)), bearer(people.token))
            status, _, answer = request.send(body).answer()
            return status, json.loads(answer)["errors"][0]["field"]

        assert given(2**20) == (422, "text")  # what is loaded once is no matter of this
        before = resident(server.pid)
        Path(f"/proc/{server.pid}/clear_refs").write_text("5")  # the peak is counted from here
        assert given(20 * 2**20) == (422, "text")
        assert peak(server.pid) - before < 30 * 2**20


def peak(pid):
    """Bytes of memory that a process held at the most."""
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmHWM:")[2].split()[0]) * 1024


def resident(pid):
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
