"""The hub as an MCP server: what programs with a model call and read, over JSON-RPC as the protocol has it."""

import json

import pytest
from django.test import Client

from apps.accounts.domain.access import Scope
from apps.api.mcp.messages import HANDSHAKES, META_CLIENT, META_VERSION, STATELESS, VERSIONS
from apps.api.mcp.tools import TOOLS
from apps.teams.models import Goal
from apps.teams.queries.kept_files import current_files
from tests import factories
from tests.api.mcp_programs import MCPProgram, StatelessProgram


@pytest.fixture
def program(place):
    return MCPProgram(place.operator)


@pytest.fixture
def newer(place):
    return StatelessProgram(place.operator)


class TestIntroduction:
    def test_only_the_newer_era_is_told_that_a_result_is_complete(self, program, newer):
        assert "resultType" not in program.result("tools/list")
        assert newer.result("tools/list")["resultType"] == "complete"

    @pytest.mark.parametrize("wanted", HANDSHAKES)
    def test_a_handshake_settles_on_the_revision_that_the_client_speaks(self, program, wanted):
        said = program.result("initialize", protocolVersion=wanted, capabilities={}, clientInfo={"name": "x"})
        assert (said["protocolVersion"], said["serverInfo"]["name"]) == (wanted, "ioa-web")

    def test_an_older_client_is_offered_the_newest_that_begins_with_a_handshake(self, program):
        assert program.result("initialize", protocolVersion="2024-11-05")["protocolVersion"] == HANDSHAKES[0]

    def test_without_a_handshake_it_says_what_it_speaks(self, newer):
        assert newer.result("server/discover")["supportedVersions"] == list(VERSIONS)

    def test_each_era_has_its_own_methods(self, program, newer):
        for method in ("initialize", "ping", "tasks/list", "tasks/result"):
            answer = newer.asked(method)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, -32601), method
        assert program.error("tasks/update") == -32601

    def test_a_session_keeps_nothing_but_what_its_client_can(self, office):
        able = {"elicitation": {}, "extensions": {"io.modelcontextprotocol/ui": {}}}
        names = []
        for can in ({}, able, able):
            program = MCPProgram(office.operator, **can)
            program.begin()
            names.append(program.headers["Mcp-Session-Id"])
        assert [name.partition(".")[2] for name in names] == ["", "eu", "eu"]
        assert len({*names}) == 3

    def test_a_revision_that_is_not_spoken_is_refused_with_those_that_are(self, program):
        answer = program.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, **{"MCP-Protocol-Version": "1999-01-01"})
        assert answer.status_code == 400
        assert answer.json()["error"]["data"]["supported"] == list(VERSIONS)

    def test_what_wants_no_answer_gets_none(self, program):
        answer = program.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert (answer.status_code, answer.content) == (202, b"")


HEADERS = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/call", "Mcp-Name": "list_goals"}
ABOUT = {META_VERSION: STATELESS, META_CLIENT: {}}


