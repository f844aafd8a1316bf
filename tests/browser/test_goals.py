"""Giving a goal in the composer, and watching it come to its end."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import DEMO_GOAL
from tests.browser.room import Room

pytestmark = pytest.mark.browser

SALES = b"region,2021,2022,2023,2024\nNorth,120,126,131,150\nSouth,80,96,110,121\nWest,200,190,195,199\n"


def goal_field(page):
    return page.get_by_label("Goal", exact=True)


def room_of(page, product) -> Room:
    """The room that opened by itself."""
    page.wait_for_url(f"{product.url}/goals/*/")
    app = page.locator("#app")
    return Room(page, product, app.get_attribute("data-goal"), app.get_attribute("data-team"), product.token)


def test_the_demo_goal_is_typed_and_its_team_chart_and_conclusion_arrive_live(demo, product):
    goal_field(demo).fill(DEMO_GOAL)
    demo.get_by_role("button", name="Start").click()
    room = room_of(demo, product)
    room.mark()

    expect(demo.get_by_role("article", name="Why this team")).to_be_visible()
    expect(demo.locator("#outline [role=treeitem]")).to_have_count(2)
    expect(demo.get_by_role("article", name="Delegation")).to_be_visible()
    chart = demo.locator("#log :is(figure, .prose) img").first
    chart.scroll_into_view_if_needed()
    expect(chart).to_have_js_property("complete", True)
    assert chart.evaluate("image => image.naturalWidth") > 100
    room.expect_state("Done")
    expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("Series used")
    room.expect_whole()
    room.expect_never_reloaded()


def test_a_goal_with_an_attached_table_is_answered_from_it(demo, product):
    goal_field(demo).fill("Which region grew most from 2021 to 2024?")
    demo.locator("#files").set_input_files({"name": "sales.csv", "mimeType": "text/csv", "buffer": SALES})
    expect(demo.locator("#uploads")).to_contain_text("sales.csv")
    demo.get_by_role("button", name="Start").click()

    room = room_of(demo, product)
    room.expect_state("Done")
    expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("South")
    demo.get_by_role("link", name="Files").click()
    expect(demo.get_by_role("region", name="Files")).to_contain_text("sales.csv")


def test_a_goal_is_given_with_the_keyboard_alone(demo, product):
    demo.keyboard.press("Tab")
    expect(demo.get_by_role("link", name="Skip to content")).to_be_focused()
    demo.keyboard.press("Enter")
    demo.keyboard.press("Tab")
    expect(goal_field(demo)).to_be_focused()
    demo.keyboard.type("What was Microsoft's revenue in 2016?")
    demo.keyboard.press("Control+Enter")

    room = room_of(demo, product)
    room.expect_state("Done")
    expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("91,154")


def test_a_goal_nobody_can_do_says_which_skill_is_missing(demo, product):
    goal_field(demo).fill("Book a flight to Oslo")
    demo.get_by_role("button", name="Start").click()

    room = room_of(demo, product)
    room.expect_state("Failed")
    expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("Nobody for")
    expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("Book a flight to Oslo")


def test_a_running_goal_comes_to_the_home_page_of_another_tab_by_itself(enter, product, workshop):
    page = enter()
    page.goto(product.url)
    expect(page.locator("#connection")).to_have_text("Live")

    goal = product.post("/goals", {"text": "Plant trees along the lane."}, workshop["token"])

    row = page.locator(f"#g-{goal['id']}")
    expect(row).to_contain_text("Plant trees along the lane")
    expect(row).to_contain_text("Done")


def test_an_empty_goal_is_not_sent(demo, product):
    demo.get_by_role("button", name="Start").click()

    expect(goal_field(demo)).to_be_focused()
    expect(demo).to_have_url(f"{product.url}/")


def typed(page, text: str) -> None:
    """Put a text into the field past what looks at its length, as a script or an old page would."""
    goal_field(page).evaluate("(field, text) => { field.value = text }", text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("   ", "Say what you want", id="blank"),
        pytest.param("word " * 20_000, "characters", id="too long"),
    ],
)
def test_a_bad_goal_is_refused_beside_the_field_and_kept(demo, product, watch, text, says):
    watch.allow("422")
    typed(demo, text)
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#err-text")).to_contain_text(says)
    assert goal_field(demo).input_value() == text
    expect(demo).to_have_url(f"{product.url}/")


def test_a_pasted_goal_that_is_too_long_stays_whole_and_the_page_says_so_until_it_is_shorter(demo, product):
    text, given = "word " * 4_001 + "and the end.", []
    demo.on("request", lambda one: one.url == f"{product.url}/goals/" and given.append(one.method))
    goal_field(demo).focus()
    demo.keyboard.insert_text(text)
    said = demo.get_by_text("This has 20,017 characters, and at most 20,000 can be sent.")
    expect(said).to_contain_text("attach the rest as a file")
    demo.get_by_role("button", name="Start").click()
    demo.reload()

    expect(said).to_be_visible()
    expect(goal_field(demo)).to_have_value(text)
    assert given == []
    goal_field(demo).fill(text[-20_000:])
    expect(said).to_have_count(0)
    assert goal_field(demo).evaluate("field => field.checkValidity()")


@pytest.mark.parametrize("words", ["Plot the revenue as a chart. ", "Übermütige Kühe äußern Öle. Plot a chart. "])
def test_agents_are_suggested_for_a_goal_of_any_length(demo, words):
    goal_field(demo).fill(words * (24_000 // len(words)))

    expect(demo.locator("#suggested")).to_contain_text("Good matches")
    expect(demo.locator("#suggested .pick")).not_to_have_count(0)


def test_a_file_without_a_word_is_refused_beside_the_files_and_the_goal_is_kept(demo, watch):
    watch.allow("422")
    goal_field(demo).fill("Read this")
    lines = {"name": "lines.txt", "mimeType": "text/plain", "buffer": b"-----\n" * 40}
    demo.locator("#files").set_input_files(lines)
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#err-files")).to_contain_text("“lines.txt” holds no text")
    expect(goal_field(demo)).to_have_value("Read this")
    expect(demo.locator("#uploads")).to_contain_text("lines.txt")


def test_an_unknown_team_member_is_refused_beside_the_team_and_the_goal_is_kept(demo, watch):
    watch.allow("422")
    goal_field(demo).fill("Which region grew most?")
    demo.get_by_text("Team", exact=True).click()
    pick = demo.locator("#pick-list [name=agent]").first
    demo.get_by_placeholder("What they should be able to do").click()
    pick.evaluate("box => { box.value = 'somebody-gone' }")
    pick.check()
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#err-team")).to_contain_text("somebody-gone")
    expect(goal_field(demo)).to_have_value("Which region grew most?")


def test_a_limit_below_zero_is_refused_beside_the_limits(demo, watch):
    watch.allow("422")
    goal_field(demo).fill("Which region grew most?")
    demo.locator("[data-limit-words]").click()
    turns = demo.get_by_label("Turns")
    turns.evaluate("field => { field.removeAttribute('min'); field.value = '-5' }")
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#err-limits")).not_to_be_empty()
    expect(turns).to_have_value("-5")
    expect(goal_field(demo)).to_have_value("Which region grew most?")


def test_files_that_are_too_large_together_are_refused_beside_the_files_and_the_goal_is_kept(demo, watch, tmp_path):
    watch.allow("413")
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(settings.IOA_REQUEST_LIMIT + 2**22)  # the server reads a little beyond it
    goal_field(demo).fill("Read this")
    demo.locator("#files").set_input_files(large)
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#err-files")).to_contain_text("A request has at most")
    expect(goal_field(demo)).to_have_value("Read this")
    expect(demo.locator("#uploads")).to_contain_text("large.csv")


CROWDED = "<!doctype html><main><h1>Too much at once</h1><p class='lede'>Try again in a few seconds.</p></main>"


def test_a_page_that_comes_instead_of_an_answer_is_said_and_never_put_into_the_page(demo, product, watch):
    watch.allow("429")
    demo.route("**/goals/**", lambda route: route.fulfill(status=429, body=CROWDED, content_type="text/html"))
    goal_field(demo).fill("Read this")
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#flash")).to_contain_text("Too much at once. Try again in a few seconds.")
    expect(demo.locator("#suggested")).not_to_contain_text("Too much at once")
    expect(goal_field(demo)).to_have_value("Read this")
    demo.locator("#flash").get_by_role("button", name="OK").click()
    expect(demo.locator("#flash")).to_be_empty()


def test_that_no_answer_came_is_said(demo, watch):
    watch.allow("ERR_FAILED", "Failed to fetch")
    demo.route("**/goals/", lambda route: route.abort())
    goal_field(demo).fill("Read this")
    demo.get_by_role("button", name="Start").click()

    expect(demo.locator("#flash")).to_contain_text("No answer came from the server.")
    expect(goal_field(demo)).to_have_value("Read this")
