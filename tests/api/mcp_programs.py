"""Programs that speak MCP to the hub: message by message, in both of its eras."""

import json

from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.api.mcp.messages import META_CLIENT, META_VERSION, NAMED_BY, STATELESS
from tests.api.conftest import read

ASKS = {"elicitation": {}}
TASKS = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
EVENTS = "application/json, text/event-stream"


class MCPProgram:
    """Sends messages with somebody's token, in the older era."""

    def __init__(self, user, scopes=frozenset({Scope.READ, Scope.RUN}), **able):
        self.headers = {"Authorization": f"Bearer {issue_token(actor_for(user), f'mcp {id(self)}', scopes)}"}
        self.able = able

    def send(self, body, **headers):
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return Client().post("/mcp", data, "application/json", headers=self.headers | headers)

    def message(self, method, params=None):
        return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}

    def asked(self, method, params=None, **headers):
        return self.send(self.message(method, params), **headers)

    def ask(self, method, params=None):
        answer = self.asked(method, params)
        said = json.loads(read(answer))
        assert said["id"] == 7
        return said

    def result(self, method, **params):
        said = self.ask(method, params)
        assert "result" in said, said
        return said["result"]

    def error(self, method, **params):
        return self.ask(method, params)["error"]["code"]

    def call(self, name, **arguments):
        return self.result("tools/call", name=name, arguments=arguments)

    def given(self, name, **arguments):
        said = self.call(name, **arguments)
        assert not said["isError"], said
        assert json.loads(said["content"][0]["text"]) == said["structuredContent"]
        return said["structuredContent"]

    def told(self, method, **params):
        """All messages of a stream, and its content type."""
        answer = self.asked(method, params, Accept=EVENTS)
        assert answer["Content-Type"] == "text/event-stream", read(answer)
        lines = read(answer).decode().splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]

    def begin(self):
        """The handshake, after which the session's name goes along."""
        answer = self.asked("initialize", {"protocolVersion": "2025-11-25", "capabilities": self.able})
        self.headers["Mcp-Session-Id"] = answer["Mcp-Session-Id"]
        return answer.json()["result"]


class StatelessProgram(MCPProgram):
    """The same in the newer era; what it can goes along with each message."""

    def message(self, method, params=None):
        meta = {META_VERSION: STATELESS, META_CLIENT: self.able} | (params or {}).get("_meta", {})
        return super().message(method, {**(params or {}), "_meta": meta})

    def asked(self, method, params=None, **headers):
        name = (params or {}).get(NAMED_BY.get(method, ""))
        own = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": method} | ({"Mcp-Name": name} if name else {})
        return super().asked(method, params, **(own | headers))
