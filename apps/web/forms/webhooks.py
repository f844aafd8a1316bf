"""The form of a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.core.languages import say
from apps.webhooks.domain.kinds import DESCRIBED, USUAL_KINDS


class WebhookForm(forms.Form):
    """Where to, and what."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("It gets each event by POST, signed with a secret that the next page shows"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": _("https://receiver.example/events")}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What is sent"),
        choices=lambda: [(str(kind), say(text)) for kind, text in DESCRIBED.items()],
        initial=[str(kind) for kind in USUAL_KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
