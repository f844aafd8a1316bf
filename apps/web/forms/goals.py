"""What forms send, as actions want it. What is wrong with it, the actions say."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest

from apps.accounts.domain.errors import Refused
from apps.chat.actions import GoalRequest, Upload
from apps.chat.domain.uploads import Sent
from apps.teams.domain.limits import Budget, Limit, Payer
from apps.teams.domain.states import Priority

ALWAYS_SET = {Limit.DEPTH, Limit.TEAMS}


def limits_from(typed: Mapping[str, str]) -> dict[str, object]:
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
        limits=limits_from(request.POST),
        team=tuple(request.POST.getlist("agent")),
        priority=request.POST.get("priority") or Priority.NORMAL,
        shows_plan=_shown(request.POST.get("plan", "")),
        review=request.POST.get("review", ""),
        protocol=request.POST.get("protocol", ""),
        files=sent_files(request.FILES.getlist("files")),
        idempotency_key=request.POST.get("key", ""),
    )


def _shown(choice: str) -> bool | None:
    """Whether the plan waits for a person; None: nothing was chosen, so it is as the workspace has it."""
    return {"first": True, "at once": False}.get(choice)


class BudgetForm(forms.Form):
    """What a payer may spend; an empty field takes what the installation allows."""

    tokens = forms.IntegerField(label="Tokens a day", required=False)
    money = forms.FloatField(label="Money a day, $", required=False)
    goals = forms.IntegerField(label="Goals given a day", required=False)
    running = forms.IntegerField(label="Goals running at one time", required=False)

    def __init__(self, data: Any = None, *, payer: Payer, wanted: Mapping[str, float], most: Budget) -> None:
        super().__init__(data, initial=dict(wanted), auto_id=f"{payer}_%s")
        for name, field in self.fields.items():
            field.help_text = f"at most {getattr(most, name):,.0f}"


def sent_files(files: Sequence[Any]) -> tuple[Upload, ...]:
    """Their contents, after a look at their sizes, so that a huge one is never read into memory."""
    most = settings.IOA_FILE_LIMIT // 2**20
    for file in files:
        if file.size > settings.IOA_FILE_LIMIT:
            raise Refused(files=f"{file.name} has {file.size // 2**20} MB; a file has at most {most} MB.")
    return tuple(Upload(file.name or "file", Sent(file)) for file in files)
