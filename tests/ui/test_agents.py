"""The pages of the registry: the directory, a profile, and how agents come in, are tried out, change and go."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from apps.agents.actions import register_agent
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, AgentToken, Connection, Trial
from apps.teams.models import Attempt
from tests import factories
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving
from tests.markup import one_line

EVIL = '"><script>alert(1)</script><i hx-get=/x hx-trigger=load>'
KEY = "sk-canary-8d3a77"


@pytest.fixture
def office(db):
    """A workspace with its owner, an operator and three agents."""
    of = factories.workspace()
    of.people = {role: factories.person(of, role, role.title()) for role in ("owner", "operator", "viewer")}
    for handle in ("scout", "tally", "scribe"):
        factories.agent(of, handle)
    return of


@pytest.fixture
def owner(client, office):
    client.force_login(office.people["owner"])
    return client


@pytest.fixture
def now(django_capture_on_commit_callbacks):
    """Do what was rung for at the end of a block."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def html(response, status=200):
    assert response.status_code == status, response.content[:2000]
    return one_line(response.content.decode())


def registered(of, handle="courier", connector="http", **config):
    profile = AgentProfile(handle=handle, name=handle.title(), connector=connector, connector_config=config)
    return Agent.objects.get(pk=register_agent(of.pk, profile))


class TestDirectory:
    @pytest.mark.parametrize(
        ("query", "handles"),
        [
            ("", {"scout", "scribe", "tally"}),
            ("?q=tally", {"tally"}),
            ("?q=check figures twice", {"tally"}),
            ("?q=zzzz", set()),
            ("?presence=offline", {"scribe"}),
            ("?presence=nonsense", {"scout", "scribe", "tally"}),
            ("?on=no", {"scout"}),
            ("?busy=yes", set()),
            ("?skill=demo&on=yes", {"scribe", "tally"}),
            ("?skill=%00&connector=http", set()),
            ("?connector=builtin&page=99999", {"scout", "scribe", "tally"}),
            ("?connector=http&page=99999", set()),
        ],
    )
    def test_it_is_narrowed_by_what_the_address_says(self, owner, office, query, handles):
        Connection.objects.filter(agent__handle="scribe").update(availability="offline")
        Agent.objects.filter(handle="scout").update(enabled=False)
        page = html(owner.get(f"/agents/{query}"))
        listed = set(re.findall(r'<h3 class="truncate"><a href="/agents/([\w-]+)/"', page))
        if query.startswith("?q=check"):
            assert next(iter(listed & {"tally"}), None) == "tally"
        else:
            assert listed == handles

    def test_who_is_busy_says_so_and_shows_its_last_tries(self, signed_in, world):
        page = html(signed_in.get("/agents/?busy=yes"))
        assert re.search(r"Working <time [^>]*data-since[^>]*>\d+:\d\d</time> <span class=\"muted\">1 of 4", page)
        assert re.search(r"last \d+ tries, \d failed", html(signed_in.get("/agents/?q=scout")))

    def test_one_that_keeps_failing_says_why_on_its_card(self, owner, office):
        Connection.objects.filter(agent__handle="scout").update(
            availability="offline", problem="It refused the credentials (401)."
        )
        assert "Left out of teams: It refused the credentials (401)." in html(owner.get("/agents/"))

    def test_what_agents_say_of_themselves_can_do_nothing(self, owner, office):
        Connection.objects.filter(agent__handle="scout").update(problem=EVIL)
        Agent.objects.filter(handle="scout").update(
            name=EVIL, description=EVIL, skills=[{"id": EVIL, "name": EVIL, "tags": [EVIL]}]
        )
        for path in ("/agents/", "/agents/scout/", "/agents/scout/edit/"):
            page = html(owner.get(path))
            assert "<script>alert" not in page
            assert "<i hx-get" not in page


def test_a_longer_list_takes_no_more_statements(owner, office, django_assert_max_num_queries):
    for number in range(20):
        factories.agent(office, f"agent-{number}")
    with django_assert_max_num_queries(13):
        page = html(owner.get("/agents/"))
    assert page.count('class="card agent') == 23


