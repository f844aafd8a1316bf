"""What forms send, as actions want it. What is wrong with it, the actions say."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from apps.accounts.domain.errors import Refused
from apps.chat.actions import GoalRequest, Upload
from apps.teams.domain.limits import Limit
from apps.teams.domain.states import Priority

ALWAYS_SET = {Limit.DEPTH, Limit.TEAMS}


def typed_limits(typed: Mapping[str, str]) -> dict[str, object]:
    """The limits that a form names; an empty field takes the limit away, where it may be without."""
    limits: dict[str, object] = {}
    for name in Limit:
        value = typed.get(name.value)
        if value is None or (not value.strip() and name in ALWAYS_SET):
            continue
        limits[name.value] = value.strip() or None
    return limits


def goal_request(request: HttpRequest) -> GoalRequest:
    """The goal that the composer sends."""
    return GoalRequest(
        text=request.POST.get("text", ""),
        limits=typed_limits(request.POST),
        team=tuple(request.POST.getlist("agent")),
        priority=request.POST.get("priority") or Priority.NORMAL,
        files=_uploads(request.FILES.getlist("files")),
        idempotency_key=request.POST.get("key", ""),
    )


def _uploads(files: Sequence[Any]) -> tuple[Upload, ...]:
    """Their contents, after a look at their sizes, so that a huge one is never read into memory."""
    most = settings.IOA_FILE_LIMIT // 2**20
    for file in files:
        if file.size > settings.IOA_FILE_LIMIT:
            raise Refused(files=f"{file.name} has {file.size // 2**20} MB; a file has at most {most} MB.")
    return tuple(Upload(file.name or "file", file.read()) for file in files)
