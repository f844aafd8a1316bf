"""The forms of what a workspace allows itself of money and of files."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.files.actions.quotas import lower_quotas
from apps.files.queries.quotas import installation_quotas, quotas_of
from apps.teams.actions import limits
from apps.teams.domain.limits import Payer
from apps.teams.queries.limits import installation_budgets
from apps.web.forms.accounts import QuotasForm
from apps.web.forms.goals import BudgetForm
from apps.web.views.door import attempt, member_page


@require_POST
@member_page
def save_budgets(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what the workspace, or each person in it, may spend of what the installation allows."""
    which = Payer.PERSON if request.POST.get("payer") == Payer.PERSON else Payer.WORKSPACE
    form = BudgetForm(request.POST, payer=which, wanted={}, most=installation_budgets()[which])
    if attempt(form, lambda wanted: limits.lower(actor, {which: wanted})):
        messages.success(request, gettext("The budget is saved."))
    else:
        said = [f"{form.fields[name].label}: {error}" for name, errors in form.errors.items() for error in errors]
        messages.error(request, " ".join(said))
    return redirect("settings-limits")


@require_POST
@member_page
def save_quotas(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what the workspace allows of what the installation does."""
    form = QuotasForm(request.POST, quotas=quotas_of(actor.workspace_id), allowed=installation_quotas())
    if attempt(form, lambda _: lower_quotas(actor, form.wanted())):
        messages.success(request, gettext("The quotas of files are saved. What is there already stays."))
    else:
        messages.error(request, " ".join(_complaints(form)))
    return redirect("settings-limits")


def _complaints(form: QuotasForm) -> list[str]:
    return [f"{form.fields[name].label}: {error}" for name, errors in form.errors.items() for error in errors]