class TestHeadersOfTheNewerEra:
    @pytest.mark.parametrize(
        ("header", "value"),
        [
            *(("MCP-Protocol-Version", None), ("MCP-Protocol-Version", "2025-11-25")),
            *(("Mcp-Method", None), ("Mcp-Method", "tools/list"), ("Mcp-Method", "TOOLS/CALL")),
            *(("Mcp-Name", None), ("Mcp-Name", "launch_goal"), ("Mcp-Name", "=?base64?x?=")),
        ],
    )
    def test_they_say_what_the_message_says(self, program, header, value):
        headers = {name: value if name == header else usual for name, usual in HEADERS.items()}
        call = {"name": "list_goals", "_meta": ABOUT}
        answer = program.send(program.message("tools/call", call), **{k: v for k, v in headers.items() if v})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)

    def test_a_name_that_is_no_plain_ascii_stands_there_in_base64(self, newer):
        headers = {"Mcp-Name": "=?base64?bGlzdF9nb2Fscw==?="}
        assert newer.asked("tools/call", {"name": "list_goals"}, **headers).status_code == 200

    @pytest.mark.parametrize(
        "meta", [None, {}, {META_VERSION: STATELESS}, {META_CLIENT: {}}, {**ABOUT, META_CLIENT: 7}]
    )
    def test_each_message_says_what_its_answer_needs(self, program, meta):
        params = {"name": "list_goals"} | ({} if meta is None else {"_meta": meta})
        answer = program.send(program.message("tools/call", params), **HEADERS)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)

    def test_what_is_not_there_has_the_status_of_its_error(self, newer, office):
        assert newer.asked("nothing").status_code == 404
        assert newer.asked("tools/call", {"name": "nobody"}).status_code == 400
        answer = newer.asked("resources/read", {"uri": "ioa://goals/x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)


class TestTools:
    def test_each_is_described_with_what_it_takes(self, program):
        listed = program.result("tools/list")["tools"]
        assert {tool["name"] for tool in listed} == set(TOOLS) - {"look_into_room"}
        for tool in listed:
            assert tool["description"]
            assert tool["inputSchema"]["type"] == "object"

    def test_a_goal_is_launched_looked_at_and_stopped(self, program, office):
        goal = program.given("launch_goal", text="Find the revenue.", team=["scout"])
        assert Goal.objects.get().wanted_handles == ["scout"]
        assert program.given("get_goal", goal=goal["id"])["outcome"] == "running"
        assert program.given("stop_goal", goal=goal["id"])["outcome"] == "stopped"
        assert program.given("get_result", goal=goal["id"])["verdict"] == "stopped"
        assert [each["id"] for each in program.given("list_goals")["items"]] == [goal["id"]]

    def test_the_same_key_gives_the_same_goal(self, program, office):
        names = {program.given("launch_goal", text="Find it.", idempotency_key="once")["id"] for _ in range(2)}
        assert len(names) == 1

    def test_a_room_is_read_and_spoken_in(self, program, world):
        team = str(world.root.team.pk)
        posted = program.given("post_message", team=team, text="Use the newest filings.")
        room = program.given("read_room", team=team, limit=100)
        assert posted["id"] in [line["id"] for line in room["items"]]

    def test_what_waits_is_listed_and_answered(self, program, world):
        waiting = program.given("list_waiting", goal=str(world.goal.pk))
        assert waiting["approvals"]
        answered = program.given("answer_question", question=waiting["questions"][0]["id"], answer="As restated")
        assert answered["id"] == waiting["questions"][0]["id"]

    def test_an_agent_is_found_and_asked(self, program, office):
        assert "items" in program.given("find_agents", text="read filings")
        asked = program.given("ask_agent", agent="scout", text="Hello.")
        assert program.given("get_reply", asked=asked["id"])["kind"] == "ask"

    def test_what_a_tool_refuses_its_caller_reads_as_its_result(self, program, office):
        for name, arguments in (
            ("launch_goal", {"text": ""}),
            ("launch_goal", {"txt": "a slip"}),
            ("launch_goal", {"text": "x", "team": ["nobody"]}),
            ("get_goal", {"goal": "no id"}),
            ("get_goal", {"goal": "01920000-0000-7000-8000-000000000000"}),
            ("list_goals", {"cursor": "x"}),
            ("ask_agent", {"agent": "nobody", "text": "x"}),
        ):
            said = program.call(name, **arguments)
            assert said["isError"], (name, arguments)
            assert said["content"][0]["text"]

    def test_a_token_calls_what_its_scopes_reach(self, office):
        reader = MCPProgram(office.operator, {Scope.READ})
        changing = [name for name, tool in TOOLS.items() if tool.scope is Scope.RUN]
        assert len(changing) >= 5
        for name in changing:
            said = reader.call(name)
            assert "scope run" in said["content"][0]["text"], name

    def test_a_viewer_changes_nothing(self, office):
        viewer = MCPProgram(office.viewer, {Scope.READ})
        assert viewer.call("launch_goal", text="Find it.")["isError"]
        assert not Goal.objects.exists()

    def test_another_workspace_is_not_seen(self, world, program):
        stranger = MCPProgram(factories.person(factories.workspace("Elsewhere")))
        goal = str(world.goal.pk)
        for name in ("get_goal", "get_result", "stop_goal"):
            assert "no such goal" in stranger.call(name, goal=goal)["content"][0]["text"]
        assert stranger.given("list_goals")["items"] == []
        assert stranger.ask("resources/read", {"uri": f"ioa://goals/{goal}"})["error"]["code"] == -32002


class TestResources:
    def test_results_rooms_and_files_are_read_where_they_are_listed(self, program, world):
        listed = {each["uri"] for each in program.result("resources/list")["resources"]}
        result, room = f"ioa://goals/{world.goal.pk}", f"ioa://rooms/{world.root.team.pk}"
        assert {result, room} <= listed
        for uri in (result, room):
            content = program.result("resources/read", uri=uri)["contents"][0]
            assert (content["uri"], bool(json.loads(content["text"]))) == (uri, True)
        file = current_files(world.goal.pk)[0]
        content = program.result("resources/read", uri=f"ioa://files/{file.pk}")["contents"][0]
        assert content.get("text") or content.get("blob")
        assert len(program.result("resources/templates/list")["resourceTemplates"]) == 3

    @pytest.mark.parametrize(
        "uri", ["", "ioa://goals/", "ioa://files/x", "file:///etc/passwd", "ioa://rooms/" + "9" * 99]
    )
    def test_what_is_not_there_is_an_error_of_the_protocol(self, program, office, uri):
        assert program.ask("resources/read", {"uri": uri})["error"]["code"] == -32002


HOSTILE = [
    *(
        "",
        "{",
        "[]",
        "null",
        "7",
        '"x"',
        "[" * 9000,
        '{"a":' * 9000,
        "\ud800".encode("utf-8", "surrogatepass"),
        b"\xff",
    ),
    *('{"jsonrpc": "1.0", "id": 1, "method": "ping"}', '{"jsonrpc": "2.0", "id": {}, "method": "ping"}'),
    *('{"jsonrpc": "2.0", "id": 1, "method": 7}', '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}'),
    '[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a\\u0000"}}',
    '{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1' + "0" * 5000 + ', "method": "ping"}',
]
WRONG = [
    *(("nothing", {}), ("tools/call", {}), ("tools/call", {"name": 7}), ("tools/call", {"name": "nobody"})),
    *(("resources/read", {"uri": []}), ("resources/list", {"cursor": "x"}), ("resources/list", {"cursor": 1})),
]


class TestHostileClients:
    @pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
    def test_what_is_no_message_is_refused(self, program, office, body):
        answer = program.send(body)
        assert answer.status_code == 400
        assert answer.json()["error"]["message"]

    def test_a_request_whose_id_is_null_is_no_notification(self, program, office):
        answer = program.send({"jsonrpc": "2.0", "id": None, "method": "ping"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600)

    @pytest.mark.parametrize(("method", "params"), WRONG, ids=range(len(WRONG)))
    def test_what_can_not_be_asked_is_an_error_of_the_protocol(self, program, office, method, params):
        assert program.ask(method, params)["error"]["code"] in (-32601, -32602)

    @pytest.mark.parametrize("arguments", [[], "x", 7, {"text": 7}, {"text": ["x"]}, {"limit": 10**9}])
    def test_no_tool_breaks_on_what_it_is_given(self, program, office, arguments):
        for name in TOOLS:
            said = program.result("tools/call", name=name, arguments=arguments)
            assert said["isError"] or (name.startswith("list_") and arguments != []), name

    def test_without_a_token_nothing_answers(self, office):
        answer = Client().post("/mcp", "{}", "application/json")
        assert (answer.status_code, "Bearer" in answer["WWW-Authenticate"]) == (401, True)

    def test_who_has_no_token_is_told_where_it_stands_what_it_takes(self, settings, office):
        settings.IOA_PUBLIC_URL = "https://ioa.example"
        challenge = Client().post("/mcp", "{}", "application/json")["WWW-Authenticate"]
        place = challenge.partition('resource_metadata="https://ioa.example')[2].removesuffix('"')
        assert Client().get(place).json() == {
            "resource": "https://ioa.example/mcp",
            "resource_name": "IoA Web",
            "scopes_supported": ["read", "run"],
            "bearer_methods_supported": ["header"],
        }

    def test_other_methods_are_not_allowed(self, program, office):
        for method in ("GET", "DELETE", "PUT"):
            assert Client().generic(method, "/mcp", headers=program.headers).status_code == 405
