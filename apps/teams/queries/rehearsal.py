"""What a plan will probably take: from the last tries of its agents, and what people took for answers before."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from apps.core.sentences import sentence
from apps.teams.domain.rehearsal import Rehearsal, Span, StepRecord, rehearse
from apps.teams.domain.states import OPEN_TASK, ApprovalState
from apps.teams.models import Approval, Task, Team
from apps.teams.queries.plans import ProposedPlan, ProposedStep
from apps.teams.queries.records import DAYS, Lately, Try, lately_of, percentile

LIKELY, HIGH = 50, 90  # percentiles
MOST_ANSWERS = 200  # the newest, of the workspace


def rehearsal_of(team: Team, plan: ProposedPlan) -> Rehearsal:
    """What the steps of a plan that have not settled will probably take; the team's goal is loaded."""
    steps = [step for step in plan.steps if step.state in OPEN_TASK]
    owners = dict(Task.objects.filter(id__in=[step.id for step in steps]).values_list("id", "owner__agent"))
    lately = lately_of(set(owners.values()))
    records = [_record(step, lately.get(owners[step.id], Lately())) for step in steps]
    return rehearse(records, _answers(team.goal.workspace_id) if any(one.checked for one in records) else None)


def _record(step: ProposedStep, lately: Lately) -> StepRecord:
    """A team of its own has no record, whatever its agents did before."""
    good = () if step.as_team else [one for one in lately.tries if one.good]
    return StepRecord(
        number=step.number,
        after=step.after,
        who=sentence("a team led by {name}", name=step.owner_name) if step.as_team else step.owner_name,
        tries=len(good),
        seconds=_span([one.seconds for one in good]),
        money=_span(_prices(good)),
        checked=step.needs_ok,
    )


def _prices(tries: Sequence[Try]) -> list[float]:
    return [one.money for one in tries if one.money is not None]


def _span(numbers: Sequence[float]) -> Span | None:
    ordered = sorted(numbers)
    likely, high = percentile(ordered, LIKELY), percentile(ordered, HIGH)
    return None if likely is None or high is None else Span(likely, high)


def _answers(workspace_id: UUID) -> Span | None:
    """What people of the workspace took for answers lately, in seconds."""
    since = timezone.now() - timedelta(days=DAYS)
    given = Approval.objects.filter(
        team__goal__workspace=workspace_id, state=ApprovalState.ANSWERED, decided_at__gte=since
    )
    spans = given.order_by("-decided_at").values_list(F("decided_at") - F("asked_at"), flat=True)[:MOST_ANSWERS]
    return _span([span.total_seconds() for span in spans])
