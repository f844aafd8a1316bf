"""The home page: the composer, what waits for a person, the goals; and the doors behind the composer."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from apps.accounts import queries as accounts
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.workspace_settings import Review
from apps.agents.queries.directory import DirectoryEntry, directory, fitting_agents, presence
from apps.chat import actions
from apps.chat.domain.room_protocols import room_protocols
from apps.chat.queries.goals import goal_page
from apps.core.languages import in_sentence, say
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import Priority
from apps.teams.queries.trees import goals_of
from apps.web.forms.goals import goal_request
from apps.web.rendering.composer import first_steps, picks
from apps.web.rendering.home import draw_home
from apps.web.rendering.limits import limit_fields
from apps.web.rendering.markup import render as fragment
from apps.web.views.door import door, is_htmx, lead_to, page_number

SUGGESTED = 5
LISTED = 12

REVIEWS = {
    Review.AUTO: gettext_noop("Review as needed"),
    Review.ALWAYS: gettext_noop("Always review"),
    Review.NEVER: gettext_noop("No review"),
}
AS_THE_WORKSPACE = {
    Review.AUTO: gettext_noop("As the workspace has it: as needed"),
    Review.ALWAYS: gettext_noop("As the workspace has it: always"),
    Review.NEVER: gettext_noop("As the workspace has it: never"),
}
PLANS = {"first": gettext_noop("Show me the plan first"), "at once": gettext_noop("Begin at once")}


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """`?state=&page=` filter and page the list of goals; `?text=` stands in the composer."""
    return home_page(request, actor)


def _talks() -> dict[str, str]:
    """What a goal may begin with instead of the work, by protocol."""
    return {
        one.name: gettext("Begin with: {talk}").format(talk=in_sentence(say(one.title)))
        for one in room_protocols().values()
    }


def _usual_plan(*, shown: bool) -> str:
    if shown:
        return gettext("As the workspace has it: show me the plan first")
    return gettext("As the workspace has it: begin at once")


def home_page(
    request: HttpRequest, actor: Actor, *, errors: Mapping[str, str] | None = None, status: int = 200
) -> HttpResponse:
    """The page; after a refusal with what was typed and what is wrong with it."""
    chosen, number = request.GET.get("state", ""), page_number(request)
    typed = request.POST
    csrf = get_token(request)
    usual = accounts.goal_defaults(actor.workspace_id)
    limits = Limits.model_validate(usual.limits)
    now = timezone.now()
    found = goal_page(actor.workspace_id, now, chosen=chosen, page=number)
    goals = goals_of(actor.workspace_id, (), offset=0, limit=1)[1]
    context = {
        "parts": draw_home(actor.workspace_id, found, now, csrf=csrf).parts,
        "text": typed.get("text", request.GET.get("text", "")),
        "chosen_agents": typed.getlist("agent"),
        "priority": typed.get("priority", Priority.NORMAL),
        "priorities": list(Priority),
        "review": typed.get("review", ""),
        "reviews": [("", gettext("Review as usual")), *((name, gettext(words)) for name, words in REVIEWS.items())],
        "usual_review": gettext(AS_THE_WORKSPACE[usual.review]),
        "plan": typed.get("plan", ""),
        "plans": [("", gettext("Plan as usual")), *((name, gettext(words)) for name, words in PLANS.items())],
        "usual_plan": _usual_plan(shown=usual.shows_plan),
        "protocol": typed.get("protocol", ""),
        "protocols": {"": gettext("Begin with the work"), **_talks()},
        "fields": limit_fields(limits, typed, errors),
        "limits": limits,
        "errors": errors or {},
        "key": get_random_string(22),
        "presence": presence(actor.workspace_id),
        "steps": first_steps(actor, has_given=goals > 0) if actor.may(Role.OWNER) else [],
        "offers_demo": not goals and actor.may(Role.OPERATOR),
        "query": urlencode({"state": chosen, "page": number}),
    }
    return render(request, "home/page.html", context, status=status)


@require_http_methods(["GET", "POST"])
@door
def launch(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A goal is given. What is wrong with it is said beside the field, and nothing that was typed is lost.

    Who cuts the address of a goal short comes here, and is led to the page of all goals.
    """
    if request.method != "POST":
        return redirect("home")
    try:
        goal = actions.launch_goal(actor, goal_request(request))
    except Refused as refused:
        if is_htmx(request):
            return HttpResponse(fragment("home/errors.html", errors=refused.fields), status=422)
        return home_page(request, actor, errors=refused.fields, status=422)
    return lead_to(request, reverse("room", args=[goal.pk]))


@require_POST
@door
def watch_demo(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The demo team begins; pressed twice, it is the same one."""
    try:
        goal = actions.watch_demo(actor, request.POST.get("key", "")).goal
    except Refused as refused:
        return home_page(request, actor, errors=refused.fields, status=422)
    return redirect("room", goal.pk)


@require_GET
@door
def matches(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Agents that fit what is being typed (`text`), with those already picked (`agent`) first."""
    chosen = request.GET.getlist("agent")
    fitting = _fitting_agents(actor, request.GET.get("text", ""))[:SUGGESTED]
    return HttpResponse(fragment("home/suggested.html", picks=picks(fitting, chosen)))


@require_GET
@door
def pick(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Agents to pick by hand: those that fit `q`, all by name where it is empty."""
    query = request.GET.get("q", "").strip()
    cards = (
        fitting_agents(actor.workspace_id, query, LISTED)
        if query
        else directory(actor.workspace_id, offset=0, limit=LISTED)[0]
    )
    return HttpResponse(fragment("home/pick.html", picks=picks(cards, request.GET.getlist("agent")), query=query))


def _fitting_agents(actor: Actor, text: str) -> list[DirectoryEntry]:
    return fitting_agents(actor.workspace_id, text[:2000], SUGGESTED) if len(text.strip()) > 8 else []
