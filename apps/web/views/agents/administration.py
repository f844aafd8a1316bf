"""What owners do with a registered agent: edit it, test it, switch it, give it tokens, remove it."""

from collections.abc import Callable, Mapping
from textwrap import shorten
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents import actions
from apps.agents.actions import agent_tokens, grants
from apps.agents.actions.configs import check_profile
from apps.agents.actions.registry import remove_agent
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.dial_in import DialIn
from apps.agents.domain.registration import QUOTA, TOLD
from apps.agents.queries.connectors import connector_name
from apps.agents.queries.registrations import RegisteredAgent, registered_agent
from apps.core.languages import say
from apps.web.forms.agents import GrantForm, ProfileForm
from apps.web.forms.connections import AgentTokenForm, ConnectionForm
from apps.web.rendering.figures import decimal
from apps.web.views.door import Page, attempt, back, lead_to, member_page

MOST_SAID = 160  # characters of an agent's words in a note


@require_safe
@member_page
def edit(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """The form of everything that can be changed."""
    require(actor, Role.OWNER)
    return _form(request, registered_agent(actor.workspace_id, handle))


@require_POST
@member_page
def save(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Change an agent; what is wrong stands beside its field, and nothing that was typed is lost."""
    require(actor, Role.OWNER)
    agent = registered_agent(actor.workspace_id, handle)
    told = ProfileForm(request.POST, known=agent.skills, suggested=agent.suggested_skills)
    connection = ConnectionForm(request.POST, connector=agent.connector, stored=agent.config)
    fine = connection.is_valid()

    def change(data: Mapping[str, Any]) -> None:
        profile = check_profile(
            {
                **data,
                "handle": agent.handle,
                "connector": agent.connector,
                "enabled": agent.enabled,
                "connector_config": connection.config(),
            }
        )
        actions.update_agent(actor.workspace_id, profile, by=actor)

    if fine and attempt(told, change):
        messages.success(request, gettext("The changes are saved."))
        return redirect("agent", agent.handle)
    return _form(request, agent, told_form=told, connection_form=connection)


def _form(request: HttpRequest, agent: RegisteredAgent, **shown: Any) -> HttpResponse:
    about = {name: getattr(agent, name) for name in (*TOLD, "trust", "askers", *QUOTA)}
    context = {
        "agent": agent,
        "connector_name": connector_name(agent.connector),
        "told_form": ProfileForm(initial=about, known=agent.skills, suggested=agent.suggested_skills),
        "connection_form": ConnectionForm(connector=agent.connector, stored=agent.config),
        **shown,
    }
    return render(request, "agents/editing.html", context, status=422 if shown else 200)


def _acting_page(act: Callable[[Actor, RegisteredAgent], str]) -> Page:
    """A page that does something to an agent and says what on its profile."""

    @require_POST
    @member_page
    def view(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
        require(actor, Role.OWNER)
        agent = registered_agent(actor.workspace_id, handle)
        messages.success(request, act(actor, agent))
        return redirect("agent", agent.handle)

    return view


def _switch_on(actor: Actor, agent: RegisteredAgent) -> str:
    actions.set_enabled([agent.id], True, actor)
    return gettext("{name} is switched on: teams may ask it.").format(name=agent.name)


def _switch_off(actor: Actor, agent: RegisteredAgent) -> str:
    actions.set_enabled([agent.id], False, actor)
    return gettext("{name} is switched off: nobody asks it until it is switched on again.").format(name=agent.name)


switch_on, switch_off = _acting_page(_switch_on), _acting_page(_switch_off)


@require_POST
@member_page
def probe(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Send a test message and say how it went; takes as long as its test may."""
    require(actor, Role.OWNER)
    agent = registered_agent(actor.workspace_id, handle)
    card = actions.probe_agent(agent.id)
    (messages.error if card.problem else messages.success)(request, _test_words(agent, card))
    return lead_to(request, reverse("agent", args=[agent.handle]))


def _test_words(agent: RegisteredAgent, card: ProbeResult) -> str:
    if card.problem:
        return gettext("{name} did not pass the test: {problem}").format(name=agent.name, problem=say(card.problem))
    said = shorten(card.reply, MOST_SAID, placeholder=" …")
    words = gettext("{name} answered in {seconds} s").format(
        name=agent.name, seconds=decimal(card.latency_ms / 1000, 1)
    )
    return words + (f": {said}" if said else ".")


@require_POST
@member_page
def remove(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Take an agent out of the registry."""
    agent = registered_agent(actor.workspace_id, handle)
    remove_agent(actor, agent.id)
    messages.success(request, gettext("{name} is removed. What it did stays readable.").format(name=agent.name))
    return lead_to(request, reverse("agents"))


@require_POST
@member_page
def create_token(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Make a token with which the agent dials in; the next page shows it, once."""
    require(actor, Role.OWNER)
    agent = registered_agent(actor.workspace_id, handle)
    form = AgentTokenForm(request.POST)
    token = ""

    def create(data: Mapping[str, Any]) -> None:
        nonlocal token
        token = agent_tokens.create_agent_token(actor, agent.id, data["name"], data["days"])

    if attempt(form, create):
        dial_in = DialIn.of(agent.config.values)
        command = dial_in.command(settings.IOA_PUBLIC_URL, token)
        context = {"command": command, "dial_in": dial_in, "waits_since": timezone.now()}
        context |= {"name": agent.name, "handle": agent.handle, "days": form.cleaned_data["days"]}
        return render(request, "agents/expected.html", context)
    return _back_to(request, agent, form)


@require_POST
@member_page
def give_grant(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Let another agent, or any, set this one to work."""
    agent = registered_agent(actor.workspace_id, handle)
    form = GrantForm(request.POST)

    def give(data: Mapping[str, Any]) -> None:
        grants.give_grant(actor, agent.id, data["asker"])

    if attempt(form, give):
        messages.success(request, gettext("Granted: nobody is asked about that any more."))
    return _back_to(request, agent, form)


def _back_to(request: HttpRequest, agent: RegisteredAgent, form: Form) -> HttpResponse:
    """The agent's page, with a note for each fault of the form."""
    for sentences in form.errors.values():
        messages.error(request, " ".join(str(sentence) for sentence in sentences))
    return redirect("agent", agent.handle)


@require_POST
@member_page
def take_grant_back(request: HttpRequest, actor: Actor, grant_id: UUID) -> HttpResponse:
    """End a grant."""
    grants.take_grant_back(actor, grant_id)
    messages.success(request, gettext("The grant is taken back: a person is asked from now on."))
    return redirect(back(request))


@require_POST
@member_page
def revoke_token(request: HttpRequest, actor: Actor, token_id: UUID) -> HttpResponse:
    """End a token; who dialled in with it is cut off."""
    agent_tokens.revoke_agent_token(actor, token_id)
    messages.success(request, gettext("The token is revoked; whoever dialled in with it is cut off."))
    return redirect(back(request))
