"""Taking part in a goal: speaking, pausing, stopping; and what a viewer may not do."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

pytestmark = pytest.mark.browser

SLOW = "Paint the walls of the hall."


def test_what_a_person_says_shows_by_which_turn_it_was_read(begin):
    room = begin(SLOW)
    room.say("Use the blue paint.")

    said = room.messages.filter(has_text="Use the blue paint.").first
    expect(said).to_be_visible()
    expect(said.locator(".receipt")).to_contain_text(re.compile(r"(Read|Acted on)\s+at turn"))
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("")


def test_a_file_goes_along_with_a_message_and_is_the_goals(begin):
    room = begin(SLOW)
    room.page.locator("#composer input[type=file]").set_input_files(
        {"name": "colours.csv", "mimeType": "text/csv", "buffer": b"wall,colour\nnorth,blue\n"}
    )
    expect(room.page.locator("#uploads li")).to_contain_text("colours.csv")
    room.say("Use these colours.")

    expect(room.messages.filter(has_text="Attached: colours.csv").first).to_be_visible()
    expect(room.page.locator("#uploads li")).to_have_count(0)
    room.page.get_by_role("link", name="Files").first.click()
    expect(room.page.locator("#tab-files")).to_contain_text("colours.csv")


PASTE = """(field, given) => {
  const copied = new DataTransfer();
  for (const [name, type] of given.files) copied.items.add(new File(["picture"], name, { type }));
  if (given.text) copied.setData("text/plain", given.text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: copied, bubbles: true, cancelable: true }));
}"""


def test_files_are_pasted_each_with_a_name_of_its_own_and_words_with_a_picture_are_words(begin):
    room = begin(SLOW)
    field = room.page.get_by_label("Message", exact=True)
    files = room.page.locator("#uploads li .truncate")
    field.evaluate(PASTE, {"files": [["image.png", "image/png"]], "text": "a cell of a table"})
    for _ in range(2):
        field.evaluate(PASTE, {"files": [["image.png", "image/png"], ["plan.png", "image/png"]], "text": ""})

    expect(files).to_have_text(["image.png", "plan.png", "image-2.png", "plan-2.png"])


def test_what_is_refused_of_files_stands_beside_them_and_who_will_wake_is_asked_without_them(begin, watch):
    watch.allow("422")
    room = begin(SLOW)
    asked = []
    room.page.on("request", lambda one: one.url.endswith("/preview/") and asked.append(one.post_data_buffer))
    room.page.locator("#composer input[type=file]").set_input_files(
        {"name": "plan.txt", "mimeType": "text/plain", "buffer": b"=~=~" * 1000}
    )
    room.say("@painter paint this.")
    expect(room.page.locator("#err-files")).to_contain_text("holds no text")
    expect(room.page.locator("#say-error")).to_be_empty()
    assert asked
    assert not any(b"=~=~" in one for one in asked)
    room.page.get_by_role("button", name="Remove plan.txt").click()
    expect(room.page.locator("#err-files")).to_be_empty()


def test_a_message_that_is_too_long_stays_in_its_field_and_an_answer_as_well(begin):
    room = begin("Build a wooden table for the hall.")
    question = room.page.locator("#log").get_by_role("article", name="Oak or pine?")
    answer = question.get_by_label("Answer in words")
    message = room.page.get_by_label("Message", exact=True)
    for field, most, send in (
        (message, 20_000, room.page.get_by_role("button", name="Send", exact=True)),
        (answer, 4_000, question.get_by_role("button", name="Answer", exact=True)),
    ):
        field.focus()
        room.page.keyboard.insert_text("x" * (most + 1))
        send.click()
        expect(room.page.get_by_text(f"This has {most + 1:,} characters")).to_be_visible()
        expect(field).to_have_value("x" * (most + 1))

    answer.fill("oak")
    question.get_by_role("button", name="Answer", exact=True).click()
    room.expect_state("Done")


def test_a_question_that_much_was_said_after_is_found_from_the_end(begin):
    room = begin("Build a wooden table for the hall.")
    question = room.page.locator("#log").get_by_role("article", name="Oak or pine?")
    expect(question).to_be_visible()
    waits = room.page.locator("#needs").get_by_role("link", name="Oak or pine?")
    expect(waits).to_be_hidden()

    for number in range(6):
        room.product.post(
            f"/teams/{room.team}/messages", {"text": f"Step {number}.\n\n" * 4, "delivery": "note"}, room.token
        )
    expect(room.messages.last).to_contain_text("Step 5.")
    expect(question).not_to_be_in_viewport()
    waits.click()
    expect(question).to_be_in_viewport()
    expect(question.get_by_label("Answer in words")).to_be_focused()
    room.page.keyboard.type("Oak")
    room.page.keyboard.press("Enter")
    room.expect_state("Done")
    expect(waits).to_have_count(0)


def test_a_note_is_for_people_only(begin):
    room = begin(SLOW)
    room.page.get_by_label("Message", exact=True).fill("The customer is nervous.")
    room.page.locator("#delivery > summary").click()
    room.page.get_by_role("button", name="Note").click()

    said = room.messages.filter(has_text="The customer is nervous.")
    expect(said).to_contain_text("Note, for people only")
    expect(said.locator(".receipt")).to_have_count(0)


def test_a_paused_goal_says_so_and_goes_on_when_it_is_resumed(begin):
    room = begin(SLOW)
    room.mark()
    bar = room.page.locator("#topbar")

    bar.get_by_role("button", name="Pause").click()
    room.expect_state("Paused")
    bar.get_by_role("button", name="Resume").click()
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()

    room.expect_state("Done")
    room.expect_whole()
    room.expect_never_reloaded()


def test_stopping_asks_first_and_then_stops(begin):
    room = begin("Build a wooden table for the hall.")
    room.expect_state("Needs you")
    stop = room.page.locator("#topbar").get_by_role("button", name="Stop")
    dialog = room.page.get_by_role("dialog")

    stop.click()
    expect(dialog).to_contain_text("Stop")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_be_hidden()
    room.expect_state("Needs you")

    stop.click()
    dialog.get_by_role("button", name="Stop the goal").click()
    room.expect_state("Stopped")
    expect(stop).to_have_count(0)
    room.expect_whole()


def test_a_question_is_answered_on_the_home_page_and_the_room_goes_on(begin):
    room = begin("Build a wooden table for the hall.")
    room.expect_state("Needs you")
    home = room.page.context.new_page()
    home.goto(room.product.url)
    question = home.locator("#needs-you li").filter(has=home.locator(f"a[href*='{room.goal}']"))

    question.get_by_label("Answer in words").fill("pine")
    question.get_by_role("button", name="Answer", exact=True).click()

    expect(question).to_have_count(0)
    room.expect_state("Done")
    expect(room.page.get_by_role("article", name="Conclusion")).to_contain_text("pine")


def test_what_one_was_writing_when_a_colleague_answered_stands_in_the_composer(begin, enter):
    slow = begin("Build a wooden table.")
    quick = Room.of(enter("collector"), slow.product, {"id": slow.goal, "team": slow.team}, slow.token).open()
    slow.page.get_by_placeholder("Your answer").first.fill("Oak, but only from the old barn.")

    quick.page.get_by_placeholder("Your answer").first.fill("Pine")
    quick.page.get_by_role("button", name="Answer", exact=True).first.click()

    expect(slow.page.get_by_label("Message", exact=True)).to_have_value("Oak, but only from the old barn.")
    expect(slow.page.get_by_role("alert").filter(has_text="That was settled meanwhile.")).to_be_visible()
    expect(quick.page.get_by_label("Message", exact=True)).to_have_value("")


def test_a_viewer_is_shown_no_controls(begin):
    room = begin(SLOW, "viewer")

    expect(room.page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(room.page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(room.page.get_by_label("Message", exact=True)).to_be_hidden()
    expect(room.page.get_by_text("operators and owners may speak and steer")).to_be_visible()
    room.page.goto(room.product.url)
    expect(room.page.get_by_role("heading", name="Goals")).to_be_visible()
    expect(room.page.get_by_role("button", name="Start")).to_have_count(0)


@pytest.mark.parametrize("act", ["say", "pause", "stop"])
def test_a_viewer_who_posts_by_hand_is_refused(begin, act):
    room = begin(SLOW, "viewer")
    token = room.page.locator("meta[name=csrf-token]").get_attribute("content")

    answer = room.page.context.request.post(
        f"{room.product.url}/teams/{room.team}/{act}/",
        form={"text": "Let me in", "csrfmiddlewaretoken": token},
        headers={"Referer": room.url},
    )

    assert answer.status == 403
    assert "operator" in answer.text()
    room.expect_state("Done")


def test_a_message_that_is_refused_stays_in_the_field_with_the_reason(begin, watch):
    watch.allow("422")
    room = begin(SLOW)
    field = room.page.get_by_label("Message", exact=True)
    field.evaluate("field => { field.removeAttribute('required'); field.value = '   ' }")
    room.page.get_by_role("button", name="Send", exact=True).click()

    expect(room.page.locator("#say-error")).not_to_be_empty()
    expect(field).to_have_value("   ")


def test_who_will_wake_is_said_first_and_who_is_unticked_is_left_alone(begin):
    room = begin("Build a wooden table for the hall.")
    room.expect_state("Needs you")
    field = room.page.get_by_label("Message", exact=True)
    field.fill("Measure the hall first.")
    asked = room.page.get_by_role("checkbox", name="Carpenter")
    expect(asked).to_be_checked()
    asked.uncheck()
    room.page.get_by_role("button", name="Send", exact=True).click()

    expect(room.messages.filter(has_text="Measure the hall first.")).to_be_visible()
    expect(room.page.get_by_role("checkbox", name="Carpenter")).to_have_count(0)
    field.fill("Oak.")
    expect(room.page.get_by_role("checkbox", name="Carpenter")).to_be_checked()
    room.page.get_by_role("button", name="Send", exact=True).click()
    room.expect_state("Done")
    expect(room.messages.filter(has_text="The table is built of Oak.").first).to_be_visible()


def test_a_slash_lists_commands_and_one_is_taken_by_the_keyboard(begin):
    room = begin(SLOW)
    field = room.page.get_by_label("Message", exact=True)
    field.press_sequentially("/no")
    listed = room.page.get_by_role("listbox", name="Commands")
    expect(listed.get_by_role("option")).to_have_count(1)
    field.press("Enter")
    expect(field).to_have_value("/note ")
    field.press_sequentially("The customer paints, too.")
    field.press("Control+Enter")
    said = room.messages.filter(has_text="The customer paints, too.")
    expect(said).to_contain_text("Note, for people only")


def test_what_a_form_would_send_can_be_copied_as_an_api_call(enter, product):
    page = enter()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=product.url)
    page.goto(product.url)
    page.get_by_label("Goal", exact=True).fill("Paint the walls of the hall.")
    button = page.locator("#compose").get_by_role("button", name="Copy as API call")
    button.click()
    expect(button).to_have_attribute("data-call", re.compile("^curl"))
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('curl')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"curl -X POST {product.url}/api/v1/goals")
    assert '"text": "Paint the walls of the hall."' in copied


def test_what_nobody_has_taken_up_is_taken_back_and_its_words_may_be_sent_otherwise(begin):
    room = begin(SLOW)
    room.page.locator("#topbar").get_by_role("button", name="Pause").click()
    room.expect_state("Paused")
    room.say("Paint it **red**.")
    said = room.messages.filter(has_text="Paint it").first
    expect(said.locator(".receipt")).to_contain_text("Queued")

    said.get_by_role("button", name="Take back").click()
    gone = room.messages.filter(has_text="was taken back before anybody").first
    expect(gone).to_contain_text("Taken back")
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Paint it **red**.")
    expect(room.page.get_by_role("button", name="Take back")).to_have_count(0)


def test_what_is_taken_back_before_its_sending_was_answered_is_given_back_all_the_same(begin):
    room = begin(SLOW)
    room.page.locator("#topbar").get_by_role("button", name="Pause").click()
    room.expect_state("Paused")
    held = []
    room.page.route("**/say/", lambda route: held.append((route, route.fetch())))
    room.say("Paint it red.")
    said = room.messages.filter(has_text="Paint it red.").first
    said.get_by_role("button", name="Take back").click()
    expect(room.messages.filter(has_text="was taken back before anybody").first).to_be_visible()
    for route, answer in held:
        route.fulfill(response=answer)

    expect(room.page.locator("#taken-back")).to_be_empty()
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Paint it red.")


def test_what_is_taken_back_is_given_back_when_its_answer_comes_after_the_news_of_it(begin):
    room = begin(SLOW)
    room.page.locator("#topbar").get_by_role("button", name="Pause").click()
    room.expect_state("Paused")
    with room.page.expect_response("**/say/"):
        room.say("Paint it red.")
    held = []
    room.page.route("**/cancel/", lambda route: held.append((route, route.fetch())))
    room.messages.filter(has_text="Paint it red.").first.get_by_role("button", name="Take back").click()
    expect(room.messages.filter(has_text="was taken back before anybody").first).to_be_visible()
    for route, answer in held:
        route.fulfill(response=answer)
    expect(room.page.get_by_label("Message", exact=True)).to_have_value("Paint it red.")


def test_the_field_invites_to_a_new_round_once_the_goal_has_ended(begin):
    room = begin("Plant trees in the yard.")
    field = room.page.get_by_label("Message", exact=True)
    expect(field).to_have_attribute("placeholder", "Write to the team: it opens a new round")
    expect(room.page.locator("#talk")).to_be_hidden()
    room.say(SLOW)
    expect(field).to_have_attribute("placeholder", re.compile("^Write to Plant trees"))


def test_what_is_written_while_a_message_is_under_way_stays_in_the_field(begin):
    room = begin(SLOW)
    held = []
    room.page.route("**/say/", lambda route: held.append((route, route.fetch())))
    room.say("Paint it red.")
    expect(room.messages.filter(has_text="Paint it red.").first).to_be_visible()
    field = room.page.get_by_label("Message", exact=True)
    field.fill("And the door blue.")
    with room.page.expect_response("**/say/"):
        for route, answer in held:
            route.fulfill(response=answer)
    room.page.reload()
    expect(field).to_have_value("And the door blue.")


def test_an_at_sign_lists_whom_to_name_and_one_is_taken_by_the_keyboard(begin):
    room = begin(SLOW)
    field = room.page.get_by_label("Message", exact=True)
    field.press_sequentially("@")
    listed = room.page.get_by_role("listbox", name="Agents, teams and people")
    expect(listed).to_contain_text("not in this team")
    rows = [one.bounding_box() for one in listed.get_by_role("option").all()]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(rows))

    field.press_sequentially("painter")
    expect(listed.get_by_role("option").first).to_contain_text("@painter")
    field.press("Enter")
    expect(field).to_have_value("@painter ")
    expect(listed).to_be_hidden()
    field.press_sequentially("@nobody-of-that-name")
    expect(listed).to_be_hidden()
