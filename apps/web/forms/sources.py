"""The forms of registries elsewhere."""

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.agents.domain.sources import SourceUse
from apps.web.forms.long_texts import LongTextField

USES = [
    (SourceUse.SEARCH.value, _("People search in it")),
    (SourceUse.OFFER.value, _("Teams also name who is there for what nobody here can do")),
    (SourceUse.JOIN.value, _("Such an agent joins by itself, once it has answered a test message")),
]


SHORT_USES = [
    (SourceUse.SEARCH.value, _("people search")),
    (SourceUse.OFFER.value, _("teams name agents")),
    (SourceUse.JOIN.value, _("agents join once tested")),
]


class SourceListingForm(forms.Form):
    """A registry to list, and what it is asked for."""

    address = forms.CharField(
        label=_("Address"),
        max_length=2_000,
        help_text=_("A domain that publishes agents, or the address of a registry"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "agents.example"}),
    )
    token = LongTextField(
        label=_("Its token"),
        max_length=4_000,
        required=False,
        help_text=_("Only where the registry asks for one; it is sealed and never shown again"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    use = forms.ChoiceField(
        label=_("What it is asked for"), choices=USES, initial=SourceUse.SEARCH.value, widget=forms.RadioSelect
    )


class SourceUseForm(forms.Form):
    """What a registry is asked for from now on."""

    use = forms.ChoiceField(label=_("What it is asked for"), choices=USES)
