"""What forms send, as actions want it. What is wrong with it, the actions say."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.domain.errors import Refused
from apps.chat.actions import GoalRequest, Upload
from apps.chat.domain.uploads import Sent
from apps.core.languages import figures
from apps.core.sentences import sentence
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

    tokens = forms.IntegerField(label=_("Tokens a day"), required=False)
    money = forms.FloatField(label=_("Money a day, $"), required=False)
    goals = forms.IntegerField(label=_("Goals given a day"), required=False)
    running = forms.IntegerField(label=_("Goals running at one time"), required=False)

    def __init__(self, data: Any = None, *, payer: Payer, wanted: Mapping[str, float], most: Budget) -> None:
        super().__init__(data, initial=dict(wanted), auto_id=f"{payer}_%s")
        self.payer = payer
        for name, field in self.fields.items():
            field.help_text = gettext("at most {number}").format(number=figures(f"{getattr(most, name):,.0f}"))


def sent_files(files: Sequence[Any]) -> tuple[Upload, ...]:
    """Their contents, after a look at their sizes, so that a huge one is never read into memory."""
    most = settings.IOA_FILE_LIMIT // 2**20
    for file in files:
        if file.size > settings.IOA_FILE_LIMIT:
            raise Refused(
                files=sentence(
                    "{name} has {value} MB; a file has at most {most} MB.",
                    name=file.name,
                    value=-(-file.size // 2**20),  # rounded up: more than there may be
                    most=most,
                )
            )
    return tuple(Upload(file.name or "file", Sent(file)) for file in files)
