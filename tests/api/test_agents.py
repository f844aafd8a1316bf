"""What people do with agents on pages, programs do over REST: look, test, join, ask, bring in and take out."""

import csv
import io
import json
from datetime import datetime, timedelta

import pytest

from apps.agents import jobs
from apps.agents.models import Agent, Connection
from apps.teams.models import Attempt
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json, whole
from tests.agents.connectors.routed_agent import serving
from tests.agents.connectors.test_detection import MCP

KEY = "sk-canary-8d3a77"
TOLD = {"handle": "courier", "name": "Courier", "skills": [{"id": "carry", "name": "Carry", "tags": ["parcels"]}]}


@pytest.fixture
def now(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def server(text="I carry."):
    return fake_agent(as_json(whole(text) | {"object": "list", "data": [{"id": "m", "object": "model"}]}))


def test_who_dials_in_is_offline_until_it_has(owner):
    told = {"handle": "courier", "name": "Courier", "connector": "socket"}
    assert owner.post("/agents", told).json()["availability"] == "offline"
    assert Connection.objects.get(agent__handle="courier").out_since is not None


class TestImitatingNames:
    @pytest.mark.parametrize(
        ("told", "field"),
        [({"name": "Coordinator\u202e"}, "name"), ({"name": "Сооrdinator"}, "name"), ({"handle": "system"}, "handle")],
    )
    def test_they_are_refused_with_a_sentence_beside_the_field(self, owner, told, field):
        with server() as there:
            answer = owner.post("/agents/join", {"source": f"{there.url}/v1", "handle": "courier", **told})
        assert answer.status_code == 422
        assert field in json.dumps(answer.json())
        assert not Agent.objects.filter(handle__in=["courier", "system"]).exists()


class TestComingIn:
    def test_one_call_finds_tests_and_registers_an_agent(self, owner):
        with server(f"I carry, {KEY}.") as there:
            answer = owner.post("/agents/join", {"source": f"{there.url}/v1", "token": KEY, "handle": "courier"})
        assert answer.status_code == 201
        assert KEY not in answer.content.decode()
        joined = answer.json()
        assert (joined["handle"], joined["connector"], joined["secrets"]) == ("courier", "openai", ["api_key"])
        assert (joined["enabled"], joined["availability"], joined["problem"]) == (True, "online", "")
        (check,) = owner.get("/agents/courier/checks").json()["items"]
        assert (check["tested"], check["reply"]) == (True, "I carry, [secret].")

    @pytest.mark.parametrize(
        ("told", "warned"),
        [
            ({}, ["nothing_to_choose_by"]),
            ({"description": "A helpful assistant"}, ["nothing_to_choose_by"]),
            ({"description": "Carries parcels through the city"}, []),
            ({"skills": [{"name": "carry"}]}, []),
        ],
    )
    def test_it_is_said_when_there_is_nothing_to_choose_an_agent_by(self, owner, told, warned):
        profile = {"handle": "courier", "name": "Courier", "connector": "openai", **told}
        profile["connector_config"] = {"url": "https://courier.example/v1"}
        answer = owner.post("/agents", profile)
        assert answer.status_code == 201, answer.content
        assert [each["code"] for each in answer.json()["warnings"]] == warned
        assert [each["code"] for each in owner.get("/agents/courier").json()["warnings"]] == warned

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"source": "http://127.0.0.1:1"}, "source"),
            ({"source": "no address"}, "source"),
            ({"source": "{}"}, "source"),
            ({"source": ""}, "source"),
            ({"source": "https://a.example", "colour": 1}, "colour"),
            ({"source": "https://a.example", "headers": "nonsense"}, "source"),
        ],
    )
    def test_what_is_no_agent_is_refused_and_nothing_is_registered(self, owner, body, field):
        before = Agent.objects.count()
        answer = owner.post("/agents/join", body)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)
        assert Agent.objects.count() == before

    def test_one_kind_alone_may_be_looked_for(self, owner):
        with server() as there:
            place = {"source": f"{there.url}/v1", "handle": "courier"}
            missed = owner.post("/agents/join", {**place, "connector": "mcp"})
            joined = owner.post("/agents/join", {**place, "connector": "openai"})
        assert (missed.status_code, missed.json()["errors"][0]["field"]) == (422, "source")
        assert (joined.status_code, joined.json()["connector"]) == (201, "openai")

    def test_a_kind_that_no_address_has_is_refused(self, owner):
        for kind in ("socket", "carrier-pigeon"):
            answer = owner.post("/agents/join", {"source": "https://a.example", "connector": kind})
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "connector")

    def test_a_skill_without_an_id_gets_one_of_its_name(self, owner):
        told = {"handle": "courier", "skills": [{"name": "Carry letters!"}]}
        with server() as there:
            joined = owner.post("/agents/join", {"source": f"{there.url}/v1", **told})
        assert [skill["id"] for skill in joined.json()["skills"]] == ["carry-letters"]

    def test_a_wrong_key_is_told_from_a_wrong_address(self, owner):
        with fake_agent(as_json({"error": {"message": "No such key"}}, 401)) as there:
            answer = owner.post("/agents/join", {"source": f"{there.url}/v1", "token": "wrong-key"})
        assert answer.status_code == 422
        assert "wrong-key" not in answer.content.decode()

    def test_a_handle_that_is_taken_is_refused(self, owner):
        with server() as there:
            answer = owner.post("/agents/join", {"source": f"{there.url}/v1", "handle": "scout"})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "handle")

    def test_it_is_looked_at_first_and_joins_then(self, owner, now):
        with server() as there, now():
            trial = owner.post("/trials/look", {"source": f"{there.url}/v1", "token": KEY})
        assert trial.status_code == 202
        seen = owner.get(f"/trials/{trial.json()['id']}").json()
        assert (seen["done"], seen["problem"], seen["found"]["connector"]) == (True, "", "openai")
        assert KEY not in str(seen)
        joined = owner.post(f"/trials/{seen['id']}/join", TOLD)
        assert (joined.status_code, joined.json()["secrets"]) == (201, ["api_key"])
        assert owner.post(f"/trials/{seen['id']}/join", TOLD).status_code == 422

    def test_a_trial_that_is_not_done_can_not_join(self, owner):
        trial = owner.post("/trials/test", {"connector": "http", "connector_config": {"url": "https://a.example"}})
        assert owner.post(f"/trials/{trial.json()['id']}/join", TOLD).status_code == 409

    @pytest.mark.parametrize(
        ("connector", "config", "field"),
        [
            ("pigeon", {}, "connector"),
            ("http", {}, "connector_config.url"),
            ("http", {"url": "http://a", "headers": "x"}, "connector_config.headers"),
            ("http", {"url": "http://a", "handle": "x"}, "connector_config.handle"),
        ],
    )
    @pytest.mark.parametrize(("path", "told"), [("/trials/test", {}), ("/agents", TOLD)])
    def test_a_wrong_connection_is_refused_by_its_path(self, owner, connector, config, field, path, told):
        answer = owner.post(path, {**told, "connector": connector, "connector_config": config})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    def test_the_connectors_tell_what_they_are_configured_with(self, viewer):
        kinds = {one["kind"]: one["config"] for one in viewer.get("/connectors").json()["items"]}
        assert {"openai", "http"} <= kinds.keys()
        assert kinds["openai"]["properties"]["api_key"]["format"] == "password"

    def test_an_agent_that_dials_in_gets_a_token_that_ends(self, owner):
        owner.post("/agents", {"handle": "laptop", "name": "Laptop", "connector": "socket"})
        made = owner.post("/agents/laptop/tokens", {"name": "desk"}).json()
        assert made["token"] in made["command"]
        (listed,) = owner.get("/agents/laptop/tokens").json()["items"]
        assert made["token"] not in str(listed)
        assert owner.send("DELETE", f"/agents/scout/tokens/{listed['id']}").status_code == 404
        assert owner.send("DELETE", f"/agents/laptop/tokens/{listed['id']}").status_code == 204
        assert owner.get("/agents/laptop/tokens").json()["items"] == []

    def test_the_command_of_one_that_dials_in_is_for_how_it_is_reached(self, owner):
        reached = {"reached_by": "mcp", "reached_at": "npx @playwright/mcp"}
        owner.post("/agents", {**TOLD, "connector": "socket", "connector_config": reached})
        made = owner.post("/agents/courier/tokens", {"name": "desk"}).json()
        assert made["command"].endswith("--mcp 'npx @playwright/mcp'")

    @pytest.mark.parametrize("wrong", [{"reached_by": "telepathy"}, {"reached_at": "a\nb"}, {"reached_at": "x" * 501}])
    def test_a_way_that_there_is_not_is_refused(self, owner, wrong):
        answer = owner.post("/agents", {**TOLD, "connector": "socket", "connector_config": wrong})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (
            422,
            f"connector_config.{next(iter(wrong))}",
        )

    @pytest.mark.parametrize(("days", "lasts"), [({}, 90), ({"expires_in_days": 7}, 7), ({"expires_in_days": None}, 0)])
    def test_a_token_of_an_agent_lasts_as_long_as_is_asked_for(self, owner, days, lasts):
        owner.post("/agents", {"handle": "laptop", "name": "Laptop", "connector": "socket"})
        assert owner.post("/agents/laptop/tokens", {"name": "desk", **days}).status_code == 201
        (listed,) = owner.get("/agents/laptop/tokens").json()["items"]
        ends, made = listed["expires_at"], datetime.fromisoformat(listed["created_at"])
        assert (round((datetime.fromisoformat(ends) - made) / timedelta(days=1)) if ends else 0) == lasts
        assert listed["expired"] is False

    @pytest.mark.parametrize("days", [0, -1, 3651])
    def test_a_token_of_an_agent_lasts_between_a_day_and_ten_years(self, owner, days):
        owner.post("/agents", {"handle": "laptop", "name": "Laptop", "connector": "socket"})
        assert owner.post("/agents/laptop/tokens", {"name": "desk", "expires_in_days": days}).status_code == 422


DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Repair shop"},
    "paths": {
        "/run": {"post": {"summary": "Mend Bicycle", "description": "Mends a bicycle. " + f"Costs {KEY}."}},
        "/parts": {"get": {"summary": "Find Spare Parts", "description": "Looks a part up."}},
        "/health": {"get": {"summary": "Health Check"}},
    },
}


def repair_shop(document=DOCUMENT):
    """An agent that lists no skill, on a server whose OpenAPI document says what it does."""

    def run(request):
        return as_json({"conclusion": "Mended."} if request.body else {"detail": [{"loc": ["body", "task_desc"]}]})

    return serving({("GET", "/openapi.json"): as_json(document), ("POST", "/run"): run})


class TestPatience:
    """How long a test message is waited for."""

    def test_it_is_said_when_an_agent_joins_and_may_be_changed(self, owner):
        with server() as there:
            place = {"source": f"{there.url}/v1", "handle": "courier", "test_seconds": 90}
            joined = owner.post("/agents/join", place).json()
        assert joined["test_seconds"] == 90
        profile = {name: joined[name] for name in ("handle", "name", "connector", "connector_config")}
        changed = owner.send("PUT", "/agents/courier", {**profile, "test_seconds": 120}).json()
        assert changed["test_seconds"] == 120
        [told, *_] = owner.get("/agents/courier/versions").json()["items"]
        assert told["changes"] == ["Time limit of a test: “90” became “120”."]

    def test_a_trial_says_for_how_long_it_waits_and_since_when(self, owner, now):
        with server() as there, now():
            trial = owner.post("/trials/look", {"source": f"{there.url}/v1", "test_seconds": 90}).json()
        seen = owner.get(f"/trials/{trial['id']}").json()
        assert seen["test_seconds"] == 90
        assert seen["begun_at"] >= seen["created_at"]
        joined = owner.post(f"/trials/{trial['id']}/join", TOLD).json()
        assert joined["test_seconds"] == 90

    @pytest.mark.parametrize("seconds", [0, 301, "long"])
    @pytest.mark.parametrize("door", ["/agents/join", "/trials/look", "/trials/test", "/agents"])
    def test_what_nobody_waits_for_is_refused(self, owner, door, seconds):
        places = {"/trials/test": {"connector": "http"}, "/agents": {**TOLD, "connector": "http"}}
        answer = owner.post(door, {**places.get(door, {"source": "https://a.example"}), "test_seconds": seconds})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "test_seconds")


