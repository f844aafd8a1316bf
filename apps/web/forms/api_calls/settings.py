"""What people send about themselves and the workspace."""

from collections.abc import Iterable, Mapping

from apps.accounts.domain.workspace_settings import LIMIT_RANGES, MODEL_RANGES, LimitRange
from apps.files.domain.quotas import MB, QuotaScope
from apps.web.forms.api_calls.operations import Body, FormSent, RestOperation, days_chosen, fields_as, number, numbers


def _model(sent: FormSent) -> Body:
    prices = numbers(sent, "prompt_price", "completion_price")
    return fields_as("base_url", "model", "api_key")(sent) | prices


def _model_use(sent: FormSent) -> Body:
    names = ("other_model", "when_silent")
    return _ranged(sent, MODEL_RANGES) | {name: sent.fields[name] for name in names if sent.fields.get(name)}


def _limits(sent: FormSent) -> Body:
    return _ranged(sent, LIMIT_RANGES)


def _ranged(sent: FormSent, ranges: Iterable[LimitRange]) -> Body:
    found: Body = {}
    for entry in ranges:
        found |= numbers(sent, entry.name, whole=entry.whole)
    return found


def _token(sent: FormSent) -> Body:
    return fields_as("name")(sent) | {"scopes": sent.fields.getlist("scopes"), "expires_in_days": days_chosen(sent)}


def _budgets(sent: FormSent) -> Body:
    payer = "person" if sent.fields.get("payer") == "person" else "workspace"
    return {payer: numbers(sent, "goals", "running", "tokens", whole=True) | numbers(sent, "money")}


def _quotas(sent: FormSent) -> Body:
    return {scope.value: quota for scope in QuotaScope if (quota := _quota(sent, scope))}


def _quota(sent: FormSent, scope: QuotaScope) -> Body:
    typed = {"files": sent.fields.get(f"{scope}_files"), "bytes": sent.fields.get(f"{scope}_bytes")}
    told = {name: number(value, whole=True) for name, value in typed.items() if value}
    size = told.get("bytes")
    return told | ({"bytes": size * MB} if isinstance(size, int) else {})


def _notices(sent: FormSent) -> Body:
    fields = sent.fields
    body: Body = {"kinds": fields.getlist("kinds"), "all_goals": fields.get("all_goals") == "all"}
    return body | fields_as("pace", "zone")(sent) | numbers(sent, "hour", whole=True)


def _offer(sent: FormSent) -> Body:
    return fields_as("skills", "name", "about")(sent) | numbers(sent, "minutes", "at_once", whole=True)


def _approvals(sent: FormSent) -> Body:
    body: Body = {"asks_for": sent.fields.getlist("asks_for")}
    return body | fields_as("deciders")(sent) | numbers(sent, "hours")


SETTINGS_CALLS: Mapping[str, RestOperation] = {
    "settings-name": RestOperation("PATCH", "/me", fields_as("name")),
    "language": RestOperation("PATCH", "/me", fields_as("language")),
    "settings-workspace": RestOperation("PATCH", "/workspace", fields_as("name")),
    "settings-model": RestOperation("PUT", "/workspace/model", _model),
    "settings-model-clear": RestOperation("DELETE", "/workspace/model"),
    "settings-model-test": RestOperation("POST", "/workspace/model/test"),
    "settings-model-use": RestOperation("PUT", "/workspace/model/use", _model_use),
    "settings-limits": RestOperation("PUT", "/workspace/limits", _limits),
    "settings-review": RestOperation("PUT", "/workspace/review", fields_as("review")),
    "settings-plan": RestOperation("PUT", "/workspace/plan", lambda sent: {"shown": "shown" in sent.fields}),
    "settings-approvals": RestOperation("PUT", "/workspace/approvals", _approvals),
    "settings-budgets": RestOperation("PUT", "/workspace/budgets", _budgets),
    "settings-files": RestOperation("PUT", "/workspace/files", _quotas),
    "settings-members": RestOperation("POST", "/members", fields_as("username", "role", name="display_name")),
    "settings-member-role": RestOperation("PATCH", "/members/{user_id}", fields_as("role")),
    "settings-member-remove": RestOperation("DELETE", "/members/{user_id}"),
    "settings-member-link": RestOperation("POST", "/members/{user_id}/link"),
    "settings-member-off": RestOperation("POST", "/members/{user_id}/disable"),
    "settings-member-on": RestOperation("POST", "/members/{user_id}/enable"),
    "settings-invitation-withdraw": RestOperation("DELETE", "/invitations/{invitation_id}"),
    "settings-invitation-decline": RestOperation("POST", "/invitations/mine/{invitation_id}/decline"),
    "settings-tokens": RestOperation("POST", "/tokens", _token),
    "settings-token-revoke": RestOperation("DELETE", "/tokens/{token_id}"),
    "settings-session-end": RestOperation("DELETE", "/sessions/{session_id}"),
    "settings-sessions-end": RestOperation("DELETE", "/sessions"),
    "settings-notices": RestOperation("PUT", "/notices/wishes", _notices),
    "settings-work": RestOperation("PUT", "/work/offer", _offer),
    "settings-documents": RestOperation("POST", "/documents", upload="document.md"),
    "settings-document-remove": RestOperation("DELETE", "/documents/{document_id}"),
    "settings-registries": RestOperation("POST", "/sources", fields_as("address", "token", "use")),
    "settings-registry-change": RestOperation("PATCH", "/sources/{source_id}", fields_as("use")),
    "settings-registry-remove": RestOperation("DELETE", "/sources/{source_id}"),
    "settings-webhooks": RestOperation(
        "POST", "/webhooks", lambda sent: fields_as("url")(sent) | {"kinds": sent.fields.getlist("kinds")}
    ),
    "settings-webhook-switch": RestOperation(
        "PATCH", "/webhooks/{webhook_id}", lambda sent: {"enabled": sent.fields.get("enabled") == "true"}
    ),
    "settings-webhook-remove": RestOperation("DELETE", "/webhooks/{webhook_id}"),
    "settings-webhook-test": RestOperation("POST", "/webhooks/{webhook_id}/test"),
    "settings-delivery-retry": RestOperation("POST", "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry"),
}
"""By the name of a form's address: the operation that does the same."""
