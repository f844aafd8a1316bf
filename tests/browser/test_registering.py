"""An agent comes in by its address, is tried, changed and removed, in a browser, with a worker that really calls it."""

import re
import threading
import time

import pytest
from playwright.sync_api import expect

from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json, served, whole

pytestmark = pytest.mark.browser

KEY = "sk-canary-8d3a77"
ANSWER = whole("I carry **parcels**.") | {"object": "list", "data": [{"id": "m", "object": "model"}]}


@pytest.fixture
def courier():
    with fake_agent(as_json(ANSWER)) as server:
        yield server


def test_an_agent_joins_by_its_address_answers_and_goes(demo, product, courier):
    demo.goto(f"{product.url}/agents/")
    demo.get_by_role("link", name="With a key, or by hand").click()
    demo.get_by_label("Address or card", exact=True).fill(f"{courier.url}/v1")
    demo.get_by_text("It asks for a key").click()
    demo.get_by_label("Key or token").fill(KEY)
    demo.get_by_role("button", name="Look").click()

    expect(demo.get_by_text("Answered the test")).to_contain_text("I carry")
    expect(demo.get_by_text("Works", exact=True)).to_be_visible()
    demo.get_by_label("Name", exact=True).fill("Courier")
    demo.get_by_label("Handle", exact=True).fill("courier")
    demo.get_by_label("Skills", exact=True).fill("Carry parcels: takes things elsewhere")
    demo.get_by_role("button", name="Join").click()

    demo.wait_for_url(f"{product.url}/agents/courier/")
    expect(demo.get_by_text("Courier has joined.")).to_be_visible()
    assert KEY not in demo.content()
    demo.get_by_placeholder("Ask it for something it can do").fill("What do you carry?")
    demo.get_by_role("button", name="Send").click()
    expect(demo.locator("#asked strong")).to_have_text("parcels")
    expect(demo.locator("#asked")).to_contain_text("tokens")

    demo.get_by_role("button", name="Remove this agent").click()
    dialog = demo.get_by_role("dialog")
    expect(dialog).to_contain_text("What it did stays readable.")
    dialog.get_by_role("button", name="Remove").click()
    demo.wait_for_url(f"{product.url}/agents/")
    expect(demo.get_by_role("link", name="Courier")).to_have_count(0)
    sent = [request for request in courier.asked if request.method == "POST"]
    assert {request.headers["Authorization"] for request in sent} == {f"Bearer {KEY}"}


def test_one_that_does_not_answer_is_corrected_and_tested_again(demo, product, courier):
    demo.goto(f"{product.url}/agents/-/?connector=http#by-hand")
    demo.get_by_label("Address", exact=True).fill("http://127.0.0.1:9/run")
    demo.get_by_role("button", name="Send a test message").click()
    expect(demo.get_by_text("Not yet")).to_be_visible()
    expect(demo.get_by_role("button", name="Register it switched off")).to_be_visible()

    demo.get_by_label("Address", exact=True).fill(f"{courier.url}/run")
    demo.get_by_role("button", name="Test again").click()
    expect(demo.get_by_text("Works", exact=True)).to_be_visible()
    expect(demo.get_by_role("button", name="Join")).to_be_visible()


def repair_shop(request):
    """An agent that lists no skill, on a server whose OpenAPI document says what it does."""
    if request.path == "/openapi.json":
        told = {"summary": "Mend Bicycle", "description": "Mends a bicycle with a flat tyre."}
        return as_json({"openapi": "3.1.0", "info": {"title": "Repair shop"}, "paths": {"/run": {"post": told}}})
    if request.method != "POST" or request.path != "/run":
        return as_json({}, 404)
    return as_json({"conclusion": "The bicycle is mended."} if request.body else {"error": "task_desc is missing"})


def test_one_without_skills_takes_over_those_that_are_suggested_and_is_asked(demo, product):
    with served(repair_shop) as shop:
        demo.goto(f"{product.url}/agents/-/")
        demo.get_by_label("Address or card", exact=True).fill(shop.url)
        demo.get_by_role("button", name="Look").click()
        demo.get_by_role("button", name="Use these").click()
        skills = demo.get_by_label("Skills", exact=True)
        expect(skills).to_have_value("Mend Bicycle: Mends a bicycle with a flat tyre.")
        expect(skills).to_be_focused()
        expect(demo.get_by_role("button", name="Use these")).to_have_count(0)
        demo.get_by_role("button", name="Join").click()
        demo.wait_for_url(f"{product.url}/agents/repair-shop/")
        expect(demo.get_by_text("nothing to choose it by")).to_have_count(0)

        demo.goto(product.url)
        demo.get_by_label("Goal", exact=True).fill("Mend my bicycle, please: it has a flat tyre.")
        demo.get_by_role("button", name="Start").click()
        expect(demo.get_by_role("article", name="Conclusion")).to_contain_text("The bicycle is mended.")
        expect(demo.locator("#topbar .state").first).to_contain_text("Done")
    demo.goto(f"{product.url}/agents/repair-shop/")
    demo.get_by_role("button", name="Remove this agent").click()
    demo.get_by_role("dialog").get_by_role("button", name="Remove").click()
    demo.wait_for_url(f"{product.url}/agents/")