class TestSuggestedSkills:
    """One that lists no skill is suggested some, of what its server says of itself."""

    def test_the_operations_of_its_server_are_suggested_when_it_joins(self, owner):
        with repair_shop() as there:
            joined = owner.post("/agents/join", {"source": there.url, "handle": "shop"}).json()
        suggested = ["Mend Bicycle", "Find Spare Parts"]
        assert [skill["name"] for skill in joined["suggested_skills"]] == suggested
        assert [gap["code"] for gap in joined["warnings"]] == ["nothing_to_choose_by"]
        profile = {name: joined[name] for name in ("handle", "name", "connector", "connector_config")}
        taken = owner.send("PUT", "/agents/shop", {**profile, "skills": joined["suggested_skills"]}).json()
        assert [skill["name"] for skill in taken["skills"]] == suggested
        assert (taken["suggested_skills"], taken["warnings"]) == ([], [])

    def test_they_are_suggested_by_the_trial_before_it_joins(self, owner, now):
        with repair_shop() as there, now():
            trial = owner.post("/trials/look", {"source": there.url}).json()
        found = owner.get(f"/trials/{trial['id']}").json()["found"]
        assert [skill["id"] for skill in found["suggested_skills"]] == ["mend-bicycle", "find-spare-parts"]
        joined = owner.post(f"/trials/{trial['id']}/join", {"handle": "shop", "name": "Shop"}).json()
        assert joined["suggested_skills"] == found["suggested_skills"]

    def test_words_that_repeat_the_key_are_not_suggested(self, owner):
        with repair_shop() as there:
            place = {"source": there.url, "handle": "shop", "token": KEY}
            joined = owner.post("/agents/join", place).json()
        assert [skill["name"] for skill in joined["suggested_skills"]] == ["Find Spare Parts"]

    def test_one_whose_server_says_nothing_is_suggested_nothing_and_told_what_to_write(self, owner):
        with repair_shop({}) as there:
            joined = owner.post("/agents/join", {"source": there.url, "handle": "shop"}).json()
        assert joined["suggested_skills"] == []
        assert "Translate: turns texts into other languages" in joined["warnings"][0]["sentence"]

    def test_one_that_lists_skills_is_not_read(self, owner):
        with repair_shop() as there:
            place = {"source": there.url, "handle": "shop", "skills": [{"name": "Mend"}]}
            joined = owner.post("/agents/join", place).json()
        assert joined["suggested_skills"] == []

    def test_the_tools_of_a_server_that_was_entered_by_hand_are_suggested_under_their_own_ids(self, owner, now):
        with serving({("POST", "/mcp"): MCP}) as there, now():
            connection = {"connector": "mcp", "connector_config": {"url": f"{there.url}/mcp"}}
            trial = owner.post("/trials/test", connection).json()
        found = owner.get(f"/trials/{trial['id']}").json()["found"]
        [skill] = found["suggested_skills"]
        assert (skill["id"], skill["name"], skill["read_only_hint"]) == ("count", "Count bees", True)

    def test_one_that_was_registered_without_a_test_is_read_by_its_first_check(self, owner):
        with repair_shop() as there:
            profile = {"handle": "shop", "name": "Shop", "connector": "http"}
            registered = owner.post("/agents", {**profile, "connector_config": {"url": f"{there.url}/run"}}).json()
            assert registered["suggested_skills"] == []
            jobs.check_agents()
        suggested = owner.get("/agents/shop").json()["suggested_skills"]
        assert [skill["name"] for skill in suggested] == ["Mend Bicycle", "Find Spare Parts"]

    def test_the_words_of_one_that_dials_in_are_suggested(self, owner):
        told = "Counts the ships of a harbour. Reads the log of a ship."
        owner.post("/agents", {"handle": "laptop", "name": "Laptop", "connector": "socket", "description": told})
        suggested = owner.get("/agents/laptop").json()["suggested_skills"]
        assert [skill["name"] for skill in suggested] == ["Counts the ships of a harbour", "Reads the log of a ship"]


