"""HTTP to an agent on this machine or its network."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from ioa_connect.tasks import Failed


class Unusable(Exception):
    """The agent can't be wrapped like that. The message is one plain sentence."""


@dataclass(frozen=True)
class Reach:
    """How the agent is reached: what is sent along, and how many seconds an answer may take."""

    headers: dict[str, str] = field(default_factory=dict, repr=False)
    seconds: float = 600.0

    async def json(self, method: str, url: str, body: object = None, **headers: str) -> Any:
        """Send JSON, give JSON. Raises Failed."""
        async with self.opened(method, url, body, **headers) as response:
            return await self.json_of(response)

    async def json_of(self, response: httpx.Response) -> Any:
        """The rest of an answer, as JSON. Raises Failed."""
        await response.aread()
        try:
            return response.json()
        except ValueError:
            raise Failed(f"{response.url.host} answered with something that is not JSON.") from None

    async def content(self, url: str) -> bytes:
        """Fetch a file. Raises Failed."""
        async with self.opened("GET", url) as response:
            return await response.aread()

    @asynccontextmanager
    async def opened(self, method: str, url: str, body: object = None, **headers: str) -> AsyncIterator[httpx.Response]:
        """An answer whose body is still to be read. Raises Failed, also for statuses that are none of success."""
        timeout = httpx.Timeout(self.seconds, connect=20)
        try:
            async with (
                httpx.AsyncClient(timeout=timeout, headers=self.headers, trust_env=False) as client,
                client.stream(method, url, json=body, headers=headers) as response,
            ):
                if not response.is_success:
                    raise _refusal(response, await response.aread())
                yield response
        except httpx.HTTPError as error:
            raise Failed(f"The agent can't be reached ({type(error).__name__}).") from error

    async def events(self, response: httpx.Response) -> AsyncIterator[Any]:
        """The JSON objects of a stream of server-sent events; what is none is left out."""
        data: list[str] = []
        async for line in response.aiter_lines():
            if line.startswith("data:"):
                data.append(line[5:].strip())
            elif not line.strip() and data:
                if (event := _object("\n".join(data))) is not None:
                    yield event
                data = []
        if data and (event := _object("\n".join(data))) is not None:
            yield event


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _refusal(response: httpx.Response, body: bytes) -> Failed:
    leads_to = response.headers.get("location", "").partition("?")[0][:200]
    said = f"it leads on to {leads_to}" if leads_to else body[:200].decode("utf-8", "replace").strip()
    passing = response.status_code in (408, 409, 425, 429) or response.status_code >= 500
    return Failed(f"The agent answered {response.status_code}: {said}", permanent=not passing)
