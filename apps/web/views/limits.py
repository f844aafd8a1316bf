"""The forms of what a workspace allows itself of money and of files."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import refusals_under
from apps.files.actions.quotas import lower_quotas
from apps.files.queries.quotas import installation_quotas, quotas_of
from apps.teams.actions import limits
from apps.teams.domain.limits import Payer
from apps.teams.queries.limits import installation_budgets
from apps.web.forms.accounts import QuotasForm
from apps.web.forms.goals import BudgetForm
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings_parts import page_with_note, settings_page
from apps.web.views.door import attempt, member_page


@require_POST
@member_page
def save_budgets(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what the workspace, or each person in it, may spend of what the installation allows."""
    which = Payer.PERSON if request.POST.get("payer") == Payer.PERSON else Payer.WORKSPACE
    form = BudgetForm(request.POST, payer=which, wanted={}, most=installation_budgets()[which])
    if attempt(form, lambda wanted: _lower(actor, which, wanted)):
        return page_with_note(request, SettingsPart.LIMITS, gettext("The budget is saved."))
    return settings_page(request, actor, SettingsPart.LIMITS, budget_form=form)


def _lower(actor: Actor, which: Payer, wanted: Mapping[str, float | None]) -> None:
    with refusals_under(**{f"{which}.{name}": name for name in wanted}):
        limits.lower(actor, {which: wanted})


@require_POST
@member_page
def save_quotas(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what the workspace allows of what the installation does."""
    form = QuotasForm(request.POST, quotas=quotas_of(actor.workspace_id), allowed=installation_quotas())
    if attempt(form, lambda _: lower_quotas(actor, form.wanted())):
        return page_with_note(
            request, SettingsPart.LIMITS, gettext("The quotas of files are saved. What is there already stays.")
        )
    return settings_page(request, actor, SettingsPart.LIMITS, quotas_form=form)
