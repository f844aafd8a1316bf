"""Nobody is held up by a socket that is dead, and none counts once it is gone, however it went."""

import asyncio
import threading
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from apps.accounts.domain.access import Role
from apps.accounts.models import Member
from apps.accounts.queries.permissions import PageSeat
from apps.chat.domain.batches import batch_of
from apps.chat.events import draft_of_attempt, drafts_of
from apps.journal.gateway import publish, show_draft
from apps.teams.models import Attempt
from apps.web.consumers import audience, viewer
from apps.web.consumers.audience import Audience, audiences
from apps.web.consumers.viewer import Viewer
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen
from apps.web.routing import websocket_urlpatterns
from tests import factories
from tests.ui.test_sockets import closing_code, connected, path_of, stored_session

PATIENCE = 30  # seconds; many processes may share the machine

application = URLRouter(websocket_urlpatterns)
pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(audience, "BATCH_SECONDS", 0.01)
    monkeypatch.setattr(audience, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(audience, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(audience, "BEAT_SECONDS", 0.0)
    monkeypatch.setattr(audience, "RETRY_SECONDS", 0.02)


@pytest.fixture
def made(transactional_db):
    return factories.world()


class Wire:
    """A socket whose other end reads at once; `stuck`: never. Closing one that is `dead` never ends."""

    def __init__(self, *, stuck=False, dead=False, broken=None):
        self.sent, self.code = [], None
        self._stuck, self._dead, self._broken = stuck, dead, broken
        self._news = asyncio.Event()

    async def send(self, text_data):
        if self._broken:
            raise self._broken
        if self._stuck:
            await asyncio.Event().wait()
        self.sent.append(text_data)
        self._news.set()

    async def close(self, code):
        self.code = code
        self._news.set()
        if self._dead:
            await asyncio.Event().wait()

    async def until(self, wanted):
        async with asyncio.timeout(PATIENCE):
            while not wanted(self):
                self._news.clear()
                await self._news.wait()


class Talk:
    """A feed of which the test says what is new."""

    seq = 7

    def __init__(self, *news):
        self.said, self.rendered, self.called = list(news), [], []

    def catch_up(self, after, drawn=()):
        self.rendered.append(after)
        return f"all after {after}"

    def news(self, *, called=True):
        self.called.append(called)
        said = self.said.pop(0) if self.said else ""
        if isinstance(said, Exception):
            raise said
        return said


class Stage:
    """An audience of a feed, and viewers of it."""

    def __init__(self, world, feed):
        self.user, self.feed = world.owner, feed
        self.audience = Audience(world.workspace.pk, world.goal.pk, lambda: feed)

    def enter(self, after=0, **wire):
        socket = Wire(**wire)
        seat = PageSeat(self.user.pk, "", Role.OWNER)
        shown = Viewer(socket, seat, after)
        self.audience.join(shown)
        return socket, shown


@pytest.fixture
def stage(made, monkeypatch):
    monkeypatch.setattr(audience, "CHECK_SECONDS", 60)
    return Stage(made, Talk())


async def test_a_heartbeat_follows_what_was_shown_and_names_it(stage):
    socket, _ = stage.enter(after=3)
    await socket.until(lambda wire: "~0 7" in wire.sent)
    assert socket.sent[0] == "=0 1/1 all after 3"
    stage.feed.said += ["news"]
    await socket.until(lambda wire: "~1 7" in wire.sent)
    assert socket.sent.index("=1 1/1 news") < socket.sent.index("~1 7")
    await stage.audience.end()


async def test_there_is_no_heartbeat_while_nothing_can_be_read(stage):
    socket, _ = stage.enter()
    await socket.until(lambda wire: "~0 7" in wire.sent)
    stage.feed.said += [OSError("away")] * 5
    while len(stage.feed.said) > 3:  # noqa: ASYNC110  the feed is read in a thread
        await asyncio.sleep(0.01)
    before = len(socket.sent)
    while len(stage.feed.said) > 1:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert len(socket.sent) == before
    await socket.until(lambda wire: wire.sent.count("=0 1/1 all after 7") == 1)  # what the failed looks lost
    await stage.audience.end()


@pytest.mark.parametrize(
    ("why", "told"), [(ValueError("can't be sent"), 1), (ConnectionResetError("has left"), 0)], ids=["wrong", "left"]
)
async def test_a_frame_that_cannot_be_sent_closes_its_socket_so_that_the_page_reads_itself_again(
    stage, caplog, why, told
):
    broken, gone = stage.enter(broken=why)
    other, _ = stage.enter()
    await broken.until(lambda wire: wire.code == viewer.UNSENT)
    await other.until(lambda wire: wire.sent)
    assert gone not in stage.audience.present
    assert [record.message for record in caplog.records].count("a frame could not be sent") == told
    await stage.audience.end()


async def test_a_socket_that_does_not_read_is_closed_and_holds_up_nobody(stage, monkeypatch):
    monkeypatch.setattr(viewer, "MOST_BATCHES", 2)
    stuck, gone = stage.enter(stuck=True, dead=True)
    other, _ = stage.enter()
    stage.feed.said += [f"news {number}" for number in range(9)]
    await stuck.until(lambda wire: wire.code == viewer.TOO_SLOW)
    await other.until(lambda wire: "=9 1/1 news 8" in wire.sent or "=8 1/1 news 8" in wire.sent)
    newcomer, _ = stage.enter(after=5)  # while the dead one's close hangs
    await newcomer.until(lambda wire: wire.sent)
    assert gone not in stage.audience.present
    await stage.audience.end()


async def test_a_socket_that_never_takes_a_frame_is_closed_though_nothing_more_is_said(stage, monkeypatch):
    monkeypatch.setattr(viewer, "SEND_SECONDS", 0.05)
    stuck, gone = stage.enter(stuck=True, dead=True)
    await stuck.until(lambda wire: wire.code == viewer.TOO_SLOW)
    assert gone not in stage.audience.present
    await stage.audience.end()


async def test_what_waits_for_a_slow_socket_is_bounded_in_characters_and_one_batch_may_be_longer(made, monkeypatch):
    monkeypatch.setattr(viewer, "MOST_CHARACTERS", 1000)
    slow = Viewer(Wire(stuck=True), PageSeat(made.owner.pk, "", Role.OWNER))
    assert slow.offer(batch_of(1, "x" * 5000))
    assert not slow.offer(batch_of(2, "x"))
    several = Viewer(Wire(stuck=True), PageSeat(made.owner.pk, "", Role.OWNER))
    assert [several.offer(batch_of(number, "x" * 400)) for number in range(3)] == [True, True, False]


# --- whoever is gone does not count -----------------------------------------------------------------------------------


def hang(monkeypatch, name):
    """Have a method of the room's feed never end; gives what tells that it was called, and what lets it go."""
    called, release = threading.Event(), threading.Event()
    was = getattr(RoomFeed, name)

    def hanging(self, *args):
        called.set()
        release.wait(PATIENCE)
        return was(self, *args)

    monkeypatch.setattr(RoomFeed, name, hanging)
    return called, release


async def accepted(made):
    """A socket that was let in and shown nothing yet."""
    socket = WebsocketCommunicator(application, path_of(made))
    socket.scope["session"] = await database_sync_to_async(stored_session)(made.owner)
    assert (await socket.connect(timeout=PATIENCE))[0]
    return socket


@pytest.mark.parametrize("how", ["closed", "cancelled"])
async def test_a_socket_that_goes_before_it_is_shown_anything_counts_no_more(made, monkeypatch, how):
    called, release = hang(monkeypatch, "catch_up")
    socket = await accepted(made)
    while not called.is_set():  # noqa: ASYNC110  set in a thread
        await asyncio.sleep(0.01)
    assert audiences.count(made.owner.pk) == 1
    release.set()
    if how == "closed":
        await socket.send_input({"type": "websocket.disconnect", "code": 1006})
    else:
        socket.future.cancel()
    await asyncio.wait([socket.future], timeout=PATIENCE)
    assert audiences.count(made.owner.pk) == 0


async def test_a_socket_whose_room_could_not_be_read_is_shown_it_later_and_counts_no_more_when_it_goes(
    made, monkeypatch
):
    was, fail = RoomFeed.catch_up, [True, True]
    monkeypatch.setattr(RoomFeed, "catch_up", lambda self, *page: 1 / 0 if fail and fail.pop() else was(self, *page))
    socket = await connected(path_of(made), made.owner)
    assert (await socket.receive_from(timeout=PATIENCE)).startswith("=0 1/")
    await socket.disconnect()
    assert audiences.count(made.owner.pk) == 0


async def test_a_socket_whose_consumer_breaks_counts_no_more(made):
    socket = await connected(path_of(made), made.owner)
    await socket.receive_from(timeout=PATIENCE)
    await socket.send_input({"type": "websocket.nonsense"})
    await asyncio.wait([socket.future], timeout=PATIENCE)
    assert isinstance(socket.future.exception(), ValueError)
    assert audiences.count(made.owner.pk) == 0


async def test_a_dismissed_socket_counts_no_more_though_its_end_is_never_told(made):
    socket = await connected(path_of(made), made.operator)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(Member.objects.filter(user=made.operator).delete)()
    assert await closing_code(socket) == viewer.NO_ACCESS
    assert audiences.count(made.operator.pk) == 0
    await socket.disconnect()


@pytest.mark.slow
async def test_two_hundred_sockets_cut_in_every_way_leave_none_behind(made, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 5.0)

    def people():
        return [factories.person(made.workspace, "viewer") for _ in range(20)]

    users = await database_sync_to_async(people)()
    sockets = [await connected(path_of(made), user) for user in users for _ in range(10)]
    assert sum(audiences.count(user.pk) for user in users) == 200
    for place, socket in enumerate(sockets):
        match place % 4:
            case 0:
                await socket.send_input({"type": "websocket.disconnect", "code": 1006})
            case 1:
                socket.future.cancel()
            case 2:
                await socket.send_input({"type": "websocket.nonsense"})
    gone = [user for user in users if user.pk.int % 2]
    await database_sync_to_async(Member.objects.filter(user__in=gone).delete)()
    newcomer = await connected(path_of(made), made.owner)
    assert (await newcomer.receive_from(timeout=PATIENCE)).startswith("=")
    for place, socket in enumerate(sockets):
        if place % 4 == 3:
            await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait([socket.future for socket in sockets], timeout=PATIENCE)
    assert [audiences.count(user.pk) for user in users] == [0] * 20
    await newcomer.disconnect()
    assert audiences._by_key == {}


async def test_a_viewer_that_leaves_twice_takes_nobody_else_out(made):
    def make():
        return Audience(made.workspace.pk, made.goal.pk, Talk)

    key, seat = uuid4(), PageSeat(made.owner.pk, "", Role.OWNER)
    one, other = Viewer(Wire(), seat), Viewer(Wire(), seat)
    audiences.enter(key, one, make)
    await audiences.exit(key, one)
    audiences.enter(key, other, make)
    await audiences.exit(key, one)
    assert audiences.count(made.owner.pk) == 1
    await audiences.exit(key, other)
    assert audiences.count(made.owner.pk) == 0


async def test_who_comes_before_the_next_look_gets_what_was_rendered_for_whoever_came_before(stage, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 3600.0)
    first, _ = stage.enter(after=3)
    await first.until(
        lambda wire: "~0 7" in wire.sent
    )  # it was looked at; from now on only who comes is shown anything
    stage.feed.rendered.clear()
    for after in (3, 3, 3, 5):
        socket, _ = stage.enter(after)
        await socket.until(lambda wire, after=after: f"=0 1/1 all after {after}" in wire.sent)
    assert stage.feed.rendered == [3, 5]
    await stage.audience.end()


async def test_what_was_rendered_before_a_look_is_rendered_anew_after_it(stage):
    for times in (1, 2):
        socket, _ = stage.enter(after=3)
        await socket.until(lambda wire: "~0 7" in wire.sent)  # a look
        assert stage.feed.rendered == [3] * times
    await stage.audience.end()


async def test_a_look_knows_whether_somebody_called_for_it_or_the_clock(stage, made):
    stage.enter()
    async with asyncio.timeout(PATIENCE):
        while stage.feed.called[-1:] != [False]:  # noqa: ASYNC110  the feed is read in a thread
            await asyncio.sleep(0.01)
        stage.feed.called.clear()
        await asyncio.to_thread(publish, {}, [made.goal.pk])
        while True not in stage.feed.called:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert stage.feed.called.count(True) == 1
    await stage.audience.end()


async def test_what_is_written_reaches_those_who_look_without_another_look(made, monkeypatch):
    monkeypatch.setattr(audience, "CHECK_SECONDS", 60)
    monkeypatch.setattr(audience, "LOOK_SECONDS", 60)
    team = made.root.team
    topic = drafts_of(team.pk)
    feed = RoomFeed(made.workspace.pk, made.goal.pk, team.pk, Screen("room"))
    looking = Audience(made.workspace.pk, made.goal.pk, lambda: feed, drafts=topic)
    socket = Wire()
    looking.join(Viewer(socket, PageSeat(made.owner.pk, "", Role.OWNER), 10_000))
    await socket.until(lambda wire: wire.sent)
    attempt = await Attempt.objects.filter(state="running", task__team=team).alatest("id")
    await database_sync_to_async(show_draft)(draft_of_attempt(attempt.pk), "Ten busy bees.", topic)
    await socket.until(lambda wire: any("Ten busy bees." in frame for frame in wire.sent))
    numbers = [int(frame[1:].split(" ")[0]) for frame in socket.sent]
    assert numbers == sorted(numbers)
    await looking.end()
