"""How long leave is waited for: as a workspace's policy says, else as the installation does."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import DurationField, ExpressionWrapper, F, FloatField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from apps.accounts.domain.approval_policy import ApprovalPolicy
from apps.core.sentences import plural_sentence, sentence
from apps.teams.domain.states import ApprovalKind, ApprovalState, GoalOutcome, TaskState
from apps.teams.models import Approval

HOUR = timedelta(hours=1)


def permit_time(policy: ApprovalPolicy) -> timedelta | None:
    """How long leave may be waited for; None: for ever."""
    hours = settings.IOA_PERMIT_HOURS if policy.hours is None else policy.hours
    return hours * HOUR if hours else None


def permit_time_in_words(within: timedelta) -> str:
    """The same: 3 days, 12 hours, 30 minutes."""
    minutes = round(within / timedelta(minutes=1))
    if minutes % 60:
        return plural_sentence("{count} minute", "{count} minutes", minutes)
    hours = minutes // 60
    if hours % 24 == 0 and hours > 24:
        return sentence("{days} days", days=hours // 24)
    return plural_sentence("{count} hour", "{count} hours", hours)


def permits_expired(now: datetime, limit: int = 50) -> list[UUID]:
    """Leave for held tasks that nobody decided about in time; of more than `limit` some, drawn anew each time."""
    waiting = Approval.objects.filter(kind=ApprovalKind.PERMIT, state=ApprovalState.PENDING, task__state=TaskState.HELD)
    waiting = waiting.exclude(wish="").filter(team__goal__outcome=GoalOutcome.RUNNING)
    own = Cast(KeyTextTransform("hours", "team__goal__workspace__approval_policy"), FloatField())
    timed = waiting.annotate(hours=Coalesce(own, Value(settings.IOA_PERMIT_HOURS, FloatField()))).exclude(hours=0)
    within = ExpressionWrapper(F("hours") * Value(HOUR), output_field=DurationField())
    late = timed.annotate(within=within).filter(asked_at__lt=Value(now) - F("within"))
    return list(late.order_by("?").values_list("id", flat=True)[:limit])
