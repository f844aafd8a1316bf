"""What waits is ticked and decided at once: with the mouse, by keyboard, in two browsers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lead import LOOKED_AT

pytestmark = pytest.mark.browser

TRIES = 100
QUESTION = "Is the result of “Letter” right?"


@pytest.fixture
def waiting(browse, product, studio):
    """Two letters that wait for a look; the page of all that waits, for each of these: `waiting("boss")`."""

    def give(*names: str) -> list[Page]:
        goals = [product.post("/goals", {"text": LOOKED_AT, "review": "never"}, studio["token"]) for _ in range(2)]
        pages = []
        for name in names:
            page = browse(studio["links"][name])
            for goal in goals:
                page.goto(f"{product.url}/goals/{goal['id']}/")
                expect(page.locator("#needs").get_by_role("article", name=QUESTION)).to_be_visible()
            page.goto(f"{product.url}/needs-you/")
            expect(cards(page)).to_have_count(2)
            pages.append(page)
        return pages

    return give


def cards(page: Page):
    return page.locator("main .queue .card-you")


def ticks(page: Page):
    return page.locator("main .queue .queue-tick input")


def note(page: Page, words: str):
    return page.get_by_role("status").get_by_role("listitem").filter(has_text=words)


def test_each_card_says_what_may_come_of_it_and_all_are_approved_at_once(waiting):
    (page,) = waiting("boss")
    expect(cards(page).first.locator(".risk")).to_have_text("Changes nothing")
    approve = page.get_by_role("button", name="Approve those")
    expect(approve).to_be_disabled()
    ticks(page).first.check()
    expect(page.locator("[data-chosen]")).to_have_text("1 is ticked.")
    page.get_by_label("All", exact=True).check()
    expect(page.locator("[data-chosen]")).to_have_text("2 are ticked.")
    approve.click()

    expect(note(page, "2 are decided.")).to_be_visible()
    expect(cards(page)).to_have_count(0)


def test_the_keyboard_ticks_and_sends_back_with_a_reason(waiting):
    (page,) = waiting("boss")
    for _ in range(2):
        page.keyboard.press("j")
        page.keyboard.press("x")
    expect(page.locator("[data-chosen]")).to_have_text("2 are ticked.")
    page.keyboard.press("d")
    expect(page.get_by_label("Why not, if you deny them")).to_be_focused()
    page.keyboard.type("It is too curt.")
    page.keyboard.press("Enter")

    expect(note(page, "2 are decided.")).to_be_visible()
    take_anew(page)


def take_anew(page: Page) -> None:
    """What was sent back comes again, and is taken, so that no other test finds it."""
    for _ in range(TRIES):
        if cards(page).count() == 2:
            break
        page.wait_for_timeout(200)
        page.reload()
    page.get_by_label("All", exact=True).check()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(note(page, "2 are decided.")).to_be_visible()


def test_of_two_browsers_the_first_decides_and_the_second_is_told_for_each(waiting):
    one, two = waiting("first", "second")
    for page in (one, two):
        page.get_by_label("All", exact=True).check()
    one.get_by_role("button", name="Approve those").click()
    expect(note(one, "2 are decided.")).to_be_visible()

    two.get_by_label("Why not, if you deny them").fill("Not friendly.")
    two.get_by_role("button", name="Deny those").click()
    expect(note(two, "This was already settled by First,")).to_have_count(2)
    expect(note(two, "decided.").filter(has_not_text="Not decided")).to_have_count(0)


def test_a_viewer_reads_what_may_come_of_it_and_is_offered_no_tick(waiting):
    boss, reader = waiting("boss", "reader")
    expect(cards(reader).first.locator(".risk")).to_be_visible()
    expect(ticks(reader).first).to_be_hidden()
    expect(reader.locator("#together")).to_be_hidden()
    boss.get_by_label("All", exact=True).check()
    boss.get_by_role("button", name="Approve those").click()
    expect(cards(boss)).to_have_count(0)