class TestAsking:
    def test_one_message_is_answered_without_a_team(self, operator, owner, now):
        with fake_agent(as_json({"conclusion": "Ten bees"})) as there:
            config = {"url": there.url}
            owner.post("/agents", {"handle": "bees", "name": "Bees", "connector": "http", "connector_config": config})
            with now():
                asked = operator.post("/agents/bees/ask", {"text": "How many?"}).json()
        seen = operator.get(f"/trials/{asked['id']}").json()
        assert (seen["done"], seen["reply"], seen["found"]) == (True, "Ten bees", None)
        assert not Attempt.objects.exists()

    def test_one_that_is_switched_off_is_not_asked(self, owner):
        owner.post("/agents/scout/disable")
        assert owner.post("/agents/scout/ask", {"text": "Hello?"}).status_code == 409


class TestHistory:
    def test_each_change_is_a_version(self, owner):
        agent = TOLD | {"connector": "http", "connector_config": {"url": "https://a.example/run"}}
        owner.post("/agents", agent)
        owner.send("PUT", "/agents/courier", agent | {"name": "Runner"})
        newest, first = owner.get("/agents/courier/versions").json()["items"]
        assert newest["changes"] == ["Name: “Courier” became “Runner”."]
        assert (first["number"], first["changes"]) == (1, ["Registered."])

    def test_the_record_tells_how_it_went_and_where(self, viewer, world):
        record = viewer.get("/agents/scout/record").json()
        assert record["done"] >= 1
        assert record["p50_seconds"] is not None
        assert str(world.goal.pk) in {work["goal_id"] for work in record["work"]}

    def test_one_that_never_worked_has_an_empty_record(self, viewer):
        record = viewer.get("/agents/scout/record").json()
        assert (record["done"], record["p50_seconds"], record["money"], record["work"]) == (0, None, None, [])


