"""The wall in a browser: live tiles, an order that is kept under the pointer, keys that open goals."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def wall(begin):
    """The wall beside a goal that waits for an answer, the only one of the workspace that does."""
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.keyboard.press("g")
    room.page.keyboard.press("w")
    room.page.wait_for_url("**/wall/")
    room.expect_live()
    yield room
    room.product.post(f"/teams/{room.team}/stop", {}, room.token)


def test_a_number_shows_the_last_lines_in_place_live_and_enter_opens_the_goal(wall):
    first = wall.page.locator("#wall .tile").first
    expect(first).to_contain_text("Needs you")
    wall.page.keyboard.press("1")
    dialog = wall.page.get_by_role("dialog")
    expect(dialog.get_by_role("list", name="Last lines")).to_contain_text("Oak or pine?")
    expect(dialog.get_by_role("link", name="Open")).to_be_focused()

    wall.product.post(
        f"/teams/{wall.team}/messages", {"text": "Think of the hall first.", "delivery": "note"}, wall.token
    )
    expect(dialog).to_contain_text("Think of the hall first.")

    wall.page.keyboard.press("Enter")
    wall.page.wait_for_url(re.compile(r"/goals/[\w-]+/"))


def test_escape_leads_back_to_the_tile(wall):
    wall.page.keyboard.press("1")
    expect(wall.page.get_by_role("dialog")).to_be_visible()
    wall.page.keyboard.press("Escape")
    expect(wall.page.get_by_role("dialog")).to_have_count(0)
    assert "/wall/" in wall.page.url


def test_m_mutes_the_goal_in_hand_which_says_so_and_stands_last(wall):
    wall.page.mouse.move(0, 0)  # the order is kept under the pointer, which stands where the goal was given
    wall.product.post("/goals", {"text": "Paint the stairs."}, wall.token)
    expect(wall.page.locator("#wall")).to_contain_text("Paint the stairs")
    name = wall.page.locator("#wall .tile h2").first.inner_text()
    wall.page.keyboard.press("j")
    wall.page.keyboard.press("m")
    muted = wall.page.locator("#wall .tile").filter(has_text="Muted")
    expect(muted).to_contain_text(name)
    expect(wall.page.locator("#wall .tile").last).to_contain_text("Muted")
    muted.get_by_role("button", name="Hear of it again").click()
    expect(wall.page.locator("#wall .tile").filter(has_text="Muted")).to_have_count(0)


def test_a_slash_filters_the_wall(wall):
    wall.product.post("/goals", {"text": "Paint the attic."}, wall.token)
    wall.page.keyboard.press("/")
    expect(wall.page.get_by_role("searchbox", name="Filter goals")).to_be_focused()
    wall.page.keyboard.type("attic")
    wall.page.keyboard.press("Enter")
    wall.page.wait_for_url("**/wall/?q=attic")
    expect(wall.page.locator("#wall .tile")).to_have_count(1)
    wall.expect_live()


def test_a_new_goal_comes_by_itself_but_not_under_the_pointer(wall):
    wall.mark()
    wall.page.locator("#wall .tile").first.hover()
    wall.product.post("/goals", {"text": "Paint the walls of the cellar."}, wall.token)
    expect(wall.page.get_by_role("button", name="Order changed")).to_be_visible()
    expect(wall.page.locator("#wall")).not_to_contain_text("cellar")
    wall.expect_never_reloaded()

    wall.page.get_by_role("button", name="Order changed").click()

    expect(wall.page.locator("#wall")).to_contain_text("cellar")


def test_the_wall_fits_a_phone(wall):
    wall.page.set_viewport_size(PHONE)
    expect(wall.page.locator("#wall .tile").first).to_be_visible()
    assert wall.page.evaluate("document.documentElement.scrollWidth") <= 390
