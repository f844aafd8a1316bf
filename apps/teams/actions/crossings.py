"""What a task takes along to another hub, and what is set aside for it here."""

import uuid
from collections.abc import Mapping

from apps.agents.domain.federation import EXTENSION, Crossing, divide_budget, read_onward
from apps.core.updates import save_columns
from apps.teams.actions.attempts import lock_attempt
from apps.teams.domain.states import OPEN_TASK, AttemptState
from apps.teams.models import Attempt, Task, Team
from apps.teams.queries.limits import grantable_limits

ON_THEIR_WAY = (AttemptState.RUNNING, AttemptState.ASKED)
"""Tries whose work is not over: what one that asks has spent is known when it has ended."""


def promise_budget(attempt_id: uuid.UUID, here: str, chain: Mapping[str, str]) -> Crossing:
    """Out of the hub `here`: through which hubs its goal came, and what it may spend there; zero where nothing is left.

    What hubs that work at one time may spend is divided among them: together they never spend more than there is. It
    is set aside for this task until it has ended; what it did not spend is there again for the next one.
    """
    with lock_attempt(attempt_id) as (log, attempt):
        team = attempt.task.team
        left = grantable_limits(team, log.now)
        budget = _share(team, attempt, left.model_dump()) if left else {"turns": 0}
        attempt.promised = {name: value for name, value in budget.items() if value is not None}
        save_columns(attempt, "promised")
        return read_onward(team.goal.claimed_chain.get(EXTENSION), here, budget, chain)


def _share(team: Team, attempt: Attempt, left: Mapping[str, float | None]) -> dict[str, float | None]:
    tries = Attempt.objects.filter(task__team__goal=team.goal_id, task__state__in=OPEN_TASK, state__in=ON_THEIR_WAY)
    others = tries.exclude(task=attempt.task_id).exclude(promised={}).order_by("number")
    promised = dict(others.values_list("task_id", "promised"))  # of each task that of its last try
    hubs = Task.objects.filter(
        team__goal=team.goal_id, state__in=OPEN_TASK, owner__agent__connection__connector_config__hub=True
    )
    to_come = hubs.exclude(pk__in=[attempt.task_id, *promised]).count()
    return divide_budget(left, list(promised.values()), to_come + 1)