class TestNarrowing:
    @pytest.mark.parametrize(
        ("query", "handles"),
        [
            ("?skill=demo", ["scout", "scribe", "tally"]),
            ("?skill=write-reports", ["scribe"]),
            ("?connector=http", []),
            ("?availability=offline", ["tally"]),
            ("?busy=true", []),
            ("?busy=false&enabled=false", ["scout"]),
        ],
    )
    def test_the_list_is_narrowed(self, viewer, office, query, handles):
        Connection.objects.filter(agent__handle="tally").update(availability="offline")
        Agent.objects.filter(handle="scout").update(enabled=False)
        assert [one["handle"] for one in viewer.get(f"/agents{query}").json()["items"]] == handles

    def test_a_connector_that_nobody_knows_is_refused(self, viewer):
        answer = viewer.get("/agents?connector=pigeon")
        (error,) = answer.json()["errors"]
        assert (answer.status_code, error["field"]) == (422, "connector")
        assert error["detail"].startswith("Nobody knows the connector “pigeon”. Choose one of: ")

    def test_a_cursor_belongs_to_its_filters(self, viewer):
        cursor = viewer.get("/agents?skill=demo&limit=1").json()["next"]
        assert viewer.get(f"/agents?skill=demo&limit=1&cursor={cursor}").json()["items"][0]["handle"] == "scribe"
        assert viewer.get(f"/agents?limit=1&cursor={cursor}").status_code == 422


