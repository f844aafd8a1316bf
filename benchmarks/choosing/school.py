"""A workspace in which goals are really run, and what the rules and the oracle made of each."""

import json
import time
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.choosing.exam import Asked, Registry
from benchmarks.discovery import handle_of

SECONDS = 60.0  # after which a goal has not come to its end: one takes less than one
RIGHT = "The right agent did it."
ABLE = [{"result": RIGHT}]
UNABLE = [{"error": "I can't do this: it is not my field.", "permanent": True}]
OUTCOMES = ("chosen_first", "answered", "taken_by_builtin")


class School:
    """A workspace with one registry's agents, where goals are run one after the other and nothing is learned."""

    def __init__(self, registry: Registry) -> None:
        from apps.accounts.models import Member, User, Workspace
        from apps.accounts.queries import actor_for
        from apps.agents.actions import register_agent, seed_agents
        from apps.agents.domain.registration import AgentProfile

        slug = uuid.uuid4().hex
        self._workspace = Workspace.objects.create(slug=slug, name=slug)
        user = User.objects.create(username=slug)
        Member.objects.create(workspace=self._workspace, user=user, role="owner")
        self._owner = actor_for(user, self._workspace.pk)
        seed_agents(self._workspace.pk)
        for number, agent in enumerate(registry.agents):
            profile = AgentProfile(
                handle=handle_of(str(agent["name"]), number),
                name=str(agent["name"]),
                description=str(agent["description"]),
                skills=_skills(agent.get("skills", ())),  # type: ignore[arg-type]
                connector="scripted",
                connector_config={"steps": UNABLE},
            )
            register_agent(self._workspace.pk, profile)

    def run(self, asked: Asked) -> dict[str, dict[str, bool]]:
        """Have a goal done by rules, and look at what came of it."""
        from apps.chat.actions import GoalRequest, Upload, launch_goal

        self._forget(asked)
        files = tuple(Upload(name, text.encode()) for name, text in asked.files.items())
        with _watched() as briefings:
            goal = launch_goal(self._owner, GoalRequest(text=asked.goal, files=files, review="never"))
            self._until_ended(goal)
        goal.refresh_from_db()
        return {"rules": self._by_rules(goal, asked), "oracle": self._by_oracle(briefings[0], asked)}

    def _forget(self, asked: Asked) -> None:
        """Nobody has learned or failed anything, and those who are right for this goal can do it."""
        from django.db.models import F, Q

        from apps.agents.models import Agent, Connection, Experience, ExperienceMean

        mine = Agent.objects.filter(workspace=self._workspace)
        Experience.objects.filter(agent__in=mine).delete()
        ExperienceMean.objects.filter(agent__in=mine).delete()
        used = mine.filter(Q(tasks_done__gt=0) | Q(tasks_failed__gt=0) | Q(goals_completed__gt=0))
        used.update(tasks_done=0, tasks_failed=0, goals_completed=0, goal_words={}, vector=F("profile_vector"))
        joined = Connection.objects.filter(agent__in=mine)
        joined.exclude(availability="online").update(availability="online", failing=0, busy_until=None)
        joined = joined.filter(connector="scripted")
        joined.filter(connector_config={"steps": ABLE}).update(connector_config={"steps": UNABLE})
        joined.filter(agent__name__in=asked.right).update(connector_config={"steps": ABLE})

    def _until_ended(self, goal: Any) -> None:
        """Do whatever is due, without the pauses between tries; a person permits all, and answers nothing."""
        from django.db.models.functions import Now

        from apps.chat.actions import sweeper
        from apps.chat.models import Conversation
        from apps.teams.models import Attempt

        give_up = time.monotonic() + SECONDS
        while type(goal).objects.filter(pk=goal.pk, outcome="running").exists():
            if Conversation.objects.filter(team__goal=goal, wait__person=True).exists():
                return
            if time.monotonic() > give_up:
                raise SystemExit(f"a goal did not come to its end: {goal.text}")
            self._permit(goal)
            Attempt.objects.filter(state="ready").update(not_before=Now())
            Conversation.objects.filter(turn_state="due").update(turn_due_at=Now())
            sweeper.sweep()

    def _permit(self, goal: Any) -> None:
        from apps.chat.actions import decide
        from apps.teams.domain.states import APPROVE
        from apps.teams.models import Approval

        for asked in Approval.objects.filter(team__goal=goal, kind="permit", state="pending"):
            decide(self._owner, asked.id, APPROVE)

    def _by_rules(self, goal: Any, asked: Asked) -> dict[str, bool]:
        from apps.teams.models import Task

        tasks = Task.objects.filter(team__goal=goal, owner__agent__isnull=False).select_related(
            "owner__agent__connection"
        )
        first = next(iter(tasks.order_by("team__depth", "number")), None)
        if first is None:
            return dict.fromkeys(OUTCOMES, False)
        name, came_along = first.owner.agent.name, first.owner.agent.connection.connector == "builtin"
        by_right = tasks.filter(state="done", owner__agent__name__in=asked.right).exists()
        return {
            "chosen_first": name in asked.right,
            "answered": by_right and goal.outcome in {"done", "partial"},
            "taken_by_builtin": came_along and name not in asked.right and first.state == "done",
        }

    def _by_oracle(self, briefing: Any, asked: Asked) -> dict[str, bool]:
        from apps.agents.models import Agent
        from apps.chat.voices.llm.prompt import to_prompt

        document = json.loads(to_prompt(briefing).user)
        listed = [one["handle"] for one in document.get("agents", ())]
        rows = Agent.objects.filter(workspace=self._workspace, handle__in=listed).select_related("connection")
        known = {agent.handle: agent for agent in rows}
        named = [known[handle] for handle in listed]
        picked = next((agent for agent in named if agent.name in asked.right), next(iter(named), None))
        right = picked is not None and picked.name in asked.right
        taken = picked is not None and not right and picked.connection.connector == "builtin"
        return dict(zip(OUTCOMES, (right, right, taken), strict=True))


def _skills(told: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    return [{"id": f"s{number}", "repeatable": True, **one} for number, one in enumerate(told)]


class _watched:  # noqa: N801 - a context manager
    """Inside, the briefings that the rules are given are kept."""

    def __enter__(self) -> list[Any]:
        from apps.chat.voices.rules import RuleVoice

        self._speak = speak = RuleVoice.speak
        briefings: list[Any] = []

        async def heard(voice: Any, briefing: Any) -> Any:
            briefings.append(briefing)
            return await speak(voice, briefing)

        RuleVoice.speak = heard  # type: ignore[method-assign]
        return briefings

    def __exit__(self, *error: object) -> None:
        from apps.chat.voices.rules import RuleVoice

        RuleVoice.speak = self._speak  # type: ignore[method-assign]
