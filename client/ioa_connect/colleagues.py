"""The team of a working agent: questions, a search for agents, work handed on. REST, with the task's own token."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

WAIT = 20  # seconds that one request waits for news
PAUSES = (1.0, 2.0, 4.0, 8.0)  # between tries to reach a hub that is away


class ColleagueError(Exception):
    """The team did not help. The message is one plain sentence."""


@dataclass(frozen=True)
class FoundAgent:
    """An agent that a search found. `score` is a cosine similarity, -1 to 1."""

    handle: str
    name: str
    description: str
    skills: tuple[str, ...]
    score: float


@dataclass(frozen=True)
class Delegated:
    """What came of work that was handed on. `files`: name -> content."""

    agent: str
    text: str
    files: dict[str, bytes] = field(default_factory=dict, repr=False)


class Colleagues:
    """The colleagues of one task, while it is being worked on."""

    def __init__(self, hub: str, said: dict[str, Any] | None) -> None:
        self._base = _at(hub, str(said["url"])) if said else ""
        self._token = str(said["token"]) if said else ""

    @classmethod
    def nobody(cls) -> "Colleagues":
        """A task that has no colleagues."""
        return cls("", None)

    @property
    def tools(self) -> tuple[str, str] | None:
        """The address of the MCP server that has all of this as tools, and its token; None: nobody is there."""
        return (f"{self._base}/mcp", self._token) if self._base else None

    async def ask(
        self, question: str, seconds: float, options: Sequence[str] = (), *, people_only: bool = False
    ) -> str:
        """Put a question to the team, or to a person alone, and wait for its answer."""
        terms: dict[str, Any] = {"options": list(options), "people_only": people_only}
        asked = await self._send("POST", "/questions", json={"question": question} | _without_empty(terms))
        answered = await self._until("questions", asked, seconds)
        if answered["state"] != "answered":
            raise ColleagueError("The team went on without an answer.")
        return str(answered["answer"])

    async def hear_changes(self) -> list[tuple[str, str]]:
        """Give by whom and what people said since the goal was given, the oldest first."""
        said = await self._send("GET", "/changes")
        return [(one["by"], one["text"]) for one in said["items"]]

    async def find_agents(self, need: str, limit: int) -> list[FoundAgent]:
        """Search the workspace's agents."""
        found = await self._send("GET", "/agents", params={"q": need, "limit": limit})
        return [
            FoundAgent(one["handle"], one["name"], one["description"], tuple(one["skills"]), one["score"])
            for one in found["items"]
        ]

    async def delegate(self, brief: str, *, to: str, need: str, title: str, seconds: float) -> Delegated:
        """Hand work on and wait for what comes of it."""
        asked = {"brief": brief, "agent": to, "need": need, "title": title}
        given = await self._send("POST", "/tasks", json=asked)
        done = await self._until("tasks", given, seconds)
        if done["state"] != "done":
            raise ColleagueError(done["failure"] or f"@{done['agent']} gave no result ({done['state']}).")
        files = {file["name"]: await self._bytes(f"/files/{file['id']}") for file in done["files"]}
        return Delegated(done["agent"], done["result"], files)

    async def _until(self, kind: str, begun: dict[str, Any], seconds: float) -> dict[str, Any]:
        give_up, now = time.monotonic() + seconds, begun
        while not now["settled"]:
            if time.monotonic() > give_up:
                raise ColleagueError(f"Nobody answered within {seconds:g} seconds.")
            now = await self._send("GET", f"/{kind}/{begun['id']}", params={"wait": WAIT})
        return now

    async def _send(self, method: str, path: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = (await self._reach(method, path, **fields)).json()
        return answer

    async def _bytes(self, path: str) -> bytes:
        return (await self._reach("GET", path)).content

    async def _reach(self, method: str, path: str, **fields: Any) -> httpx.Response:
        """Send a request. A hub that is away is waited for, but a POST that may have arrived is not sent again."""
        if not self._base:
            raise ColleagueError("This task has no colleagues.")
        headers = {"Authorization": f"Bearer {self._token}"}
        async with httpx.AsyncClient(timeout=WAIT + 20, headers=headers, trust_env=False) as client:
            for pause in (*PAUSES, None):
                try:
                    response = await client.request(method, self._base + path, **fields)
                except httpx.HTTPError as error:
                    arrived = method == "POST" and not isinstance(error, httpx.ConnectError)
                    if arrived or pause is None:
                        raise ColleagueError(f"The hub can't be reached: {type(error).__name__}.") from error
                else:
                    if response.is_success:
                        return response
                    if response.status_code not in (429, 502, 503) or pause is None:
                        raise ColleagueError(_complaint(response))
                await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")


def _without_empty(said: dict[str, Any]) -> dict[str, Any]:
    """A hub that is older than this package refuses what it does not know, and most ask for none of it."""
    return {name: value for name, value in said.items() if value}


def _at(hub: str, url: str) -> str:
    """The address as it is reached from here: the hub's own name for itself may mean nothing on this machine."""
    here, there = urlsplit(hub), urlsplit(url)
    scheme = {"ws": "http", "wss": "https"}.get(here.scheme, here.scheme)
    return urlunsplit((scheme, here.netloc, there.path.rstrip("/"), "", ""))


def _complaint(response: httpx.Response) -> str:
    try:
        return str(response.json()["detail"])[:400]
    except (ValueError, KeyError, TypeError):
        return f"The hub answered {response.status_code}."
