"""The timeline of a goal in a browser: what comes is put in its place, and the page is then as a fresh one."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
SHOWN = """() => ["#tl-lanes > li", "#tl-rows > tr"].map(
    (list) => [...document.querySelectorAll(list)].map((one) => [one.id, one.dataset.place]))"""


@pytest.fixture
def line(begin):
    """The timeline of a goal whose agent waits for an answer."""
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.goto(f"{room.url}?view=timeline")
    room.expect_live()
    return room


def test_teams_that_come_are_put_where_a_fresh_page_has_them(line):
    page, lanes = line.page, line.page.locator("#tl-lanes > li")
    before = lanes.count()
    page.locator(".tl-table summary").click()
    line.mark()

    line.product.shell(f"from tests.browser import filling; filling.form_teams('{line.team}', 3, tasks=2)")

    expect(page.locator("#tl-rows a", has_text="Part 1 of task 2")).to_be_visible()
    expect(lanes).to_have_count(before + 3)
    expect(lanes.last.locator(".tl-name")).to_be_visible()
    shown = page.evaluate(SHOWN)
    line.expect_never_reloaded()
    page.reload()
    assert page.evaluate(SHOWN) == shown


def test_what_goes_on_ends_at_now(line):
    page = line.page
    now = page.locator(".tl-now").bounding_box()["x"]
    veil = page.locator(".tl-later").bounding_box()
    names = page.locator(".tl-name").first.bounding_box()
    assert names["x"] + names["width"] < now
    assert abs(veil["x"] - now) < 2
    assert page.locator("#tl-path").bounding_box()["x"] >= names["x"] + names["width"] - 1


@pytest.mark.parametrize("width", [390, 1440])
def test_the_table_below_is_scrolled_by_itself_and_leaves_the_chart_as_wide_as_it_was(line, width):
    page = line.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{line.url}?view=timeline&zoom=4")
    chart, box = page.locator(".tl-chart"), page.locator(".timeline-box")
    before = chart.bounding_box()["width"]
    page.locator(".tl-table summary").click()
    titles = page.locator(".tl-table thead th").first
    assert titles.bounding_box()["width"] >= 150  # pixels: room for words, however little of the rest is seen
    page.locator("#tl-rows td").first.evaluate("one => one.append('x'.repeat(400))")

    assert chart.bounding_box()["width"] == before
    page.locator(".tl-table thead th").last.scroll_into_view_if_needed()
    assert box.evaluate("box => box.scrollLeft") == 0
    expect(page.locator(".tl-table thead th").last).to_be_in_viewport()


def test_the_way_to_the_table_stays_in_sight_however_far_the_chart_is_scrolled(line):
    page = line.page
    page.goto(f"{line.url}?view=timeline&zoom=8")
    page.locator(".timeline-box").evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    expect(page.locator(".tl-table summary")).to_be_in_viewport(ratio=1)
