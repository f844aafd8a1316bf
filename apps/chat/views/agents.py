"""The directory of agents, and the profile of one: what it did, how it is, and a box to try it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.agents.actions import trials
from apps.agents.domain.connectors import connector_name
from apps.agents.domain.profile import Availability, ConnectorKind
from apps.agents.queries.agent_tokens import tokens_of
from apps.agents.queries.checks import INSIDE, checks_of
from apps.agents.queries.directory import Wanted, choices, directory, profile, registered
from apps.agents.queries.trials import trial_of
from apps.agents.queries.versions import versions_of
from apps.chat.rendering.agents import Worked, charts, checked, spark
from apps.chat.rendering.filters import rest_of, tab_groups
from apps.chat.rendering.markdown import to_html
from apps.chat.rendering.work import TASK_WORDS
from apps.chat.views.door import door, is_htmx
from apps.teams.queries.records import Lately, lately_of, past_work, tries_of

PAGE = 24
MOST_TEXT = 2000
VERSIONS, CHECKS, WORKS = 20, 24, 20


@require_GET
@door
def listing(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Agents by name, or best first for `?q=`; narrowed by `presence`, `skill`, `connector`, `on` and `busy`."""
    asked = request.GET
    wanted, page = _wanted(asked), _page_number(asked)
    cards, total = directory(actor.workspace_id, offset=(page - 1) * PAGE, limit=PAGE, wanted=wanted)
    lately = lately_of([card.id for card in cards])
    pages = max(-(-total // PAGE), 1)
    known = choices(actor.workspace_id)
    context = {
        "rows": [(card, spark(lately.get(card.id, Lately()))) for card in cards],
        "total": total,
        "wanted": wanted,
        "narrowed": wanted != Wanted(),
        "choices": known,
        "connectors": [(kind, connector_name(kind)) for kind in known.connectors],
        "groups": tab_groups(asked),
        "kept": [(name, asked[name]) for name in ("presence", "on", "busy") if asked.get(name)],
        "rest": rest_of(asked, "page"),
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }
    return render(request, "agents/listing.html", context)


@require_GET
@door
def one(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """An agent's profile; `?trial=` shows what it answered to a message from the box."""
    return _profile_page(request, actor, handle)


@require_GET
@door
def hello(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Whether an agent that dials in has done so."""
    card = profile(actor.workspace_id, handle)
    return render(request, "agents/waiting.html", {"handle": card.handle, "online": not card.is_offline})


@require_POST
@door
def ask(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """Send the agent one message, without a team."""
    try:
        trial = trials.ask(actor, handle, request.POST.get("text", ""))
    except Refused as refused:
        problem = " ".join(refused.fields.values())
        return _profile_page(request, actor, handle, problem=problem, said=request.POST.get("text", ""))
    return redirect(f"{reverse('agent', args=[handle])}?trial={trial}#try")


@require_GET
@door
def asked(request: HttpRequest, actor: Actor, handle: str, trial_id: UUID) -> HttpResponse:
    """How far the message has come; the page's script fetches it until it has ended."""
    context = _asked(actor, profile(actor.workspace_id, handle).id, handle, trial_id)
    if not is_htmx(request):
        return redirect(f"{reverse('agent', args=[handle])}?trial={trial_id}#try")
    return render(request, "agents/asked.html", context)


def _profile_page(request: HttpRequest, actor: Actor, handle: str, **more: object) -> HttpResponse:
    card = profile(actor.workspace_id, handle)
    shown, seen = request.GET.get("trial", ""), checks_of(card.id, CHECKS)
    context: dict[str, Any] = {
        "card": card,
        "agent": registered(actor.workspace_id, handle),
        "lately": spark(lately_of([card.id]).get(card.id, Lately())),
        "charts": charts(tries_of(card.id), timezone.now()),
        "works": [Worked(work, TASK_WORDS[work.state]) for work in past_work(card.id, WORKS)],
        "versions": versions_of(card.id, VERSIONS),
        "checks": seen,
        "checked": checked(seen),
        "inside": card.connector in INSIDE,
        "tokens": tokens_of(card.id),
        "dials_in": card.connector == ConnectorKind.SOCKET,
        "said_hello": not card.is_offline,
        **(_asked(actor, card.id, card.handle, UUID(shown)) if _is_id(shown) else {}),
        **more,
    }
    return render(request, "agents/profile.html", context, status=422 if more else 200)


def _asked(actor: Actor, agent_id: UUID, handle: str, trial_id: UUID) -> dict[str, Any]:
    trial = trial_of(actor, trial_id, agent_id)
    return {"trial": trial, "reply": to_html(trial.reply, {}, keep_lines=True), "handle": handle}


def _wanted(asked: Mapping[str, str]) -> Wanted:
    """What the address names; what it does not know narrows nothing."""
    presence = asked.get("presence", "")
    return Wanted(
        text=asked.get("q", "").replace("\x00", "").strip()[:MOST_TEXT],
        availability=Availability(presence) if presence in list(Availability) else None,
        skill=asked.get("skill", "").replace("\x00", "")[:MOST_TEXT],
        connector=asked.get("connector", "").replace("\x00", "")[:24],
        enabled={"yes": True, "no": False}.get(asked.get("on", "")),
        busy={"yes": True, "no": False}.get(asked.get("busy", "")),
    )


def _page_number(asked: Mapping[str, str]) -> int:
    value = asked.get("page", "")
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
