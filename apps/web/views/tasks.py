"""One task: what it asks, what came of it, and what people do about it while its goal runs."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.agents.queries.documents import files_in_view
from apps.chat import actions
from apps.chat.queries.tasks import shown_tasks
from apps.core import prose
from apps.journal.queries.recent import events_about
from apps.teams.events import TeamEvent
from apps.teams.queries.access import task_visible_to
from apps.teams.queries.lists import task_with_texts
from apps.teams.queries.rows import Task
from apps.teams.queries.successors import changes_of, successors_of
from apps.teams.queries.taken_over import agent_before
from apps.teams.queries.trees import asked_about, files_of_tasks
from apps.web.forms.goals import sent_files
from apps.web.rendering.earlier_results import earlier_results
from apps.web.rendering.files import artifact_view, sent_along
from apps.web.rendering.messages import words
from apps.web.rendering.steps import step_rows
from apps.web.rendering.work import REMEDIES
from apps.web.views.door import Page, door, is_htmx, lead_to, status_of, words_of
from apps.web.views.rooms import room_answer

SECONDS = 2.0  # for the Markdown of a result, with what the process aside takes to start


@require_GET
@door
def page(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """The task with all of its words, and the agents that might do it instead, best first."""
    return _task_page(request, actor, task_id)


def _task_page(request: HttpRequest, actor: Actor, task_id: UUID, *, said: str = "", status: int = 200) -> HttpResponse:
    """The page; `said` gives back a result that was refused, though none may be wanted any more."""
    row = task_visible_to(actor, task_id)
    changes, task = changes_of(row), task_with_texts(row.pk)
    context = {
        "goal": row.team.goal,
        "team": row.team,
        "task": task,
        "result": _in_prose(task.result),
        "files": [
            *(artifact_view(file) for file in files_of_tasks(row.team.goal_id, [row.pk])),
            *sent_along(task.result, files_in_view(actor.workspace_id, row.team.goal_id)),
        ],
        "earlier": earlier_results(row),
        "shown": shown_tasks([row.team.goal_id], timezone.now())[row.pk],
        "remedy": REMEDIES.get(task.state, ""),
        "changes": changes,
        "mine": changes.hand_back and row.owner.user_id == actor.user_id,
        "before": agent_before(row) if changes.hand_back else None,
        "successors": successors_of(row) if changes.reassign else [],
        "asked": asked_about(row),
        "said": said,
        "files_again": "files" in request.FILES,
    }
    return render(request, "tasks/page.html", context, status=status)


@require_GET
@door
def steps(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """What was done on the way, as rows for a page's script, else as a page of their own."""
    row = task_visible_to(actor, task_id)
    rows = step_rows(events_about([row.team.goal_id], TeamEvent.ATTEMPT_PROGRESS, "task", [str(row.pk)]))
    if is_htmx(request):
        return HttpResponse(rows)
    return render(request, "tasks/steps.html", {"task": row, "rows": rows})


def _in_prose(text: str) -> SafeString:
    """As a room shows it, but for pictures; as it is where that would take long."""
    try:
        html = prose.render(text, longest=SECONDS)
    except prose.Busy:
        html = ""
    return words(text, html, {})


def _on_task(act: Callable[[HttpRequest, Actor, UUID], None]) -> Page:
    @require_POST
    @door
    def view(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
        task = task_visible_to(actor, task_id)
        act(request, actor, task.pk)
        return _done(request, task)

    return view


def _done(request: HttpRequest, task: Task) -> HttpResponse:
    if request.POST.get("from") == "room":
        return room_answer(request, task.team.goal_id, task.team_id)
    return lead_to(request, reverse("task", args=[task.pk]))


def _retry(request: HttpRequest, actor: Actor, task_id: UUID) -> None:
    minutes = request.POST.get("wait", "")
    known = minutes.isascii() and minutes.isdigit() and len(minutes) < 4
    actions.retry_task(actor, task_id, 60.0 * int(minutes) if known else 0.0)


retry = _on_task(_retry)
put_back = _on_task(lambda _, actor, task_id: actions.put_back_task(actor, task_id))
take_over = _on_task(lambda _, actor, task_id: actions.take_over_task(actor, task_id))
hand_back = _on_task(
    lambda request, actor, task_id: actions.hand_back_task(
        actor, task_id, request.POST.get("agent", ""), request.POST.get("text", "")
    )
)
cancel = _on_task(lambda _, actor, task_id: actions.cancel_task(actor, task_id))
reassign = _on_task(
    lambda request, actor, task_id: actions.reassign_task(actor, task_id, request.POST.get("agent", ""))
)


@require_POST
@door
def do(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """A person's result; the words of one that is refused come back with the page."""
    task, text = task_visible_to(actor, task_id), request.POST.get("text", "")
    try:
        actions.do_task(actor, task.pk, text, sent_files(request.FILES.getlist("files")))
    except (Refused, Conflict) as error:
        if is_htmx(request):
            raise
        messages.error(request, words_of(error))
        return _task_page(request, actor, task_id, said=text, status=status_of(error))
    return _done(request, task)