class TestExchange:
    def test_the_registry_goes_out_and_comes_in(self, owner, stranger, office):
        Agent.objects.all().delete()
        config = {"url": "https://a.example/run", "headers": f"X-Key: {KEY}"}
        owner.post("/agents", TOLD | {"connector": "http", "connector_config": config})
        told = owner.get("/registry")
        assert KEY not in told.content.decode()
        assert told.json()["agents"][0]["secrets"] == ["headers"]
        report = stranger.post("/registry", {"text": told.content.decode()}).json()
        assert report == {"items": [{"label": "Entry 1: courier", "handle": "courier", "problems": []}], "trial": None}
        again = stranger.post("/registry", {"text": owner.get("/registry/csv").content.decode()}).json()
        assert "There is an agent @courier already" in again["items"][0]["problems"][0]
        skills = stranger.get("/agents/courier").json()["skills"]
        assert skills[0]["tags"] == ["parcels"]

    @pytest.mark.parametrize("form", ["", "/csv"])
    def test_a_list_carries_along_what_must_not_be_done_twice(self, owner, form):
        said = [(False, "person"), (True, "person"), (None, "person"), (False, "agent"), (True, "agent")]
        skills = [
            {"id": f"s{place}", "name": f"Skill {place}", "repeatable": twice, "repeatable_from": source}
            for place, (twice, source) in enumerate(said)
        ]
        owner.post("/agents", TOLD | {"skills": skills, "connector": "http", "connector_config": {"url": "http://a/"}})
        listed = owner.get(f"/registry{form}").content.decode()
        owner.send("DELETE", "/agents/courier")
        report = owner.post("/registry", {"text": listed}).json()["items"]
        assert [one["problems"] for one in report if one["handle"] == "courier"] == [[]]
        again = Agent.objects.get(handle="courier", removed_at=None).skills
        assert [(skill["repeatable"], skill["repeatable_from"]) for skill in again] == said

    @pytest.mark.parametrize(("cell", "words"), [("perhaps", "is one of: yes, no"), ("yes\nno", "but 2 lines")])
    def test_a_row_that_does_not_say_it_of_each_skill_is_refused(self, owner, cell, words):
        text = f'handle,name,connector,skills,repeatable\nmail,Mail,http,Send,"{cell}"\n'
        assert words in owner.post("/registry", {"text": text}).json()["items"][0]["problems"][0]

    def test_a_cell_of_an_exported_list_is_marked_where_it_would_be_a_formula_and_nowhere_else(self, owner):
        bare = TOLD | {"description": "=1+1", "skills": [], "connector": "http"}
        owner.post("/agents", bare | {"connector_config": {"url": "http://a/"}})
        rows = csv.DictReader(io.StringIO(owner.get("/registry/csv").content.decode()))
        [row] = [row for row in rows if row["handle"] == "courier"]
        assert (row["description"], row["skills"], row["repeatable"]) == ("'=1+1", "", "")

    def test_a_list_that_a_spreadsheet_parted_by_semicolons_is_read(self, owner):
        text = "\ufeffhandle;name;connector;url;description\nmail;Mail;http;http://a/;Sends mail, fast\n"
        [report] = owner.post("/registry", {"text": text}).json()["items"]
        assert (report["handle"], report["problems"]) == ("mail", [])
        assert Agent.objects.get(handle="mail").description == "Sends mail, fast"

    def test_of_an_mcp_server_an_address_of_the_old_transport_is_told_as_one(self, owner):
        places = [{"type": kind, "url": f"http://a/{kind}"} for kind in ("streamable-http", "sse")]
        report = owner.post("/registry", {"text": json.dumps({"name": "io.a/b", "remotes": places})}).json()["items"]
        assert [one["handle"] for one in report] == ["io-a-b", ""]
        assert "old transport" in report[1]["problems"][0]

    def test_a_card_is_looked_at(self, owner):
        card = '{"name": "Atlas", "url": "https://atlas.example/a2a", "skills": [], "version": "1", "capabilities": {}}'
        report = owner.post("/registry", {"text": card}).json()
        assert owner.get(f"/trials/{report['trial']}").json()["kind"] == "look"

    def test_what_is_no_list_is_refused(self, owner):
        answer = owner.post("/registry", {"text": "{}"})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "text")
