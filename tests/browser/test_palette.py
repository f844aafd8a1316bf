"""The palette and the keys, by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browse, product):
    page = browse(product.sign_in)
    page.goto(f"{product.url}/")
    page.locator("h1").click()
    return page


def test_the_palette_goes_where_one_types(page):
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Type where to go or what to do")
    expect(field).to_be_focused()
    expect(page.locator("#palette-list li").first).to_have_attribute("aria-selected", "true")
    field.fill("chart-maker")
    expect(page.locator("#palette-list [data-url='/agents/chart-maker/']")).to_be_visible()
    while page.locator('#palette-list [aria-selected="true"]').get_attribute("data-url") != "/agents/chart-maker/":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/agents/chart-maker/$"))


def test_escape_closes_the_palette_and_a_slash_opens_it(page):
    page.keyboard.press("/")
    expect(page.locator("#palette")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()


def test_two_keys_go_to_a_page_and_one_begins_a_goal(page):
    page.keyboard.press("g")
    page.keyboard.press("a")
    expect(page).to_have_url(re.compile("/agents/$"))
    page.keyboard.press("c")
    expect(page.get_by_label("Goal", exact=True)).to_be_focused()


def test_the_keys_are_shown_and_none_acts_inside_a_field(page):
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    field = page.get_by_label("Goal", exact=True)
    field.click()
    page.keyboard.type("ga?/")
    expect(field).to_have_value("ga?/")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_keys_lead_to_what_decides_and_to_whom_to_mention(begin, product):
    room = begin("Build a wooden table for those who type.")
    room.expect_state("Needs you")
    page = room.page
    page.locator("body").click(position={"x": 3, "y": 3})
    page.keyboard.press("@")
    expect(page.get_by_label("Message", exact=True)).to_have_value("@")
    expect(page.get_by_label("Message", exact=True)).to_be_focused()
    page.goto(f"{product.url}/needs-you/")
    page.keyboard.press("e")
    expect(page.locator("main .queue input[name=words]").first).to_be_focused()
    page.keyboard.type("a d e")
    expect(page.locator("main .queue input[name=words]").first).to_have_value("a d e")
