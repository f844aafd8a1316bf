"""A goal's record as a page: by itself with all that it shows, or shared."""

import base64
from collections.abc import Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString

from apps.chat.domain.goal_record import GoalRecord
from apps.files.queries.contents import stored_content
from apps.teams.queries.kept_files import current_files
from apps.web.rendering.markup import render

MOST_BYTES = 512 * 1024
"""Of a picture that stands in the page itself."""
MOST_PICTURES = 20


def standalone_page(record: GoalRecord) -> SafeString:
    """One file that shows all of a goal, pictures too, and asks nobody for anything."""
    return render("keeping/standalone.html", record=record, pictures=_pictures(record))


def addresses_of(record: GoalRecord, key: str) -> dict[UUID, str]:
    """Where the files are that a link shows."""
    return {file.id: reverse("shared-file", args=[key, file.id, file.name]) for file in record.files or ()}


def _pictures(record: GoalRecord) -> Mapping[UUID, str]:
    shown = {file.id for file in record.files or () if file.is_picture and file.size <= MOST_BYTES}
    rows = [row for row in current_files(record.id) if row.pk in shown][:MOST_PICTURES]
    contents = {row.pk: base64.b64encode(b"".join(stored_content(row.blob).chunks())).decode() for row in rows}
    return {row.pk: f"data:{row.media_type};base64,{contents[row.pk]}" for row in rows}