def test_what_was_refused_far_down_a_page_is_where_one_looks(demo, product, watch):
    watch.allow("422")
    demo.goto(f"{product.url}/agents/-/?connector=openai#by-hand")
    demo.get_by_label("Address", exact=True).fill("ftp://agent.example")
    demo.get_by_role("button", name="Send a test message").click()
    wrong = demo.get_by_label("Address", exact=True)
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    expect(wrong).to_have_accessible_description(re.compile("must start with http"))


def test_an_address_that_asks_for_a_key_is_given_one_where_it_asks(demo, product):
    def tell(request):
        known = request.headers["Authorization"] == f"Bearer {KEY}"
        return as_json(ANSWER) if known else as_json({"error": {"message": "Who are you?"}}, 401)

    with served(tell) as locked:
        demo.goto(f"{product.url}/agents/-/")
        demo.get_by_label("Address or card", exact=True).fill(f"{locked.url}/v1")
        demo.get_by_role("button", name="Look").click()
        expect(demo.get_by_text("Not yet", exact=True)).to_be_visible()
        expect(demo.get_by_label("Address or card", exact=True)).to_have_value(f"{locked.url}/v1")
        demo.get_by_label("Key or token").fill(KEY)
        demo.get_by_role("button", name="Look again").click()
        expect(demo.get_by_text("Works", exact=True)).to_be_visible()
    assert KEY not in demo.content()


def test_a_test_from_a_profile_says_that_it_runs(demo, product):
    seen = threading.Event()

    def tell(request):
        assert request.method != "POST" or seen.wait(60)
        return as_json(ANSWER)

    with served(tell) as slow:
        config = {"url": f"{slow.url}/v1", "model": "m"}
        agent = {"handle": "courier", "name": "Courier", "connector": "openai", "connector_config": config}
        product.post("/agents", agent)
        demo.goto(f"{product.url}/agents/courier/")
        demo.get_by_role("button", name="Test").click()
        expect(demo.get_by_text("Testing", exact=True)).to_be_visible()
        expect(demo.locator(".lasting button[type=submit]")).to_be_disabled()
        seen.set()
        expect(demo.get_by_text("Courier answered in")).to_contain_text("I carry")
        expect(demo.locator("#agent-checks")).to_contain_text("Answered the test")
    demo.get_by_role("button", name="Remove this agent").click()
    demo.get_by_role("dialog").get_by_role("button", name="Remove").click()
    demo.wait_for_url(f"{product.url}/agents/")


def test_agents_are_found_by_meaning_and_narrowed_by_clicks(demo, product):
    demo.goto(f"{product.url}/agents/")
    all_of_them = demo.locator(".agent h3").count()
    demo.get_by_placeholder("Search by what they can do").fill("draw a picture of the numbers")
    demo.get_by_role("button", name="Search").click()
    expect(demo.locator(".agent h3").first).to_have_text("Chart maker")
    demo.get_by_role("link", name="Offline", exact=True).click()
    expect(demo.get_by_text("Nobody here fits")).to_be_visible()
    demo.get_by_role("link", name="All agents").click()
    expect(demo.locator(".agent h3")).to_have_count(all_of_them)


def test_agents_are_looked_after_while_nobody_looks(demo, product):
    away = {
        "handle": "away",
        "name": "Away",
        "connector": "http",
        "connector_config": {"url": "http://127.0.0.1:9/run"},
    }
    product.post("/agents", away)
    until = time.monotonic() + 90
    while not product.get("/agents/away/checks")["items"]:
        assert time.monotonic() < until, "nobody checked it"
        time.sleep(1)
    demo.goto(f"{product.url}/agents/away/")
    expect(demo.get_by_text("Left out of teams")).to_contain_text("is it running?")
    demo.get_by_role("button", name="Remove this agent").click()
    demo.get_by_role("dialog").get_by_role("button", name="Remove").click()
    demo.wait_for_url(f"{product.url}/agents/")
