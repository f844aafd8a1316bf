"""How the map of a goal stands in its canvas."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

QUESTION = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PHONE = {"width": 390, "height": 844}

OVERHANG = """(part) => {
  const [inner, outer] = [part, document.querySelector("[data-canvas]")].map((node) => node.getBoundingClientRect());
  return Math.max(outer.x - inner.x, inner.right - outer.right, outer.y - inner.y, inner.bottom - outer.bottom);
}"""  # by how many pixels it goes over an edge of the canvas


@pytest.fixture
def phone_map(begin):
    """The map of a goal with nine teams on a phone: too wide to be read as a whole."""
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.product.shell(f"from tests.browser import filling; filling.form_teams('{room.team}', 8)")
    room.page.set_viewport_size(PHONE)
    room.page.goto(f"{room.url}?view=map")
    room.expect_live()
    return room


def test_a_wide_map_opens_at_its_root_large_enough_to_read_and_fits_on_demand(phone_map):
    page = phone_map.page
    picture, root = page.locator("#map"), page.locator("#map a.node:not([data-parent])")
    assert root.evaluate(OVERHANG) <= 0
    assert root.evaluate("card => card.getBoundingClientRect().width") >= 0.6 * 200 - 1

    page.get_by_role("button", name="Fit").click()

    assert picture.evaluate(OVERHANG) <= 0


def test_a_map_that_was_fitted_stays_whole_when_teams_are_formed(phone_map):
    page = phone_map.page
    page.get_by_role("button", name="Fit").click()
    phone_map.product.shell(f"from tests.browser import filling; filling.form_teams('{phone_map.team}', 1)")

    expect(page.locator("#map a.node")).to_have_count(10)
    page.wait_for_function(f"({OVERHANG})(document.getElementById('map')) <= 0")


def test_what_is_seen_of_a_large_map_stands_in_its_overview_and_a_press_there_goes_there(phone_map):
    page = phone_map.page
    overview, last = page.locator("[data-overview]"), page.locator("#map a.node").last
    expect(overview).to_be_visible()
    expect(overview.locator(".part")).to_have_count(9)
    assert last.evaluate(OVERHANG) > 0

    box = overview.locator(".part").last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.wait_for_function(f"({OVERHANG})([...document.querySelectorAll('#map a.node')].at(-1)) <= 0")
    page.get_by_role("button", name="Fit").click()
    expect(overview).to_be_hidden()


def test_a_card_says_how_much_its_room_has_that_one_has_not_read(phone_map):
    page, root = phone_map.page, phone_map.page.locator("#map a.node:not([data-parent])")
    below = page.locator("#map a.node[data-parent]").first.get_attribute("id").removeprefix("t-")
    page.goto(f"{phone_map.url}?view=map&team={below}")
    phone_map.expect_live()
    expect(root.locator(".unread")).to_be_hidden()

    words = {"text": "Think of the hall.", "delivery": "note"}
    phone_map.product.post(f"/teams/{phone_map.team}/messages", words, phone_map.token)

    expect(root.locator(".unread")).to_be_visible()
    expect(root.locator(".unread")).to_have_text("1")
    expect(page.locator(f"#a-{phone_map.team} [data-unread]")).to_have_text("1")
