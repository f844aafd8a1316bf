"""Bodies that are almost right, at every door that the API's description does not cover: none breaks one.

The REST API is fuzzed by its description (test_fuzz.py). `IOA_FUZZ` says how many bodies each door is sent.
"""

import json
import os
from contextlib import suppress
from types import SimpleNamespace

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from apps.api.ioa.wire_schemas import ChatMessage
from apps.api.mcp.messages import META_CLIENT, META_VERSION, NAMED_BY, STATELESS
from tests import factories
from tests.access.rules import BODIES
from tests.api.conftest import program_of

pytestmark = pytest.mark.thorough

EXAMPLES = int(os.environ.get("IOA_FUZZ", "10"))  # bodies for each door
INTERNAL = -32603  # what JSON-RPC calls a failure of the server
GOAL, TEAM = "00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"  # replaced by real ones
SAID_10 = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}, {"raw": "eA==", "filename": "a.txt"}]}
SAID_03 = {"kind": "message", "messageId": "n", "role": "user", "parts": [{"kind": "text", "text": "x"}]}
PUSH = {
    "taskId": GOAL,
    "url": "https://receiver.example/tasks",
    "token": "t",
    "authentication": {"scheme": "Bearer"},
}
NEWER = {META_VERSION: STATELESS, META_CLIENT: {"elicitation": {}}}


