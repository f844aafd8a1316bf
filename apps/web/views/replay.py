"""A goal played again: the page at one of its events."""

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET, require_http_methods

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.chat import actions
from apps.chat.queries.forks import forks_of, words_at
from apps.chat.queries.replay import frames, room_at, tree_at
from apps.journal.queries import last_seq
from apps.teams.queries.access import goal_visible_to
from apps.web.forms.forks import ForkForm
from apps.web.rendering.board import column_heads
from apps.web.rendering.messages import links_of
from apps.web.rendering.replay import player_of, replayed_parts
from apps.web.rendering.screens import screen_of
from apps.web.templatetags.ui import clock_standing_at
from apps.web.views.door import attempt, door, is_htmx
from apps.web.views.rooms import asked_team

TABS = (("team", gettext_noop("Team")), ("tasks", gettext_noop("Tasks")), ("files", gettext_noop("Files")))


@require_GET
@door
def begin(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The first event, or the one that `?at=` names."""
    goal = goal_visible_to(actor, goal_id)
    asked = request.GET.get("at", "")
    seq = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 1
    return redirect(f"{reverse('replay-at', args=[goal.id, _within(goal.id, seq)])}?{_rest(request)}")


@require_GET
@door
def page(request: HttpRequest, actor: Actor, goal_id: UUID, seq: int) -> HttpResponse:
    """The page of a goal as it stood at an event: `?team=&view=`, as the room's. A frame asks for its parts alone."""
    goal = goal_visible_to(actor, goal_id)
    last = last_seq(goal.id)
    if not 1 <= seq <= last:
        raise Http404(gettext("This goal has no such event."))
    view, at = room_at(actor.workspace_id, goal.id, asked_team(request), seq)
    screen = screen_of(dict(request.GET.lists()))
    links = links_of(goal.id, view.node.id, screen, reverse("replay-at", args=[goal.id, seq]))
    context = {
        "room": view,
        "tree": view.tree,
        "at": at,
        "seq": seq,
        "last": last,
        "screen": screen.name,
        "links": links,
        "live": links_of(goal.id, view.node.id, screen),
        "regions": replayed_parts(view, screen, at, links),
        "columns": column_heads(screen),
        "tab": next((name for name, _ in TABS if name == request.GET.get("tab")), "team"),
        "tabs": [(name, gettext(words)) for name, words in TABS],
    }
    if is_htmx(request):
        with clock_standing_at(at):
            return render(request, "replay/frame.html", context)
    base, query = reverse("replay-at", args=[goal.id, 0]).removesuffix("0/"), _rest(request)
    player = player_of(frames(goal.id), seq, last, base, query)
    kept = [(name, value) for name, value in request.GET.items() if name != "at"]
    context |= {"player": player, "base": base, "query": query, "kept": kept}
    with clock_standing_at(at):
        return render(request, "replay/page.html", context)


@require_http_methods(["GET", "POST"])
@door
def fork(request: HttpRequest, actor: Actor, goal_id: UUID, seq: int) -> HttpResponse:
    """Give the goal anew from this moment: its words to change, the agents of then to tick."""
    require(actor, Role.OPERATOR)
    goal = goal_visible_to(actor, goal_id)
    if not 1 <= seq <= last_seq(goal.id):
        raise Http404(gettext("This goal has no such event."))
    handles = actions.agents_then(actor, tree_at(goal.id, seq))
    form = ForkForm(request.POST or None, handles=handles, text=words_at(goal, seq), key=uuid4().hex)
    made: list[UUID] = []
    if request.method == "POST" and attempt(
        form, lambda values: made.append(actions.fork_goal(actor, goal.id, form.fork(seq, values)).id)
    ):
        return redirect("room", made[0])
    context = {"form": form, "goal": goal, "seq": seq, "forks": forks_of(goal.id)}
    return render(request, "replay/fork.html", context, status=422 if request.method == "POST" else 200)


def _within(goal_id: UUID, seq: int) -> int:
    return max(1, min(seq, last_seq(goal_id)))


def _rest(request: HttpRequest) -> str:
    """What the address says beside the event."""
    asked = request.GET.copy()
    asked.pop("at", None)
    return asked.urlencode()