class TestProfile:
    def test_it_shows_its_record_and_where_it_worked(self, signed_in, world):
        page = html(signed_in.get("/agents/scout/"))
        assert "Read the filings" in page
        assert f"/goals/{world.goal.pk}/?team=" in page
        assert "Tries a day over 30 days" in page

    def test_it_tells_each_version_in_words(self, owner, office):
        registered(office, url="https://a.example/run")
        owner.post("/agents/courier/save/", SAVED | {"name": "Runner"})
        page = html(owner.get("/agents/courier/"))
        assert "Name: “Courier” became “Runner”." in page
        assert "Registered." in page

    def test_the_link_to_who_was_removed_says_so(self, owner, office):
        assert owner.post("/agents/scout/remove/").url == "/agents/"
        gone = owner.get("/agents/scout/")
        assert (gone.status_code, "Scout was removed" in gone.content.decode()) == (410, True)
        assert owner.get("/agents/scout/edit/").status_code == 404

    def test_the_link_leads_to_who_has_the_handle_of_the_removed_one_now(self, owner, office):
        owner.post("/agents/scout/remove/")
        factories.agent(office, "scout")
        assert owner.get("/agents/scout/").status_code == 200


def words_of(page):
    """A page's text without its elements."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split()).replace(" .", ".")


SAVED = {
    "name": "Courier",
    "description": "Carries",
    "skills": "Carry: takes things elsewhere\n",
    "concurrency": "2",
    "calls_per_minute": "30",
    "timeout_seconds": "30",
    "test_seconds": "20",
    "config-url": "https://a.example/run",
    "config-model": "",
    "config-headers": "",
}


class TestEditing:
    def test_it_is_saved_and_a_secret_that_is_not_entered_again_stays(self, owner, office):
        row = registered(office, url="https://a.example/run", headers=f"X-Key: {KEY}")
        form = html(owner.get("/agents/courier/edit/"))
        assert KEY not in form
        assert "One is stored" in form
        assert "Einer ist gespeichert" in html(owner.get("/agents/courier/edit/", headers={"accept-language": "de"}))
        assert owner.post("/agents/courier/save/", SAVED).url == "/agents/courier/"
        row.refresh_from_db()
        assert (row.connection.concurrency, row.connection.calls_per_minute) == (2, 30)
        assert (row.skills[0]["name"], "headers" in row.connection.connector_config) == ("Carry", True)
        assert "30 calls at most" in html(owner.get("/agents/courier/"))

    @pytest.mark.parametrize(
        ("chosen", "stored", "said"),
        [
            ("", None, "Only when a person says so. Nobody said that doing it twice does no harm."),
            ("yes", True, "Does no harm. Somebody who registered it said so."),
            ("no", False, "Only when a person says so. Somebody who registered it said so."),
        ],
    )
    def test_whether_a_skill_may_be_exercised_twice_is_shown_and_changed(self, owner, office, chosen, stored, said):
        row = registered(office, url="https://a.example/run")
        Agent.objects.update(
            skills=[{"id": "carry", "name": "Carry", "repeatable": not stored, "repeatable_from": "agent"}]
        )
        told = {"skills": "Carry", "twice_0": chosen}
        form = html(owner.get("/agents/courier/edit/"))
        assert form.index("Doing it twice") < form.index('name="twice_0"')
        assert owner.post("/agents/courier/save/", SAVED | told).status_code == 302
        row.refresh_from_db()
        assert row.skills[0]["repeatable"] is stored
        assert said in words_of(html(owner.get("/agents/courier/")))

    def test_what_the_agent_said_of_it_stays_its_word_until_somebody_says_otherwise(self, owner, office):
        row = registered(office, url="https://a.example/run")
        Agent.objects.update(skills=[{"id": "carry", "name": "Carry", "repeatable": True, "repeatable_from": "agent"}])
        owner.post("/agents/courier/save/", SAVED | {"skills": "Carry", "twice_0": "yes"})
        row.refresh_from_db()
        assert row.skills[0]["repeatable_from"] == "agent"
        assert "Does no harm. The agent says so." in words_of(html(owner.get("/agents/courier/")))

    def test_a_secret_is_forgotten_on_demand(self, owner, office):
        row = registered(office, url="https://a.example/run", headers=f"X-Key: {KEY}")
        owner.post("/agents/courier/save/", SAVED | {"config-forget_headers": "on"})
        row.refresh_from_db()
        assert "headers" not in row.connection.connector_config

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"name": ""}, "This field is required."),
            ({"config-url": "ftp://a"}, "must start with http"),
            ({"config-headers": "nonsense"}, "Line 1 is not a header"),
            ({"config-url": "https://elsewhere.example"}, "enter this again for the new server"),
            ({"skills": f"{'n' * 121}: x"}, "Line 1: a skill"),
            ({"concurrency": "0"}, "greater than or equal to 1"),
            ({"calls_per_minute": "-1"}, "greater than or equal to 0"),
            ({"timeout_seconds": "x"}, "Enter a whole number."),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(self, owner, office, change, words):
        registered(office, url="https://a.example/run", headers=f"X-Key: {KEY}")
        page = html(owner.post("/agents/courier/save/", SAVED | {"description": "Carries far"} | change), 422)
        assert words in page
        assert "Carries far" in page

    def test_it_is_switched_off_and_on(self, owner, office):
        owner.post("/agents/scout/switch-off/")
        assert "Switched off" in html(owner.get("/agents/scout/"))
        owner.post("/agents/scout/switch-on/")
        assert Agent.objects.get(handle="scout").enabled

    def test_a_test_says_how_it_went(self, owner, office):
        with fake_agent(as_json({"conclusion": "I carry."})) as server:
            registered(office, url=server.url)
            page = html(owner.post("/agents/courier/probe/", follow=True))
            assert "I carry." in page
        page = html(owner.post("/agents/courier/probe/", follow=True))
        assert "Courier did not pass the test" in page
        assert "Left out of teams" in page

    def test_a_test_that_must_wait_says_so_on_the_page_that_asked(self, owner, office):
        Connection.objects.filter(agent=registered(office, url="http://127.0.0.1:1/run").pk).update(calls_per_minute=1)
        place, asked = "http://testserver/agents/courier/?versions=2", {"HX-Request": "true"}
        owner.post("/agents/courier/probe/", headers=asked)
        owner.get(place)  # shows the note of the first test
        answer = owner.post("/agents/courier/probe/", headers={**asked, "Referer": place})
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, place)
        assert "has had its one call of this minute" in html(owner.get(place))


class TestTryingOut:
    def test_one_message_is_answered_without_a_team(self, owner, office, now):
        with fake_agent(as_json({"conclusion": "**Ten** bees <script>alert(1)</script>"})) as server, now():
            registered(office, url=server.url)
            place = owner.post("/agents/courier/ask/", {"text": "Count the bees"}).url
        page = html(owner.get(place))
        assert "<strong>Ten</strong> bees" in page
        assert "<script>alert" not in page
        assert "Count the bees" in page
        assert not Attempt.objects.exists()

    def test_while_it_works_the_page_asks_again(self, owner, office):
        place = owner.post("/agents/scout/ask/", {"text": "Count the bees"}).url
        trial = Trial.objects.get()
        fragment = html(owner.get(f"/agents/scout/asked/{trial.pk}/", headers={"HX-Request": "true"}))
        assert 'hx-trigger="every 1s"' in fragment
        assert 'hx-trigger="every 1s"' in html(owner.get(place))

    def test_an_empty_message_is_refused_in_the_box(self, owner, office):
        assert "Write a message." in html(owner.post("/agents/scout/ask/", {"text": " "}), 422)

    def test_what_somebody_else_asked_is_not_found(self, owner, office, client):
        owner.post("/agents/scout/ask/", {"text": "Count the bees"})
        trial = Trial.objects.get()
        assert owner.get(f"/agents/tally/?trial={trial.pk}").status_code == 404
        client.force_login(office.people["operator"])
        assert client.get(f"/agents/scout/?trial={trial.pk}").status_code == 404

    def test_a_viewer_may_not_ask(self, client, office):
        client.force_login(office.people["viewer"])
        assert client.post("/agents/scout/ask/", {"text": "Count the bees"}).status_code == 403


class TestJoining:
    def test_who_is_registered_already_is_named_before_they_join_twice(self, owner, office, now):
        with fake_agent(as_json({"conclusion": "I carry."})) as server, now():
            registered(office, url=server.url)
            again = owner.post("/agents/-/connect/", {"connector": "http", "config-url": server.url}).url
            other = owner.post("/agents/-/connect/", {"connector": "http", "config-url": f"{server.url}/b"}).url
        told = 'Registered here already, as <a class="link" href="/agents/courier/">@courier</a>'
        assert told in " ".join(html(owner.get(again)).split())
        assert "Registered here already" not in html(owner.get(other))

    def test_by_hand_a_connection_is_tested_and_then_it_joins(self, owner, office, now):
        with fake_agent(as_json({"conclusion": f"I carry, {KEY}."})) as server, now():
            sent = {"config-url": server.url, "config-headers": f"X-Key: {KEY}"}
            place = owner.post("/agents/-/connect/", {"connector": "http"} | sent).url
        page = html(owner.get(place))
        assert "Answered the test" in page
        assert KEY not in page
        told = {"name": "Courier", "handle": "@courier", "skills": "Carry: takes things elsewhere"}
        assert owner.post(f"{place}join/", told).url == "/agents/courier/"
        row = Agent.objects.get(handle="courier")
        assert (row.enabled, row.connection.availability, "headers" in row.connection.connector_config) == (
            True,
            "online",
            True,
        )
        assert row.connection.checks.get().tested

    @pytest.mark.parametrize(("told", "warned"), [("A helpful agent", True), ("Carries parcels in the city", False)])
    def test_the_page_says_when_teams_have_nothing_to_choose_it_by(self, owner, office, now, told, warned):
        with fake_agent(as_json({"conclusion": "I carry."})) as server, now():
            place = owner.post("/agents/-/connect/", {"connector": "http", "config-url": server.url}).url
        joined = {"name": "Courier", "handle": "courier", "description": told}
        page = html(owner.get(owner.post(f"{place}join/", joined).url))
        assert ("nothing to choose it by" in page) is warned

    def test_what_it_says_of_itself_is_suggested_where_it_joins_and_where_it_is_edited(self, owner, office, now):
        document = {
            "openapi": "3",
            "paths": {"/run": {"post": {"summary": EVIL, "description": f"Mends bikes. {EVIL}"}}},
        }
        routes = {("GET", "/openapi.json"): as_json(document), ("POST", "/run"): as_json({"conclusion": "Mended."})}
        with serving(routes) as server, now():
            sent = {"connector": "http", "config-url": f"{server.url}/run"}
            place = owner.post("/agents/-/connect/", sent).url
        page = html(owner.get(place))
        assert "Use these" in page
        assert "Mends bikes" in page
        assert EVIL not in page
        owner.post(f"{place}join/", {"name": "Courier", "handle": "courier"})
        assert "Choose from its own words" in html(owner.get("/agents/courier/"))
        edited = html(owner.get("/agents/courier/edit/"))
        assert "Use these" in edited
        assert "nothing to choose it by" in edited
        Agent.objects.update(skills=[{"id": "mend", "name": "Mend"}])
        assert "Use these" not in html(owner.get("/agents/courier/edit/"))

    def test_the_form_asks_for_the_patience_and_the_page_says_it_while_it_waits(self, owner, office):
        assert "Seconds to wait for its answer" in html(owner.get("/agents/-/"))
        assert "Seconds to wait for its answer" in html(owner.get("/agents/-/?connector=http"))
        sent = {"connector": "http", "config-url": "https://a.example", "test_seconds": "90"}
        page = html(owner.get(owner.post("/agents/-/connect/", sent).url))
        assert "Waiting for its answer to a test message, up to 90 s" in page
        refused = html(owner.post("/agents/-/connect/", sent | {"test_seconds": "301"}), 422)
        assert "less than or equal to 300" in refused

    def test_one_that_does_not_answer_is_corrected_or_registered_switched_off(self, owner, office, now):
        with now():
            place = owner.post("/agents/-/connect/", {"connector": "http", "config-url": "http://127.0.0.1:1/run"}).url
        page = html(owner.get(place))
        assert "Not reached over HTTP" in page
        assert "A new agent" in page
        in_german = html(owner.get(place, headers={"accept-language": "de"}))
        assert all(said in in_german for said in ("Nicht erreicht über HTTP", "Ein neuer Agent", "läuft es?"))
        assert "Register it switched off" in page
        with fake_agent(as_json({"conclusion": "Here now."})) as server, now():
            again = owner.post(f"{place}again/", {"config-url": server.url}).url
        assert "Here now." in html(owner.get(again))
        owner.post(f"{place}join/", {"name": "Courier", "handle": "courier"})
        row = Agent.objects.get(handle="courier")
        assert (row.enabled, row.connection.availability, row.connection.problem != "") == (False, "offline", True)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"handle": "scout"}, "There is an agent @scout already."),
            ({"handle": "Not A Handle"}, "Use lower-case letters"),
            ({"name": ""}, "This field is required."),
        ],
    )
    def test_a_refused_registration_stands_beside_its_field(self, owner, office, now, change, words):
        with fake_agent(as_json({"conclusion": "I carry."})) as server, now():
            place = owner.post("/agents/-/connect/", {"connector": "http", "config-url": server.url}).url
        told = {"name": "Courier", "handle": "courier", "description": "Carries far"}
        page = html(owner.post(f"{place}join/", told | change), 422)
        assert words in page
        assert "Carries far" in page

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            ({"config-url": ""}, "This field is required."),
            ({"config-url": "ftp://a"}, "must start with http"),
            ({"config-url": "http://a", "config-headers": "x"}, "Line 1 is not a header"),
        ],
    )
    def test_a_wrong_connection_is_refused_before_anything_is_sent(self, owner, office, sent, words):
        assert words in html(owner.post("/agents/-/connect/", {"connector": "http"} | sent), 422)
        assert not Trial.objects.exists()

    def test_an_unknown_connector_is_not_found(self, owner, office):
        assert owner.get("/agents/-/?connector=pigeon").status_code == 404
        assert owner.post("/agents/-/connect/", {"connector": "scripted"}).status_code == 404

    def test_an_agent_that_dials_in_gets_its_command_once(self, owner, office):
        page = html(owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop"}))
        token = re.search(r"ioa_agent_[\w-]+", page)[0]
        assert "Waiting for it to say hello" in page
        assert token not in html(owner.get("/agents/laptop/"))
        assert Agent.objects.get(handle="laptop").connection.availability == "offline"
        row = AgentToken.objects.get()
        owner.post(f"/agents/-/tokens/{row.pk}/revoke/")
        row.refresh_from_db()
        assert row.revoked_at

    @pytest.mark.parametrize(
        ("way", "place", "option"),
        [
            ("", "", "--python my_agent:run"),
            ("a2a", "http://localhost:7000", "--a2a http://localhost:7000"),
            ("mcp", "", "--mcp 'python -m my_server'"),
            ("acp", "", "--acp 'opencode acp'"),
            ("mcp", "npx server; rm -r $HOME", "--mcp 'npx server; rm -r $HOME'"),
            ("python", "harbour's:count", """--python 'harbour'"'"'s:count'"""),
        ],
    )
    def test_the_command_is_for_what_was_chosen_and_that_is_kept(self, owner, office, way, place, option):
        sent = {"name": "Laptop", "handle": "laptop", "reached_by": way, "reached_at": place}
        assert option in unescape(html(owner.post("/agents/-/expect/", sent)))
        assert option in unescape(html(owner.get("/agents/laptop/")))
        assert option in unescape(html(owner.post("/agents/laptop/tokens/", {"name": "desk", "days": ""})))

    def test_its_settings_are_told_in_words(self, owner, office):
        owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop"})
        owner.post("/agents/laptop/save/", SAVED | {"config-describes_itself": "on", "config-reached_by": "mcp"})
        page = html(owner.get("/agents/laptop/"))
        for words in ("yes", "An MCP server that a command starts"):
            assert f'<dd class="wrap">{words}</dd>' in page

    @pytest.mark.parametrize(
        ("way", "package"), [("python", "./client"), ("mcp", "'./client[mcp]'"), ("acp", "[acp]'")]
    )
    def test_what_is_to_be_installed_reaches_what_was_chosen(self, owner, office, way, package):
        sent = {"name": "Laptop", "handle": "laptop", "reached_by": way}
        for page in (owner.post("/agents/-/expect/", sent), owner.get("/agents/laptop/")):
            assert f"{package}</code>" in unescape(html(page))

    @pytest.mark.parametrize("wrong", [{"reached_by": "telepathy"}, {"reached_at": "x" * 501}])
    def test_a_way_that_there_is_not_is_refused_beside_its_field(self, owner, office, wrong):
        page = html(owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop"} | wrong), 422)
        assert f'id="id_{next(iter(wrong))}_error"' in page
        assert not Agent.objects.filter(handle="laptop").exists()

    def test_what_dials_in_may_be_reached_otherwise_later(self, owner, office):
        owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop"})
        assert "An A2A agent" in html(owner.get("/agents/laptop/edit/"))
        reached = {
            "config-describes_itself": "on",
            "config-reached_by": "http",
            "config-reached_at": "http://localhost",
        }
        owner.post("/agents/laptop/save/", SAVED | reached)
        assert "--http http://localhost" in html(owner.get("/agents/laptop/"))

    def test_what_describes_itself_still_does_after_it_was_edited_and_saved_as_it_was(self, owner):
        owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop"})
        page = html(owner.get("/agents/laptop/edit/"))
        (box,) = re.findall(r'<input[^>]*name="config-describes_itself"[^>]*>', page)
        assert "checked" in box
        assert "become what it says whenever it connects" in page
        owner.post("/agents/laptop/save/", SAVED | {"config-describes_itself": "on", "config-reached_by": "python"})
        assert Agent.objects.get(handle="laptop").connection.connector_config["describes_itself"] is True
        owner.post("/agents/laptop/save/", SAVED | {"config-reached_by": "python"})
        (box,) = re.findall(r'<input[^>]*name="config-describes_itself"[^>]*>', html(owner.get("/agents/laptop/edit/")))
        assert "checked" not in box

    def test_the_profile_says_until_when_each_token_lasts(self, owner, office):
        page = html(owner.post("/agents/-/expect/", {"name": "Laptop", "handle": "laptop", "days": "7"}))
        assert "lasts 7 days" in page
        made = html(owner.post("/agents/laptop/tokens/", {"name": "endless", "days": ""}))
        assert "ioa_agent_" in made
        assert "lasts" not in made
        first = AgentToken.objects.get(name="first")
        profile = html(owner.get("/agents/laptop/"))
        assert f"until {first.expires_at:%-d %b %Y}" in profile
        assert "never expires" in profile
        assert '<option value="90" selected>90 days</option>' in profile
        AgentToken.objects.filter(pk=first.pk).update(expires_at=timezone.now())
        assert "<b>expired</b>" in html(owner.get("/agents/laptop/"))

    @pytest.mark.parametrize("role", ["operator", "viewer"])
    def test_only_owners_let_agents_in(self, client, office, role):
        client.force_login(office.people[role])
        assert client.get("/agents/-/").status_code == 403
        for path in ("look/", "expect/", "connect/", "import/"):
            assert client.post(f"/agents/-/{path}", {"source": "https://a.example"}).status_code == 403


class TestExchange:
    def test_what_was_exported_comes_in_elsewhere_without_its_secrets(self, owner, office, client):
        registered(office, url="https://a.example/run", headers=f"X-Key: {KEY}")
        for form in ("json", "csv"):
            text = owner.get(f"/agents/-/export.{form}").content.decode()
            assert KEY not in text
            elsewhere = factories.workspace()
            client.force_login(factories.person(elsewhere))
            page = html(client.post("/agents/-/import/", {"text": text}))
            assert 'href="/agents/courier/"' in page
            config = elsewhere.agents.get(handle="courier").connection.connector_config
            assert config == {"url": "https://a.example/run"}
            client.force_login(office.people["owner"])

    def test_each_entry_that_is_refused_says_why(self, owner, office):
        text = "handle,name,connector,url\nscout,Scout,http,https://a\nnew,New,http,ftp://a\nfine,Fine,http,https://a\n"
        page = html(owner.post("/agents/-/import/", {"text": text}))
        assert "1 of 3 came in" in page
        assert "There is an agent @scout already" in page
        assert "url: The address must start with http" in page

    def test_what_is_no_list_is_refused(self, owner, office):
        assert "no list of agents" in html(owner.post("/agents/-/import/", {"text": "{}"}), 422)
        assert "There is nothing in it" in html(owner.post("/agents/-/import/", {"text": ""}), 422)
        german = {"accept-language": "de"}
        wrong = html(owner.post("/agents/-/import/", {"text": "{no"}, headers=german), 422)
        refused = html(owner.post("/agents/-/import/", {"text": '[{"handle": "A B"}]'}, headers=german))
        assert "Eintrag 1: A B" in refused
        assert "handle: Verwende Kleinbuchstaben" in refused
        assert "Das ist kein gültiges JSON. Gib eine JSON-Liste von Agenten" in wrong

    def test_an_unknown_format_is_not_found(self, owner, office):
        assert owner.get("/agents/-/export.xml").status_code == 404

    def test_an_empty_workspace_begins_with_the_built_in_agents(self, client, db):
        of = factories.workspace()
        client.force_login(factories.person(of))
        assert "Bring in the built-in agents" in html(client.get("/agents/"))
        client.post("/agents/-/built-in/")
        assert of.agents.filter(handle="calculator").exists()


CARD = {
    "name": EVIL,
    "description": EVIL,
    "version": "1",
    "protocolVersion": "0.3.0",
    "capabilities": {},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "evil", "name": EVIL, "description": EVIL, "tags": [EVIL]}],
}


class TestImitatingNames:
    @pytest.mark.parametrize("name", ["Coordinator\u202e\u200b", "Сооrdinator", "System", "Bоb"])
    def test_none_is_taken_in_a_form_and_the_reason_stands_beside_the_field(self, owner, office, name):
        registered(office, url="https://a.example/run")
        page = html(owner.post("/agents/courier/save/", SAVED | {"name": name}), 422)
        assert re.search(r'name="name"[^>]*aria-invalid="true"', page)
        assert Agent.objects.get(handle="courier").name == "Courier"

    def test_none_is_taken_for_an_agent_that_will_dial_in(self, owner, office):
        page = html(owner.post("/agents/-/expect/", {"name": "The Hub", "handle": "hub"}), 422)
        assert "@hub is what the hub calls its own parts" in page

    def test_none_comes_in_with_a_list(self, owner, office):
        listed = [
            {"handle": f"a-{n}", "name": name, "connector": "http", "connector_config": {"url": "http://a.example"}}
            for n, name in enumerate(["Cοordinator", "Καλημέρα"])
        ]
        page = html(owner.post("/agents/-/import/", {"text": json.dumps({"agents": listed})}))
        assert "1 of 2 came in" in page
        assert "has letters of another one that look the same" in page

    def test_an_agent_that_was_called_so_before_there_were_rules_can_still_be_changed(self, owner, office):
        row = registered(office, url="https://a.example/run")
        Agent.objects.update(name="System")
        assert owner.post("/agents/courier/save/", SAVED | {"name": "System"}).status_code == 302
        row.refresh_from_db()
        assert (row.name, row.description) == ("System", "Carries")

    def test_what_nobody_sees_is_left_out_of_a_card_and_what_imitates_is_refused(self, owner, office, now):
        for name, shown in (("Ann\u202e\u200bbot", "Annbot"), ("Coordinator\u200b", "Coordinator")):
            with fake_agent(as_json(CARD)) as there:
                card = CARD | {"name": name, "url": there.url, "preferredTransport": "JSONRPC"}
                with now():
                    place = owner.post("/agents/-/look/", {"source": json.dumps(card)}).url
            assert f'value="{shown}"' in html(owner.get(place))


class TestHostileCards:
    def test_a_card_full_of_markup_can_do_nothing(self, owner, office, now):
        with fake_agent(as_json(CARD)) as there:
            there_too = CARD | {"url": there.url, "preferredTransport": "JSONRPC"}
            with now():
                place = owner.post("/agents/-/look/", {"source": json.dumps(there_too)}).url
        page = html(owner.get(place))
        assert "&lt;script&gt;alert" in page
        assert "<script>alert" not in page
        assert "<i hx-get" not in page

    def test_a_card_of_five_megabytes_is_no_card(self, owner, office, now):
        with fake_agent(as_json(CARD | {"description": "x" * 5_000_000})) as there, now():
            place = owner.post("/agents/-/look/", {"source": there.url}).url
        page = html(owner.get(place))
        assert "Not yet" in page
        assert len(page) < 200_000

    def test_a_pasted_one_is_refused_in_the_form(self, owner, office):
        page = html(owner.post("/agents/-/look/", {"source": json.dumps(CARD | {"x": "x" * 300_000})}), 422)
        assert "at most 200000 characters" in page

    @pytest.mark.parametrize(
        "source", ["http://127.0.0.1:1", "https://no.such.host.invalid", "file:///etc/passwd", "x"]
    )
    def test_an_address_that_is_no_agent_says_so(self, owner, office, now, source):
        with now():
            place = owner.post("/agents/-/look/", {"source": source}).url
        page = html(owner.get(place))
        assert "Look again" in page
        assert f"> {source}</textarea>" in page
        assert "What teams are told of it" not in page
