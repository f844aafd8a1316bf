"""The board of a goal in a browser: live, by keyboard, one column at a time on a phone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def board(begin):
    """The board of a goal whose agent waits for an answer."""
    room = begin(ASKING)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.goto(f"{room.url}?view=board")
    room.expect_live()
    return room


def test_a_card_moves_to_done_by_itself_when_its_question_is_answered(board):
    expect(board.page.locator("#col-you .board-card")).to_have_count(1)
    board.mark()
    beside = board.page.context.new_page()
    beside.goto(board.url)
    question = beside.locator("#log").get_by_role("article", name="Oak or pine?")
    question.get_by_label("Answer in words").fill("oak")
    expect(beside.locator("#connection")).to_have_attribute("data-connection", "live")
    question.get_by_role("button", name="Answer", exact=True).click()
    expect(question.get_by_label("Answer in words")).to_have_count(0)
    beside.close()

    expect(board.page.locator("#col-done .board-card")).not_to_have_count(0)
    expect(board.page.locator("#col-you .board-card")).to_have_count(0)
    board.expect_never_reloaded()


def test_arrow_keys_move_between_cards_and_columns_and_enter_opens_the_task(board):
    board.product.shell(f"from tests.browser import filling; filling.form_teams('{board.team}', 3)")
    page = board.page
    expect(page.locator("#col-done a[data-card]")).to_have_count(3)
    page.locator("#col-you a[data-card]").focus()

    page.keyboard.press("ArrowRight")
    expect(page.locator("#col-done a[data-card]").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#col-done a[data-card]").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#col-you a[data-card]")).to_be_focused()
    page.keyboard.press("Enter")

    page.wait_for_url("**/tasks/*/")


def test_a_phone_shows_one_column_at_first_one_with_tasks_and_leads_to_each(board):
    page = board.page
    page.set_viewport_size(PHONE)
    page.goto(f"{board.url}?view=board")
    expect(page.locator("#col-you .board-card")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("navigation", name="Columns").get_by_role("link", name="Waiting").click()
    expect(page.locator("#col-you .board-card")).not_to_be_in_viewport(ratio=0.5)
    page.get_by_role("navigation", name="Columns").get_by_role("link", name="Needs you").click()

    expect(page.locator("#col-you .board-card")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#col-done")).not_to_be_in_viewport(ratio=0.5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_choice_narrows_the_board_and_is_in_the_address(board):
    page = board.page
    page.locator("select[name=agent]").select_option("carpenter")

    page.wait_for_url("**agent=carpenter**")
    expect(page.locator(".board-card")).to_have_count(1)
    page.get_by_role("link", name="Show everything").click()
    page.wait_for_url(lambda url: "agent" not in url)


def test_a_card_keeps_long_words_inside_and_shows_as_much_of_its_team_as_there_is_room_for(board):
    page = board.page
    card = page.locator("#col-you .board-card")
    card.evaluate("""card => {
        card.querySelector(".state .age").before("Outcome unknown, and what else one may say of a task ");
        card.querySelector(".base .truncate").textContent = "Team of Scribe and of many others who help it";
        card.querySelector(".base .chip").textContent = "Report";
    }""")
    right = "node => node.getBoundingClientRect().right"
    edge = card.evaluate("card => card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight)")
    for inside in (".state .age", ".base .chip"):
        assert card.locator(inside).evaluate(right) <= edge + 1
    assert card.locator(".base .chip").evaluate("chip => chip.scrollWidth <= chip.clientWidth")
