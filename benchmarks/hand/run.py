"""Gives a goal to the running product and waits for what comes of it; all by REST, as anybody could."""

import time
import uuid
from collections import defaultdict
from typing import TYPE_CHECKING

import httpx

from benchmarks.hand.goals import Answer, HandGoal
from benchmarks.hand.seat import SeatServer

if TYPE_CHECKING:
    from apps.accounts.domain.access import Actor

LOOK = 0.2
TEXTS = (".md", ".txt", ".py", ".json", ".csv", ".html")


def furnish(goal: HandGoal, seat_url: str) -> str:
    """Make a workspace with the goal's agents, each a model of its own at the seat; give its owner's token."""
    from apps.accounts.actions import create_workspace, issue_token
    from apps.accounts.models import User
    from apps.accounts.queries import actor_for
    from apps.agents import actions as agents
    from apps.agents.domain.registration import AgentProfile
    from apps.journal.actions import open_stream
    from apps.journal.domain.streams import StreamKind

    owner = User.objects.create(username=f"hand-{uuid.uuid4().hex[:8]}", display_name="Hanna")
    workspace_id = create_workspace(owner.username, goal.name, owner.pk)
    open_stream(workspace_id, StreamKind.WORKSPACE)
    actor = actor_for(owner, workspace_id)
    if goal.built_in:
        agents.seed_agents(workspace_id)
        _switch_off_others(actor, goal.built_in)
    for told in goal.agents:
        skill = {"id": "work", "name": told["skill"], "description": told["description"], "tags": []}
        profile = AgentProfile(
            handle=told["handle"],
            name=told["name"],
            description=told["description"],
            skills=[skill | {"repeatable": True, "read_only": True}],
            connector="openai",
            connector_config={"url": seat_url, "model": told["handle"]},
            timeout_seconds=3600,
        )
        agents.register_agent(workspace_id, profile)
    return issue_token(actor, "by hand")


def _switch_off_others(actor: "Actor", wanted: tuple[str, ...]) -> None:
    from apps.agents.models import Agent

    Agent.objects.filter(workspace_id=actor.workspace_id).exclude(handle__in=wanted).update(enabled=False)


class Run:
    """One goal under way at the product of that address."""

    def __init__(self, goal: HandGoal, url: str, token: str, seat: SeatServer) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._goal, self._seat = goal, seat
        self._http = httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=60)

    def until_ended(self, seconds: float) -> Answer:
        """Give the goal, say what persons say, and wait for the end. Raises TimeoutError."""
        if self._goal.said:
            self._seat.held_after = int(str(self._goal.said[0]["after_calls"]))
        told = {"text": self._goal.text}
        files = [("files", (path.name, path.read_bytes())) for path in self._goal.files]
        body = {"data": told, "files": files} if files else {"json": told}
        self._id = self._sent("/goals", **body)["id"]
        self._until = time.monotonic() + seconds
        for said in self._goal.said:
            self._wait(lambda after=said["after_calls"]: len(self._seat.calls) >= after)
            self._say(str(said["text"]))
            time.sleep(5 * LOOK)  # the calls that are held were asked for before it: their answers come after it
            self._seat.held_after = None
        self._wait(self._ended)
        if not self._goal.then:
            return self._answer()
        first = self._answer()
        self._say(self._goal.then)
        self._wait(lambda: not self._ended())
        self._wait(self._ended)
        second = self._answer()
        return Answer(f"{first.text}\n\n{second.text}", first.files | second.files, second.said, second.outcome)

    def _sent(self, path: str, **body: object) -> dict:
        response = self._http.post(path, **body)
        response.raise_for_status()
        return response.json()

    def _got(self, path: str) -> dict:
        response = self._http.get(path)
        response.raise_for_status()
        return response.json()

    def _wait(self, held) -> None:
        while not held():
            if time.monotonic() > self._until:
                raise TimeoutError(self._goal.name)
            time.sleep(LOOK)

    def _ended(self) -> bool:
        """Whether the round is over, and its answer among the files."""
        goal = self._got(f"/goals/{self._id}")
        return goal["outcome"] != "running" and not goal["answer_owed"]

    def _team(self) -> str:
        return next(team["id"] for team in self._all(f"/goals/{self._id}/teams") if team["depth"] == 0)

    def _say(self, text: str) -> None:
        self._sent(f"/teams/{self._team()}/messages", json={"text": text})

    def _all(self, path: str) -> list[dict]:
        """All pages of a list."""
        rows, cursor = [], ""
        while True:
            page = self._got(f"{path}?limit=100{cursor}")
            rows += page["items"]
            if not page.get("next"):
                return rows
            cursor = f"&cursor={page['next']}"

    def _answer(self) -> Answer:
        goal = self._got(f"/goals/{self._id}")
        text = self._got(f"/goals/{self._id}/result")["answer"]
        files = {row["name"]: self._text(row) for row in self._all(f"/goals/{self._id}/files")}
        given = {path.name for path in self._goal.files}
        said = defaultdict(str)
        for team in self._all(f"/goals/{self._id}/teams"):
            for message in self._all(f"/teams/{team['id']}/messages"):
                said[message["sender"]["handle"]] += message["text"] + "\n"
        return Answer(text, {name: text for name, text in files.items() if name not in given}, said, goal["outcome"])

    def _text(self, row: dict) -> str:
        if not row["name"].endswith(TEXTS):
            return ""
        response = self._http.get(f"/files/{row['id']}")
        response.raise_for_status()
        return response.text
