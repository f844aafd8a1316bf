"""A goal's record as a page: by itself with all that it shows, or shared."""

import base64
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString

from apps.chat.domain.goal_record import GoalRecord
from apps.chat.domain.record_words import DECISIONS, KINDS, NOTE, TASKS
from apps.chat.queries.goal_records import html_of_messages
from apps.core import prose
from apps.core.languages import retell
from apps.files.queries.contents import stored_content
from apps.teams.queries.kept_files import current_files
from apps.web.rendering.files import SVG
from apps.web.rendering.markup import render

MOST_BYTES = 512 * 1024
"""Of a picture that stands in the page itself."""
MOST_PICTURES = 20
PATIENCE = 6.0
"""Seconds in which texts are rendered that were not when they were said; what is left then is plain words."""


def standalone_page(record: GoalRecord) -> SafeString:
    """One file that shows all of a goal, pictures too, and asks nobody for anything."""
    pictures = _pictures(record)
    return render("keeping/standalone.html", record=record, pictures=pictures, **words_of(record, pictures))


def words_of(record: GoalRecord, pictures: Mapping[UUID, str]) -> dict[str, object]:
    """What is said in a record as HTML, by its text, and the words for what it names by codes.

    `pictures`: the addresses of files, by id.
    """
    rendered = html_of_messages(record.id)
    places = {file.name: pictures[file.id] for file in record.files or () if file.id in pictures}
    until = monotonic() + PATIENCE
    said: dict[str, SafeString] = {}
    for text in dict.fromkeys(_texts(record)):
        told = retell(text)
        html = rendered.get(told) or _rendered(told, until - monotonic())
        said[text] = SafeString(prose.with_pictures(html, places) if html else prose.plain(told))
    return {"said": said, "kinds": KINDS, "note": NOTE, "states": TASKS, "decisions": DECISIONS}


def _texts(record: GoalRecord) -> Iterator[str]:
    """The texts that may have Markdown in them: what is read first comes first."""
    yield record.answer or record.failure
    for team in record.teams:
        yield from (message.text for message in team.messages)


def _rendered(text: str, left: float) -> str:
    if left > 0:
        with suppress(prose.Busy):
            return _rendered_once(text)
    return ""


@lru_cache(500)
def _rendered_once(text: str) -> str:
    """For who opens a link again, or after others. Raises Busy."""
    return prose.render(text, wait=PATIENCE)


def pictures_in(record: GoalRecord, most: int = sys.maxsize) -> set[UUID]:
    """The files of at most so many bytes that are shown in place: of a picture in several formats the sharpest."""
    pictures = [file for file in record.files or () if file.is_picture and file.size <= most]
    best = {Path(file.name).stem.lower(): file.id for file in sorted(pictures, key=lambda one: one.media_type == SVG)}
    return set(best.values())


def addresses_of(record: GoalRecord, key: str) -> dict[UUID, str]:
    """Where the files are that a link shows."""
    return {file.id: reverse("shared-file", args=[key, file.id, file.name]) for file in record.files or ()}


def _pictures(record: GoalRecord) -> Mapping[UUID, str]:
    shown = pictures_in(record, MOST_BYTES)
    rows = [row for row in current_files(record.id) if row.pk in shown][:MOST_PICTURES]
    contents = {row.pk: base64.b64encode(b"".join(stored_content(row.blob).chunks())).decode() for row in rows}
    return {row.pk: f"data:{row.media_type};base64,{contents[row.pk]}" for row in rows}
