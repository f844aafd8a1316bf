"""What a day may cost, for the page of a workspace's settings."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from apps.teams.domain.limits import Payer
from apps.teams.queries.limits import Account, accounts_of, installation_budgets, lowered_budget
from apps.web.forms.goals import BudgetForm
from apps.web.rendering.figures import money, short
from apps.web.rendering.limits import claimed_words, used_of

register = template.Library()

NAMES = {
    Payer.WORKSPACE: gettext_noop("The workspace"),
    Payer.PERSON: gettext_noop("Each person; the figures are yours"),
}


@register.inclusion_tag("budgets/section.html", takes_context=True)
def day_budgets(context: dict[str, Any]) -> dict[str, Any]:
    """The section of the workspace whose settings are shown; `budget_form`: one that was refused."""
    actor, most, refused = context["actor"], installation_budgets(), context.get("budget_form")
    return {
        "request": context.get("request"),
        "csrf_token": context.get("csrf_token"),
        "is_owner": context["is_owner"],
        "parts": [
            {
                "payer": account.payer,
                "name": gettext(NAMES[account.payer]),
                "rows": list(_rows(account)),
                "form": refused
                if refused and refused.payer == account.payer
                else BudgetForm(
                    payer=account.payer,
                    wanted=lowered_budget(actor.workspace_id, account.payer),
                    most=most[account.payer],
                ),
            }
            for account in accounts_of(actor.workspace_id, actor.user_id, timezone.now())
        ],
    }


def _rows(account: Account) -> list[tuple[str, str, float, float]]:
    spent, budget = account.spent, account.budget
    tokens = used_of(short(spent.tokens), short(budget.tokens)) + claimed_words(spent.claimed)
    return [
        (gettext("Tokens"), tokens, spent.tokens, budget.tokens),
        (gettext("Money"), used_of(money(spent.money), money(budget.money)), spent.money, budget.money),
        (gettext("Goals given"), used_of(short(spent.goals), short(budget.goals)), spent.goals, budget.goals),
        (
            gettext("Goals running"),
            used_of(short(account.running), short(budget.running)),
            account.running,
            budget.running,
        ),
    ]
