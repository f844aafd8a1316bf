"""The rows of a plan, as its page shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from apps.agents.domain.roles import role_of
from apps.agents.queries.directory import DirectoryEntry
from apps.chat.domain.display import TaskStateLook
from apps.chat.queries.tasks import shown_tasks
from apps.teams.queries.plans import ProposedPlan, ProposedStep


@dataclass(frozen=True)
class StepRow:
    """A step with how it is shown. `others`: those it may come after. `by`: who else changed it, to be said."""

    step: ProposedStep
    look: TaskStateLook
    others: tuple[ProposedStep, ...]
    by: str = ""


@dataclass(frozen=True)
class OwnerChoice:
    """Somebody who may be given a step: `role` is what they are for."""

    handle: str
    name: str
    role: str
    offline: bool


def owner_choices(agents: Iterable[DirectoryEntry]) -> list[OwnerChoice]:
    """The agents of a directory as choices of who does a step."""
    return [
        OwnerChoice(one.handle, one.name, role_of(skill.model_dump() for skill in one.skills[:1]), one.is_offline)
        for one in agents
    ]


def rows_of(plan: ProposedPlan, goal_id: UUID) -> list[StepRow]:
    """The rows of a goal's plan in order."""
    shown = shown_tasks([goal_id], timezone.now())
    return [_row(step, plan.steps, shown[step.id].look) for step in plan.steps]


def row_of(step: ProposedStep, steps: Sequence[ProposedStep], goal_id: UUID, by: str = "") -> StepRow:
    """One of them."""
    return _row(step, steps, shown_tasks([goal_id], timezone.now())[step.id].look, by)


def _row(step: ProposedStep, steps: Sequence[ProposedStep], look: TaskStateLook, by: str = "") -> StepRow:
    return StepRow(step, look, tuple(one for one in steps if one.number != step.number), by)
