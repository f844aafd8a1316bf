"""The directory and a profile change while they are looked at: presence, work, who is there."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

AWAY = {
    "handle": "away",
    "name": "Away",
    "connector": "http",
    "connector_config": {"url": "http://127.0.0.1:9/run"},
}


@pytest.fixture
def still():
    """Mark a page; what it gives tells whether the page was not loaded again."""

    def mark(page):
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        page.evaluate("document.body.dataset.still = 'here'")
        return lambda: page.evaluate("document.body.dataset.still") == "here"

    return mark


def test_cards_show_who_works_without_a_reload(enter, product, workshop, still):
    page = enter()
    page.goto(f"{product.url}/agents/")
    not_loaded_again = still(page)
    card = page.locator(".agent", has=page.get_by_role("link", name="Painter"))
    expect(card).to_contain_text("Idle")
    page.get_by_role("link", name="Gardener").focus()

    product.post("/goals", {"text": "Paint the walls."}, workshop["token"])
    expect(card).to_contain_text("Working")
    expect(card).to_contain_text("Idle worked just now")
    expect(card).to_contain_text("100% good")
    expect(page.get_by_role("link", name="Gardener")).to_be_focused()
    assert not_loaded_again()


def test_a_newcomer_appears_and_its_profile_says_that_it_went(enter, product, workshop, still):
    directory = enter()
    directory.goto(f"{product.url}/agents/")
    not_loaded_again = still(directory)
    product.post("/agents", AWAY, workshop["token"])
    card = directory.locator(".agent", has=directory.get_by_role("link", name="Away"))
    expect(card).to_be_visible()

    profile = enter()
    profile.goto(f"{product.url}/agents/away/")
    neither = still(profile)
    product.post("/agents/away/probe", {}, workshop["token"])
    for place in (card, profile.locator("#agent-standing")):
        expect(place).to_contain_text("Offline never seen")
        expect(place).to_contain_text("is it running?")
    expect(profile.locator("#agent-checks")).to_contain_text("can't be reached")
    product.post("/agents/away/disable", {}, workshop["token"])
    for place in (card, profile.locator("#agent-standing")):
        expect(place).to_contain_text("Switched off just now")
    assert not_loaded_again()
    assert neither()
