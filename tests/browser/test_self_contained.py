"""Nothing of the product comes from elsewhere: every page works under its own policy and asks no other host."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessible import addresses

pytestmark = pytest.mark.browser

POLICY = ("default-src 'self'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "object-src 'none'")


@pytest.fixture
def elsewhere(product):
    """The requests of pages to other hosts; each is stopped, as in a network that leads nowhere."""
    asked, here = [], urlsplit(product.url).netloc

    def guard(route, request):
        parts = urlsplit(request.url)
        if parts.scheme in ("data", "blob") or parts.netloc == here:
            return route.continue_()
        asked.append(request.url)
        return route.abort()

    guard.asked = asked
    return guard


def test_every_page_works_under_its_policy_and_asks_no_other_host(begin, product, elsewhere):
    room = begin("Build a wooden table for the self-contained hall.")
    room.expect_state("Needs you")
    room.page.context.route("**/*", elsewhere)
    task = product.get(f"/goals/{room.goal}/tasks", room.token)["items"][0]["id"]
    for address in addresses(room.goal, room.team, task):
        answer = room.page.goto(product.url + address)
        said = answer.headers["content-security-policy"]
        assert [part for part in POLICY if part not in said] == [], address
        assert "unsafe" not in said, address
        assert answer.ok, address
    assert elsewhere.asked == []


def test_a_goal_goes_from_its_words_to_its_end_where_no_other_host_is_reached(demo, product, elsewhere):
    demo.context.route("**/*", elsewhere)
    demo.goto(product.url)
    demo.get_by_label("Goal", exact=True).fill("What is 12 * 34? Write it as a short report.")
    demo.get_by_role("button", name="Start").first.click()
    demo.wait_for_url(f"{product.url}/goals/*/")
    expect(demo.locator("#topbar .state").first).to_contain_text("Done", timeout=120_000)
    expect(demo.locator("#log")).to_contain_text("408")
    assert elsewhere.asked == []
