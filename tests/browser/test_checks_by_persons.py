"""A person looks at work before it counts: the card in the room, with the mouse, by keyboard, in two browsers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lead import LOOKED_AT
from tests.browser.room import Room

pytestmark = pytest.mark.browser

QUESTION = "Is the result of “Letter” right?"


@pytest.fixture
def asked(browse, product, studio):
    """Open the room of a goal whose letter waits for a person's look: `asked("first", "second")` in so many pages."""

    def give(*names: str) -> list[Room]:
        goal = product.post("/goals", {"text": LOOKED_AT, "review": "never"}, studio["token"])
        rooms = [Room.of(browse(studio["links"][name]), product, goal, studio["token"]).open() for name in names]
        for room in rooms:
            expect(card(room.page)).to_be_visible()
            room.mark()
        return rooms

    return give


def card(page: Page):
    """The card that waits in the room."""
    return page.locator("#needs").get_by_role("article", name=QUESTION)


def expect_known(room: Room, words: str) -> None:
    """The end says what became of the look, without the page being loaded again."""
    expect(room.page.get_by_role("article", name="Conclusion")).to_contain_text(words)
    room.expect_never_reloaded()


def test_the_card_has_what_was_asked_for_what_was_given_and_nothing_that_is_pressed_by_habit(asked):
    (room,) = asked("boss")
    room.expect_state("Needs you")
    for words in ("whether it is friendly", "Asked for", "Write a letter of invitation.", "The hall opens on Friday."):
        expect(card(room.page)).to_contain_text(words)
    expect(card(room.page).locator(".btn-primary")).to_have_count(0)
    given = room.messages.filter(has_text="1 task given")
    expect(given).to_contain_text("Needs you")
    expect(given).not_to_contain_text("Working")


def test_what_a_person_finds_right_is_verified_with_the_name(asked):
    (room,) = asked("boss")
    card(room.page).get_by_role("button", name="It is right").click()

    expect(card(room.page)).to_have_count(0)
    room.expect_state("Done")
    expect_known(room, "Boss looked at it and found it right.")


def test_what_is_sent_back_is_done_once_more_and_comes_back(asked):
    (room,) = asked("boss")
    wrong = card(room.page).get_by_label("What is wrong")
    wrong.fill("It is too curt.")
    first = card(room.page).get_attribute("id")
    card(room.page).get_by_role("button", name="Send back").click()

    again = room.page.locator(f"#needs article.card-you:not(#{first})")
    expect(again).to_contain_text(QUESTION)
    expect(room.messages.filter(has_text="1 task given")).to_contain_text("try 2")
    again.get_by_role("button", name="It is right").click()
    room.expect_state("Done")
    expect_known(room, "Boss looked at it and found it right.")
    room.expect_whole()


def test_nothing_is_sent_back_without_a_word(asked, watch):
    watch.allow("422")
    (room,) = asked("boss")
    card(room.page).get_by_role("button", name="Send back").click()

    expect(room.page.get_by_role("alert").filter(has_text="Choose an answer, or write one.")).to_be_visible()
    expect(card(room.page)).to_be_visible()


def test_the_keyboard_reaches_the_card_and_decides(asked):
    (room,) = asked("boss")
    page = room.page
    page.locator("#needs pre").last.focus()
    for name in ("It is right", "Leave it unchecked"):
        page.keyboard.press("Tab")
        expect(card(page).get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).get_by_label("What is wrong")).to_be_focused()
    page.keyboard.type("It is too curt.")
    page.keyboard.press("Enter")

    expect(room.messages.filter(has_text="1 task given")).to_contain_text("try 2")
    expect(card(page)).to_be_visible()


def test_of_two_who_decide_the_first_wins_and_the_second_is_told(asked, watch):
    watch.allow("409")
    one, two = asked("first", "second")
    held = []

    def hold(route):
        held.append(route)

    two.page.context.route("**/approvals/**", hold)
    with two.page.expect_request("**/approvals/**"):
        card(two.page).get_by_role("button", name="Leave it unchecked").click()
    card(one.page).get_by_role("button", name="It is right").click()
    expect_known(one, "First looked at it and found it right.")

    (second,) = held
    second.continue_()
    expect(two.page.get_by_role("alert").filter(has_text="First")).to_be_visible()
    expect_known(two, "First looked at it and found it right.")


def test_a_viewer_sees_the_card_and_can_not_decide(asked):
    (room,) = asked("reader")
    expect(card(room.page).get_by_role("button", name="It is right")).to_be_hidden()
    expect(card(room.page).get_by_label("What is wrong")).to_be_hidden()


def test_whose_button_is_gone_when_it_was_pressed_goes_on_from_where_it_stood(asked):
    (room,) = asked("boss")
    card(room.page).get_by_role("button", name="It is right").focus()
    room.page.keyboard.press("Enter")
    expect(card(room.page)).to_have_count(0)
    expect(room.page.locator("#needs")).to_be_focused()


def test_a_double_click_decides_once_and_complains_of_nothing(asked):
    (room,) = asked("boss")
    card(room.page).get_by_role("button", name="It is right").dblclick()

    room.expect_state("Done")
    expect_known(room, "Boss looked at it and found it right.")
    expect(room.page.locator("#flash")).to_be_empty()
