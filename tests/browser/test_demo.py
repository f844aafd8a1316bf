"""The demo team, from the one button of an empty home page to its end."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_visitor_watches_the_demo_team_speaks_and_presses_the_approval(browse, product):
    link = product.shell("from tests.browser.workshop import open_empty; open_empty()").splitlines()[-1]
    page = browse(product.url + link)
    page.goto(product.url)
    expect(page.get_by_text("Demo agents: scripted.")).to_be_visible()

    page.get_by_role("button", name="Watch a demo team").click()
    page.wait_for_url(f"{product.url}/goals/*/")
    expect(page.locator("#outline [role=treeitem]")).to_have_count(3)
    page.get_by_label("Message", exact=True).fill("Bring boots, please.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#log")).to_contain_text("The letter will mention it: “Bring boots, please.”")

    page.locator("#log").get_by_role("button", name="Approve").click(timeout=180_000)

    conclusion = page.get_by_role("article", name="Conclusion")
    expect(conclusion).to_contain_text("P.S. Bring boots, please.")
    expect(conclusion).to_contain_text("You approved it")
    page.goto(product.url)
    expect(page.get_by_role("button", name="Watch a demo team")).to_have_count(0)
