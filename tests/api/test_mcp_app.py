"""The live room as an MCP App: what a host reads of it, and what its tool gives."""

import base64
import hashlib
import re

import pytest

from apps.accounts.domain.access import Scope
from apps.api.mcp.hub_tools import ROOM
from apps.api.mcp.room_app import APP_TYPE
from tests import factories
from tests.api.mcp_programs import MCPProgram, StatelessProgram

SHOWS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": [APP_TYPE]}}}


@pytest.fixture
def program(place):
    return StatelessProgram(place.operator, **SHOWS)


@pytest.fixture
def page(program, office):
    [content] = program.result("resources/read", uri=ROOM)["contents"]
    return content


def test_it_is_one_page_without_anything_from_outside(page, program):
    assert (page["uri"], page["mimeType"]) == (ROOM, "text/html;profile=mcp-app")
    assert not re.search(r'(?:src|href)="(?!#)|url\(|@import', page["text"])
    assert page["_meta"]["ui"]["csp"] == {"connectDomains": [], "resourceDomains": [], "frameDomains": []}
    assert ROOM in [each["uri"] for each in program.result("resources/list")["resources"]]


def test_its_own_policy_names_its_one_style_and_its_one_script(page):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page["text"]).group(1)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name, rule in (("style", "style-src"), ("script", "script-src")):
        [inside] = re.findall(rf"<{name}>(.*?)</{name}>", page["text"], re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}'" in policy


def test_its_script_puts_no_markup_into_the_page(page):
    script = re.search(r"<script>(.*?)</script>", page["text"], re.DOTALL).group(1)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(", script)


def test_it_submits_no_form_as_hosts_need_not_let_a_sandbox(page):
    assert "<form" not in page["text"]


def test_tools_lead_to_it(program, office):
    ui = {tool["name"]: tool["_meta"]["ui"] for tool in program.result("tools/list")["tools"] if "_meta" in tool}
    assert {name: each["resourceUri"] for name, each in ui.items()} == dict.fromkeys(ui, ROOM)
    assert {name: each["visibility"] for name, each in ui.items()} == {
        "launch_goal": ["model", "app"],
        "show_room": ["model", "app"],
        "look_into_room": ["app"],
    }


@pytest.mark.parametrize("kind", [MCPProgram, StatelessProgram])
def test_what_only_the_room_asks_is_told_to_hosts_that_show_it(office, kind):
    plain, host = kind(office.operator), kind(office.owner, **SHOWS)
    for program, seen in ((plain, False), (host, True)):
        if kind is MCPProgram:
            program.begin()
        names = [tool["name"] for tool in program.result("tools/list")["tools"]]
        assert ("look_into_room" in names) is seen


def test_it_looks_at_what_is_new(program, world):
    goal = str(world.goal.pk)
    seen = program.given("look_into_room", goal=goal)
    assert seen["lines"]
    assert (seen["goal"]["id"], seen["result"], seen["may_speak"]) == (goal, None, True)
    assert seen["waiting"]
    assert seen["page"].endswith(f"/goals/{goal}/")
    last = seen["lines"][-1]["number"]
    assert program.given("look_into_room", goal=goal, after=last)["lines"] == []
    assert program.given("show_room", goal=goal)["lines"] == seen["lines"]


def test_who_only_reads_is_offered_nothing_to_do(world):
    reader = StatelessProgram(world.operator, frozenset({Scope.READ}), **SHOWS)
    assert reader.given("look_into_room", goal=str(world.goal.pk))["may_speak"] is False


def test_a_goal_that_has_ended_comes_with_its_result(program, world):
    program.given("stop_goal", goal=str(world.goal.pk))
    seen = program.given("look_into_room", goal=str(world.goal.pk))
    assert (seen["result"]["verdict"], seen["waiting"]) == ("stopped", [])


@pytest.mark.parametrize(("locale", "words"), [("de-AT", "gestoppt."), ("", "Stopped by"), ("xx", "Stopped by")])
def test_what_the_hub_says_in_it_is_in_the_language_of_the_host(program, world, locale, words):
    program.given("stop_goal", goal=str(world.goal.pk))
    lines = program.given("look_into_room", goal=str(world.goal.pk), locale=locale)["lines"]
    assert words in next(line["text"] for line in lines if line["kind"] == "notice" and "topp" in line["text"])


def test_another_workspace_sees_nothing_of_it(world):
    stranger = StatelessProgram(factories.person(factories.workspace("Elsewhere")), **SHOWS)
    for name in ("show_room", "look_into_room"):
        assert stranger.call(name, goal=str(world.goal.pk))["isError"]
