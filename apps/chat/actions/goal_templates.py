"""Goals with blanks are saved, brought in as a folder, removed, and filled in to become goals."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.utils import timezone
from pydantic import ValidationError

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused, Taken, bounded_text
from apps.chat.actions.goals import MOST_TEXT, GoalRequest, Upload, team_from
from apps.chat.actions.launching import Launch, launch
from apps.chat.actions.talks import wanted_protocol
from apps.chat.domain.built_in_templates import BUILT_IN_TEMPLATES
from apps.chat.domain.goal_templates import MOST_BLANKS, TemplateMember, TemplateSettings, blanks_of, fill_blanks
from apps.chat.domain.team_folders import UnreadableFolder, read_folder
from apps.chat.events import ChatDeed
from apps.chat.models import GoalTemplate
from apps.chat.queries.goal_templates import (
    MOST_TEMPLATES,
    TemplateView,
    described_agents,
    own_row,
    template_view,
)
from apps.core.sentences import sentence, sentence_of
from apps.core.texts import drop_unstorable
from apps.core.validation import first_fault
from apps.journal.actions import audit
from apps.teams.queries.access import may_launch
from apps.teams.queries.rows import Goal

MOST_NAME, MOST_ABOUT = 120, 1_000


@dataclass(frozen=True)
class NewTemplate:
    """What a template is made of. `settings`: the fields of TemplateSettings."""

    name: str
    text: str
    about: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class TemplateUse:
    """What a template becomes a goal with. `team`: handles; None: those of the template's team that are here.

    `more`: what stands below its text.
    """

    blanks: Mapping[str, str] = field(default_factory=dict)
    team: tuple[str, ...] | None = None
    files: tuple[Upload, ...] = ()
    idempotency_key: str = ""
    more: str = ""


def save_template(actor: Actor, new: NewTemplate) -> TemplateView:
    """Keep a goal with blanks for the workspace. Raises Forbidden, and Refused beside what is wrong."""
    may_launch(actor)
    settings = _settings(new.settings)
    team = team_from(actor, settings.team)
    wanted_protocol(settings.protocol)
    members = described_agents(actor.workspace_id, team)
    return _store(actor, new, settings.model_copy(update={"team": team}), members)


def import_template(actor: Actor, content: bytes) -> TemplateView:
    """Keep the team that a folder in a zip describes; agents that are not here stay named. Raises Refused (file)."""
    may_launch(actor)
    try:
        team, text = read_folder(content)
    except UnreadableFolder as error:
        raise Refused(file=sentence_of(error)) from None
    wanted_protocol(team.settings.protocol)
    known = {one.handle: one for one in described_agents(actor.workspace_id, team.settings.team)}
    said = {one.handle: one for one in team.members}
    members = tuple(said.get(handle, known[handle]) for handle in known)
    return _store(actor, NewTemplate(team.name, text, team.about), team.settings, members)


@transaction.atomic
def remove_template(actor: Actor, key: str) -> None:
    """Take a template of the workspace's own away; goals that came of it stay.

    Raises NotFound, Forbidden, and Conflict for one that came along.
    """
    if any(one.key == key for one in BUILT_IN_TEMPLATES):
        raise Conflict("This template came along with the hub and can't be removed.")
    row = own_row(actor, key)
    may_launch(actor)
    audit(ChatDeed.TEMPLATE_REMOVED, actor, row.name, row.pk, name=row.name)
    row.delete()


def use_template(actor: Actor, key: str, use: TemplateUse) -> Goal:
    """Fill the blanks and give the goal. Raises NotFound, and what `launch_goal` raises; Refused under `blanks.<name>`.

    Agents of its team that are not here are left out, unless none is left.
    """
    return launch_template(actor, key, use).goal


def launch_template(actor: Actor, key: str, use: TemplateUse) -> Launch:
    """Do as `use_template`, and tell whether the goal is new."""
    template = template_view(actor, key)
    may_launch(actor)
    text = fill_blanks(template.text, {name: drop_unstorable(value) for name, value in use.blanks.items()})
    text += f"\n\n{use.more}" if use.more else ""
    settings = template.settings
    if settings.needs_files and not use.files:
        raise Refused(files="Attach a file: this template works on one.")
    if use.team is None and settings.team and not template.here:
        raise Refused(
            team=sentence("None of its agents is here: @{names}. Name others.", names=", @".join(template.missing))
        )
    return launch(
        actor,
        GoalRequest(
            text=text,
            limits=settings.named_limits,
            team=template.here if use.team is None else use.team,
            priority=settings.priority,
            files=use.files,
            idempotency_key=use.idempotency_key,
            shows_plan=settings.shows_plan,
            review=settings.review or "",
            protocol=settings.protocol,
        ),
    )


def _settings(given: Mapping[str, object]) -> TemplateSettings:
    try:
        return TemplateSettings.model_validate(given)
    except ValidationError as error:
        where, fault = first_fault(error)
        field, inner = "".join(where[:1]), ".".join(where[1:])
        raise Refused(**{field: sentence("{where}: {fault}.", where=inner or sentence("This"), fault=fault)}) from None


def _store(
    actor: Actor, new: NewTemplate, settings: TemplateSettings, members: tuple[TemplateMember, ...]
) -> TemplateView:
    row = GoalTemplate(
        workspace_id=actor.workspace_id,
        by_id=actor.user_id,
        name=bounded_text("name", new.name, MOST_NAME) or _missing("name", "Give it a name."),
        about=bounded_text("about", new.about, MOST_ABOUT),
        text=bounded_text("text", new.text, MOST_TEXT) or _missing("text", "Say what a team is to do."),
        settings=settings.model_dump(mode="json", exclude_unset=True),
        members=[one.model_dump(mode="json") for one in members],
        made_at=timezone.now(),
    )
    if len(blanks_of(row.text)) > MOST_BLANKS:
        raise Refused(text=sentence("A template has at most {most_blanks} blanks.", most_blanks=MOST_BLANKS))
    if GoalTemplate.objects.filter(workspace=actor.workspace_id).count() >= MOST_TEMPLATES:
        raise Refused(
            name=sentence(
                "There are {most_templates} templates here already: remove one first.", most_templates=MOST_TEMPLATES
            )
        )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            audit(ChatDeed.TEMPLATE_SAVED, actor, row.name, row.pk, name=row.name)
    except IntegrityError:
        raise Taken(name="There is a template of this name already.") from None
    return template_view(actor, str(row.pk))


def _missing(field_name: str, sentence: str) -> str:
    raise Refused(**{field_name: sentence})
