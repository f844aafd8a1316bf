"""What pages show of work that was looked at: the answer's file, working files, what is known, what was found."""

import pytest
from playwright.sync_api import expect

from tests.browser.lead import WITH_NOTES
from tests.browser.room import Room

pytestmark = pytest.mark.browser


@pytest.fixture
def room(browse, product, finished):
    """The demo's goal, which has ended."""
    return Room.of(browse(product.sign_in), product, finished, product.token).open()


def test_the_answer_is_a_file_to_take_along(room, product):
    answer = room.page.get_by_role("region", name="Files").locator("li", has_text="find-microsoft-s-annual-revenue")
    room.page.get_by_role("link", name="Files").click()
    expect(answer).to_have_count(1)
    with room.page.expect_download() as coming:
        answer.get_by_role("link", name="Download").click()
    words = coming.value.path().read_text()
    told = product.get(f"/goals/{room.goal}/result", room.token)["answer"]
    assert told.splitlines()[0] in words


def test_names_of_files_that_differ_at_their_ends_are_read_to_their_ends(room):
    room.page.get_by_role("link", name="Files").click()
    names = room.page.get_by_role("region", name="Files").locator(".pair b")
    assert names.evaluate_all("names => names.filter(name => name.scrollWidth > name.clientWidth + 1).length") == 0


def test_working_files_are_folded_and_opened_by_keyboard(browse, product, studio):
    goal = product.post("/goals", {"text": WITH_NOTES, "review": "never"}, studio["token"])
    room = Room.of(browse(studio["links"]["boss"]), product, goal, studio["token"]).open()
    room.expect_state("Done")
    fold = room.messages.filter(has_text="Two things lack.").locator("details.working")
    expect(fold.get_by_role("link").first).to_be_hidden()
    fold.locator("summary").focus()
    room.page.keyboard.press("Enter")
    expect(fold.get_by_role("link").first).to_be_visible()
    room.page.keyboard.press("Enter")
    expect(fold.get_by_role("link").first).to_be_hidden()


def test_a_task_says_what_is_known_of_it(room):
    room.page.get_by_role("link", name="Tasks").click()
    rows = room.page.get_by_role("region", name="Tasks").locator("li")
    expect(rows.first).to_contain_text("Done")
    expect(rows.first.locator(".known")).to_contain_text("Claimed")


def test_what_was_found_comes_to_its_list_by_itself_and_leads_to_its_message(begin):
    room = begin("Announce openings in at most 5 words.")
    room.mark()
    tab = room.page.get_by_role("link", name="Findings")
    expect(tab).to_contain_text("2")
    tab.focus()
    room.page.keyboard.press("Enter")
    rows = room.page.get_by_role("region", name="Findings").locator("li")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("Herald does not do what was asked")
    expect(rows.last).to_contain_text("Not taken, asked again")
    expect(rows.first).to_contain_text("Not taken, the task failed")
    room.expect_never_reloaded()

    rows.last.get_by_role("link", name="Show in the room").click()
    told = room.page.locator("#log > li:target")
    expect(told).to_be_in_viewport()
    expect(told).to_contain_text("Not taken:")
    expect(room.page.get_by_role("region", name="Findings").locator("li")).to_have_count(2)
