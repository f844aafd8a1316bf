"""Getting in."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_sign_in_link_lets_in_once_and_not_twice(browse, workshop, product, watch):
    watch.allow("410")
    link = workshop["links"]["newcomer"]
    first, second = browse(), browse()

    first.goto(link)
    first.get_by_role("button", name="Sign in").click()
    expect(first.get_by_role("heading", name="What should a team work on?")).to_be_visible()

    second.goto(link)
    expect(second.get_by_role("heading", name="This link no longer works")).to_be_visible()
    second.goto(product.url)
    expect(second).to_have_url(f"{product.url}/sign-in/?next=/")


def test_looking_at_a_sign_in_link_does_not_use_it_up(browse, workshop):
    for _ in range(2):
        page = browse()
        page.goto(workshop["links"]["doubter"])
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_who_signs_out_in_one_tab_without_a_password_is_asked_and_told_so_in_the_other(enter, product):
    page = enter("leaver")
    page.goto(product.url)
    expect(page.locator("#connection")).to_have_text("Live")

    other = page.context.new_page()
    other.goto(f"{product.url}/settings/")
    other.get_by_role("button", name="Sign out", exact=True).click()
    asked = other.get_by_role("dialog", name="Sign out without a password?")
    asked.get_by_role("button", name="Sign out").click()

    expect(page.locator("#connection")).to_have_text("Signed out")
