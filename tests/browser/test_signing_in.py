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


def test_who_was_signed_out_elsewhere_is_told_where_they_write_and_finds_their_words_when_signed_in_again(
    begin, browse, product, workshop
):
    room = begin("Paint the walls.", "notary")
    room.page.get_by_label("Message", exact=True).fill("Leave the ceiling as it is.")
    elsewhere = browse(workshop["links"]["notary"])

    elsewhere.goto(f"{product.url}/settings/danger/")
    elsewhere.get_by_role("button", name="Sign out everywhere").click()
    elsewhere.get_by_role("dialog").get_by_role("button", name="Sign out everywhere").click()

    expect(room.page.locator("#composer").get_by_text("You are signed out.")).to_be_visible()
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Leave the ceiling as it is.")
    expect(room.page.get_by_role("button", name="Send", exact=True)).to_have_count(0)

    room.page.get_by_role("link", name="Sign in again").click()
    expect(room.page.get_by_role("heading", name="Sign in to IoA Web")).to_be_visible()
    _sign_in(room.page, product, workshop, "Notary")
    room.open()
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Leave the ceiling as it is.")


def test_what_one_person_began_to_write_is_not_shown_to_another_in_the_same_tab(begin, product, workshop, watch):
    watch.allow("403.*/since/seen/", "status of 403")
    room = begin("Paint the walls.", "collector")
    room.page.get_by_label("Message", exact=True).fill("The budget is a secret.")
    room.page.context.clear_cookies()

    _sign_in(room.page, product, workshop, "Viewer")

    room.open()
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("")


def test_who_sends_before_the_page_knows_that_they_are_signed_out_is_not_led_away_from_their_words(begin, watch):
    watch.allow("401")
    room = begin("Build a wooden table.")
    answer = room.page.get_by_placeholder("Your answer").first
    answer.fill("Oak, but only from Mr Miller.")
    room.page.context.clear_cookies(name="sessionid")

    room.page.get_by_role("button", name="Answer", exact=True).first.click()

    expect(room.page.locator("#flash").get_by_text("You are signed out.")).to_be_visible()
    expect(answer).to_have_value("Oak, but only from Mr Miller.")


def test_who_was_removed_is_told_so_where_they_write_and_nothing_more_is_sent(begin, enter, product, workshop, watch):
    watch.allow("404.*/since/seen/", "status of 404")
    room = begin("Build a wooden table.", "guest")
    room.page.get_by_label("Message", exact=True).fill("Use less wood.")
    owner = enter("owner")
    owner.goto(f"{product.url}/settings/members/")

    guest = _person(product, workshop, "Guest")
    owner.locator(f"form[action$='/{guest}/remove/']").get_by_role("button").first.click()
    owner.get_by_role("dialog", name="Remove Guest?").get_by_role("button", name="Remove").click()

    expect(room.page.locator("#composer").get_by_text("You have no access to this page any more")).to_be_visible()
    room.page.get_by_label("Message", exact=True).press("Control+Enter")
    room.page.locator("#topbar").get_by_role("button", name="Pause").click()
    expect(room.page.locator("#flash").get_by_text("You have no access to this page any more")).to_be_visible()
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Use less wood.")
    assert not [said for said in watch.complaints if "/say/" in said or "/pause/" in said]


def _sign_in(page, product, workshop, name: str) -> None:
    """Let somebody of the workshop in by another link: the first one is used up."""
    person = _person(product, workshop, name)
    said = product.shell(f"from apps.accounts import actions; print(actions.issue_sign_in_link({person!r}))")
    page.goto(product.url + said.splitlines()[-1])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(product.url + "/")


def _person(product, workshop, name: str) -> str:
    people = product.get("/members", workshop["token"])["items"]
    return next(one["id"] for one in people if one["name"] == name)