def rpc(method, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def tool(name, **arguments):
    return rpc("tools/call", name=name, arguments=arguments)


DOORS = {  # address -> bodies as they should be
    "/mcp": [
        rpc("initialize", protocolVersion="2025-11-25", capabilities={"elicitation": {}}, clientInfo={"name": "x"}),
        rpc("server/discover", _meta=NEWER),
        tool("launch_goal", text="Find it.", team=["scout"], idempotency_key="k"),
        tool("follow_goal", goal=GOAL, seconds=0),
        tool("post_message", team=TEAM, text="Hello."),
        rpc("resources/read", uri=f"ioa://goals/{GOAL}", _meta=NEWER),
        rpc("resources/subscribe", uri=f"ioa://rooms/{TEAM}"),
        rpc("subscriptions/listen", notifications={"resourceSubscriptions": [f"ioa://rooms/{TEAM}"]}, _meta=NEWER),
        rpc("tasks/update", taskId=GOAL, inputResponses={"a": {"action": "accept"}}, _meta=NEWER),
    ],
    "/a2a/hub": [
        rpc("SendMessage", message=SAID_10, configuration={"returnImmediately": True, "historyLength": 3}),
        rpc("message/send", message=SAID_03, configuration={"blocking": False, "acceptedOutputModes": ["text/plain"]}),
        rpc("GetTask", id=GOAL, historyLength=1),
        rpc("ListTasks", pageSize=5, pageToken="", status="TASK_STATE_WORKING"),
        rpc("CreateTaskPushNotificationConfig", **PUSH),
    ],
    "/a2a/hub/message:send": [{"message": SAID_10, "configuration": {"returnImmediately": True}, "metadata": {"a": 1}}],
    "/a2a/hub/v1/message:send": [{"message": SAID_03, "configuration": {"blocking": False}}],
    "/ag-ui/hub": [
        BODIES["POST /ag-ui/{whom}"]
        | {"resume": [{"interruptId": GOAL, "status": "resolved", "payload": {"answer": "x"}}], "state": {}},
    ],
    "/ard/search": [
        {"query": {"text": "draw", "filter": {"tags": ["a"]}, "@context": {"x": "https://x.example/"}}, "pageSize": 5},
    ],
    "/ard/explore": [{"query": {"text": "draw"}, "resultType": {"facets": [{"field": "type", "limit": 3}]}}],
    "/v1/chat/completions": [
        {
            "model": "agent/scout",
            "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}],
            "stream": True,
            "stream_options": {"include_usage": True},
        }
    ],
    "/v1/responses": [
        {
            "model": "hub",
            "input": [{"role": "user", "content": [{"type": "input_text", "text": "x"}]}],
            "background": True,
        }
    ],
    "/register": [BODIES["POST /register"]],
    "/teamup": [{"sender": "scout", "agent_names": ["tally"], "team_name": "x"}],
    "/retrieve_assistant": [BODIES["POST /retrieve_assistant"]],
    "/query_assistant": [{"name": ["scout", "tally"]}],
    "/fetch_chat_record": [{"comm_id": [GOAL]}],
    "/launch_goal": [{"goal": "Find it.", "team_member_names": ["scout"], "team_up_depth": 1, "max_turns": 3}],
    "/api/v1/agents/scout/skills": [BODIES["POST /agents/{handle}/skills"]],
    "/api/v1/webhooks": [BODIES["POST /webhooks"] | {"kinds": ["goal.ended"]}],
    "/api/v1/sources": [BODIES["POST /sources"] | {"token": "t", "use": "search"}],
}
TEXTS = st.text(max_size=12) | st.sampled_from(["", "\x00", "\u202e", "urn:air:a.b:c", GOAL, "x" * 70_000, "1e999"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)


def places(document, at=()):
    """The path of each part of a document."""
    yield at
    parts = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for name, part in parts:
        yield from places(part, (*at, name))


def put(document, path, part):
    """The document with another part at a path."""
    if not path:
        return part
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = put(copy[path[0]], path[1:], part)
    return copy


@st.composite
def spoiled(draw, documents):
    """One of the documents, with one or two of its parts replaced."""
    document = draw(st.sampled_from(documents))
    for _ in range(draw(st.integers(1, 2))):
        document = put(document, draw(st.sampled_from(list(places(document)))), draw(JSON))
    return document


def headers_of(door, body):
    """What goes along, so that what is wrong with the body is met and not the headers."""
    if door != "/mcp":
        return {"A2A-Version": "1.0"} if door == "/a2a/hub/message:send" else {}
    own = {"Accept": "application/json, text/event-stream", "Mcp-Session-Id": "fuzz.e"}
    params = body.get("params") if isinstance(body, dict) else None
    if not isinstance(params, dict) or STATELESS not in str(params.get("_meta")):
        return own
    method = body.get("method")
    name = params.get(NAMED_BY.get(method, "")) if isinstance(method, str) else ""
    said = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": str(method), "Mcp-Name": str(name)}
    return own | {header: text for header, text in said.items() if text.isascii() and text.isprintable()}


@pytest.fixture
def owner(db):
    """Who sends, and how what is sent names a goal and a team of theirs."""
    of = factories.workspace()
    for handle in ("scout", "tally"):
        factories.agent(of, handle)
    person = factories.person(of, "owner")
    goal = factories.small_goal(of, person)

    def named(text):
        return text.replace(GOAL, str(goal.goal.pk)).replace(TEAM, str(goal.root.team.pk))

    return SimpleNamespace(headers=program_of(person).headers, named=named)


@pytest.mark.parametrize("door", DOORS)
def test_no_body_breaks_a_door(door, owner):
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(spoiled(DOORS[door]))
    def send(body):
        more = {
            name: value for name, value in headers_of(door, body).items() if value.isascii() and value.isprintable()
        }
        answer = Client(raise_request_exception=True).post(
            door, json.dumps(body), "application/json", headers=owner.headers | more
        )
        assert answer.status_code < 500, answer
        if answer.status_code >= 400:
            assert "json" in answer["Content-Type"], answer
        if not answer.streaming and answer["Content-Type"].startswith("application/json"):
            said = answer.json()
            error = said.get("error") if isinstance(said, dict) else None
            assert not isinstance(error, dict) or error.get("code") != INTERNAL, said

    send()


@settings(max_examples=20 * EXAMPLES, deadline=None, derandomize=True)
@given(
    spoiled([{"content": "x", "sender": "a", "comm_id": GOAL, "next_speaker": ["b"], "type": 5, "team_members": []}])
)
def test_a_message_of_ioas_wire_is_read_or_refused(said):
    with suppress(ValidationError):
        ChatMessage.model_validate(said)
