"""What people type on the pages of this app. Forms parse; actions decide."""

from typing import Any

from django import forms

from apps.accounts.domain.limit_ranges import LIMIT_RANGES
from apps.accounts.domain.roles import Role

ROLE_CHOICES = [
    (Role.VIEWER.value, "Viewer: reads everything"),
    (Role.OPERATOR.value, "Operator: also gives goals, speaks, decides"),
    (Role.OWNER.value, "Owner: also changes settings and people"),
]


PER_MILLION = "US dollars per million tokens; empty: tokens are counted, money is not"


class PasswordForm(forms.Form):
    """Name and password."""

    username = forms.CharField(label="User name", max_length=150)
    password = forms.CharField(label="Password", max_length=1000, strip=False, widget=forms.PasswordInput)

    username.widget.attrs["autocomplete"] = "username"
    password.widget.attrs["autocomplete"] = "current-password"


class ModelForm(forms.Form):
    """The workspace's model. The key is never sent back to the page."""

    base_url = forms.CharField(
        label="Base URL", max_length=500, help_text="Ends before /chat/completions, usually with /v1"
    )
    model = forms.CharField(label="Model", max_length=120)
    api_key = forms.CharField(
        label="API key", max_length=1000, required=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )
    prompt_price = forms.FloatField(label="Price of prompts", help_text=PER_MILLION, required=False)
    completion_price = forms.FloatField(label="Price of completions", help_text=PER_MILLION, required=False)

    def __init__(self, *args: Any, has_key: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_key:
            self.fields["api_key"].help_text = "A key is stored. Leave the field empty to keep it."


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(label="Name", max_length=80)


class MemberForm(forms.Form):
    """A new person."""

    username = forms.CharField(label="User name", max_length=60)
    display_name = forms.CharField(label="Name shown", max_length=80, required=False)
    role = forms.TypedChoiceField(label="Role", choices=ROLE_CHOICES, coerce=Role, initial=Role.OPERATOR.value)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.TypedChoiceField(label="Role", choices=ROLE_CHOICES, coerce=Role)


class LimitsForm(forms.Form):
    """Limits of goals that name none; an empty field takes the product's default."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry in LIMIT_RANGES:
            kind = forms.IntegerField if entry.whole else forms.FloatField
            self.fields[entry.name] = kind(label=entry.name.capitalize(), help_text=entry.counts, required=False)
