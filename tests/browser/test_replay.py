"""A goal is played again: by its buttons, by the keyboard, by its address, and by the slider without a script."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_goal_that_ended_is_played_from_its_beginning_to_its_end(begin):
    room = begin("Paint the walls of the hall.")
    room.say("Use the blue paint.")
    room.expect_state("Done")
    page = room.page
    page.get_by_role("link", name="Play it again").click()

    expect(page).to_have_url(f"{room.url}at/1/?")
    state = page.locator("#replay-state")
    expect(state).not_to_contain_text("Done")
    expect(page.locator("#log > li.msg")).to_have_count(0)
    page.get_by_label("Speed").select_option("16")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(state).to_contain_text("Done")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert room.numbers() == room.recorded()


def test_the_keyboard_steps_and_jumps_to_marks(begin):
    room = begin("Paint the walls of the hall.")
    room.say("Use the blue paint.")
    room.expect_state("Done")
    page = room.page
    page.goto(f"{room.url}replay/")
    page.locator("#main").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#replay-now")).not_to_contain_text("event 1 of")
    at = page.url
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(at)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(at)
    page.reload()
    expect(page).to_have_url(at)


def test_a_fork_begins_at_the_moment_with_its_words_changed(begin):
    room = begin("Paint the walls of the hall.")
    room.expect_state("Done")
    page = room.page
    page.get_by_role("link", name="Play it again").click()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("link", name="Fork here").click()
    page.get_by_role("textbox", name="Goal").fill("Paint the walls of the kitchen.")
    page.get_by_role("button", name="Start the fork").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Paint the walls of the kitchen")
    expect(page).not_to_have_url(room.url)
    expect(page.locator("#topbar .state").first).to_contain_text("Done")
    page.get_by_role("link", name="another goal at event").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Paint the walls of the hall")


def test_nothing_can_be_done_in_the_past(begin):
    room = begin("Build a wooden table for the hall.")
    room.expect_state("Needs you")
    page = room.page
    last = page.locator("#cursor").get_attribute("data-seq")
    page.goto(f"{room.url}at/{last}/")
    expect(page.locator("#replay-state")).to_contain_text("Needs you")
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(page.get_by_role("textbox")).to_have_count(0)
