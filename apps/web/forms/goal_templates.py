"""Filling the blanks of a template, and saving one. What is wrong with it, the actions say."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.domain.access import Actor
from apps.chat.actions.goal_templates import MOST_ABOUT, MOST_NAME, NewTemplate, TemplateUse
from apps.chat.actions.goals import MOST_TEXT
from apps.chat.domain.goal_templates import MOST_VALUE, Blank, TemplateMember, TemplateSettings
from apps.chat.queries.goal_templates import settings_of, template_view
from apps.core.languages import say
from apps.teams.queries.access import goal_visible_to
from apps.web.forms.goals import sent_files
from apps.web.forms.long_texts import LongTextField

PREFIX = "blanks."


class FillingForm(forms.Form):
    """A field for each blank of a template; what is usual stands in it already."""

    def __init__(self, data: Any = None, *, blanks: Sequence[Blank]) -> None:
        super().__init__(data)
        for blank in blanks:
            self.fields[PREFIX + blank.name] = LongTextField(
                label=capfirst(say(blank.name)), max_length=MOST_VALUE, required=not blank.usual, initial=blank.usual
            )


def template_use(request: HttpRequest, values: Mapping[str, str]) -> TemplateUse:
    """What the form of a template sends."""
    blanks = {name.removeprefix(PREFIX): value for name, value in values.items()}
    team = tuple(request.POST.getlist("agent")) if "names_team" in request.POST else None
    files = sent_files(request.FILES.getlist("files"))
    return TemplateUse(blanks, team, files, request.POST.get("key", ""))


def draft_of(actor: Actor, goal_id: str, key: str, now: datetime) -> tuple[TemplateSettings, dict[str, str]]:
    """What stands in the form at first: of a goal, of another template, or nothing. Raises NotFound."""
    if goal_id:
        goal = goal_visible_to(actor, _uuid(goal_id))
        return settings_of(goal, now), {"name": goal.title, "text": goal.text}
    if key:
        view = template_view(actor, key)
        name = gettext("{name} (copy)").format(name=view.name)[:120]
        return view.settings, {"name": name, "about": view.about, "text": view.text}
    return TemplateSettings(), {}


def _uuid(value: str) -> UUID:
    try:
        return UUID(value)
    except ValueError:
        return UUID(int=0)


class SavingForm(forms.Form):
    """A goal with blanks. Everything else of it is taken over as the goal was given (`settings`)."""

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME)
    about = LongTextField(label=_("What it is for"), max_length=MOST_ABOUT, required=False)
    text = LongTextField(
        label=_("Goal"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Write {subject} where something is filled in each time, or {year=2024} with what is usual."),
    )
    team = forms.MultipleChoiceField(
        label=_("Agents"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: found by what it needs."),
    )
    needs_files = forms.BooleanField(label=_("A file must come along"), required=False)

    def __init__(
        self, data: Any = None, *, settings: TemplateSettings, members: Sequence[TemplateMember], **initial: str
    ) -> None:
        chosen = {"team": list(settings.team), "needs_files": settings.needs_files}
        super().__init__(data, initial={**initial, **chosen})
        choices = [(one.handle, one.name or one.handle) for one in members]
        self.fields["team"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["team"]

    @staticmethod
    def template_of(settings: TemplateSettings, values: Mapping[str, Any]) -> NewTemplate:
        """What is to be saved."""
        kept = settings.model_dump(exclude_unset=True)
        chosen = {"team": tuple(values.get("team") or ()), "needs_files": values["needs_files"]}
        return NewTemplate(values["name"], values["text"], values["about"], {**kept, **chosen})


class FolderForm(forms.Form):
    """A team as a folder in a zip."""

    file = forms.FileField(label=_("Folder"), widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}))
