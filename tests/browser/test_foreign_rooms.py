"""A goal with rooms at other hubs in a browser: they stand on each screen, and the page works as any other."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer


@pytest.fixture
def shared(begin):
    """The room of a goal of which another hub does a part."""
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.product.shell(f"from tests.browser import filling; filling.work_elsewhere('{room.team}')")
    return room.open()


@pytest.mark.parametrize("view", ["map", "board", "timeline"])
def test_each_screen_names_the_room_and_goes_on_to_work(shared, view):
    page = shared.page
    page.goto(f"{shared.url}?view={view}")
    expect(page.locator("main a[href*='view=foreign']:visible").first).to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Type where to go or what to do")).to_be_focused()


def test_the_outline_leads_to_a_room_elsewhere_by_keys(shared):
    page = shared.page
    page.locator("#outline [role=treeitem] > a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#foreign").get_by_role("heading", name="Survey the hall")).to_be_visible()
    expect(page.locator("#foreign")).to_contain_text("west.example")
