"""The hub as the official client of MCP sees it, over the real app."""

import asyncio
from contextlib import asynccontextmanager
from uuid import uuid4

import httpx2
import pytest
from django.db import connections
from django.test import Client as DjangoClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult, TextResourceContents

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.chat.actions import post_message
from apps.journal.queries import last_seq
from apps.teams.models import Approval, Question
from tests.api.conftest import read

pytestmark = pytest.mark.usefixtures("transactional_db")
ERAS = ["legacy", "2026-07-28"]


class ToDjango(httpx2.AsyncBaseTransport):
    """Hands what the client sends to the application, and gives it what that answers, streams to their end."""

    async def handle_async_request(self, request):
        body = await request.aread()
        return await asyncio.get_running_loop().run_in_executor(None, self.answer, request, body)

    def answer(self, request, body):
        if request.method == "GET":
            return httpx2.Response(405)  # a session's own stream has no end to be read to: tests/client has one
        headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        kind = headers.pop("content-type", "application/json")
        try:
            answer = DjangoClient().generic(request.method, "/mcp", body, kind, headers=headers)
            return httpx2.Response(answer.status_code, headers=dict(answer.items()), content=read(answer))
        finally:
            connections.close_all()  # of this thread


@asynccontextmanager
async def connected(token, era, **more):
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(transport=ToDjango(), headers=headers, timeout=60) as http:
        transport = streamable_http_client("http://127.0.0.1:8000/mcp", http_client=http)
        async with Client(transport, mode=era, **more) as client:
            yield client


def in_client(user, era, do, **more):
    """What `do` gives, of a client of this person."""
    token = issue_token(actor_for(user), uuid4().hex, {Scope.READ, Scope.RUN})

    async def run():
        async with connected(token, era, **more) as client:
            return await do(client)

    return asyncio.run(run())


@pytest.mark.parametrize("era", ERAS)
def test_it_gets_to_know_the_hub_and_uses_its_tools(office, era):
    async def do(client):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        launched = await client.call_tool("launch_goal", {"text": "Find the revenue."})
        goal = launched.structured_content["id"]
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        content = (await client.read_resource(f"ioa://goals/{goal}")).contents[0]
        refused = await client.call_tool("get_goal", {"goal": "x"})
        stopped = await client.call_tool("stop_goal", {"goal": goal})
        return tools, goal, listed, content, refused, stopped

    tools, goal, listed, content, refused, stopped = in_client(office.operator, era, do)
    assert {"launch_goal", "follow_goal", "show_room"} <= {*tools}
    assert f"ioa://goals/{goal}" in listed
    assert isinstance(content, TextResourceContents)
    assert (refused.is_error, stopped.is_error) == (True, False)


def test_what_the_team_asks_its_own_elicitation_answers(world):
    Approval.objects.filter(team__goal=world.goal).delete()
    question, asked = Question.objects.get(room__goal=world.goal), []

    async def elicit(context, params):
        asked.append(params)
        return ElicitResult(action="accept", content={"answer": "As restated"})

    async def do(client):
        return await client.call_tool("follow_goal", {"goal": str(world.goal.pk), "seconds": 1})

    said = in_client(world.operator, "2026-07-28", do, elicitation_callback=elicit)
    question.refresh_from_db()
    assert (question.answer, said.structured_content["asks"]) == ("As restated", [])
    assert question.text in asked[0].message


@pytest.mark.parametrize("era", ERAS)
def test_it_hears_how_a_goal_goes_on(world, era, monkeypatch):
    Approval.objects.filter(team__goal=world.goal).delete()
    before, heard = last_seq(world.goal.pk), []
    post_message(actor_for(world.owner), world.root.team.pk, "Use the newest filings.")
    monkeypatch.setattr("apps.api.mcp.following.last_seq", lambda goal_id: before)

    async def tell(progress, total, message):
        heard.append(message)

    async def do(client):
        return await client.call_tool("follow_goal", {"goal": str(world.goal.pk)}, progress_callback=tell)

    assert not in_client(world.operator, era, do).is_error
    assert any(line.endswith(": Use the newest filings.") for line in heard)
