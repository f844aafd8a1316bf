"""What is larger than one frame of the socket arrives like everything else; nobody has to load the page again."""

import re

import pytest
from playwright.sync_api import expect

from apps.chat.domain.batches import MOST_BYTES

pytestmark = pytest.mark.browser

QUESTION = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer


@pytest.fixture
def frames():
    """What came over sockets that were opened since, as text."""
    return []


@pytest.fixture
def watched(begin, frames):
    """The room of a goal that waits, and every frame that its page receives."""

    def opened(path=""):
        room = begin(QUESTION)
        expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
        hear = lambda frame: frames.append(frame)  # noqa: E731, PLW0108  Playwright keeps its own mark on what it calls
        room.page.on("websocket", lambda socket: socket.on("framereceived", hear))
        room.page.goto(room.url + path)
        room.expect_live()
        room.mark()
        return room

    return opened


def fill(room, code):
    room.product.shell(f"from tests.browser import filling; filling.{code}")


def expect_bounded(frames):
    assert max(len(frame.encode()) for frame in frames) <= MOST_BYTES


@pytest.mark.parametrize("length", [95_000, 200_000])
def test_an_answer_of_any_length_arrives(watched, frames, length):
    room = watched()
    fill(room, f"say('{room.team}', {length})")

    expect(room.messages.last).to_contain_text(f"end of {length}")
    room.expect_live()
    room.expect_whole()
    room.expect_never_reloaded()
    expect_bounded(frames)
    assert sum(len(frame) for frame in frames) > length


def test_eighty_messages_at_once_arrive(watched, frames):
    room = watched()
    fill(room, f"say('{room.team}', *range(2000, 2080))")

    expect(room.messages.last).to_contain_text("end of 2079")
    room.expect_whole()
    room.expect_never_reloaded()
    expect_bounded(frames)


def test_a_map_of_forty_teams_arrives(watched, frames):
    room = watched("?view=map")
    fill(room, f"form_teams('{room.team}', 39)")

    expect(room.page.locator("#map a.node")).to_have_count(40)
    expect(room.page.locator("#outline [data-team]")).to_have_count(40)
    room.expect_never_reloaded()
    expect_bounded(frames)


def test_a_page_that_was_away_catches_up_with_what_is_larger_than_a_frame(watched, frames, watch):
    watch.allow("WebSocket", "htmx:ws:error", "ERR_INTERNET_DISCONNECTED")
    room = watched()
    room.page.context.set_offline(True)
    expect(room.page.locator("#connection")).to_contain_text("Reconnecting")
    fill(room, f"say('{room.team}', 95_000, 200_000, *range(2000, 2040))")
    room.page.context.set_offline(False)

    room.expect_live()
    room.expect_whole()
    room.expect_never_reloaded()
    expect_bounded(frames)


def test_a_note_appears_though_the_socket_is_silent(begin):
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.connect_to_server().on_message(lambda _: None))
    room.page.reload()
    room.mark()

    room.page.get_by_label("Message", exact=True).fill("Mind the lamps.")
    room.page.locator("#delivery summary").click()
    room.page.get_by_role("button", name="Note").click()

    expect(room.messages.last).to_contain_text("Mind the lamps.")
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("")
    expect(room.page.locator("#connection")).not_to_have_attribute("data-connection", "live")
    room.expect_never_reloaded()
