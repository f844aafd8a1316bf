"""Two hundred pages over TCP at the web server as the product starts it, cut in every way: none is left behind."""

import contextlib
import itertools
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client

from apps.accounts.queries import actor_for
from apps.chat.actions import post_message
from apps.web.consumers.audience import MOST_SOCKETS
from ioa_web.supervisor import ports
from tests import factories
from tests.client.hub import free_port
from tests.infra.test_server import ROOT, of_the_supervisor

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.timeout(900)]

PATIENCE = 180  # seconds; a silent end is given up after 50, a slow one after 60 in which it took nothing
PEOPLE = 20
MANY, LONG = 300, "All of this is pushed to everybody. " * 500  # together more than the kernel takes of who is slow
TOKEN = "metrics-of-the-test"
HEAD = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: sessionid={key}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ESTABLISHED, CLOSE_WAIT = "01", "08"
MASKED, TEXT, CLOSE = 0x80, 0x81, 0x88


# --- the two ends -----------------------------------------------------------------------------------------------------


class Web:
    """The web process, as it looks from outside."""

    def __init__(self, port, process):
        self.port, self.process = port, process

    def sockets(self):
        """What it says of itself."""
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(asked) as answer:
            return int(float(re.search(r"^ioa_sockets (\S+)", answer.read().decode(), re.MULTILINE)[1]))

    def connections(self):
        """What the kernel says: connections at its port that a process still holds, in whatever state."""
        lines = [line.split() for line in Path(f"/proc/{self.process.pid}/net/tcp").read_text().splitlines()[1:]]
        here = f":{self.port:04X}"
        return sum(line[1].endswith(here) and line[3] in (ESTABLISHED, CLOSE_WAIT) for line in lines)


@pytest.fixture
def web(transactional_db, tmp_path):
    """The web process of the product on the test's database."""
    environ = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])
        ._replace(path=f"/{connection.settings_dict['NAME']}")
        .geturl(),
        "IOA_DATABASE_POOL": "8",
        "IOA_METRICS_TOKEN": TOKEN,
        "IOA_DATA_DIR": str(tmp_path),
    }
    with ports.listen("127.0.0.1", free_port()) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        words = of_the_supervisor(number)
        words[0] = sys.executable
        process = subprocess.Popen(words, cwd=ROOT, env=environ, pass_fds=[number])
    running = Web(port, process)
    try:
        running.sockets()  # who comes early waits
        yield running
    finally:
        process.kill()
        process.wait()


class Page:
    """A socket whose every byte the test writes."""

    def __init__(self, port, path, key, *, room=0):
        self.wire = socket.socket()
        if room:
            self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.wire.settimeout(PATIENCE)
        self.wire.connect(("127.0.0.1", port))
        self.head = HEAD.format(path=path, host=f"127.0.0.1:{port}", key=key).encode()

    def shake_hands(self):
        self.wire.sendall(self.head)
        came = b""
        while b"\r\n\r\n" not in came:
            came += self.wire.recv(1)
        assert b" 101 " in came.split(b"\r\n")[0]
        return self

    def live(self):
        """Send an empty text, so that no ping finds out that nothing is read."""
        self.wire.sendall(struct.pack("!BB4x", TEXT, MASKED))

    def hears(self, words):
        """Whether these words come before it is closed."""
        came = b""
        while words not in came:
            piece = self.wire.recv(65536)
            if not piece:
                return False
            came = came[-len(words) :] + piece
        return True


# --- the ways ---------------------------------------------------------------------------------------------------------


def closes(page):
    """As a browser does: the frame, what still comes, the end."""
    page.wire.sendall(struct.pack("!BB4xH", CLOSE, MASKED | 2, 1000))
    while page.wire.recv(65536):
        pass
    page.wire.close()


def goes_without_reading(page):
    page.wire.close()


def resets(page):
    page.wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    page.wire.close()


def says_no_more_and_stays(page):
    page.wire.shutdown(socket.SHUT_WR)


def falls_silent(page):
    """Its machine has lost its power: nothing is read, no ping answered, no end told."""


def goes_in_the_middle_of_a_frame(page):
    page.wire.sendall(struct.pack("!BB4x", TEXT, MASKED | 100) + b"ten bytes.")
    page.wire.close()


