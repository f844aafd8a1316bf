"""Other registries of agents by keys alone: listed, searched, and somebody found there joins; nobody is kept out."""

import re

import pytest
from playwright.sync_api import expect

from tests.agents.registries import NEED, registry_elsewhere
from tests.browser.test_accessible import SCREENS, found_on
from tests.browser.test_keyboard import press, reach

pytestmark = pytest.mark.browser


@pytest.fixture
def elsewhere():
    with registry_elsewhere() as server:
        yield server


@pytest.fixture
def looked_at(product):
    """What is wrong with an address, on each screen."""

    def look(page, address):
        found = []
        for screen, colours in SCREENS:
            page.set_viewport_size(screen)
            page.emulate_media(color_scheme=colours)
            page.goto(product.url + address)
            expect(page.locator("#main")).to_be_visible()
            found += found_on(page, address, screen, colours)
        page.set_viewport_size(SCREENS[0][0])
        return found

    return look


def test_a_registry_is_listed_and_searched_and_somebody_there_joins_by_keys_alone(
    browse, product, furnish, elsewhere, looked_at
):
    page = browse(furnish("tests.browser.workshop")["links"]["owner"])
    page.goto(f"{product.url}/settings/registries/")
    reach(page, page.get_by_label("Address"))
    page.keyboard.type(f"{elsewhere.url}/api")
    press(page, "button", "Add a registry")
    listed = page.locator("#registries li")
    expect(listed).to_contain_text(elsewhere.url)
    assert looked_at(page, "/settings/registries/") == []

    press(page, "link", "Search in these registries")
    reach(page, page.get_by_role("searchbox"))
    page.keyboard.type(NEED)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Found in 1 registry")).to_be_visible()
    expect(page.locator(".rows li")).to_contain_text("Nimbus")
    assert looked_at(page, f"/agents/-/elsewhere/?q={NEED.replace(' ', '+')}") == []

    press(page, "button", "Test Nimbus")
    page.wait_for_url(re.compile("/agents/-/trials/"))
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()
    press(page, "button", "Join")
    expect(page.get_by_role("heading", name="Nimbus")).to_be_visible()

    page.goto(f"{product.url}/agents/-/elsewhere/?q={NEED.replace(' ', '+')}")
    found = page.locator(".rows li", has_text="Nimbus")
    expect(found.get_by_role("link", name="@nimbus")).to_be_visible()
    expect(found.get_by_role("button")).to_have_count(0)


def test_an_address_that_is_no_registry_is_refused_beside_its_field(browse, product, workshop, watch):
    watch.allow("422")
    page = browse(workshop["links"]["owner"])
    page.goto(f"{product.url}/settings/registries/")
    page.get_by_label("Address").fill("http://127.0.0.1:9/api")
    page.get_by_role("button", name="Add a registry").click()
    expect(page.locator("#registries .form-error, #registries .field-error").first).to_be_visible()
    expect(page.get_by_label("Address")).to_have_value("http://127.0.0.1:9/api")


def test_the_page_of_a_webhook_keeps_nobody_out(browse, product, workshop, looked_at):
    made = product.post("/webhooks", {"url": "http://127.0.0.1:9/events"}, workshop["token"])
    product.post(f"/webhooks/{made['id']}/test", {}, workshop["token"])
    page = browse(workshop["links"]["owner"])
    assert looked_at(page, f"/settings/webhooks/{made['id']}/") == []
