"""Answers may be large because files travel inside them; a text may not, whatever the protocol (R15)."""

import pytest

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import AgentError, RunRequest
from apps.agents.gateway.run import run_agent
from tests.agents.connectors.fake_agent import as_events, as_json, piece, served, whole

TOO_LONG = "The agent's answer is longer than 200 kB."
TOO_LARGE = "sent more than 2 MB"
LONG = "bee " * 750_000  # 3 MB
TASK = {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"}}
INTRODUCED = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
TOOL = {"name": "count", "inputSchema": {"type": "object", "properties": {}}}


def a2a(request):
    task = TASK | {"artifacts": [{"artifactId": "a", "parts": [{"text": LONG}]}]}
    if request.body["method"] == "SendMessage":
        return as_json({"jsonrpc": "2.0", "id": 1, "result": {"task": task}})
    return as_events({"jsonrpc": "2.0", "id": 1, "result": {"task": task}}, ending="")


def mcp(request):
    method, number = request.body.get("method"), request.body.get("id")
    results = {
        "initialize": INTRODUCED,
        "tools/list": {"tools": [TOOL]},
        "tools/call": {"content": [{"type": "text", "text": LONG}]},
    }
    return as_json({"jsonrpc": "2.0", "id": number, "result": results.get(method, {})})


def agui(request):
    said = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": LONG}
    return as_events({"type": "RUN_STARTED"}, said, {"type": "RUN_FINISHED"}, ending="")


AGENTS = {  # connector, what answers, its settings, how the call ends
    "a2a, streamed": ("a2a", a2a, {"version": "1.0"}, TOO_LONG),
    "a2a, in one piece": ("a2a", a2a, {"version": "1.0", "streaming": False}, TOO_LONG),
    "mcp": ("mcp", mcp, {}, TOO_LONG),
    "agui": ("agui", agui, {}, TOO_LARGE),
    "openai, streamed": ("openai", lambda _: as_events(piece(LONG)), {"model": "m"}, TOO_LARGE),
    "openai, in one piece": ("openai", lambda _: as_json(whole(LONG)), {"model": "m"}, TOO_LARGE),
    "responses": (
        "responses",
        lambda _: as_events({"type": "response.output_text.delta", "delta": LONG}),
        {},
        TOO_LARGE,
    ),
    "http": ("http", lambda _: as_json({"conclusion": LONG}), {}, TOO_LARGE),
    "agent_protocol": ("agent_protocol", lambda _: as_json({"task_id": LONG}), {}, TOO_LARGE),
}


@pytest.mark.parametrize("how", AGENTS)
async def test_a_text_of_three_megabytes_is_refused_with_a_sentence(how):
    connector, answer, config, words = AGENTS[how]
    with served(answer) as server:
        address = AgentAddress("1", connector, {"url": f"{server.url}/"} | config, 60.0)
        request = RunRequest(key="k", goal="Count", brief="count", skills=("count",))
        end = (await run_agent(address, request, lambda event: None)).end
    assert isinstance(end, AgentError)
    assert words in end.reason
    assert end.permanent
