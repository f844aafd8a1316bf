"""The form by which a goal goes on otherwise from one of its moments."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.chat.actions import Fork
from apps.chat.actions.goals import MOST_TEXT
from apps.web.forms.long_texts import LongTextField


class ForkForm(forms.Form):
    """The words of the goal, to be changed, and the agents that took part, to be left out."""

    text = LongTextField(
        label=_("Goal"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("What was said, done and decided until then goes along as a file, with the files of that moment."),
    )
    team = forms.MultipleChoiceField(
        label=_("Agents"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: found by what it needs."),
    )
    key = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, data: Any = None, *, handles: Sequence[str], text: str, key: str) -> None:
        super().__init__(data, initial={"text": text, "team": list(handles), "key": key})
        self.fields["team"].choices = [(handle, f"@{handle}") for handle in handles]  # type: ignore[attr-defined]

    def fork(self, seq: int, values: Mapping[str, Any]) -> Fork:
        """What the form asks for."""
        return Fork(seq, values["text"], tuple(values["team"]), values["key"])
