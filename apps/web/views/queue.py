"""All that waits for a person, in one list: what holds up most comes first."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.chat import actions
from apps.chat.actions.mentions import see_mention
from apps.chat.queries.inbox import inbox_items, inbox_mark, mark_of
from apps.chat.queries.mentions import unseen_mentions
from apps.core.languages import retell, say
from apps.web.forms.decisions import chosen_approvals, verdict_of
from apps.web.views.door import door, lead_to

LONGEST_NAMED = 120  # characters of a question whose decision was refused
LONGEST_MARK = 40


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Each with what would be sent, and the ways to decide; after one comes the next."""
    needs, mentions = inbox_items(actor.workspace_id, timezone.now()), unseen_mentions(actor)
    context = {
        "needs": needs,
        "several": sum(bool(need.approval.approving) for need in needs) > 1,
        "mentions": mentions,
        "known": mark_of([*(need.approval.id for need in needs), *(one.message for one in mentions)]),
        "csrf": get_token(request),
    }
    return render(request, "queue/page.html", context)


@require_GET
@door
def news(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Whether other things wait than when the page was read: what somebody types in it is never replaced."""
    known = request.GET.get("known", "")[:LONGEST_MARK]
    return render(request, "queue/news.html", {"known": known, "changed": known != inbox_mark(actor)})


@require_POST
@door
def seen(request: HttpRequest, actor: Actor, message_id: UUID) -> HttpResponse:
    """Somebody knows of a message that names them: it leaves their list."""
    see_mention(actor, message_id)
    return lead_to(request, reverse("queue"))


@require_POST
@door
def decide_together(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Those that were ticked, approved or denied; each that was refused says why."""
    require(actor, Role.OPERATOR)
    outcomes = actions.decide_together(
        actor, chosen_approvals(request.POST), verdict_of(request.POST), request.POST.get("reason", "")
    )
    if decided := sum(one.is_decided for one in outcomes):
        said = ngettext("%(number)s is decided.", "%(number)s are decided.", decided)
        messages.success(request, said % {"number": decided})
    for one in outcomes:
        if not one.is_decided:
            messages.error(request, _refusal(one))
    return redirect("queue")


def _refusal(outcome: actions.JointOutcome) -> str:
    question = Truncator(retell(outcome.question) or gettext("A decision")).chars(LONGEST_NAMED)
    return gettext("Not decided: “%(question)s” %(why)s") % {"question": question, "why": say(outcome.refused)}
