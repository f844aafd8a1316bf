"""Long rooms are read by windows without a jump; what is said while the server is away is kept and said once."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

QUESTION = "Build a wooden table for the hall."  # whose agent asks, and then waits for an answer
OFFLINE = ("ERR_", "Failed to fetch", "WebSocket", "htmx:ws:error")  # the socket may be dialled anew meanwhile


@pytest.fixture
def asked(begin):
    """The room of a goal that waits for an answer."""
    room = begin(QUESTION)
    expect(room.page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    return room


def said_by_person(room, text):
    """The lines in which a person says just this; what the team makes of it repeats the words."""
    return room.messages.filter(has=room.page.locator(".body > .prose").get_by_text(text, exact=True))


def where(row):
    return row.evaluate("row => row.getBoundingClientRect().top")


def test_scrolling_back_keeps_the_place_and_a_link_lands_anywhere(asked):
    asked.product.shell(f"from tests.browser import filling; filling.say('{asked.team}', *range(300, 540))")
    asked.page.goto(asked.url)
    asked.expect_live()
    expect(asked.messages.last).to_contain_text("end of 539")
    asked.page.wait_for_timeout(2000)
    assert asked.messages.count() < 60, "what nobody scrolled to was loaded"

    reading = asked.messages.nth(3)
    number = reading.get_attribute("data-number")
    reading.scroll_into_view_if_needed()
    asked.page.locator("[data-log]").evaluate("box => box.scrollTop = 0")
    row = asked.page.locator(f"#log [data-number='{number}']")
    before = where(row)
    expect(asked.messages.first).not_to_have_attribute("data-number", str(int(number) - 3))
    asked.page.wait_for_timeout(500)
    assert abs(where(row) - before) < 40, "the page jumped"
    assert asked.messages.count() < 160, "more than what was scrolled to was loaded"

    first_seq = asked.product.get(f"/teams/{asked.team}/messages?limit=1", asked.token)["items"][0]["seq"]
    asked.page.goto("about:blank")
    asked.page.goto(f"{asked.url}#e{first_seq}")
    first = asked.page.locator(f"#e{first_seq}")
    expect(first).to_be_in_viewport()
    expect(asked.page.locator("#newer")).to_be_attached()
    asked.expect_live()
    asked.page.locator("[data-log]").evaluate("box => box.scrollTop = box.scrollHeight")
    expect(asked.messages.nth(60)).to_be_attached()
    numbers = asked.numbers()
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_what_is_said_while_the_server_is_away_is_kept_marked_and_sent_once(asked, watch):
    watch.allow(*OFFLINE)
    asked.page.context.set_offline(True)
    asked.say("Use the blue paint.")
    unsent = asked.page.locator("#unsent .unsent")
    expect(unsent).to_contain_text("Use the blue paint.")
    expect(unsent).to_contain_text("Not sent yet")
    expect(asked.page.get_by_label("Message", exact=True)).to_have_value("")
    asked.page.context.set_offline(False)
    expect(unsent).to_have_count(0, timeout=20_000)
    expect(said_by_person(asked, "Use the blue paint.")).to_have_count(1)


def test_who_writes_while_the_server_is_away_is_told_of_no_request_that_they_did_not_make(asked, watch):
    """What they write may be kept and sent later: nothing failed yet."""
    watch.allow(*OFFLINE)
    asked.page.context.set_offline(True)
    with asked.page.expect_event("requestfailed", lambda request: request.url.endswith("/preview/")):
        asked.page.get_by_label("Message", exact=True).press_sequentially("Use the red paint.")
    asked.say("Use the red paint.")
    expect(asked.page.locator("#unsent .unsent")).to_contain_text("Not sent yet")
    expect(asked.page.locator("#flash")).to_be_empty()


def test_any_page_of_the_workspace_sends_what_was_kept(asked, watch):
    watch.allow("ERR_", "Failed to fetch")
    asked.page.route("**/say/", lambda route: route.abort())
    asked.say("Use the grey paint.")
    expect(asked.page.locator("#unsent .unsent")).to_have_count(1)
    asked.page.goto(f"{asked.product.url}/agents/")
    asked.page.unroute("**/say/")
    expect(asked.page.locator("#flash")).to_contain_text("was sent", timeout=20_000)
    asked.open()
    expect(said_by_person(asked, "Use the grey paint.")).to_have_count(1)
    expect(asked.page.locator("#unsent .unsent")).to_have_count(0)


def test_a_message_whose_answer_was_lost_is_not_said_twice(asked, watch):
    watch.allow("ERR_", "Failed to fetch")
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    asked.page.route("**/say/", lose)
    # The message may be drawn, by the socket, before the answer to it is lost.
    with asked.page.expect_event("requestfailed"):
        asked.say("Use the green paint.")
    expect(asked.page.locator("#unsent .unsent")).to_have_count(0, timeout=20_000)
    expect(said_by_person(asked, "Use the green paint.")).to_have_count(1)
    assert lost == [200]
    items = asked.product.get(f"/teams/{asked.team}/messages?limit=100", asked.token)["items"]
    assert sum(item["text"] == "Use the green paint." for item in items) == 1


def test_what_is_kept_can_be_dropped_and_outlives_the_page(asked, watch):
    watch.allow("ERR_", "Failed to fetch")
    asked.page.route("**/say/", lambda route: route.abort())
    asked.say("Use no paint.")
    unsent = asked.page.locator("#unsent .unsent")
    expect(unsent).to_have_count(1)
    asked.page.reload()
    expect(unsent).to_contain_text("Use no paint.")
    unsent.get_by_role("button", name="Don’t send it").click()
    expect(unsent).to_have_count(0)


def test_what_is_kept_is_its_person_s_alone_and_is_sent_with_who_was_to_join(asked, watch):
    watch.allow(*OFFLINE)
    asked.page.get_by_label("Message", exact=True).fill("@gardener plant a tree at the door.")
    expect(asked.page.get_by_role("checkbox", name="Gardener")).to_be_checked()
    asked.page.context.set_offline(True)
    asked.page.get_by_role("button", name="Send", exact=True).click()
    unsent = asked.page.locator("#unsent .unsent")
    expect(unsent).to_have_count(1)

    person = asked.page.locator("meta[name=person]")
    own = person.evaluate("person => { const own = person.content; person.content = 'somebody-else'; return own }")
    asked.page.context.set_offline(False)
    asked.say("Pine.")
    expect(said_by_person(asked, "Pine.")).to_have_count(1)
    assert said_by_person(asked, "@gardener plant a tree at the door.").count() == 0

    person.evaluate("(person, own) => person.content = own", own)
    expect(unsent).to_have_count(0, timeout=20_000)
    expect(asked.messages.filter(has_text="Joined: @gardener")).to_have_count(1)
