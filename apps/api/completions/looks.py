"""What a waiting client learns of its goal: what the team said since the last look, and how it ended."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Self
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.queries.permissions import may_still
from apps.api.completions.catalogue import model_of
from apps.api.long_polls import stream_wakes
from apps.api.team_words import TeamWords, words_after
from apps.chat.queries.goals import goal_card
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.goals import ending_of


@dataclass(frozen=True)
class GoalReport:
    """Where a goal stands. `created`, `ended`: Unix seconds.

    `conclusion`: its answer, else why there is none; None while it runs.
    """

    id: UUID
    model: str
    created: int
    outcome: GoalOutcome
    conclusion: str | None
    tokens: int
    ended: int | None = None

    @property
    def has_ended(self) -> bool:
        """Whether its latest round has."""
        return self.conclusion is not None

    @property
    def has_answer(self) -> bool:
        """Whether its conclusion is an answer."""
        return self.outcome in (GoalOutcome.DONE, GoalOutcome.PARTIAL)

    def as_running(self) -> Self:
        """The same before it ended: a stream begins with that, even where the goal was quicker."""
        return replace(self, outcome=GoalOutcome.RUNNING, conclusion=None, ended=None)


@dataclass(frozen=True)
class GoalLook:
    """What one look found."""

    said: tuple[TeamWords, ...]
    report: GoalReport


def report_on(actor: Actor, goal_id: UUID) -> GoalReport:
    """Where the goal stands. Raises NotFound."""
    goal = goal_visible_to(actor, goal_id)
    ending, card = ending_of(goal_id), goal_card(goal_id, timezone.now())
    return GoalReport(
        id=goal_id,
        model=model_of(goal),
        created=int(goal.created_at.timestamp()),
        outcome=ending.outcome if ending else GoalOutcome.RUNNING,
        conclusion=ending.conclusion if ending else None,
        tokens=card.spent.tokens,
        ended=int(goal.ended_at.timestamp()) if goal.ended_at else None,
    )


async def look_until_end(actor: Actor, goal_id: UUID, after: int) -> AsyncGenerator[GoalLook]:
    """Look at the goal whenever it has news, and every three seconds, up to its end; `after`: the event looked at last.

    It stops before the end where the client's token no longer counts.
    """
    async with aclosing(stream_wakes(goal_id)) as wakes:
        async for _ in wakes:
            found = await database_sync_to_async(_look)(actor, goal_id, after)
            if found is None:
                return
            after, look = found
            yield look
            if look.report.has_ended:
                return


def _look(actor: Actor, goal_id: UUID, after: int) -> tuple[int, GoalLook] | None:
    """The event looked at last, and what was found; None where the token no longer counts."""
    if not may_still(actor, Scope.RUN):
        return None
    report = report_on(actor, goal_id)  # read first: then the events hold all that was said before the end
    after, said = words_after(goal_id, after)
    return after, GoalLook(tuple(said), report)
