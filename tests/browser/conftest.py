"""One running product for all browser tests, a browser for each module, and a watch on everything a page complains of.

The browser's driver keeps an event loop on this thread, so it ends with its module: coroutine tests need their own.
"""

import itertools
import json
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browser.lead import Lead
from tests.browser.product import running
from tests.browser.room import Room
from tests.browser.stage import CHROMIUM, CHROMIUM_FLAGS
from tests.fake_model.server import running as model_server

PATIENCE = 30_000  # milliseconds a page may take for what it shows; a busy machine needs them
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def product(tmp_path_factory):
    """The product, started once, with the workshop beside the demo."""
    with running(tmp_path_factory.mktemp("product") / "data") as product:
        yield product


@pytest.fixture(scope="session")
def furnish(product):
    """Make a workspace by a module's `furnish`: sign-in links by name, and the owner's token."""
    numbers = itertools.count(1)

    def furnish(module: str, *arguments: str) -> dict:
        given = ", ".join(map(repr, (next(numbers), *arguments)))
        told = json.loads(product.shell(f"from {module} import furnish; furnish({given})").splitlines()[-1])
        told["links"] = {name: product.url + path for name, path in told["links"].items()}
        return told

    return furnish


@pytest.fixture(scope="module")
def workshop(furnish):
    """A workspace with slow agents, where no other module's goals wait or work."""
    return furnish("tests.browser.workshop")


@pytest.fixture(scope="session")
def lead():
    """The address of a model that says what the plans of `lead` say."""
    with model_server() as model:
        model.utterance = Lead().speak
        yield model.url("good")


@pytest.fixture(scope="module")
def studio(furnish, lead):
    """A workspace of the module's own with that model."""
    return furnish("tests.browser.studio", lead)


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


class Watch:
    """What pages complained of: console errors (among them what the CSP stopped), failed requests, refused ones."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._allowed: list[str] = []

    def allow(self, *patterns: str) -> None:
        """Take complaints with these patterns for what the test is about."""
        self._allowed += patterns

    def over(self, context: BrowserContext) -> None:
        """Listen to every page of a context."""
        context.on("console", lambda said: said.type == "error" and self._note(f"console: {said.text}"))
        context.on("weberror", lambda error: self._note(f"script: {error.error}"))
        context.on("requestfailed", lambda request: self._failed(request.url, request.failure or ""))
        context.on("response", lambda answer: answer.status >= 400 and self._note(f"{answer.status} {answer.url}"))

    @property
    def unexpected(self) -> list[str]:
        """The complaints that no test took for its own."""
        return [said for said in self.complaints if not any(re.search(pattern, said) for pattern in self._allowed)]

    def _failed(self, url: str, failure: str) -> None:
        if failure != "net::ERR_ABORTED":  # the page was left before the answer came
            self._note(f"{failure} {url}")

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)


@pytest.fixture
def watch(product):
    """Fails the test whose pages complained, or during which the product broke."""
    watch, before = Watch(), len(product.said())
    yield watch
    assert "Traceback" not in product.said()[before:], product.said()[before:]
    assert watch.unexpected == []


@pytest.fixture(scope="session")
def sessions():
    """The cookies of those who signed in, by the link they used; a link works once."""
    return {}


@pytest.fixture
def browse(chromium, watch, product, sessions):
    """Open a context with a page: `browse(link)` for somebody who signed in by that link, `browse()` for nobody."""
    contexts = []

    def context(cookies=(), **options) -> BrowserContext:
        opened = chromium.new_context(**({"viewport": {"width": 1440, "height": 900}} | options))
        opened.set_default_timeout(PATIENCE)
        opened.set_default_navigation_timeout(PATIENCE)
        opened.add_cookies(list(cookies))
        watch.over(opened)
        contexts.append(opened)
        return opened

    def browse(link: str = "", **options) -> Page:
        page = context(sessions.get(link, ()), **options).new_page()
        if link and link not in sessions:
            page.goto(link)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(product.url + "/")
            sessions[link] = page.context.cookies()
        return page

    yield browse
    for each in contexts:
        each.close()


@pytest.fixture
def demo(browse, product):
    """The home page of the demo, as its owner sees it first."""
    page = browse(product.sign_in)
    page.goto(product.url)
    return page


@pytest.fixture
def enter(browse, workshop):
    """Open the pages of somebody of the workshop."""
    return lambda name="owner", **options: browse(workshop["links"][name], **options)


@pytest.fixture
def begin(product, workshop, enter):
    """Give the workshop a goal and look at its room: `begin("Paint the walls.")`."""

    def begin(text: str, name: str = "owner") -> Room:
        goal = product.post("/goals", {"text": text}, workshop["token"])
        return Room.of(enter(name), product, goal, workshop["token"]).open()

    return begin


@pytest.fixture(scope="session")
def finished(product):
    """A goal of the demo that has ended: a team, a sub-team, files."""
    goal = product.post("/goals", {"text": DEMO_GOAL})
    product.await_ended(goal["id"])
    return goal


DEMO_GOAL = (
    "Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document, plot it, and write a short report "
    "with growth rates. Say which series is used."
)
