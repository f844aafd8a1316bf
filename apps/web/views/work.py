"""What teams have given to the person who looks: their tasks, and answering, asking about and handing back each."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions.people_work import AnswerFile, answer_work, ask_about_work, hand_back_work
from apps.agents.queries.people_work import count_work, offer_of, work_file, work_item, work_of
from apps.core.languages import say
from apps.teams.queries.taken_over import tasks_taken_by
from apps.web.views.door import Page, door, status_of, words_of
from apps.web.views.files import serve_file, untrusted


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Each task with what goes along with it; the one that is due first stands first."""
    return _list(request, actor)


@dataclass(frozen=True)
class Unsent:
    """What was written about a task and refused, and why. `form`: in which of its forms; `files`: some were sent."""

    work: UUID
    form: str
    text: str
    why: str
    files: bool


def _list(request: HttpRequest, actor: Actor, unsent: Unsent | None = None, status: int = 200) -> HttpResponse:
    tasks = work_of(actor)
    gone = unsent is not None and unsent.work not in {task.id for task in tasks}
    if unsent and gone:
        messages.error(request, unsent.why)
    shown = {
        "tasks": tasks,
        "taken": tasks_taken_by(actor),
        "offer": offer_of(actor),
        "now": timezone.now(),
        "unsent": unsent,
        "said": unsent.text if unsent and gone else "",
    }
    return render(request, "work/page.html", shown, status=status)


@require_GET
@door
def news(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Whether the list has grown since the page was read: what somebody types in it is never replaced."""
    known = request.GET.get("known", "")
    more = count_work(actor) - int(known if known.isascii() and known.isdigit() and len(known) < 7 else 0)
    return render(request, "work/news.html", {"known": known, "more": max(more, 0)})


@require_GET
@untrusted
@door
def file(request: HttpRequest, actor: Actor, work_id: UUID, index: int, name: str) -> HttpResponseBase:
    """A file that goes along with a task."""
    told = next((one for one in work_item(actor, work_id).files if one.index == index), None)
    if told is None:
        raise NotFound("This task has no such file.")
    return serve_file(request, told.name, told.media_type, work_file(actor, work_id, index).blob)


def _on_work(form: str, act: Callable[[HttpRequest, Actor, UUID], None], note: str) -> Page:
    @require_POST
    @door
    def view(request: HttpRequest, actor: Actor, work_id: UUID) -> HttpResponse:
        try:
            act(request, actor, work_id)
        except (Refused, NotFound) as error:
            why = words_of(error) if isinstance(error, Refused) else say(error)
            status = status_of(error) if isinstance(error, Refused) else 404
            unsent = Unsent(work_id, form, _text(request), why, files="files" in request.FILES)
            return _list(request, actor, unsent, status)
        messages.success(request, gettext(note))
        return redirect("work")

    return view


def _sent(request: HttpRequest) -> list[AnswerFile]:
    files: list[UploadedFile[bytes]] = request.FILES.getlist("files")
    return [AnswerFile(one.name or "file", one.content_type or "", one.read()) for one in files]


def _text(request: HttpRequest) -> str:
    return str(request.POST.get("text", ""))


answer = _on_work(
    "answer",
    lambda request, actor, work_id: answer_work(actor, work_id, _text(request), _sent(request)),
    gettext_noop("Your result is with the team."),
)
ask = _on_work(
    "ask",
    lambda request, actor, work_id: ask_about_work(actor, work_id, _text(request)),
    gettext_noop("Your question is in the team's room. The task comes again with the answer."),
)
hand_back = _on_work(
    "hand_back",
    lambda request, actor, work_id: hand_back_work(actor, work_id, _text(request)),
    gettext_noop("It is handed back. The team gives it to somebody else."),
)
