"""Goals with blanks over REST: listed, saved, brought in and taken along as a folder, and used."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import File, Router, Status
from ninja.files import UploadedFile
from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import Actor, ApiRequest
from apps.api.rest.files import CONTENT
from apps.api.rest.goal_requests import template_use, use_bodies
from apps.api.rest.goals import tell_of
from apps.api.rest.schemas.goals import GoalDetail
from apps.chat.actions.goal_templates import (
    NewTemplate,
    import_template,
    launch_template,
    remove_template,
    save_template,
)
from apps.chat.domain.goal_templates import TemplateMember, TemplateSettings
from apps.chat.domain.team_folders import MOST_ZIP, folder_name
from apps.chat.queries.goal_templates import (
    TemplateView,
    built_in_templates,
    own_templates,
    settings_of,
    team_folder,
    template_view,
)
from apps.core.problems import ERRORS, Problem, answers
from apps.core.texts import Text
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["templates"])


class BlankOut(BaseModel):
    """A place to fill."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    usual: str = Field(description="What stands there unless another is given; empty: one must be given.")


class TemplateOut(BaseModel):
    """A goal with blanks."""

    model_config = ConfigDict(from_attributes=True)

    key: str = Field(description="Names it in addresses; an id, or a word for one that came along.")
    name: str
    about: str
    text: str = Field(description="With `{blanks}`, or `{blanks=what is usual}`.")
    blanks: list[BlankOut]
    settings: TemplateSettings
    members: list[TemplateMember] = Field(description="The agents that it was made with.")
    missing: list[str] = Field(description="Handles of those that are not in this workspace.")
    is_built_in: bool
    by: str = Field(description="Who saved it; empty where it came along.")
    made_at: datetime | None


class Templates(BaseModel):
    """The workspace's own templates by name, then those that came along."""

    items: list[TemplateOut]


class TemplateIn(BaseModel):
    """A template to save."""

    model_config = ConfigDict(extra="forbid")

    name: Text
    text: Text | None = Field(None, description="With `{blanks}`. Left out: the text of `goal`.")
    about: Text = ""
    settings: TemplateSettings | None = Field(
        None, description="How its goals begin. Left out: as `goal` was given, with the agents of its first team."
    )
    goal: UUID | None = Field(None, description="A goal to take from what is left out.")


@router.get("", response=answers(Templates))
def list_templates(request: ApiRequest) -> Templates:
    """All of them: the workspace's own, and those that came along."""
    workspace_id = request.auth.workspace_id
    found = [*own_templates(workspace_id), *built_in_templates(workspace_id)]
    return Templates(items=[_shown(one) for one in found])


@router.post("", response=answers(TemplateOut, 201))
def create_template(request: ApiRequest, template: TemplateIn) -> Status[TemplateOut]:
    """Save a goal with blanks for the workspace. Operators."""
    goal = goal_visible_to(request.auth, template.goal) if template.goal else None
    settings = template.settings or (settings_of(goal, timezone.now()) if goal else TemplateSettings())
    text = template.text if template.text is not None else (goal.text if goal else "")
    new = NewTemplate(template.name, text, template.about, settings.model_dump(exclude_unset=True))
    return Status(201, _shown(save_template(request.auth, new)))


@router.post("/folder", response=answers(TemplateOut, 201))
def import_folder(request: ApiRequest, file: Annotated[UploadedFile, File()]) -> Status[TemplateOut]:
    """Save the team that a zip with SKILL.md and team.json describes. Agents that are not here are named. Operators."""
    return Status(201, _shown(import_template(request.auth, file.read(MOST_ZIP + 1))))


@router.get("/{slug:template_key}", response=answers(TemplateOut))
def get_template(request: ApiRequest, template_key: str) -> TemplateOut:
    """One template."""
    return _shown(template_view(request.auth, template_key))


@router.delete("/{slug:template_key}", response=answers(None, 204))
def delete_template(request: ApiRequest, template_key: str) -> Status[None]:
    """Remove a template of the workspace's own; its goals stay. Operators."""
    remove_template(request.auth, template_key)
    return Status(204, None)


@router.get("/{slug:template_key}/folder", response={ERRORS: Problem}, openapi_extra={"responses": {200: CONTENT}})
def export_folder(request: ApiRequest, template_key: str) -> HttpResponse:
    """The template and its team as a folder in a zip: SKILL.md and team.json."""
    view = template_view(request.auth, template_key)
    name = f'attachment; filename="{folder_name(view.name)}.zip"'
    headers = {"Content-Disposition": name, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(team_folder(view), content_type="application/zip", headers=headers)


@router.post(
    "/{slug:template_key}/goals", response=answers(GoalDetail, 201) | {200: GoalDetail}, openapi_extra=use_bodies()
)
def use_a_template(request: HttpRequest, response: HttpResponse, template_key: str) -> Status[GoalDetail]:
    """Fill the blanks and give the goal, as JSON or, where files come along, as a form. Operators."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    return tell_of(launch_template(actor, template_key, template_use(request)), response)


def _shown(view: TemplateView) -> TemplateOut:
    return TemplateOut.model_validate(view)
