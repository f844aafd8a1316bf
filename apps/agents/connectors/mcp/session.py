"""One client of an MCP server over streamable HTTP: its introduction, its tools, a call of one.

Source: the MCP specification, revisions 2025-11-25 (a handshake, then a session) and 2026-07-28 (each request stands
alone). It is spoken here over the guarded client: the SDK's client keeps background tasks that outlive a call that is
given up, and has no cap on what a server sends.
"""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from itertools import count
from urllib.parse import urlsplit

from pydantic import Field

from apps.agents.connectors.base import amid_the_work
from apps.agents.connectors.jsonrpc import EVENT_STREAM, METHOD_NOT_FOUND, RPCError, messages_of, raise_error_in
from apps.agents.connectors.replies import Failed
from apps.agents.connectors.settings import HonoursKeys, TokenConfig
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import NOTHING, Said, map_in, maps_in, text_in
from apps.core.outbound import Bounds, OutboundError, for_agents
from apps.core.sentences import sentence


class MCPConfig(TokenConfig):
    """`url` is the server's streamable HTTP address. Empty `tool`: the one whose name is the skill of the task."""

    tool: str = Field(default="", max_length=128, description="The one tool to call; empty: by the task's skill.")
    argument: str = Field(default="", max_length=128, description="The parameter that gets the task's text.")
    arguments: dict[str, object] = Field(default_factory=dict, description="Values for other parameters, as JSON.")
    honours_keys: bool = HonoursKeys


HANDSHAKE = "2025-11-25"
STATELESS = "2026-07-28"
UNSUPPORTED_VERSION = -32022
CLIENT = {"name": "ioa-web", "version": "1"}
ACCEPT = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
BOUNDS = Bounds(silence=3600.0, body=8 * 1024 * 1024)  # a tool may take long; the agent's own timeout ends it
GLANCE = Bounds(silence=60.0, total=120.0)  # at what the server is, before it has to work
GOODBYE = Bounds(connect=1.0, silence=1.0, total=1.0, body=64 * 1024)  # said twice, beyond the deadline
UNWANTED = "nobody waits for it any more"  # servers may show it
NOT_MCP = "{place} answered, but not like an MCP server; check the URL."
MOST_PAGES = 20  # of a list of tools
MOST_TOOLS = 500  # the list is read no further
_META = "io.modelcontextprotocol/"


