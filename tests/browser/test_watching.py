"""Watching a goal: with others, over a reload, a lost server, a lost network."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LOST = ("WebSocket", "htmx:ws:error", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")
SLOW = "Paint the walls of the hall."
ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer


def test_a_socket_resumes_where_the_page_was_read_from_its_first_connection_on(begin):
    room = begin(SLOW)

    with room.page.expect_websocket() as socket:
        room.page.reload()

    assert re.search(r"after=[1-9]", socket.value.url)
    room.expect_live()


def test_two_viewers_see_the_same_messages_in_the_same_order(begin, enter):
    owner = begin(ASKING)
    viewer = type(owner)(enter("viewer"), owner.product, owner.goal, owner.team, owner.token).open()
    for room in (owner, viewer):
        room.mark()
    question = owner.page.locator("#log").get_by_role("article", name="Oak or pine?")
    question.get_by_label("Answer in words").fill("oak")
    question.get_by_role("button", name="Answer", exact=True).click()

    for room in (owner, viewer):
        room.expect_state("Done")
        room.expect_whole()
        room.expect_never_reloaded()
    assert owner.texts() == viewer.texts()


def test_a_reload_in_the_middle_loses_nothing_and_doubles_nothing(begin):
    room = begin(SLOW)
    expect(room.page.get_by_role("article", name="Tasks given")).to_be_visible()
    seen = room.numbers()

    room.page.reload()

    room.expect_live()
    assert room.numbers()[: len(seen)] == seen
    room.expect_state("Done")
    room.expect_whole()


def test_a_killed_web_server_is_noticed_and_nothing_is_missing_when_it_is_back(begin, product, watch):
    watch.allow(*LOST)
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.mark()
    killed = product.web()

    with product.web_down():
        expect(room.page.locator("#connection")).to_contain_text("Reconnecting")

    room.expect_live()
    assert product.web() != killed
    question = room.page.locator("#log").get_by_role("article", name="Oak or pine?")
    question.get_by_label("Answer in words").fill("oak")
    question.get_by_role("button", name="Answer", exact=True).click()
    room.expect_state("Done")
    expect(room.page.get_by_role("article", name="Conclusion")).to_contain_text("oak")
    room.expect_whole()
    room.expect_never_reloaded()


def test_what_happens_while_the_web_server_is_down_is_there_when_it_is_back(begin, product, watch):
    watch.allow(*LOST)
    room = begin(SLOW)
    expect(room.page.get_by_role("article", name="Tasks given")).to_be_visible()
    room.mark()

    with product.web_down():
        expect(room.page.locator("#connection")).to_contain_text("Reconnecting")
        product.await_ended(room.goal)

    room.expect_state("Done")
    room.expect_whole()
    room.expect_never_reloaded()


def test_a_browser_that_was_offline_catches_up(begin, watch):
    watch.allow(*LOST)
    room = begin(SLOW)
    expect(room.page.get_by_role("article", name="Tasks given")).to_be_visible()
    room.mark()

    room.page.context.set_offline(True)
    expect(room.page.locator("#connection")).to_contain_text("Reconnecting")
    said = room.product.post(f"/teams/{room.team}/messages", {"text": "Mind the lamps."}, room.token)
    expect(room.messages.filter(has_text="Mind the lamps.")).to_have_count(0)
    room.page.context.set_offline(False)

    room.expect_live()
    expect(room.page.locator(f"#e{said['seq']}")).to_contain_text("Mind the lamps.")
    room.expect_state("Done")
    room.expect_whole()
    room.expect_never_reloaded()


def test_what_an_agent_writes_is_seen_while_it_writes_marked_as_unfinished_and_then_its_result(begin):
    room = begin("Write poems about the hall.")
    room.mark()
    draft = room.page.locator("#typing .draft")

    expect(draft.locator(".written")).to_have_text("The hall was dark,\nnow it is <b>light</b>.", use_inner_text=True)
    expect(draft).to_contain_text("Writing, not finished")
    expect(draft.locator(".written b")).to_have_count(0)

    room.expect_state("Done")
    expect(room.page.locator("#typing .draft")).to_have_count(0)
    room.expect_whole()
    room.expect_never_reloaded()


def test_that_decisions_alone_are_shown_stands_in_the_address(begin, enter):
    owner = begin(ASKING)
    expect(owner.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    owner.page.get_by_label("Only decisions").check()
    assert owner.page.url.endswith("?show=decisions")

    other = enter("viewer")
    other.goto(owner.page.url)

    expect(other.get_by_label("Only decisions")).to_be_checked()
    expect(other.locator("#log > .msg[data-decision]").first).to_be_visible()
    assert other.locator("#log > .msg:not([data-decision])").count() > 0
    expect(other.locator("#log > .msg:not([data-decision]):visible")).to_have_count(0)
    other.get_by_label("Only decisions").uncheck()
    assert other.url == owner.url
    owner.product.post(f"/teams/{owner.team}/stop", {}, owner.token)
