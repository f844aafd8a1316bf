"""What the calls of agents took, by who was called."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, F, Q, Sum
from django.db.models.fields.json import KeyTextTransform

from apps.teams.models import Attempt, Team


@dataclass(frozen=True)
class CallsOf:
    """The tries of one agent in one team. `model`: which its connection names now, "" where it names none.

    `money`: US dollars, of calls of which somebody said a price; `unpriced`: the tokens of the others.
    """

    team_id: UUID
    name: str
    handle: str
    model: str
    calls: int
    tokens: int
    money: float
    unpriced: int


def calls_of(goal_id: UUID) -> list[CallsOf]:
    """All tries that were begun for a goal."""
    tokens = F("prompt_tokens") + F("completion_tokens")
    rows = (
        Attempt.objects.filter(task__team__goal=goal_id)
        .exclude(started_at=None)
        .annotate(model=KeyTextTransform("model", "connection__connector_config"))
        .values("task__team", "agent__name", "agent__handle", "model")
        .annotate(
            calls=Count("pk"),
            tokens=Sum(tokens),
            paid=Sum("money"),
            unpriced=Sum(tokens, filter=Q(money=None), default=0),
        )
        .order_by("task__team", "agent__handle", "model")
    )
    return [
        CallsOf(
            team_id=row["task__team"],
            name=row["agent__name"],
            handle=row["agent__handle"],
            model=row["model"] or "",
            calls=row["calls"],
            tokens=row["tokens"] or 0,
            money=row["paid"] or 0.0,
            unpriced=row["unpriced"],
        )
        for row in rows
    ]


def team_names(goal_id: UUID) -> dict[UUID, str]:
    """The name of each team of a goal, those above others before them."""
    rows = Team.objects.filter(goal=goal_id).order_by("depth", "created_at", "id")
    return dict(rows.values_list("pk", "name"))