def falls_silent_in_the_middle_of_a_frame(page):
    page.wire.sendall(struct.pack("!BB4x", TEXT, MASKED | 100) + b"ten bytes.")


def talks_nonsense_and_hears_no_close(page):
    page.wire.sendall(b"\xff" * 40)


def reads_ever_so_slowly(page):
    """Less than what is pushed; it lives, so that no ping finds it out."""

    def read():
        with contextlib.suppress(OSError):
            while page.wire.recv(64):
                page.live()
                time.sleep(1)

    threading.Thread(target=read, daemon=True).start()


def is_killed(page):
    """What held it is gone by SIGKILL, with what it had not read."""
    with subprocess.Popen(["sleep", "1000"], pass_fds=[page.wire.fileno()]) as holder:
        page.wire.close()
        holder.kill()


WAYS = [
    closes,
    goes_without_reading,
    resets,
    says_no_more_and_stays,
    falls_silent,
    goes_in_the_middle_of_a_frame,
    falls_silent_in_the_middle_of_a_frame,
    talks_nonsense_and_hears_no_close,
    reads_ever_so_slowly,
    is_killed,
]
assert len(WAYS) == MOST_SOCKETS
HANDSHAKES = [
    (0.5, resets),
    (0.5, goes_without_reading),
    (0.5, falls_silent),
    (1.0, resets),
    (1.0, goes_without_reading),
    (1.0, falls_silent),
]


# --- what is left -----------------------------------------------------------------------------------------------------


@pytest.fixture
def made(transactional_db):
    """A goal, people who look at it with their sessions, and one who speaks."""
    world = factories.world()
    users = [factories.person(world.workspace, "viewer") for _ in range(PEOPLE + 2)]
    keys = []
    for user in users:
        browser = Client()
        browser.force_login(user)
        keys.append(browser.cookies["sessionid"].value)
    team = world.root.team.pk
    path = f"/ws/goals/{world.goal.pk}/?team={team}&after=999999999"

    def say(text):
        post_message(actor_for(world.owner), team, text, "note")

    return SimpleNamespace(path=path, keys=keys[:PEOPLE], spare=keys[PEOPLE:], say=say)


def until(held, words):
    give_up = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < give_up, words
        time.sleep(0.2)


def dialled(web, path, key, ends, **more):
    page = Page(web.port, path, key, **more)
    ends.callback(page.wire.close)
    return page


def opened(web, made, ends):
    """Ten pages of each person, each with the way in which it will be cut; on a busy machine that takes a while."""
    pages = []
    for key in made.keys:
        for way in WAYS:
            page = dialled(web, made.path, key, ends, room=4096 if way is reads_ever_so_slowly else 0)
            pages.append((page.shake_hands(), way))
        for page, _ in pages:
            page.live()
    until(lambda: web.sockets() == len(pages), "they were not all let in")
    return pages


def test_two_hundred_pages_that_are_cut_in_every_way_leave_nothing_behind(web, made):
    with contextlib.ExitStack() as ends:
        pages = opened(web, made, ends)
        assert len(pages) == 200
        for page, way in pages:
            way(page)
        for (share, way), _ in itertools.product(HANDSHAKES, range(5)):
            page = dialled(web, made.path, made.spare[0], ends)
            page.wire.sendall(page.head[: int(share * len(page.head))])
            way(page)
        newcomer = dialled(web, made.path, made.spare[1], ends).shake_hands()
        for number in range(MANY):
            made.say(f"Number {number}. {LONG}")
        made.say("This is the last of it.")
        assert newcomer.hears(b"This is the last of it."), "who came meanwhile was held up by the dead"
        closes(newcomer)
        until(lambda: web.sockets() == 0, "sockets that are dead still count")
        until(lambda: web.connections() <= 1, "connections that are dead are still held")
    with contextlib.ExitStack() as ends:
        again = [dialled(web, made.path, made.keys[0], ends).shake_hands() for _ in WAYS]
        until(lambda: web.sockets() == MOST_SOCKETS, "whose sockets died has no room for others")
        made.say("This is new.")
        assert all(page.hears(b"This is new.") for page in again)
