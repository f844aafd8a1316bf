"""The settings of a workspace's budgets."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.teams.actions import budgets
from apps.teams.domain.budgets import Payer
from apps.teams.queries.budgets import installation_budgets
from apps.web.forms.goals import BudgetForm
from apps.web.views.door import attempt, member_page


@require_POST
@member_page
def save(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what the workspace, or each person in it, may spend of what the installation allows."""
    which = Payer.PERSON if request.POST.get("payer") == Payer.PERSON else Payer.WORKSPACE
    form = BudgetForm(request.POST, payer=which, wanted={}, most=installation_budgets()[which])
    if attempt(form, lambda wanted: budgets.lower(actor, {which: wanted})):
        messages.success(request, "The budget is saved.")
    else:
        said = [f"{form.fields[name].label}: {error}" for name, errors in form.errors.items() for error in errors]
        messages.error(request, " ".join(said))
    return redirect("settings")
