"""The wall in a browser: live tiles, an order that is kept under the pointer, keys that open goals."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def wall(begin):
    """The wall beside a goal that waits for an answer."""
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.keyboard.press("g")
    room.page.keyboard.press("w")
    room.page.wait_for_url("**/wall/")
    room.expect_live()
    return room


def test_a_tile_needs_somebody_and_a_number_opens_it(wall):
    first = wall.page.locator("#wall .tile").first
    expect(first).to_contain_text("Needs you")
    wall.page.keyboard.press("1")
    wall.page.wait_for_url(re.compile(r"/goals/[\w-]+/"))


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
