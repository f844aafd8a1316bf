"""The files of a goal as they stand, for keeping and showing them elsewhere."""

import uuid
from datetime import datetime

from apps.teams.domain.versions import VersionState
from apps.teams.models import FileVersion


def current_files(goal_id: uuid.UUID, at: datetime | None = None) -> list[FileVersion]:
    """The current version of each file, made or given, by name, with its content's row and whoever wrote it.

    `at`: as it was at that moment.
    """
    rows = FileVersion.objects.filter(file__goal=goal_id, state=VersionState.ACCEPTED)
    rows = rows if at is None else rows.filter(created_at__lte=at)
    newest = rows.order_by("file_id", "-number").distinct("file_id").values("pk")
    found = FileVersion.objects.filter(pk__in=newest).order_by("file__name")
    return list(found.select_related("file", "blob", "member__agent__connection", "member__user"))
