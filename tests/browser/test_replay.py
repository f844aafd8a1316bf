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


@pytest.fixture
def played(begin):
    """The first event of a goal whose agent asked, to be played."""
    room = begin("Build a wooden table for the hall.")
    room.expect_state("Needs you")
    room.page.goto(f"{room.url}replay/")
    return room


def frames_of(page):
    return page.evaluate("JSON.parse(document.getElementById('frames').textContent).map(([seq]) => seq)")


def test_each_press_is_a_step_though_the_one_before_has_not_come(played):
    page = played.page
    page.locator("#main").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{played.url}at/{frames_of(page)[3]}/")


def test_arrows_on_a_card_of_the_board_or_the_map_leave_the_moment(played):
    page = played.page
    at = f"{played.url}at/{frames_of(page)[-2]}/"
    for view, card in (("board", "a[data-card]"), ("map", "#map a.node")):
        page.goto(f"{at}?view={view}")
        page.locator(card).first.focus()
        asked = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.keyboard.press("ArrowLeft")
        page.locator("#main").focus()
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(f"{played.url}at/{frames_of(page)[-3]}/?view={view}")
        assert len([url for url in asked if "/at/" in url]) == 1


def test_whoever_chose_a_mark_or_none_is_back_at_the_button_of_the_marks(played):
    page, button = played.page, played.page.locator(".player-marks > summary")
    button.focus()
    page.keyboard.press("Enter")
    page.locator(".player-marks a").last.focus()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(f"{played.url}at/1/")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".player-marks a").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".player-marks > .menu")).to_be_hidden()
    expect(button).to_be_focused()


def test_a_frame_that_does_not_come_is_said_and_the_address_stays_that_of_what_is_shown(played, watch):
    watch.allow("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    page = played.page
    at = page.url
    page.locator("#main").focus()
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("No answer came from the server")).to_be_visible()
    assert page.url == at
    expect(page.get_by_role("slider", name="Event")).to_have_value("1")
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{played.url}at/{frames_of(page)[1]}/")
