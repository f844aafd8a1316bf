"""The form of a new webhook."""

from django import forms

from apps.webhooks.domain.kinds import DESCRIBED, USUAL_KINDS


class WebhookForm(forms.Form):
    """Where to, and what."""

    url = forms.CharField(
        label="Address",
        max_length=500,
        help_text="It gets each event by POST, signed with a secret that the next page shows",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://receiver.example/events"}),
    )
    kinds = forms.MultipleChoiceField(
        label="What is sent",
        choices=[(str(kind), text) for kind, text in DESCRIBED.items()],
        initial=[str(kind) for kind in USUAL_KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
