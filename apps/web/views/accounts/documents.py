"""The page of the library: the documents that the agents of all goals may read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents.actions.library import add_to_library, remove_from_library
from apps.web.forms.documents import DocumentForm
from apps.web.forms.goals import sent_files
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings import READ_OR_SAVE
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, member_page

PART = SettingsPart.DOCUMENTS


@READ_OR_SAVE
@member_page
@shown_on_get(PART)
def add(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Put a file into the library."""
    require(actor, Role.OPERATOR)
    form = DocumentForm(request.POST, request.FILES)

    def put(data: Mapping[str, Any]) -> None:
        (file,) = sent_files([data["file"]])
        add_to_library(actor, file.name, file.body)

    if attempt(form, put):
        return page_with_note(request, PART, gettext("The document is in the library. Agents can find what it says."))
    return settings_page(request, actor, PART, document_form=form)


@require_POST
@member_page
def remove(request: HttpRequest, actor: Actor, document_id: UUID) -> HttpResponse:
    """Take a file out of the library."""
    remove_from_library(actor, document_id)
    return page_with_note(request, PART, gettext("The document is removed. No agent finds it any more."))
