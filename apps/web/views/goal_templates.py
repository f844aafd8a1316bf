"""The gallery: goals with blanks, filled in and given; saved, brought in and taken along as a folder."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.chat.actions.goal_templates import (
    import_template,
    remove_template,
    save_template,
    use_template,
)
from apps.chat.domain.team_folders import MOST_ZIP, folder_name
from apps.chat.queries.goal_templates import (
    built_in_templates,
    described_agents,
    own_templates,
    team_folder,
    template_view,
)
from apps.teams.queries.rows import Goal
from apps.web.forms.goal_templates import FillingForm, FolderForm, SavingForm, draft_of, template_use
from apps.web.views.door import attempt, door


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The workspace's own templates, and those that came along."""
    return _gallery(request, actor, FolderForm())


@require_GET
@door
def template(request: HttpRequest, actor: Actor, template_key: str) -> HttpResponse:
    """One template with its blanks."""
    return _template(request, actor, template_key)


@require_POST
@door
def use(request: HttpRequest, actor: Actor, template_key: str) -> HttpResponse:
    """The blanks are filled, and the goal is given."""
    form = FillingForm(request.POST, blanks=template_view(actor, template_key).blanks)
    given: list[Goal] = []
    if attempt(form, lambda values: given.append(use_template(actor, template_key, template_use(request, values)))):
        return redirect("room", given[0].pk)
    return _template(request, actor, template_key, form)


@require_http_methods(["GET", "POST"])
@door
def new(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Save a template: of `?goal=`, as a copy of `?template=`, or from nothing."""
    require(actor, Role.OPERATOR)
    settings, initial = draft_of(actor, request.GET.get("goal", ""), request.GET.get("template", ""), timezone.now())
    members = described_agents(actor.workspace_id, settings.team)
    form = SavingForm(request.POST or None, settings=settings, members=members, **initial)
    saved: list[str] = []
    if request.method == "POST" and attempt(
        form, lambda values: saved.append(save_template(actor, form.template_of(settings, values)).key)
    ):
        messages.success(request, gettext("Saved. Fill in its blanks whenever it is needed."))
        return redirect("template", saved[0])
    return render(request, "gallery/saving.html", {"form": form}, status=422 if request.method == "POST" else 200)


@require_POST
@door
def import_folder(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Save the team that a folder in a zip describes."""
    form = FolderForm(request.POST, request.FILES)
    came: list[str] = []
    if attempt(form, lambda values: came.append(import_template(actor, values["file"].read(MOST_ZIP + 1)).key)):
        messages.success(request, gettext("The team came in."))
        return redirect("template", came[0])
    require(actor, Role.OPERATOR)
    return _gallery(request, actor, form, status=422)


@require_POST
@door
def remove(request: HttpRequest, actor: Actor, template_key: str) -> HttpResponse:
    """Take a template of the workspace's own away."""
    remove_template(actor, template_key)
    messages.success(request, gettext("The template was removed; goals that came of it stay."))
    return redirect("templates")


@require_GET
@door
def folder(request: HttpRequest, actor: Actor, template_key: str) -> HttpResponse:
    """The template and its team as a folder in a zip."""
    view = template_view(actor, template_key)
    name = f'attachment; filename="{folder_name(view.name)}.zip"'
    headers = {"Content-Disposition": name, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(team_folder(view), content_type="application/zip", headers=headers)


def _gallery(request: HttpRequest, actor: Actor, form: FolderForm, status: int = 200) -> HttpResponse:
    context = {
        "own": own_templates(actor.workspace_id),
        "built_in": built_in_templates(actor.workspace_id),
        "form": form,
        "offers_demo": actor.may(Role.OPERATOR),
        "key": get_random_string(22),
    }
    return render(request, "gallery/page.html", context, status=status)


def _template(request: HttpRequest, actor: Actor, template_key: str, form: FillingForm | None = None) -> HttpResponse:
    view = template_view(actor, template_key)
    context = {
        "template": view,
        "form": form or FillingForm(blanks=view.blanks),
        "members": [(one, one.handle in view.missing) for one in view.members],
        "key": get_random_string(22),
        "back": reverse("templates"),
    }
    return render(request, "gallery/template.html", context, status=422 if form else 200)
