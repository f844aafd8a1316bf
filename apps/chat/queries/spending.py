"""What a goal took, call by call put together: the coordinator's turns, and the tries of agents."""

from uuid import UUID

from django.db.models import Count, F, Q, Sum

from apps.chat.domain.spending import COORDINATOR, THEMSELVES, Spending
from apps.chat.domain.states import OWN_VOICE, RULES
from apps.chat.models import Turn
from apps.teams.queries.spending import calls_of, team_names


def spending_of(goal_id: UUID) -> list[Spending]:
    """One row for each team, whom it called, and model, in the order of the teams."""
    names = team_names(goal_id)
    rows = [*_turns(goal_id, names), *_tries(goal_id, names)]
    places = {name: place for place, name in enumerate(names.values())}
    return sorted(rows, key=lambda row: places[row.team])


def _turns(goal_id: UUID, names: dict[UUID, str]) -> list[Spending]:
    tokens = F("prompt_tokens") + F("completion_tokens")
    rows = (
        Turn.objects.filter(conversation__team__goal=goal_id)
        .exclude(voice="")
        .values("conversation__team", "voice")
        .annotate(
            calls=Count("pk"),
            tokens=Sum(tokens),
            paid=Sum("money"),
            unpriced=Sum(tokens, filter=Q(money=None), default=0),
        )
        .order_by("conversation__team", "voice")
    )
    return [
        Spending(
            team=names[row["conversation__team"]],
            who=THEMSELVES if row["voice"] == OWN_VOICE else COORDINATOR,
            handle="",
            model="" if row["voice"] in (OWN_VOICE, RULES) else row["voice"],
            calls=row["calls"],
            tokens=row["tokens"] or 0,
            money=row["paid"] or 0.0,
            unpriced=row["unpriced"],
        )
        for row in rows
    ]


def _tries(goal_id: UUID, names: dict[UUID, str]) -> list[Spending]:
    return [
        Spending(names[one.team_id], one.name, one.handle, one.model, one.calls, one.tokens, one.money, one.unpriced)
        for one in calls_of(goal_id)
    ]
