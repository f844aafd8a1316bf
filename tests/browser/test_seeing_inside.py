"""What a room holds beneath its words: an agent's steps, events as they are recorded, what passes on the map."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

QUESTION = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
PULSES = """() => {
  window.pulses = 0;
  new MutationObserver((found) => {
    for (const one of found) for (const node of one.addedNodes) if (node.matches?.("path.pulse")) window.pulses += 1;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_steps_of_an_agent_are_one_line_that_the_keyboard_opens_in_place(begin):
    room = begin("Paint the walls of the hall.")
    line = room.page.locator("details.steps > summary").first
    expect(line).to_contain_text("steps")
    line.focus()
    room.page.keyboard.press("Enter")
    steps = room.page.locator("details.steps .step-rows").first
    expect(steps).to_contain_text("First coat")
    expect(steps).to_contain_text("Second coat")


def test_events_are_read_as_json_and_more_of_them_do_not_move_what_is_read(begin):
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.page.get_by_role("link", name="Raw", exact=True).click()
    newest = room.page.locator("#raw-rows > li").first
    newest.locator("summary").click()
    expect(newest.locator("pre").first).to_contain_text('"payload"')
    read = newest.inner_text()

    room.product.post(f"/teams/{room.team}/messages", {"text": "Think of the hall.", "delivery": "note"}, room.token)
    newer = room.page.get_by_role("link", name="Newer ones")
    expect(newer).to_be_visible()
    assert newest.inner_text() == read
    newer.click()
    expect(room.page.locator("#raw-rows")).to_contain_text("message.added")
    expect(newer).to_be_hidden()


@pytest.mark.parametrize(("motion", "pulses"), [("no-preference", 1), ("reduce", 0)])
def test_a_message_that_passes_along_an_edge_of_the_map_is_seen_unless_one_wants_less_motion(begin, motion, pulses):
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    room.product.shell(f"from tests.browser import filling; filling.form_teams('{room.team}', 2)")
    room.page.emulate_media(reduced_motion=motion)
    room.page.goto(f"{room.url}?view=map")
    room.expect_live()
    room.page.evaluate(PULSES)
    edge = room.page.locator("#map [data-said]").first
    said, below = int(edge.get_attribute("data-said")), edge.get_attribute("id").removeprefix("l-")

    room.product.shell(f"from tests.browser import filling; filling.say('{below}', 100)")

    expect(edge).to_have_attribute("data-said", str(said + 1))
    assert room.page.evaluate("window.pulses") == pulses
