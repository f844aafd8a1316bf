"""A goal without a pointer: from its words to the exported file, by keys alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lead import LOOKED_AT

pytestmark = pytest.mark.browser

STEPS = 120
"""How often Tab is pressed at most: more than any page has places to stop at before what a test looks for."""


def reach(page: Page, target: Locator) -> None:
    """Press Tab until `target` has the focus."""
    expect(target).to_be_visible()
    passed = []
    for _ in range(STEPS):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
        passed.append(page.evaluate("(document.activeElement.ariaLabel || document.activeElement.textContent).trim()"))
    pytest.fail(f"Tab never came to it, but to {passed}")


def press(page: Page, role: str, name: str | re.Pattern[str], key: str = "Enter") -> None:
    """Go to what has this role and name, and press a key there."""
    reach(page, page.get_by_role(role, name=name, exact=isinstance(name, str)).first)
    page.keyboard.press(key)


def test_a_goal_goes_from_its_words_to_an_exported_file_by_keys_alone(browse, product, studio):
    page = browse(studio["links"]["boss"])
    page.goto(product.url)

    page.keyboard.press("c")
    expect(page.get_by_label("Goal", exact=True)).to_be_focused()
    page.keyboard.type(LOOKED_AT)
    reach(page, page.get_by_label("Plan before start"))
    page.keyboard.type("Show")
    expect(page.get_by_label("Plan before start").locator("option:checked")).to_have_text("Show me the plan first")
    press(page, "button", "Start")
    page.wait_for_url(re.compile("/goals/"))
    state = page.locator("#topbar .state").first
    expect(state).to_contain_text("Needs you")

    press(page, "link", re.compile("plan", re.IGNORECASE))
    expect(page.get_by_role("heading", name="Plan", exact=True)).to_be_visible()
    reach(page, page.get_by_label("What it is to do"))
    page.keyboard.press("Control+End")
    page.keyboard.type(" Sign it with our names.")
    expect(page.locator(".plan")).to_contain_text("Saved")
    press(page, "button", "Start")

    expect(page.locator("#needs").get_by_role("article")).to_contain_text("whether it is friendly")
    page.keyboard.press("r")
    expect(page.get_by_label("Message", exact=True)).to_be_focused()
    page.keyboard.type("Thank you all.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#log > li.msg").filter(has_text="Thank you all.")).to_be_visible()
    press(page, "button", "It is right")
    expect(state).to_contain_text("Done")

    press(page, "link", "Keep and share")
    expect(page.get_by_role("heading", name="Keep and share")).to_be_visible()
    with page.expect_download() as exported:
        press(page, "link", "Markdown")
    text = exported.value.path().read_text()
    assert "The hall opens on Friday." in text
    assert "Boss" in text
