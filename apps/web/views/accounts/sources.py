"""The page of registries elsewhere: which the workspace asks for members, and for what."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.agents.actions.sources import add_source, change_source, remove_source
from apps.agents.domain.sources import SourceUse
from apps.web.forms.sources import SourceListingForm, SourceUseForm
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings import READ_OR_SAVE
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, member_page

PART = SettingsPart.REGISTRIES


@READ_OR_SAVE
@member_page
@shown_on_get(PART)
def save_source(request: HttpRequest, actor: Actor) -> HttpResponse:
    """List a registry."""
    form = SourceListingForm(request.POST)

    def add(data: Mapping[str, Any]) -> None:
        add_source(actor, data["address"], data["token"], SourceUse(data["use"]))

    if attempt(form, add):
        return page_with_note(request, PART, gettext("The registry is listed."))
    return settings_page(request, actor, PART, source_form=form)


@require_POST
@member_page
def change(request: HttpRequest, actor: Actor, source_id: UUID) -> HttpResponse:
    """Ask it for something else."""
    form = SourceUseForm(request.POST)
    if attempt(form, lambda data: change_source(actor, source_id, SourceUse(data["use"]))):
        return page_with_note(request, PART, gettext("The registry is asked for that from now on."))
    return settings_page(request, actor, PART, refused_form=form)


@require_POST
@member_page
def remove(request: HttpRequest, actor: Actor, source_id: UUID) -> HttpResponse:
    """Ask it no more."""
    remove_source(actor, source_id)
    return page_with_note(request, PART, gettext("The registry is asked no more."))
