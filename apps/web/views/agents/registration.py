"""How agents come in: by address or card, by hand, or by dialling in themselves."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents.actions import registration, trials
from apps.agents.actions.configs import check_description
from apps.agents.domain.profile_gaps import gaps_of
from apps.agents.domain.trials import TrialKind
from apps.agents.queries.connectors import choosable_kinds, connector_name
from apps.agents.queries.registrations import handles_reached_at
from apps.agents.queries.trials import TrialView, trial_of
from apps.core.languages import say
from apps.web.forms.agents import ImportForm, SourceForm, ToldForm
from apps.web.forms.connections import ConnectionForm, ExpectedForm, PatienceForm
from apps.web.views.door import attempt, is_htmx, member_page


@require_safe
@member_page
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All the ways in; `?connector=` opens the form of one that is entered by hand."""
    return _page(request, actor)


@require_POST
@member_page
def look(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Find out what an address or a card leads to."""
    require(actor, Role.OWNER)
    form = SourceForm(request.POST)
    trial: UUID | None = None

    def start(data: Mapping[str, Any]) -> None:
        nonlocal trial
        trial = trials.start_detection(actor, data["source"], form.credentials(), data["test_seconds"])

    if attempt(form, start) and trial:
        return redirect("agent-trial", trial)
    return _page(request, actor, source_form=form)


@require_POST
@member_page
def connect(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Test a connection that was entered by hand."""
    require(actor, Role.OWNER)
    connector = request.POST.get("connector", "")
    form, patience = _connection_form(connector, request.POST), PatienceForm(request.POST)
    trial: UUID | None = None

    def start(data: Mapping[str, Any]) -> None:
        nonlocal trial
        trial = trials.start_test(actor, connector, form.config(), None, patience.cleaned_data["test_seconds"])

    if patience.is_valid() and attempt(form, start) and trial:
        return redirect("agent-trial", trial)
    return _page(request, actor, connector=connector, connection_form=form, patience_form=patience)


@require_safe
@member_page
def trial(request: HttpRequest, actor: Actor, trial_id: UUID) -> HttpResponse:
    """What was found so far; the page's script fetches it again and again until that is all."""
    require(actor, Role.OWNER)
    return _trial_page(request, actor, _trial_of(actor, trial_id))


@require_POST
@member_page
def again(request: HttpRequest, actor: Actor, trial_id: UUID) -> HttpResponse:
    """Send the test message again, over a connection that was corrected."""
    require(actor, Role.OWNER)
    seen = _trial_of(actor, trial_id)
    if seen.found is None:
        raise Http404(gettext("Nothing was found that could be tested again."))
    found = seen.found
    form = ConnectionForm(request.POST, connector=found.connector, stored=found.config)
    patience = PatienceForm(request.POST)
    new: UUID | None = None

    def start(data: Mapping[str, Any]) -> None:
        nonlocal new
        new = trials.start_test(actor, found.connector, form.config(), trial_id, patience.cleaned_data["test_seconds"])

    if patience.is_valid() and attempt(form, start) and new:
        return redirect("agent-trial", new)
    return _trial_page(request, actor, seen, connection_form=form, patience_form=patience)


@require_POST
@member_page
def join(request: HttpRequest, actor: Actor, trial_id: UUID) -> HttpResponse:
    """Register what was found."""
    require(actor, Role.OWNER)
    seen = _trial_of(actor, trial_id)
    form = _told_form(seen, request.POST)
    if attempt(form, lambda data: registration.register_from_trial(actor, trial_id, check_description(data))):
        told = form.cleaned_data
        messages.success(request, _joined_note(seen, told["name"]))
        for gap in gaps_of(told["name"], told["description"], told["skills"]):
            messages.warning(request, say(gap.sentence))
        return redirect("agent", form.cleaned_data["handle"])
    return _trial_page(request, actor, seen, told_form=form)


@require_POST
@member_page
def expect(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Register an agent that will dial in, and show the command for it, with its token, once."""
    form = ExpectedForm(request.POST)
    token = ""

    def register(data: Mapping[str, Any]) -> None:
        nonlocal token
        told = check_description({name: data[name] for name in ("name", "handle")})
        _, token = registration.register_expected(actor, told, form.dial_in(), data["days"])

    if attempt(form, register):
        dial_in = form.dial_in()
        command = dial_in.command(settings.IOA_PUBLIC_URL, token)
        context = {"command": command, "dial_in": dial_in, "waits_since": timezone.now(), **form.cleaned_data}
        return render(request, "agents/expected.html", context)
    return _page(request, actor, expected_form=form)


def _joined_note(seen: TrialView, name: str) -> str:
    if seen.works:
        return gettext("{name} has joined. Teams may ask it from now on.").format(name=name)
    words = gettext("{name} is registered, but switched off: it did not answer its test message.")
    return words.format(name=name)


def _trial_of(actor: Actor, trial_id: UUID) -> TrialView:
    seen = trial_of(actor, trial_id)
    if seen.kind is TrialKind.ASK:
        raise Http404(gettext("That was a message to an agent."))
    return seen


def _told_form(seen: TrialView, data: Any = None) -> ToldForm:
    """What it says of itself, to be changed; empty for a trial that found nothing."""
    if (found := seen.found) is None:
        return ToldForm(data)
    about = {"name": found.name, "handle": found.handle, "description": found.description}
    return ToldForm(data, initial=about, known=found.skills, suggested=found.suggested_skills)


def _connection_form(connector: str, data: Any = None) -> ConnectionForm:
    if connector not in {way.kind for way in choosable_kinds()}:
        raise Http404(gettext("There is no connector “{name}” to choose.").format(name=connector))
    return ConnectionForm(data, connector=connector)


def _page(request: HttpRequest, actor: Actor, **shown: Any) -> HttpResponse:
    require(actor, Role.OWNER)
    connector = shown.get("connector") or request.GET.get("connector", "")
    context = {
        "source_form": SourceForm(initial={"source": request.GET.get("source", "")}),
        "expected_form": ExpectedForm(),
        "import_form": ImportForm(),
        "connectors": [(way.kind, way.name, way.help) for way in choosable_kinds()],
        "connector": connector,
        "connector_name": connector_name(connector),
        "connection_form": _connection_form(connector) if connector else None,
        "patience_form": PatienceForm(),
        **shown,
    }
    refused = any(name.endswith("_form") for name in shown)
    return render(request, "agents/joining.html", context, status=422 if refused else 200)


def _trial_page(request: HttpRequest, actor: Actor, seen: TrialView, **shown: Any) -> HttpResponse:
    """The page, or only what changes on it where its script asks."""
    found = seen.found
    usable = found is not None and bool(found.config.values or found.config.secrets)
    context: dict[str, Any] = {
        "trial": seen,
        "found": found,
        "usable": usable,
        "source_form": SourceForm(initial={"source": seen.source, "test_seconds": seen.test_seconds}),
        "patience_form": PatienceForm(initial={"test_seconds": seen.test_seconds}),
    }
    if found is not None:
        context |= {
            "connector_name": connector_name(found.connector),
            "known": handles_reached_at(actor.workspace_id, found.connector, found.config.values),
            "told_form": _told_form(seen),
            "connection_form": ConnectionForm(connector=found.connector, stored=found.config),
        }
    polled = is_htmx(request)
    template = "agents/trial.html" if polled else "agents/looking.html"
    return render(request, template, context | {"polled": polled} | shown, status=422 if shown else 200)
