"""What the workspace and its people may spend in a day."""

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.files import BudgetOut, BudgetsIn
from apps.core.problems import answers
from apps.journal.actions import clock
from apps.teams.actions import limits
from apps.teams.queries.limits import accounts_of

router = Router(tags=["workspace"])


@router.get("", response=answers(list[BudgetOut]))
def list_budgets(request: ApiRequest) -> list[BudgetOut]:
    """The workspace's budget and your own, with what was spent today."""
    return [BudgetOut.of(one) for one in accounts_of(request.auth.workspace_id, request.auth.user_id, clock())]


@router.put("", response=answers(list[BudgetOut]))
def set_budgets(request: ApiRequest, wanted: BudgetsIn) -> list[BudgetOut]:
    """Allow the workspace, or each person in it, less than the installation does. Owners only."""
    limits.lower(request.auth, wanted.named())
    return list_budgets(request)
