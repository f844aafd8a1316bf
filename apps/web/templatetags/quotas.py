"""What a workspace has of files, for the page of its settings."""

from typing import Any

from django import template
from django.utils.translation import gettext

from apps.core.languages import figures, say
from apps.files.domain.quotas import QuotaScope, size_text
from apps.files.queries.quotas import installation_quotas, quotas_of, usage_of
from apps.web.forms.accounts import QuotasForm
from apps.web.rendering.limits import used_of

register = template.Library()


@register.inclusion_tag("files/quotas.html", takes_context=True)
def file_quotas(context: dict[str, Any]) -> dict[str, Any]:
    """The section of the workspace whose settings are shown; `quotas_form`: one that was refused."""
    workspace_id = context["workspace"].id
    quotas, used = quotas_of(workspace_id), usage_of(QuotaScope.WORKSPACE, workspace_id)
    most = quotas[QuotaScope.WORKSPACE]
    return {
        "request": context.get("request"),
        "csrf_token": context.get("csrf_token"),
        "is_owner": context["is_owner"],
        "rows": [
            (gettext("Files"), used_of(figures(f"{used.files:,}"), figures(f"{most.files:,}")), used.files, most.files),
            (
                gettext("Size"),
                used_of(say(size_text(used.bytes)), say(size_text(most.bytes))),
                used.bytes,
                most.bytes,
            ),
        ],
        "form": context.get("quotas_form") or QuotasForm(quotas=quotas, allowed=installation_quotas()),
    }
