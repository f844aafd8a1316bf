"""What people send about agents."""

from collections.abc import Mapping
from uuid import UUID

from django import forms

from apps.accounts.domain.access import Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.skill_lines import from_lines
from apps.agents.queries.connectors import choosable_kinds
from apps.agents.queries.registrations import registered_agent
from apps.agents.queries.trials import trial_of
from apps.core.languages import say
from apps.web.forms.agents import ProfileForm
from apps.web.forms.api_calls.operations import Body, FormSent, RestOperation, days_chosen, fields_as, numbers
from apps.web.forms.connections import ConnectionForm


def _look(sent: FormSent) -> Body:
    return fields_as("source", "headers", token="key")(sent) | numbers(sent, "test_seconds", whole=True)  # noqa: S106


def _connect(sent: FormSent) -> Body:
    connector = sent.fields.get("connector", "")
    if connector not in {way.kind for way in choosable_kinds()}:
        raise NotFound("There is no such connector.")
    config = _config(ConnectionForm(sent.fields, connector=connector))
    return {"connector": connector, "connector_config": config} | numbers(sent, "test_seconds", whole=True)


def _again(sent: FormSent) -> Body:
    require(sent.actor, Role.OWNER)
    found = trial_of(sent.actor, UUID(str(sent.names["trial_id"]))).found
    if found is None:
        raise NotFound("Nothing was found that could be tested again.")
    config = _config(ConnectionForm(sent.fields, connector=found.connector, stored=found.config))
    return {"connector": found.connector, "connector_config": config} | numbers(sent, "test_seconds", whole=True)


def _profile(sent: FormSent) -> Body:
    """All of it: what the API is given replaces what was. Raises Refused for a form that can't be saved."""
    require(sent.actor, Role.OWNER)
    agent = registered_agent(sent.actor.workspace_id, str(sent.names["handle"]))
    told = ProfileForm(sent.fields, known=agent.skills, suggested=agent.suggested_skills)
    _check(told)
    skills = [skill.model_dump(mode="json", exclude_defaults=True) for skill in told.cleaned_data["skills"]]
    config = _config(ConnectionForm(sent.fields, connector=agent.connector, stored=agent.config))
    kept: Body = {"handle": agent.handle, "connector": agent.connector, "enabled": agent.enabled}
    chosen = {name: value for name, value in told.cleaned_data.items() if value is not None}
    return kept | chosen | {"skills": skills, "connector_config": config}


def _config(form: ConnectionForm) -> Body:
    """The settings, each secret as the name of its place."""
    _check(form)
    secret = {name for name, field in form.fields.items() if _is_secret(name, field)}
    return {name: f"<{name}>" if name in secret and value else value for name, value in form.config().items()}


def _is_secret(name: str, field: forms.Field) -> bool:
    return isinstance(field.widget, forms.PasswordInput) or name == "headers"


def _check(form: forms.Form) -> None:
    if not form.is_valid():
        said = {name: " ".join(map(str, errors)) for name, errors in form.errors.items()}
        raise Refused(**{name: f"{name}: {words}" for name, words in said.items()})


def _told(sent: FormSent) -> Body:
    return fields_as("name", "handle", "description")(sent) | {"skills": _skills(sent)}


def _skills(sent: FormSent) -> list[Body]:
    try:
        found = from_lines(sent.fields.get("skills", ""))
    except ValueError as error:
        raise Refused(skills=say(error)) from None
    return [skill.model_dump(mode="json", exclude_defaults=True) for skill in found]


def _expected(sent: FormSent) -> Body:
    fields = sent.fields
    config = {name: fields[name] for name in ("reached_by", "reached_at") if fields.get(name)}
    return fields_as("handle", "name")(sent) | {"connector": SOCKET, "connector_config": config}


def _agent_token(sent: FormSent) -> Body:
    return fields_as("name")(sent) | {"expires_in_days": days_chosen(sent)}


def _listing(sent: FormSent) -> Body:
    return {"text": sent.fields.get("text") or "<text of the file>"}


AGENT_CALLS: Mapping[str, RestOperation] = {
    "agents-look": RestOperation("POST", "/trials/look", _look),
    "agents-connect": RestOperation("POST", "/trials/test", _connect),
    "agents-expect": RestOperation("POST", "/agents", _expected),
    "agent-trial-again": RestOperation("POST", "/trials/test", _again),
    "agent-trial-join": RestOperation("POST", "/trials/{trial_id}/join", _told),
    "agents-built-in": RestOperation("POST", "/registry/built-in"),
    "agents-import": RestOperation("POST", "/registry", _listing),
    "agent-save": RestOperation("PUT", "/agents/{handle}", _profile),
    "agent-probe": RestOperation("POST", "/agents/{handle}/probe"),
    "agent-switch-on": RestOperation("POST", "/agents/{handle}/enable"),
    "agent-switch-off": RestOperation("POST", "/agents/{handle}/disable"),
    "agent-remove": RestOperation("DELETE", "/agents/{handle}"),
    "agent-ask": RestOperation("POST", "/agents/{handle}/ask", fields_as("text")),
    "agent-tokens": RestOperation("POST", "/agents/{handle}/tokens", _agent_token),
    "agent-token-revoke": RestOperation("DELETE", "/agents/{agent}/tokens/{token_id}"),
    "agent-grants": RestOperation("POST", "/agents/{handle}/grants", fields_as("asker")),
    "agent-grant-end": RestOperation("DELETE", "/agents/{agent}/grants/{grant_id}"),
}
"""By the name of a form's address: the operation that does the same."""
