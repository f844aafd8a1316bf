"""What people type on the pages of this app. Forms parse; actions decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.domain import access
from apps.accounts.domain.access import DOES, YOU, Role, Scope, open_to, usual
from apps.accounts.domain.approval_policy import AskedFor
from apps.accounts.domain.workspace_settings import LIMIT_RANGES, MODEL_RANGES, LimitRange, Review, WhenSilent
from apps.core.languages import figures, say
from apps.files.domain.quotas import MB, Quotas, QuotaScope
from apps.web.forms.lasting import lasting_choices

ROLE_CHOICES = [
    (Role.VIEWER.value, _("Viewer: reads everything")),
    (Role.OPERATOR.value, _("Operator: also gives goals, speaks, decides")),
    (Role.OWNER.value, _("Owner: also changes settings and people")),
]


SILENCE_CHOICES = [
    ("", _("As usual here")),
    (WhenSilent.ASK.value, _("Ask a person")),
    (WhenSilent.RULES.value, _("Let the built-in rules go on")),
    (WhenSilent.END.value, _("End with what there is")),
]
_USE_LABELS = {
    "prompt_tokens": _("Tokens of a prompt"),
    "answer_tokens": _("Tokens of an answer"),
    "temperature": _("Temperature"),
    "timeout_seconds": _("Seconds"),
    "concurrency": _("Calls at once"),
}

PER_MILLION = _("US dollars per million tokens; empty: tokens are counted, money is not")


def _number_field(entry: LimitRange, label: str) -> forms.Field:
    kind = forms.IntegerField if entry.whole else forms.FloatField
    return kind(label=label, help_text=say(entry.counts), required=False)


class PasswordForm(forms.Form):
    """Name and password."""

    username = forms.CharField(label=_("User name"), max_length=150)
    password = forms.CharField(label=_("Password"), max_length=1000, strip=False, widget=forms.PasswordInput)

    username.widget.attrs["autocomplete"] = "username"
    password.widget.attrs["autocomplete"] = "current-password"


class PasswordChangeForm(forms.Form):
    """A password of one's own; the one of before is asked for where there is one (`known`)."""

    current = forms.CharField(
        label=_("Password now"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=_("New password"),
        max_length=1000,
        strip=False,
        help_text=_("12 characters or more, and none that is often used"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not known:
            del self.fields["current"]


class OwnNameForm(forms.Form):
    """What somebody is called in the workspace; `account`: what they are called without a name of their own here."""

    name = forms.CharField(label=_("Your name here"), max_length=80, required=False)

    def __init__(self, *args: Any, account: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        field.help_text = gettext(
            "In this workspace only; empty: {name}. Earlier goals and teams show it too, what was said keeps its name."
        ).format(name=account)
        field.widget.attrs |= {"autocomplete": "nickname", "placeholder": account}


class WorkspaceNameForm(forms.Form):
    """What the workspace is called."""

    name = forms.CharField(label=_("Name of the workspace"), max_length=80)


class ModelForm(forms.Form):
    """The workspace's model. The key is never sent back to the page."""

    base_url = forms.CharField(
        label=_("Base URL"), max_length=500, help_text=_("Ends before /chat/completions, usually with /v1")
    )
    model = forms.CharField(label=_("Model"), max_length=120)
    api_key = forms.CharField(
        label=_("API key"), max_length=1000, required=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )
    prompt_price = forms.FloatField(label=_("Price of prompts"), help_text=PER_MILLION, required=False)
    completion_price = forms.FloatField(label=_("Price of completions"), help_text=PER_MILLION, required=False)

    def __init__(self, *args: Any, has_key: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_key:
            self.fields["api_key"].help_text = _("A key is stored. Leave the field empty to keep it.")


class ModelUseForm(forms.Form):
    """How the model is used; an empty field is as the installation has it."""

    other_model = forms.CharField(
        label=_("Other model"),
        max_length=120,
        required=False,
        help_text=_("Of the same server; asked if the first fails"),
    )
    when_silent = forms.ChoiceField(label=_("If no model answers"), choices=SILENCE_CHOICES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = {entry.name: _number_field(entry, str(_USE_LABELS[entry.name])) for entry in MODEL_RANGES}
        self.fields = {**numbers, **self.fields}


class TokenForm(forms.Form):
    """A new API token; `role` of whoever makes it says what they may give it."""

    name = forms.CharField(label=_("Name"), max_length=80)
    scopes = forms.TypedMultipleChoiceField(
        label=_("What it may be used for"), coerce=Scope, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=_("It lasts"),
        choices=lasting_choices,
        coerce=int,
        empty_value=None,
        initial=str(access.USUAL_DAYS),
        required=False,
    )

    def __init__(self, *args: Any, role: Role, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = open_to(role)
        scopes = self.fields["scopes"]
        assert isinstance(scopes, forms.TypedMultipleChoiceField)  # noqa: S101  it stands above
        scopes.choices = [(scope.value, say(DOES[scope])) for scope in Scope if scope in own]
        scopes.initial = [scope.value for scope in usual(role)]


class MemberForm(forms.Form):
    """A new person; `by`: what whoever adds them is called. Who has no name for others yet takes one first."""

    own_name = forms.CharField(
        label=_("What they will call you"),
        max_length=80,
        help_text=_("Others would read “You” so far, and take it for themselves."),
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    username = forms.CharField(label=_("User name"), max_length=60)
    display_name = forms.CharField(label=_("Name shown"), max_length=80, required=False)
    role = forms.TypedChoiceField(label=_("Role"), choices=ROLE_CHOICES, coerce=Role, initial=Role.OPERATOR.value)

    def __init__(self, *args: Any, by: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by != YOU:
            del self.fields["own_name"]


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.TypedChoiceField(label=_("Role"), choices=ROLE_CHOICES, coerce=Role)


REVIEW_CHOICES = [
    (Review.AUTO.value, _("As needed: where a model leads and several tasks made the answer")),
    (Review.ALWAYS.value, _("Always, before a goal ends")),
    (Review.NEVER.value, _("Never: the answer is the last task's result")),
]


class ReviewForm(forms.Form):
    """Whether the answers of goals that don't say are reviewed."""

    review = forms.ChoiceField(label=_("The coordinator looks at the answer"), choices=REVIEW_CHOICES)


class PlanForm(forms.Form):
    """Whether goals that don't say show their plan before it begins."""

    shown = forms.BooleanField(label=_("Show the plan of each new goal, and wait for Start"), required=False)


ASKED_FOR_CHOICES = [
    (AskedFor.ACTS.value, _("Each task of an agent that may change something")),
    (AskedFor.LEAVES.value, _("Each task that goes to an agent outside this hub")),
]
DECIDER_CHOICES = [
    (Role.OPERATOR.value, _("Operators and owners")),
    (Role.OWNER.value, _("Owners alone")),
]


class ApprovalsForm(forms.Form):
    """What takes a person's leave, who gives it, and for how long it is waited for."""

    asks_for = forms.MultipleChoiceField(
        label=_("What takes leave, too"),
        choices=ASKED_FOR_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("What agents want of each other takes it anyway, where the rules of the hub say so."),
    )
    deciders = forms.ChoiceField(label=_("Who gives leave"), choices=DECIDER_CHOICES)
    hours = forms.FloatField(
        label=_("Hours until it is not permitted"),
        required=False,
        help_text=_("If nobody decides. 0: it waits for as long as its goal; empty: as the installation says."),
    )


class LimitsForm(forms.Form):
    """Limits of goals that name none; an empty field takes the product's default."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry in LIMIT_RANGES:
            self.fields[entry.name] = _number_field(entry, say(entry.name.capitalize()))


LABELS = {
    QuotaScope.CALL: _("One call of an agent"),
    QuotaScope.GOAL: _("One goal"),
    QuotaScope.AGENT: _("One agent, for all goals"),
    QuotaScope.WORKSPACE: _("The workspace"),
}


class QuotasForm(forms.Form):
    """Two fields for each scope; an empty one takes what the installation allows."""

    def __init__(self, data: Any = None, *, quotas: Quotas, allowed: Quotas) -> None:
        super().__init__(data)
        for scope in QuotaScope:
            now, most = quotas[scope], allowed[scope]
            self._add(f"{scope}_files", gettext("{what}: files").format(what=LABELS[scope]), now.files, most.files)
            self._add(
                f"{scope}_bytes", gettext("{what}: MB").format(what=LABELS[scope]), now.bytes // MB, most.bytes // MB
            )

    def wanted(self) -> dict[QuotaScope, dict[str, int | None]]:
        """As the action takes them."""
        data = self.cleaned_data
        sizes = {scope: data[f"{scope}_bytes"] for scope in QuotaScope}
        return {
            scope: {"files": data[f"{scope}_files"], "bytes": None if sizes[scope] is None else sizes[scope] * MB}
            for scope in QuotaScope
        }

    def _add(self, name: str, label: str, now: int, most: int) -> None:
        lowered = None if now == most else now
        self.fields[name] = forms.IntegerField(
            label=label,
            min_value=0,
            max_value=most,
            required=False,
            initial=lowered,
            help_text=gettext("at most {number}").format(number=figures(f"{most:,}")),
        )