class Session:
    """What one caller and one server know of each other."""

    def __init__(self, config: MCPConfig, glance: Bounds = GLANCE) -> None:
        self.server: Said = NOTHING  # its name and version, in its own words
        self.instructions = ""
        self.place = urlsplit(config.url).netloc
        self._config = config
        self._glance = glance
        self._ids = count(1)
        self._version = HANDSHAKE
        self._session_id = ""

    async def open(self) -> None:
        """Shake hands, or find out that the server wants none. Raises Failed and OutboundError."""
        hello = {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": CLIENT}
        try:
            said = await self.request("initialize", hello)
        except RPCError as error:
            if error.code != UNSUPPORTED_VERSION:
                raise
            self._version = STATELESS
            said = await self.request("server/discover", {})
        else:
            self._version = text_in(said, "protocolVersion") or HANDSHAKE
            await self.notify("notifications/initialized", {})
        self._introduce(said)

    def _introduce(self, said: Said) -> None:
        self.server = map_in(said, "serverInfo") or map_in(map_in(said, "_meta"), f"{_META}serverInfo")
        self.instructions = text_in(said, "instructions")
        if "capabilities" not in said:
            raise Failed(sentence(NOT_MCP, place=self.place), permanent=True)

    async def tools(self) -> list[Said]:
        """Give the server's tools in its order. Raises Failed and OutboundError."""
        found: list[Said] = []
        cursor = ""
        for _ in range(MOST_PAGES):
            said = await self.request("tools/list", {"cursor": cursor} if cursor else {})
            found += maps_in(said, "tools")
            cursor = text_in(said, "nextCursor")
            if not cursor or len(found) >= MOST_TOOLS:
                break
        return found[:MOST_TOOLS]

    async def request(self, method: str, params: Said) -> Said:
        """Ask and give the result. Raises RPCError, Failed and OutboundError."""
        async with aclosing(self.exchange(method, params, self._glance)) as messages:
            async for message in messages:
                if "result" in message:
                    return map_in(message, "result")
        raise Failed(
            sentence("{place} closed the connection before it had answered.", place=self.place), failure=Failure.CUT
        )

    async def exchange(self, method: str, params: Said, bounds: Bounds | None = None) -> AsyncGenerator[Said]:
        """Ask and give all that the server says on the way, its answer last. Leaving early cancels the request."""
        number = next(self._ids)
        said = {"jsonrpc": "2.0", "id": number, "method": method, "params": self._stamped(params)}
        answered = heard = False
        try:
            async with for_agents().opened(
                "POST",
                self._config.url,
                headers=self._headers(method, params),
                body=_bytes(said),
                bounds=bounds or BOUNDS,
            ) as reply:
                self._session_id = reply.headers.get("Mcp-Session-Id", self._session_id)
                async for message in messages_of(reply):
                    heard = True
                    answered = message.get("id") == number and "method" not in message
                    if answered:
                        raise_error_in(message, reply.place)
                    elif "method" in message and message.get("id") is not None:
                        with amid_the_work():
                            await self._decline(message)
                    yield message
                    if answered:
                        return
                if not heard and reply.media_type != EVENT_STREAM:
                    raise Failed(sentence(NOT_MCP, place=reply.place))
        finally:
            if not answered and method == "tools/call" and self._version != STATELESS:
                await self._cancel(number)

    async def notify(self, method: str, params: Said) -> None:
        """Tell the server something that has no answer. Raises OutboundError."""
        await self._send({"jsonrpc": "2.0", "method": method, "params": params}, self._glance)

    async def close(self) -> None:
        """End the session, if there is one; a server that does not care is fine."""
        if not self._session_id:
            return
        with suppress(OutboundError):
            headers = self._headers("", {})
            async with for_agents().opened("DELETE", self._config.url, headers=headers, bounds=GOODBYE):
                pass

    async def _decline(self, asked: Said) -> None:
        """Answer what the server asks of us: a sign of life, and nothing else."""
        refusal = {"error": {"code": METHOD_NOT_FOUND, "message": "This client answers nothing but ping."}}
        answer = {"result": {}} if asked.get("method") == "ping" else refusal
        await self._send({"jsonrpc": "2.0", "id": asked["id"], **answer}, GOODBYE)

    async def _cancel(self, number: int) -> None:
        """Say that the answer is not wanted any more: by this protocol a dropped connection does not."""
        params = {"requestId": number, "reason": UNWANTED}
        said = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        with suppress(OutboundError):
            await self._send(said, GOODBYE)

    async def _send(self, said: Said, bounds: Bounds) -> None:
        method, params = text_in(said, "method"), map_in(said, "params")
        async with for_agents().opened(
            "POST", self._config.url, headers=self._headers(method, params), body=_bytes(said), bounds=bounds
        ):
            pass

    def _stamped(self, params: Said) -> Said:
        if self._version != STATELESS:
            return params
        about = {"protocolVersion": STATELESS, "clientInfo": CLIENT, "clientCapabilities": {}}
        meta = {f"{_META}{name}": value for name, value in about.items()}
        return {**params, "_meta": {**map_in(params, "_meta"), **meta}}

    def _headers(self, method: str, params: Said) -> dict[str, str]:
        own = {**ACCEPT, "MCP-Protocol-Version": self._version}
        if method == "initialize":
            del own["MCP-Protocol-Version"]
        if self._session_id:
            own["Mcp-Session-Id"] = self._session_id
        if key := text_in(map_in(params, "_meta"), "progressToken"):
            own["Idempotency-Key"] = key
        if self._version == STATELESS:
            own["Mcp-Method"] = method
            if name := text_in(params, "name"):
                own["Mcp-Name"] = name
        return own | self._config.sent()


def _bytes(said: Said) -> bytes:
    return json.dumps(said).encode()
