"""A workspace with scripted agents and a scripted voice: whole goals run in the test's own thread."""

import contextlib
import json
import logging
import time
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models.functions import Now

from apps.accounts.domain.access import Actor, Role
from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import GoalRequest, launch_goal, notifications, sweeper, turns
from apps.chat.domain.briefing import Spoken
from apps.chat.domain.protocol import parse
from apps.chat.models import Conversation, Message
from apps.chat.queries.briefing import briefing_for
from apps.chat.queries.staffing import staffing_for
from apps.journal import bells
from apps.journal.queries import events_after
from apps.teams.actions import attempts
from apps.teams.models import Approval, Attempt, Goal, Task, Team
from tests import factories
from tests.asked import rows_of
from tests.durability.chains import assert_all_name_their_chain
from tests.durability.oracle import assert_sound
from tests.people import PutToPeople, waiting


def finish(attempt_id, outcome):
    """A call ends, and its worker tells of it."""
    notifications.finish_attempt(attempt_id, Attempt.objects.get(pk=attempt_id).started_at, outcome)


class Stage:
    """A workspace, its owner, and what the test needs to run a goal in it and look at what came of it."""

    hour = timedelta(hours=1)

    def __init__(self, script: Path, settings) -> None:
        self.workspace = factories.workspace()
        self.user = factories.person(self.workspace)
        self.owner = Actor(self.user.id, self.workspace.id, Role.OWNER, "Ann")
        self.operator = self._actor(self.workspace, Role.OPERATOR, "Bob")
        self.viewer = self._actor(self.workspace, Role.VIEWER, "Vera")
        self.stranger = self._actor(factories.workspace("Elsewhere"), Role.OWNER, "Charlie")
        self._script = script
        self._settings = settings

    def _actor(self, workspace, role: Role, name: str) -> Actor:
        return Actor(factories.person(workspace, role.value).id, workspace.id, role, name)

    def agent(
        self, handle: str, *steps: dict, skill: str = "", repeatable: bool = True, read_only: bool = True, **fields
    ) -> uuid.UUID:
        """Register a scripted agent with one skill, which only reads, unless the test says otherwise."""
        name = skill or f"work of {handle}"
        about = {"id": handle, "name": name, "description": name, "tags": [name]}
        profile = AgentProfile(
            handle=handle,
            name=handle.title(),
            description=name,
            skills=[about | {"repeatable": repeatable, "read_only": read_only or None}],
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

    def script(self, purpose: str = "*") -> list:
        """The steps that the voice says for a purpose."""
        return json.loads(self._script.read_text())[purpose]

    def until(self, held, seconds: float = 20.0) -> None:
        """Sweep until `held()` is true; fails when it never is."""
        give_up = time.monotonic() + seconds
        while not held():
            assert time.monotonic() < give_up, "what the test waits for did not come about"
            self.sweep()
            time.sleep(0.02)

    def sweep(self) -> None:
        """Have everything looked at that may be done now, without the wait of a retry or of a busy agent."""
        Attempt.objects.filter(state="ready").update(not_before=Now())
        Conversation.objects.filter(turn_state="due").update(turn_due_at=Now())
        sweeper.sweep()

    @contextlib.contextmanager
    def bells_lost(self):
        """Nothing is done at once inside: the broker is taken for dead, so that a test can look in between."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bells, "_breaker", bells._Breaker())
            patch.setattr(bells, "BREAKER_SECONDS", 3600.0)
            bells._breaker.trip()
            yield

    def claim(self, team: Team | None = None) -> turns.Claim:
        """Take the turn that is due in a team's room, as a worker whose voice thinks for long does."""
        room = Conversation.objects.get(team=team) if team else Conversation.objects.get(team__parent=None)
        claimed = turns.claim(room.id, "a slow worker")
        assert claimed is not None, "no turn is due"
        return claimed

    def speak(self, claimed: turns.Claim, utterance: dict | str) -> None:
        """Record what the voice said at last."""
        said = parse(utterance, known_tasks=[task.number for task in Task.objects.all()])
        turns.record(
            claimed,
            Spoken(utterance, "scripted"),
            said,
            staffing_for(rows_of(claimed.conversation_id).room.team, said),
            guests=briefing_for(rows_of(claimed.conversation_id)).guests,
        )

    def begin(self, number: int) -> Attempt:
        """Claim the attempt of a root task, as a worker whose call takes long does."""
        attempt = Attempt.objects.get(task__number=number, task__team__parent=None, state="ready")
        assert attempts.claim_attempt(attempt.id, "a slow worker")
        attempt.refresh_from_db()
        return attempt

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

    def pending(self) -> Approval | PutToPeople:
        """The one thing that waits for people."""
        (one,) = waiting()
        return one

    def subteam(self) -> Team:
        """The one sub-team."""
        return Team.objects.exclude(parent=None).get()

    def events(self, goal: Goal) -> list[str]:
        """The kinds of the goal's events in order."""
        return [event.kind for event in events_after(goal.id, 0, limit=1000)]

    def states(self, goal: Goal) -> dict[int, str]:
        """The states of the root team's tasks by number."""
        return dict(Task.objects.filter(team=self.root(goal)).values_list("number", "state"))


@pytest.fixture
def stage(transactional_db, tmp_path, settings, monkeypatch):
    """After each test every goal is sound: its events fold into what its tables say, and nobody is stuck.

    All that came of it names its chain of authority.
    """
    monkeypatch.setattr(sweeper, "GRACE", timedelta(0))
    yield Stage(tmp_path / "script.json", settings)
    for goal in Goal.objects.all():
        assert_sound(goal)
        assert_all_name_their_chain(goal)


@pytest.fixture(autouse=True)
def nothing_broke(caplog):
    """What a job or a hook after a commit raises ends in the log, where a test would not see it."""
    yield
    broken = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not broken


def task(
    key: str, owner: str | None = None, *, after: tuple[str, ...] = (), needs: tuple[str, ...] = (), **more
) -> dict:
    """A task of an Assign."""
    return {
        "key": key,
        "title": key.title(),
        "brief": f"Do {key}.",
        "owner": owner,
        "after": after,
        "needs": needs,
    } | more


@pytest.fixture
def office(stage):
    """A workspace with the agents that come along, and the document of the demo."""
    agents.seed_agents(stage.workspace.id)
    agents.seed_documents(stage.workspace.id)
    return stage
