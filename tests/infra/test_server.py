"""What a stranger may send to the web server, in each way in which the product starts it."""

import contextlib
import http.client
import json
import os
import re
import shlex
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import yaml

from ioa_web.bodies import STRANGERS_BYTES
from ioa_web.server import AGENT_BYTES, PAGE_BYTES, SENT_BYTES
from ioa_web.services_file import Services
from ioa_web.supervisor import ports
from ioa_web.supervisor.data_dir import Installation, product
from tests.client.hub import free_port

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds
TOO_BIG = 1009
TEXT, GO_ON, BINARY, CLOSE = 1, 0, 2, 8
AGENTS, PAGE = "/ws/agents/", "/ws/home/"


def of_the_supervisor(*listening):
    place = Installation(ROOT, ROOT / ".data", "127.0.0.1", 8000, "", [], None)
    return [str(word) for word in product(place, Services("", ""), listening)["web"].command]


def of_the_containers():
    cmd = re.search(r"^CMD (\[.*\])$", (ROOT / "docker" / "Dockerfile").read_text(), re.MULTILINE)[1]
    web = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]["web"]
    return web.get("command") or json.loads(cmd)


def of_the_documentation():
    text = (ROOT / "docs" / "operations.md").read_text()
    return shlex.split(re.search(r"^.*ioa_web\.asgi:application$", text, re.MULTILINE)[0])


@contextlib.contextmanager
def served(words, port, *listening, host="127.0.0.1"):
    """The web server as `words` start it, with the application of the test behind it."""
    words = [word.replace("8000", str(port)).replace("ioa_web.asgi", "tests.infra.taking") for word in words]
    environ = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    environ |= {"IOA_SECRET_KEYS": "k" * 64, "DATABASE_URL": "postgres://nobody@/none?host=/nowhere"}
    process = subprocess.Popen(words, cwd=ROOT, env=environ, pass_fds=listening)
    try:
        until = time.monotonic() + PATIENCE
        while not answers(host, port):
            assert process.poll() is None
            assert time.monotonic() < until, "it never answered"
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


def answers(host, port):
    with contextlib.suppress(OSError):
        socket.create_connection((host, port)).close()
        return True
    return False


@pytest.fixture(scope="module", params=[of_the_supervisor, of_the_containers, of_the_documentation])
def server(request):
    if request.param is not of_the_supervisor:
        with served(request.param(), free_port()) as running:
            yield running
        return
    with ports.listen("127.0.0.1", free_port()) as listening:
        number = listening.fileno()
        with served(of_the_supervisor(number), listening.getsockname()[1], number) as running:
            yield running


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_who_comes_while_no_web_process_runs_waits_and_is_answered_by_the_next(host):
    with ports.listen(host, free_port()) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        with served(of_the_supervisor(number), port, number, host=host):
            assert requested(host, port) == 200
        early = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        early.request("GET", "/")
        with served(of_the_supervisor(number), port, number, host=host):
            assert early.getresponse().status == 200
        early.close()


def requested(host, port):
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    connection.request("GET", "/")
    status = connection.getresponse().status
    connection.close()
    return status


class Dialled:
    """A websocket whose every byte the test writes."""

    def __init__(self, port, path):
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.wire.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.read = self.wire.makefile("rb")
        assert b" 101 " in self.read.readline()
        while self.read.readline() != b"\r\n":
            pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.read.close()
        self.wire.close()

    def announce(self, size, opcode=TEXT, *, last=True):
        """The head of a frame of `size` bytes, and nothing of the frame."""
        lengths = [(126, "!BB4x", size), (2**16, "!BBH4x", 126), (2**63, "!BBQ4x", 127)]
        form, length = next((form, length) for most, form, length in lengths if size < most)
        values = [opcode | (0x80 if last else 0), 0x80 | length, size]
        self.wire.sendall(struct.pack(form, *(values[:2] if length == size else values)))

    def send(self, payload, opcode=TEXT, *, last=True):
        self.announce(len(payload), opcode, last=last)
        self.wire.sendall(payload)

    def receive(self):
        """The code of the close, or the text that came."""
        opcode, payload = self.frame()
        return struct.unpack("!H", payload[:2])[0] if opcode & 15 == CLOSE else payload.decode()

    def frame(self):
        """The first byte of the next frame, and what it holds."""
        opcode, length = self.read.read(2)
        length = struct.unpack("!H", self.read.read(2))[0] if length == 126 else length
        return opcode, self.read.read(length)

    def message(self):
        """The sizes of the frames of the next message."""
        sizes, last = [], 0
        while not last & 0x80:
            last, payload = self.frame()
            sizes.append(len(payload))
        return sizes


@pytest.fixture
def dial(server):
    with contextlib.ExitStack() as stack:
        yield lambda path: stack.enter_context(Dialled(server, path))


@pytest.mark.parametrize(("path", "most"), [(AGENTS, AGENT_BYTES), (PAGE, PAGE_BYTES)])
def test_a_message_as_long_as_it_may_be_comes_through(dial, path, most):
    there = dial(path)
    there.send(b"x" * most)
    assert there.receive() == str(most)


