"""What agents are asked: what their tasks say, and what people said since the goal was given."""

import uuid
from collections.abc import Collection
from dataclasses import replace

from apps.agents.domain.places import Change
from apps.chat.queries.changes import changes_in, said_for
from apps.teams.queries.work import Assignment, assignments


def assignments_with_changes(attempt_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Assignment]:
    """Of each of these attempts what its agent is asked; nothing for one that is gone."""
    works = assignments(attempt_ids)
    said = said_for({work.team_id for work in works.values()})
    return {key: _with(work, changes_in(said[work.team_id], work.briefed)) for key, work in works.items()}


def _with(work: Assignment, changes: tuple[Change, ...]) -> Assignment:
    if work.only_brief:
        changes = tuple(change for change in changes if change.after_brief)
    return replace(work, request=replace(work.request, changes=changes))
