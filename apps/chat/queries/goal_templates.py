"""The templates of a workspace and those that come along, with who of their agents is here."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.domain.workspace_settings import Review
from apps.accounts.queries.names import shown_name
from apps.agents.domain.profile import Candidate
from apps.agents.queries import candidates_by_handle
from apps.chat.domain.built_in_templates import BUILT_IN_TEMPLATES, BuiltInTemplate
from apps.chat.domain.goal_templates import Blank, TemplateMember, TemplateSettings, blanks_of, pieces_of
from apps.chat.domain.team_folders import TeamFile, write_folder
from apps.chat.models import GoalTemplate
from apps.chat.queries.goals import goal_card
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import Priority
from apps.teams.queries.rows import Goal
from apps.teams.queries.work_at_hand import agents_with_work

MOST_TEMPLATES = 200
"""A workspace's own."""


@dataclass(frozen=True)
class TemplateView:
    """A template. `key` names it in addresses; `missing`: handles of its agents that nobody here has."""

    key: str
    name: str
    about: str
    text: str
    settings: TemplateSettings
    members: tuple[TemplateMember, ...]
    missing: tuple[str, ...]
    by: str = ""
    made_at: datetime | None = None

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """What is filled in before it becomes a goal."""
        return blanks_of(self.text)

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """Its text in pieces: see `pieces_of`."""
        return pieces_of(self.text)

    @property
    def is_built_in(self) -> bool:
        """Whether it came along, and can't be removed."""
        return self.made_at is None

    @property
    def here(self) -> tuple[str, ...]:
        """Handles of its team that are in this workspace."""
        return tuple(handle for handle in self.settings.team if handle not in self.missing)


def built_in_templates(workspace_id: uuid.UUID) -> list[TemplateView]:
    """Those that come along, in their order."""
    known = _known(workspace_id, (handle for one in BUILT_IN_TEMPLATES for handle in one.agents))
    return [_built_in(one, known) for one in BUILT_IN_TEMPLATES]


def own_templates(workspace_id: uuid.UUID) -> list[TemplateView]:
    """The workspace's own, by name."""
    rows = list(_templates().filter(workspace=workspace_id).order_by("name", "id"))
    known = _known(workspace_id, (one["handle"] for row in rows for one in row.members))
    return [_own(row, known) for row in rows]


def template_view(actor: Actor, key: str) -> TemplateView:
    """A template by its key. Raises NotFound."""
    for one in BUILT_IN_TEMPLATES:
        if one.key == key:
            return _built_in(one, _known(actor.workspace_id, one.agents))
    row = own_row(actor, key)
    return _own(row, _known(actor.workspace_id, (one["handle"] for one in row.members)))


def own_row(actor: Actor, key: str) -> Any:
    """A template of the workspace's own. Raises NotFound."""
    try:
        row = _templates().filter(pk=uuid.UUID(key), workspace=actor.workspace_id).first()
    except ValueError:
        row = None
    if row is None:
        raise NotFound("There is no such template.")
    return row


def _templates() -> "QuerySet[Any]":
    return GoalTemplate.objects.annotate(by_name=shown_name("by", "workspace"))


def described_agents(workspace_id: uuid.UUID, handles: Iterable[str]) -> tuple[TemplateMember, ...]:
    """These agents as a template keeps them, in this order; those that are not here by their handle alone."""
    wanted = tuple(dict.fromkeys(handles))
    found = candidates_by_handle(workspace_id, wanted)
    return tuple(_member(found[one]) if one in found else TemplateMember(handle=one) for one in wanted)


def settings_of(goal: Goal, now: datetime) -> TemplateSettings:
    """How a goal was given, with the agents that its first team has now."""
    return TemplateSettings(
        limits=Limits.model_validate(goal.limits),
        team=tuple(one.handle for one in agents_with_work(goal_card(goal.pk, now).team_id)),
        priority=Priority(goal.priority),
        review=Review(goal.review),
        shows_plan=goal.shows_plan,
    )


def team_folder(view: TemplateView) -> bytes:
    """A template and its team as a folder in a zip."""
    team = TeamFile(name=view.name, about=view.about, settings=view.settings, members=view.members)
    return write_folder(team, view.text)


def _member(agent: Candidate) -> TemplateMember:
    skills = tuple(skill.name[:200] for skill in agent.skills[:100])
    return TemplateMember(
        handle=agent.handle, name=agent.name[:200], description=agent.description[:4_000], skills=skills
    )


def _known(workspace_id: uuid.UUID, handles: Iterable[str]) -> set[str]:
    return set(candidates_by_handle(workspace_id, tuple(dict.fromkeys(handles))))


def _built_in(one: BuiltInTemplate, known: set[str]) -> TemplateView:
    members = tuple(TemplateMember(handle=handle) for handle in one.agents)
    missing = tuple(handle for handle in one.agents if handle not in known)
    return TemplateView(one.key, one.name, one.about, one.text, one.settings, members, missing)


def _own(row: Any, known: set[str]) -> TemplateView:
    members = tuple(TemplateMember.model_validate(one) for one in row.members)
    missing = tuple(one.handle for one in members if one.handle not in known)
    settings = TemplateSettings.model_validate(row.settings)
    return TemplateView(
        str(row.pk), row.name, row.about, row.text, settings, members, missing, row.by_name, row.made_at
    )
