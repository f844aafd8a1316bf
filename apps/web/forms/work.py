"""What a person offers to do for teams."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from apps.agents.domain.people import MOST_AT_ONCE, USUAL_MINUTES, WorkOffer, time_in_words
from apps.core.languages import say
from apps.core.validation import own_words_of
from apps.web.forms.long_texts import LongTextField

TIMES = (30, 60, 240, 480, 1380)


class WorkForm(forms.Form):
    """The same as `WorkOffer`, in fields."""

    skills = LongTextField(
        label=_("What you can do"),
        max_length=20_000,
        help_text=_("A line each: name: what it is"),
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": _("checking contracts: reads a contract for risks")}),
    )
    name = forms.CharField(label=_("What teams call you"), max_length=120, required=False)
    about = LongTextField(
        label=_("About you"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    minutes = forms.TypedChoiceField(
        label=_("You answer within"),
        choices=lambda: [(str(time), say(time_in_words(time))) for time in TIMES],
        coerce=int,
        initial=USUAL_MINUTES,
    )
    at_once = forms.IntegerField(label=_("Tasks at one time"), min_value=1, max_value=MOST_AT_ONCE, initial=3)

    def clean(self) -> dict[str, Any]:
        """Beside the field what the registry would refuse."""
        data = super().clean() or {}
        if not self.errors:
            try:
                WorkOffer(**data)
            except ValidationError as error:
                for one in error.errors(include_url=False):
                    self.add_error(str(one["loc"][0]), say(own_words_of(one)))
        return data
