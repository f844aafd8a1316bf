"""A page says that it is live only as long as it is, and gets what it missed by itself."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

QUESTION = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PAGES = ("/", "/agents/", "/agents/carpenter/")


class Tap:
    """The line between a page and the server: shut, nothing comes through, and neither end is told."""

    def __init__(self, page):
        self.shut = False
        self.opened = 0
        page.route_web_socket(re.compile("/ws/"), self._between)

    def _between(self, socket):
        self.opened += 1
        server = socket.connect_to_server()
        server.on_message(lambda frame: None if self.shut else socket.send(frame))


@pytest.fixture
def waiting(begin):
    """The room of a goal that waits for a person, with a tap on its line."""
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    tap = Tap(room.page)
    room.open()
    room.mark()
    return room, tap


def state_of(page):
    return page.locator("#connection")


def test_a_line_that_died_silently_is_noticed_and_what_was_missed_is_fetched(waiting):
    room, tap = waiting
    tap.shut = True
    said = room.product.post(f"/teams/{room.team}/messages", {"text": "Mind the lamps."}, room.token)
    expect(state_of(room.page)).to_contain_text("Reconnecting, data as of")
    expect(room.page.locator(f"#e{said['seq']}")).to_have_count(0)

    tap.shut = False

    room.expect_live()
    expect(room.page.locator(f"#e{said['seq']}")).to_contain_text("Mind the lamps.")
    room.expect_whole()
    room.expect_never_reloaded()


@pytest.mark.parametrize("path", PAGES)
def test_so_do_pages_without_a_place_in_a_stream(enter, product, path):
    page = enter("owner")
    tap = Tap(page)
    page.goto(product.url + path)
    expect(state_of(page)).to_have_attribute("data-connection", "live")
    tap.shut = True
    expect(state_of(page)).to_contain_text("Reconnecting")
    tap.shut = False
    expect(state_of(page)).to_have_attribute("data-connection", "live")


def test_a_page_that_did_not_show_what_it_was_sent_asks_for_it(begin):
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    dropped = []

    def between(socket):
        def pass_on(frame):
            if "Mind the lamps." in frame and not dropped:
                dropped.append(frame)
            else:
                socket.send(frame)

        socket.connect_to_server().on_message(pass_on)

    room.page.route_web_socket(re.compile("/ws/"), between)
    room.open()
    room.mark()
    said = room.product.post(f"/teams/{room.team}/messages", {"text": "Mind the lamps."}, room.token)

    expect(room.page.locator(f"#e{said['seq']}")).to_contain_text("Mind the lamps.")
    assert len(dropped) == 1
    room.expect_never_reloaded()


def test_an_idle_page_stays_live_and_opens_no_second_socket(waiting):
    room, tap = waiting
    lost = "() => { window.states = []; new MutationObserver(() => window.states.push("
    lost += "document.getElementById('connection').dataset.connection)).observe("
    lost += "document.getElementById('connection'), {attributes: true}); }"
    room.page.evaluate(lost)
    room.page.wait_for_timeout(16_000)  # longer than a page waits for a word
    assert set(room.page.evaluate("window.states")) <= {"live"}
    assert tap.opened == 1


def test_too_many_pages_try_again_and_say_so(enter, product):
    pages = [enter("collector")]
    pages += [pages[0].context.new_page() for _ in range(10)]
    for page in pages[:10]:
        page.goto(product.url)
        expect(state_of(page)).to_have_attribute("data-connection", "live")
    pages[10].goto(product.url)
    expect(state_of(pages[10])).to_contain_text(
        re.compile(r"Too many pages are open: close one\. Trying again in 0:\d\d")
    )

    pages[0].close()

    expect(state_of(pages[10])).to_have_attribute("data-connection", "live")
