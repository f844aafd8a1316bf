"""The live room as an MCP App, in a host's sandbox: followed, spoken in, answered; what agents wrote runs nowhere."""

import pytest
from playwright.sync_api import expect

from apps.api.mcp.room_app import app_content
from tests.browser.mcp_host import MCPHost
from tests.browser.test_hostile_text import HOSTILE
from tests.browser.workshop import ASKER

pytestmark = pytest.mark.browser


@pytest.fixture
def host(browse, product, workshop):
    """A host, in which the owner of the workshop looks at apps."""
    return lambda **options: MCPHost(browse(**options), product.url, workshop["token"])


def test_a_goal_is_followed_and_its_question_answered_in_the_host(host, product, workshop):
    goal = product.post("/goals", {"text": f"{ASKER[1]}.", "team": [ASKER[0]]}, workshop["token"])
    shown = host()
    app = shown.show(goal["id"])
    card = app.locator("#asked .card-you")
    expect(card).to_contain_text(ASKER[2])
    card.locator("input").fill("Oak")
    card.get_by_role("button", name="Answer").click()
    expect(card).to_have_count(0)
    expect(app.locator("#state")).to_have_text("Done")
    expect(app.locator("#log .card.answer")).to_be_visible()
    assert product.get(f"/goals/{goal['id']}", workshop["token"])["outcome"] == "done"


def test_one_speaks_to_the_team_from_the_host(host, product, workshop):
    goal = product.post("/goals", {"text": "Build a wooden table for the hall."}, workshop["token"])
    app = host().show(goal["id"])
    field = app.get_by_label("Write to the team")
    field.fill("Make it round.")
    field.press("Control+Enter")
    expect(app.locator("#log .msg.kind-say", has_text="Make it round.")).to_be_visible()
    expect(field).to_have_value("")


def test_what_agents_wrote_is_shown_and_runs_nowhere(host, product, workshop):
    goal = product.post("/goals", {"text": f"Plant trees {HOSTILE}"}, workshop["token"])
    product.post(f"/teams/{goal['team']}/messages", {"text": HOSTILE}, workshop["token"])
    shown = host()
    app = shown.show(goal["id"])
    said = app.locator("#log .msg.kind-say", has=app.locator("strong", has_text="the end")).first
    expect(said).to_be_visible()
    expect(said).to_contain_text("<script>")
    expect(app.locator("main :is(script, style, iframe, img, a, [onerror], [hx-get])")).to_have_count(0)
    assert shown.page.frames[1].evaluate("window.ran") is None
    assert shown.page.evaluate("window.ran") is None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_dresses_as_its_host_does_and_says_how_large_it_is(host, product, workshop, theme):
    goal = product.post("/goals", {"text": "Build a wooden table for the hall."}, workshop["token"])
    shown = host(viewport={"width": 360, "height": 700})
    app = shown.show(goal["id"], theme=theme, containerDimensions={"maxHeight": 600, "width": 360})
    expect(app.locator("#title")).to_contain_text("wooden table")
    assert app.locator(":root").get_attribute("data-theme") == theme
    inside = shown.page.frames[1]
    assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = shown.heard("ui/notifications/size-changed")
    assert 0 < sizes[-1]["params"]["height"] <= 600
    other = "dark" if theme == "light" else "light"
    shown.tell("ui/notifications/host-context-changed", {"theme": other})
    expect(app.locator(f":root[data-theme={other}]")).to_have_count(1)


def test_it_speaks_the_language_of_its_host(host, product, workshop):
    goal = product.post("/goals", {"text": f"{ASKER[1]}.", "team": [ASKER[0]]}, workshop["token"])
    shown = host()
    app = shown.show(goal["id"], locale="de-DE")
    card = app.locator("#asked .card-you")
    expect(card).to_contain_text(ASKER[2])  # an agent's words stay as they are
    expect(app.locator("#state")).to_have_text("Wartet auf dich")
    expect(app.get_by_label("An das Team schreiben")).to_be_visible()
    assert app.locator(":root").get_attribute("lang") == "de"
    card.locator("input").fill("Oak")
    card.get_by_role("button", name="Antworten").click()
    expect(app.locator("#state")).to_have_text("Fertig")


def test_a_host_that_ends_it_hears_no_more(host, product, workshop):
    goal = product.post("/goals", {"text": "Build a wooden table for the hall."}, workshop["token"])
    shown = host()
    app = shown.show(goal["id"])
    expect(app.locator("#state")).to_be_visible()
    shown.page.evaluate("tell({ id: 'end', method: 'ui/resource-teardown', params: {} })")
    shown.page.wait_for_function("heard.some((one) => one.id === 'end' && one.result)")
    before = len(shown.calls)
    shown.page.wait_for_timeout(3500)
    assert len(shown.calls) == before


def test_what_the_hub_refuses_is_said(host):
    answers = {"resources/read": {"contents": [app_content()]}}
    refused = {"content": [{"type": "text", "text": "There is no such goal."}], "isError": True}
    app = host().show("x", answer=lambda method, params: {"result": answers.get(method, refused)})
    expect(app.locator("#trouble")).to_contain_text("There is no such goal.")
