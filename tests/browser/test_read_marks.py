"""What one has read on one device is read on the next: there a line shows what came since."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def goal(product):
    """A goal that has ended: nothing comes into its room but what is said now."""
    given = product.post("/goals", {"text": "Calculate 6 * 7."})
    product.await_ended(given["id"])
    return given


def read_to_the_end(page: Page) -> None:
    with page.expect_response(lambda answer: "read=" in (answer.request.post_data or "")):
        page.locator("[data-log]").evaluate("log => { log.scrollTop = log.scrollHeight; }")


def test_another_device_shows_what_is_new_since_this_one(browse, product, goal):
    url = f"{product.url}/goals/{goal['id']}/"
    desk = browse(product.sign_in)
    desk.goto(url)
    read_to_the_end(desk)
    expect(desk.locator("#new")).to_have_count(0)
    desk.goto("about:blank")
    product.post(f"/teams/{goal['team']}/messages", {"text": "Mind the stairs.", "delivery": "note"})

    phone = browse(product.sign_in, viewport={"width": 390, "height": 800})
    phone.goto(url)
    expect(phone.locator("#new")).to_have_text("New")
    expect(phone.locator("#new + .msg")).to_contain_text("Mind the stairs.")
    read_to_the_end(phone)

    desk.goto(url)
    expect(desk.locator(".msg").last).to_contain_text("Mind the stairs.")
    expect(desk.locator("#new")).to_have_count(0)


def test_a_room_opens_where_what_is_new_begins_and_shows_it(browse, product, goal):
    url = f"{product.url}/goals/{goal['id']}/"
    page = browse(product.sign_in)
    page.goto(url)
    read_to_the_end(page)
    page.goto("about:blank")
    for number in range(12):
        product.post(f"/teams/{goal['team']}/messages", {"text": f"Step {number}.\n\n" * 4, "delivery": "note"})

    page.goto(url)
    expect(page.locator("#new")).to_be_in_viewport()
    expect(page.locator("#new + .msg")).to_be_in_viewport(ratio=1)
    expect(page.locator(".msg").last).not_to_be_in_viewport()


@pytest.mark.parametrize("view", ["", "?view=map", "?tab=tasks"])
def test_the_workspace_itself_never_scrolls_however_long_a_room_is(browse, product, goal, view):
    """What only screen readers hear has no place on the page, and makes it no longer."""
    for number in range(4):
        product.post(f"/teams/{goal['team']}/messages", {"text": f"Step {number}.\n\n" * 9, "delivery": "note"})
    page = browse(product.sign_in)
    page.goto(f"{product.url}/goals/{goal['id']}/{view}")
    page.evaluate("window.scrollTo(0, 9999)")
    assert page.evaluate("[scrollY, document.scrollingElement.scrollHeight - innerHeight]") == [0, 0]
