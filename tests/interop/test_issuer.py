"""Tokens of an issuer that is a library of others: MCP's own client uses the hub by them, and nobody else does."""

import asyncio
import json
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.browser.product import running
from tests.interop.running import Peer
from tests.interop.running import running as running_peer

ISSUER = Peer("oidc-provider", "9.13.3", "issuer", ("node", "issuer.mjs", "PORT"))
PERSON = ("demo", "of-the-tests")  # whose program it is, and its secret
PATIENCE = 60  # seconds

pytestmark = [pytest.mark.interop, pytest.mark.processes, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def world():
    """A hub that takes tokens of the issuer, and the issuer's address."""
    with tempfile.TemporaryDirectory() as folder, running_peer(ISSUER, "") as issuer:
        root = Path(folder)
        root.chmod(0o711)  # started as root, its services run as somebody else, who has to get there
        named = {"IOA_OAUTH_ISSUER": issuer.url, "IOA_OAUTH_WORKSPACE": "demo", "IOA_OAUTH_CLAIM": "sub"}
        with running(root / "hub", **named) as hub:
            yield hub, issuer.url


def token_of(world, scope, resource=""):
    """What the issuer gives the program, for the hub unless `resource` is another."""
    hub, issuer = world
    wanted = {"grant_type": "client_credentials", "scope": scope, "resource": resource or f"{hub.url}/mcp"}
    metadata = httpx2.get(f"{issuer}/.well-known/openid-configuration", timeout=PATIENCE).json()
    return httpx2.post(metadata["token_endpoint"], data=wanted, auth=PERSON, timeout=PATIENCE).json()["access_token"]


@asynccontextmanager
async def client_of(hub, token):
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        Client(streamable_http_client(f"{hub.url}/mcp", http_client=http)) as client,
    ):
        yield client


def pinged(hub, token):
    headers = {"Accept": "application/json, text/event-stream"} | (
        {"Authorization": f"Bearer {token}"} if token else {}
    )
    return httpx2.post(f"{hub.url}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)


async def launched(hub, token):
    """A goal given, and how it ended; or why not."""
    async with client_of(hub, token) as client:
        given = await client.call_tool("launch_goal", {"text": "What is 12 * 7?"})
        if given.is_error:
            return {"refused": given.content[0].text}
        goal = json.loads(given.content[0].text)["id"]
        return (await client.call_tool("follow_goal", {"goal": goal, "seconds": 50})).structured_content


def test_a_program_with_a_token_of_the_issuer_gives_a_goal_and_follows_it_to_its_end(world):
    ended = asyncio.run(launched(world[0], token_of(world, "read run")))
    assert "84" in json.dumps(ended)


def test_it_may_do_no_more_than_its_scopes(world):
    refused = asyncio.run(launched(world[0], token_of(world, "read")))["refused"]
    assert "run" in refused


def test_its_token_for_another_hub_opens_nothing_here(world):
    answer = pinged(world[0], token_of(world, "read", "http://127.0.0.1:9/mcp"))
    assert answer.status_code == 401


def test_its_token_opens_no_other_door(world):
    hub, _ = world
    headers = {"Authorization": f"Bearer {token_of(world, 'read')}"}
    assert httpx2.get(f"{hub.url}/api/v1/goals", headers=headers).status_code == 401


def test_who_has_no_token_is_told_where_they_are_made(world):
    hub, issuer = world
    challenge = pinged(hub, "").headers["WWW-Authenticate"]
    where = challenge.split('resource_metadata="')[1].split('"')[0]
    assert httpx2.get(where).json()["authorization_servers"] == [issuer]
