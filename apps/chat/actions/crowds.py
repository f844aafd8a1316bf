"""How many goals may wait to be begun, and how many may be given in a day."""

import uuid
from collections import Counter
from collections.abc import Mapping
from math import ceil

from django.conf import settings
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Crowded
from apps.core.sentences import sentence
from apps.teams.domain.limits import Payer, SpentToday
from apps.teams.queries.goals import waiting_goals
from apps.teams.queries.limits import day_ends_in, no_more_goals, spent_today

TRY_AGAIN = 10
"""Seconds after which there is most likely room again: a worker begins dozens of goals in them."""

_USED_UP = {
    Payer.WORKSPACE: sentence("This workspace has used up today's budget; a new day begins at 00:00 UTC."),
    Payer.PERSON: sentence("You have used up today's budget; a new day begins at 00:00 UTC."),
}


def refuse_in_a_crowd(actor: Actor) -> None:
    """Raise Crowded where too many goals wait for a worker, or a budget of the day is used up."""
    GoalAdmission(actor.workspace_id).admit(actor.user_id)


class GoalAdmission:
    """What waits and was given in a workspace until now, and what is admitted at this moment on top of it."""

    def __init__(self, workspace_id: uuid.UUID) -> None:
        self._workspace_id, self._now = workspace_id, timezone.now()
        self._most, self._most_in_all = settings.IOA_WAITING_GOALS, settings.IOA_WAITING_GOALS_IN_ALL
        self._here, self._in_all = waiting_goals(workspace_id, self._most, self._most_in_all)
        self._spent: dict[uuid.UUID, Mapping[Payer, SpentToday]] = {}
        self._admitted: Counter[uuid.UUID] = Counter()

    def admit(self, user_id: uuid.UUID) -> None:
        """Count one more goal of this person. Raises Crowded where there is no room for it."""
        more = self._admitted.total()
        if self._here + more >= self._most:
            raise Crowded(
                sentence("{most:,} goals of this workspace wait to be begun: try again later.", most=self._most),
                TRY_AGAIN,
            )
        if (payer := no_more_goals(self._workspace_id, self._spent_today(user_id, more))) is not None:
            raise Crowded(_USED_UP[payer], ceil(day_ends_in(self._now).total_seconds()))
        if self._in_all + more >= self._most_in_all:
            raise Crowded(
                sentence(
                    "{most_in_all:,} goals wait here to be begun: try again later.", most_in_all=self._most_in_all
                ),
                TRY_AGAIN,
            )
        self._admitted[user_id] += 1

    def _spent_today(self, user_id: uuid.UUID, more: int) -> dict[Payer, SpentToday]:
        if user_id not in self._spent:
            self._spent[user_id] = spent_today(self._workspace_id, user_id, self._now)
        admitted = {Payer.WORKSPACE: more, Payer.PERSON: self._admitted[user_id]}
        return {payer: spent.plus(SpentToday(goals=admitted[payer])) for payer, spent in self._spent[user_id].items()}
