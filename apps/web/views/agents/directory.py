"""The directory of agents, and the profile of one: what it did, how it is, and a box to try it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST, require_safe

from apps.accounts.domain import access
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions import trials
from apps.agents.actions.own_cards import signed_card
from apps.agents.domain.connectors import PERSON, SOCKET
from apps.agents.domain.dial_in import DialIn
from apps.agents.domain.own_card import own_card
from apps.agents.domain.reach import ASKERS
from apps.agents.queries.agent_tokens import tokens_of
from apps.agents.queries.connectors import connector_name
from apps.agents.queries.directory import choices, profile, removed_agent
from apps.agents.queries.grants import grants_of
from apps.agents.queries.registrations import registered_agent
from apps.agents.queries.trials import trial_of
from apps.agents.queries.versions import versions_of
from apps.core.languages import say
from apps.web.forms.connections import WAYS
from apps.web.forms.lasting import lasting_choices
from apps.web.rendering.agents import CAME_BY
from apps.web.rendering.directory import card_parts, frame_parts, listing_of, profile_parts, tab_groups
from apps.web.rendering.messages import words
from apps.web.views.door import door, is_htmx, member_document

MARGIN = 30  # seconds beside the time that a test message is waited for


@require_GET
@door
def listing(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Agents by name, or best first for `?q=`; narrowed by `presence`, `skill`, `connector`, `on` and `busy`."""
    asked = request.GET
    found = listing_of(actor.workspace_id, asked)
    known = choices(actor.workspace_id)
    context = {
        "parts": frame_parts(found, card_parts(found), asked),
        "wanted": found.wanted,
        "narrowed": found.narrowed,
        "known": found.total or found.narrowed,
        "offer_built_in": not found.total and not found.narrowed,
        "choices": known,
        "connectors": [(kind, connector_name(kind)) for kind in known.connectors],
        "groups": tab_groups(asked),
        "kept": [(name, asked[name]) for name in ("presence", "on", "busy") if asked.get(name)],
        "query": asked.urlencode(),
    }
    return render(request, "agents/listing.html", context)


@require_GET
@door
def profile_page(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """An agent's profile, or that it was removed; `?trial=` shows what it answered to a message from the box."""
    try:
        return _profile_page(request, actor, handle)
    except NotFound:
        gone = removed_agent(actor.workspace_id, handle)
        if gone is None:
            raise
        return render(request, "agents/removed.html", {"gone": gone}, status=410)


@require_GET
@door
def hello(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Whether an agent that dials in has done so."""
    card = profile(actor.workspace_id, handle)
    return render(
        request,
        "agents/waiting.html",
        {"handle": card.handle, "online": not card.is_offline, "waits_since": card.out_since},
    )


@require_POST
@door
def ask(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Send the agent one message, without a team."""
    try:
        trial = trials.start_message(actor, handle, request.POST.get("text", ""))
    except Refused as refused:
        problem = " ".join(map(say, refused.fields.values()))
        return _profile_page(request, actor, handle, problem=problem, said=request.POST.get("text", ""))
    return redirect(f"{reverse('agent', args=[handle])}?trial={trial}#try")


@require_GET
@door
def message_progress(request: HttpRequest, actor: Actor, handle: str, trial_id: UUID) -> HttpResponse:
    """How far the message has come; the page's script fetches it until it has ended."""
    context = _message_parts(actor, profile(actor.workspace_id, handle).id, handle, trial_id)
    if not is_htmx(request):
        return redirect(f"{reverse('agent', args=[handle])}?trial={trial_id}#try")
    return render(request, "agents/asked.html", context | {"polled": True})


def _profile_page(request: HttpRequest, actor: Actor, handle: str, **more: object) -> HttpResponse:
    card = profile(actor.workspace_id, handle)
    agent = registered_agent(actor.workspace_id, handle)
    shown = request.GET.get("trial", "")
    context: dict[str, Any] = {
        "card": card,
        "agent": agent,
        "parts": profile_parts(actor.workspace_id, handle),
        "tokens": tokens_of(card.id),
        "lasts": lasting_choices(),
        "usual_days": str(access.USUAL_DAYS),
        "grants": grants_of(card.id),
        "askers": ASKERS[agent.askers],
        "came": gettext(CAME_BY[agent.provenance.way]) if agent.provenance else "",
        "dials_in": card.connector == SOCKET,
        "is_person": card.connector == PERSON,
        "shown_config": {} if card.connector == PERSON else _in_words(agent.config.values),
        **(_dial_in(agent.config.values) if card.connector == SOCKET else {}),
        "test_patience": 1000 * (agent.test_seconds + MARGIN),
        **(_message_parts(actor, card.id, card.handle, UUID(shown)) if _is_id(shown) else {}),
        **more,
    }
    return render(request, "agents/profile.html", context, status=422 if more else 200)


def _in_words(config: Mapping[str, object]) -> dict[str, object]:
    """What of a connection's settings is shown, as people read it."""
    return {name: _setting_words(name, value) for name, value in config.items()}


def _setting_words(name: str, value: object) -> object:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return dict(WAYS).get(str(value), value) if name == "reached_by" else value


def _dial_in(config: Mapping[str, object]) -> dict[str, Any]:
    dial_in = DialIn.of(config)
    return {"dial_in": dial_in, "command": dial_in.command(settings.IOA_PUBLIC_URL)}


def _message_parts(actor: Actor, agent_id: UUID, handle: str, trial_id: UUID) -> dict[str, Any]:
    trial = trial_of(actor, trial_id, agent_id)
    return {"trial": trial, "reply": words(trial.reply, trial.reply_html, {}), "handle": handle}


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


@require_safe
@member_document
def card(request: HttpRequest, actor: Actor, handle: str) -> JsonResponse:
    """What the agent says of itself, in A2A's words. Its version counts the changes of its registration, from 1."""
    agent = profile(actor.workspace_id, handle)
    version = next((each.number for each in versions_of(agent.id, 1)), 1)
    url = f"{settings.IOA_PUBLIC_URL}/a2a/@{agent.handle}"
    return JsonResponse(signed_card(own_card(agent.name, agent.description, agent.skills, version, url), url))
