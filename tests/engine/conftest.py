"""A workspace with scripted agents and a scripted voice: whole goals run in the test's own thread."""

import json
import time
import uuid
from pathlib import Path

import pytest

from apps.accounts.domain.access import Actor
from apps.accounts.domain.roles import Role
from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import GoalRequest, launch_goal
from apps.chat.actions.sweeping import sweep
from apps.chat.models import Conversation, Message
from apps.teams.models import Goal, Task, Team
from tests import factories


class Stage:
    """A workspace, its owner, and what the test needs to run a goal in it and look at what came of it."""

    def __init__(self, script: Path, settings) -> None:
        self.workspace = factories.workspace()
        self.user = factories.person(self.workspace)
        self.owner = Actor(self.user.id, self.workspace.id, Role.OWNER, "Ann")
        self._script = script
        self._settings = settings

    def agent(self, handle: str, *steps: dict, skill: str = "", repeatable: bool = True, **fields) -> uuid.UUID:
        """Register a scripted agent with one skill."""
        name = skill or f"work of {handle}"
        profile = AgentProfile(
            handle=handle,
            name=handle.title(),
            description=name,
            skills=[{"id": handle, "name": name, "description": name, "tags": [name], "repeatable": repeatable}],
            connector="scripted",
            connector_config={"steps": list(steps) or [{"result": f"{handle} did it."}]},
            **fields,
        )
        return agents.register_agent(self.workspace.id, profile)

    def voices(self, script: dict | list) -> None:
        """Have these steps said: a list for all teams, or a mapping from a part of a team's purpose."""
        self._script.write_text(json.dumps(script if isinstance(script, dict) else {"*": script}))
        self._settings.IOA_SCRIPT = str(self._script)

    def launch(self, text: str = "Do the work", **request) -> Goal:
        """Give a goal; whatever can be done at once has been done when this returns."""
        return launch_goal(self.owner, GoalRequest(text=text, **request))

    def until(self, held, seconds: float = 20.0) -> None:
        """Sweep until `held()` is true; fails when it never is."""
        give_up = time.monotonic() + seconds
        while not held():
            assert time.monotonic() < give_up, "what the test waits for did not come about"
            sweep()
            time.sleep(0.05)

    def until_ended(self, goal: Goal) -> Goal:
        """The goal, once it has ended."""
        self.until(lambda: Goal.objects.exclude(outcome="running").filter(id=goal.id).exists())
        return Goal.objects.get(id=goal.id)

    def root(self, goal: Goal) -> Team:
        return Team.objects.get(goal=goal, parent=None)

    def room(self, goal: Goal) -> Conversation:
        return Conversation.objects.get(team__goal=goal, team__parent=None)

    def messages(self, goal: Goal) -> list[Message]:
        """What was said in the root room, in order."""
        return list(Message.objects.filter(conversation=self.room(goal)).order_by("number"))

    def kinds(self, goal: Goal) -> list[str]:
        return [message.kind for message in self.messages(goal)]

    def states(self, goal: Goal) -> dict[int, str]:
        """The states of the root team's tasks by number."""
        return dict(Task.objects.filter(team=self.root(goal)).values_list("number", "state"))


@pytest.fixture
def stage(transactional_db, tmp_path, settings):
    return Stage(tmp_path / "script.json", settings)


def task(key: str, owner: str | None = None, *, after: tuple[str, ...] = (), needs: tuple[str, ...] = (), **more) -> dict:
    """A task of an Assign."""
    return {"key": key, "title": key.title(), "brief": f"Do {key}.", "owner": owner, "after": after, "needs": needs} | more
