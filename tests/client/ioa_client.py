"""A client of IoA whose model is a script, message for message as OpenBMB's own communication layer speaks.

It registers, holds one websocket, keeps what it knows of each talk, speaks when it is named, waits for all whom it gave
work, does tasks that it is given, and concludes the talks that it has opened. What its model would answer stands in
`replies`; what it does with a task is `work`.
"""

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote

import httpx
import websockets

DISCUSSION, SYNC, ASYNC, RESULT, PROGRESS, PAUSE, CONCLUDE, CONCLUSION = 4, 5, 6, 7, 8, 9, 10, 11
TALKING = 1  # the one state in which messages are heard
EMPTY = {
    "content": "",
    "sender": "",
    "comm_id": "",
    "next_speaker": "",
    "state": TALKING,
    "type": DISCUSSION,
    "proposal_id": "",
    "goal": None,
    "team_members": None,
    "team_up_depth": None,
    "task_id": "",
    "task_desc": "",
    "task_conclusion": "",
    "task_abstract": "",
    "triggers": [],
    "updated_plan": "",
    "is_collaborative_planning_enabled": False,
    "max_turns": None,
}


@dataclass
class KnownTalk:
    """What a client remembers of a talk."""

    goal: str
    members: list[dict]
    said: list[dict] = field(default_factory=list)
    awaited: set[str] = field(default_factory=set)
    triggers: set[str] = field(default_factory=set)
    conclusion: str | None = None


class IoaClient:
    """A client. `replies`: what its model says each time it has the word; `work`: what comes of a task's text."""

    def __init__(self, hub: str, name: str, desc: str = "", token: str = "", work: Callable[[str], str] = str) -> None:
        self.hub, self.name, self.desc = hub, name, desc
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.work = work
        self.replies: list[dict] = []
        self.talks: dict[str, KnownTalk] = {}
        self.heard: list[dict] = []
        self.done: list[str] = []
        self._ended: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def ask(self, path: str, body: dict | None = None) -> object:
        """One of the server's routes."""
        async with httpx.AsyncClient(timeout=60) as client:
            answer = await client.post(f"{self.hub}{path}", json=body or {}, headers=self.headers)
            answer.raise_for_status()
            return answer.json()

    @contextlib.asynccontextmanager
    async def here(self):
        """Registered and listening."""
        await self.ask("/register", {"name": self.name, "type": "Thing Assistant", "desc": self.desc})
        self.loop = asyncio.get_running_loop()
        await self._connect()
        listening = asyncio.create_task(self._listen())
        try:
            yield self
        finally:
            listening.cancel()
            await self.socket.close()

    async def _connect(self) -> None:
        """It connects again by itself where the hub was away; what it knows it keeps."""
        uri = quote(f"{self.hub.replace('http', 'ws')}/ws/{self.name}", safe=":/?&=,.")
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                self.socket = await websockets.connect(uri, ping_timeout=None, additional_headers=self.headers)
                return
            await asyncio.sleep(0.2)

    async def launch_goal(self, goal: str, names: list[str], team_name: str | None = None) -> tuple[str, str]:
        """Open a talk with these agents, lead it, and give its name and its conclusion."""
        members = [one for one in await self.ask("/query_assistant", {"name": names}) if one]
        body = {"sender": self.name, "agent_names": names, "team_name": team_name}
        comm_id = (await self.ask("/teamup", body))["comm_id"]
        me = {"name": self.name, "type": "Thing Assistant", "desc": self.desc}
        self.talks[comm_id] = KnownTalk(goal, [*members, me])
        await self._speak(comm_id)
        await self._ended[comm_id].wait()
        return comm_id, self.talks[comm_id].conclusion

    async def go_on(self, comm_id: str, words: str, named: str) -> str:
        """Go on with a talk that has ended, in the words of the person behind the client; gives its next conclusion."""
        talk = self.talks[comm_id]
        talk.conclusion = None
        self._ended[comm_id].clear()
        said = {"sender": "user", "content": words, "next_speaker": named, "goal": talk.goal}
        await self._send(comm_id, team_members=talk.members, **said)
        await self._ended[comm_id].wait()
        return talk.conclusion

    async def _listen(self) -> None:
        while True:
            try:
                text = await self.socket.recv()
            except websockets.ConnectionClosed:
                await self._connect()
                continue
            message = json.loads(text)
            assert set(message) == set(EMPTY), message
            self.heard.append(message)
            if message["state"] == TALKING:
                await self._hear(message)

    async def _hear(self, message: dict) -> None:
        comm_id = message["comm_id"]
        talk = self.talks.get(comm_id)
        if talk is None:
            talk = self.talks[comm_id] = KnownTalk(message["goal"], message["team_members"])
        if message["sender"] != self.name:
            talk.said.append(message)
            talk.triggers.discard(message["task_id"] if message["type"] == RESULT else "")
        if message["type"] == CONCLUSION:
            talk.conclusion = message["content"]
            self._ended[comm_id].set()
        named = message["next_speaker"]
        if self.name in ([named] if isinstance(named, str) else named):
            await self._take_turn(comm_id, talk, message)

    async def _take_turn(self, comm_id: str, talk: KnownTalk, message: dict) -> None:
        if message["type"] in (SYNC, ASYNC):
            asyncio.create_task(self._do(comm_id, message))  # noqa: RUF006 - it lives as long as the test
        elif message["type"] == CONCLUDE:
            await self._send(comm_id, type=CONCLUSION, content=self.replies.pop(0)["content"])
        else:
            if message["type"] in (RESULT, PROGRESS):
                talk.awaited.discard(message["sender"])
            if not talk.awaited:
                await self._speak(comm_id)

    async def _speak(self, comm_id: str) -> None:
        """Say what the model says next."""
        talk, reply = self.talks[comm_id], self.replies.pop(0)
        kind, named = reply["type"], reply.get("next", [])
        if kind in (SYNC, ASYNC):
            talk.awaited = set(named)
        await self._send(
            comm_id,
            type=kind,
            content=reply["content"],
            next_speaker=[self.name] if kind == CONCLUDE else named,
            goal=talk.goal,
            team_members=talk.members,
        )

    async def _do(self, comm_id: str, message: dict) -> None:
        told = {"task_id": f"t{len(self.done)}", "task_desc": message["content"], "task_abstract": "A task"}
        if message["type"] == ASYNC:
            await self._send(comm_id, type=PROGRESS, content="Begun.", next_speaker=message["sender"], **told)
        self.done.append(message["content"])
        conclusion = await asyncio.to_thread(self.work, message["content"])
        after = message["sender"] if message["type"] == SYNC else ""
        await self._send(
            comm_id, type=RESULT, content=f"Done: {conclusion}", task_conclusion=conclusion, next_speaker=after, **told
        )

    async def _send(self, comm_id: str, **values: object) -> None:
        await self.socket.send(json.dumps(EMPTY | {"sender": self.name, "comm_id": comm_id} | values))