@pytest.mark.parametrize(("path", "most"), [(AGENTS, AGENT_BYTES), (PAGE, PAGE_BYTES)])
@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_longer_frame_is_refused_when_it_is_announced(dial, path, most, opcode):
    there = dial(path)
    there.announce(most + 1, opcode)
    assert there.receive() == TOO_BIG


def test_so_is_one_of_a_terabyte(dial):
    there = dial(AGENTS)
    there.announce(2**40)
    assert there.receive() == TOO_BIG


def test_a_message_of_many_frames_counts_as_one(dial):
    there = dial(AGENTS)
    there.send(b"x" * AGENT_BYTES, last=False)
    there.announce(1, GO_ON)
    assert there.receive() == TOO_BIG


@pytest.mark.parametrize(("path", "most"), [(AGENTS, AGENT_BYTES), (PAGE, PAGE_BYTES)])
def test_what_is_sent_may_be_larger_than_what_is_taken_and_comes_in_frames_of_bounded_size(dial, path, most):
    sizes = dial(f"{path}?say={3 * most + 1}").message()
    assert sum(sizes) == 3 * most + 1
    assert max(sizes) == SENT_BYTES


def test_who_goes_on_after_the_close_is_cut_off(dial):
    there = dial(PAGE)
    there.announce(2**40)
    assert there.receive() == TOO_BIG
    with pytest.raises(OSError, match=r"Broken pipe|reset"):  # noqa: PT012  # which of them is refused does not matter
        while True:
            there.wire.sendall(b"x" * 65536)


def test_a_sender_whose_messages_nobody_takes_has_to_wait(dial):
    there = dial(f"{AGENTS}?never")
    there.wire.settimeout(2)
    sent = 0
    with pytest.raises(TimeoutError):  # noqa: PT012
        while sent < 200:
            there.send(b"x" * AGENT_BYTES)
            sent += 1
    assert sent < 50, "the kernel's buffers hold some"


def test_a_sender_that_waited_goes_on_when_its_messages_are_taken(dial):
    there = dial(AGENTS)
    for _ in range(50):
        there.send(b"x" * 1000)
    assert [there.receive() for _ in range(50)] == ["1000"] * 50


def test_a_reader_that_does_not_read_holds_up_the_sender_and_no_memory(server, dial):
    there = dial(f"{PAGE}?flood")
    seen = -1
    while (now := flooded(server)) != seen:  # until nothing moves any more
        seen = now
        time.sleep(1)
    assert 0 < seen < 1000, "the kernel's buffers hold some"
    for _ in range(2000):
        there.message()
    assert flooded(server) == 2000


def flooded(port):
    """How many messages the flooding application got rid of, in all."""
    return reported(port, "flooded")


def reported(port, what):
    """A number that the application keeps."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{what}") as answer:
        return int(answer.read())


def ask(port, head, *chunks):
    """The status of the answer to a request, as raw as it is here."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire, wire.makefile("rb") as read:
        wire.sendall(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
        for chunk in chunks:
            with contextlib.suppress(OSError):  # the answer may come before the last of it
                wire.sendall(chunk)
        return read.readline().split()[1]


def test_a_status_is_called_what_it_is(server):
    for status, phrase in ((200, "OK"), (422, "Unprocessable"), (429, "Too Many Requests")):
        with socket.create_connection(("127.0.0.1", server), timeout=PATIENCE) as wire, wire.makefile("rb") as read:
            wire.sendall(f"GET /{status} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert read.readline().decode().startswith(f"HTTP/1.1 {status} {phrase}")


def test_a_body_of_a_stranger_as_long_as_it_may_be_comes_through(server):
    assert ask(server, f"Content-Length: {STRANGERS_BYTES}", b"x" * STRANGERS_BYTES) == b"200"


def test_a_longer_one_is_refused_when_it_is_announced(server):
    assert ask(server, f"Content-Length: {STRANGERS_BYTES + 1}") == b"413"
    assert ask(server, f"Content-Length: {2**40}\r\nExpect: 100-continue") == b"413"


def test_one_of_no_length_is_refused_once_it_is_longer(server):
    piece = b"8000\r\n" + b"x" * 2**15 + b"\r\n"  # a chunk of 32 kB
    assert ask(server, "Transfer-Encoding: chunked", piece, piece, b"0\r\n\r\n") == b"200"
    assert ask(server, "Transfer-Encoding: chunked", *[piece] * 3) == b"413"


def test_a_refused_one_is_not_carried_out_though_its_end_came_along(server):
    most = f"{STRANGERS_BYTES:x}\r\n".encode() + b"x" * STRANGERS_BYTES + b"\r\n"
    before = reported(server, "taken")
    assert ask(server, "Transfer-Encoding: chunked", most, b"1\r\nx\r\n0\r\n\r\n") == b"413"
    assert reported(server, "taken") == before


def test_a_client_that_does_not_read_its_answer_holds_up_whoever_sends_it_and_is_cut_off(server):
    before, until = (reported(server, "poured"), reported(server, "ended")), time.monotonic() + PATIENCE
    with socket.create_connection(("127.0.0.1", server), timeout=PATIENCE) as wire:
        wire.sendall(b"GET /flood HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while reported(server, "ended") == before[1]:
            assert time.monotonic() < until, "it was never cut off"
            time.sleep(0.2)
    assert 0 < reported(server, "poured") - before[0] < 1000, "the kernel's buffers hold some"
