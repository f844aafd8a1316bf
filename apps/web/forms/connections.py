"""How agents are reached, as people type it: settings of a connector, what dials in, how long an answer may take."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from apps.accounts.domain.access import USUAL_DAYS
from apps.agents.domain.connectors import plain_type, setting_name
from apps.agents.domain.dial_in import LONGEST_PLACE, DialIn, DialInWay
from apps.agents.domain.registration import LONGEST_TEST, USUAL_TEST
from apps.agents.queries.connectors import descriptor_of_kind, settings_of
from apps.agents.queries.credentials import ShownConfig
from apps.core.languages import say
from apps.web.forms.lasting import lasting_choices
from apps.web.forms.long_texts import LongTextField

KEPT = _("One is stored. Leave this empty to keep it.")
FORGET = "forget_"
WAYS = [
    (DialInWay.PYTHON.value, _("A Python function")),
    (DialInWay.A2A.value, _("An A2A agent")),
    (DialInWay.MCP.value, _("An MCP server that a command starts")),
    (DialInWay.ACP.value, _("A coding agent (ACP) that a command starts")),
    (DialInWay.OPENAI.value, _("A server of chat completions")),
    (DialInWay.AGENT_PROTOCOL.value, _("An Agent Protocol server")),
    (DialInWay.HTTP.value, _("An address that takes a task")),
]


class PatienceForm(forms.Form):
    """How long a test message is waited for."""

    test_seconds = forms.IntegerField(
        label=_("Seconds to wait for its answer"),
        required=False,
        min_value=1,
        max_value=LONGEST_TEST,
        initial=USUAL_TEST,
        help_text=_("To a test message. More where it has to load something first"),
    )

    def clean_test_seconds(self) -> int:
        """As many as usual where none are said."""
        return self.cleaned_data["test_seconds"] or USUAL_TEST


class LastingForm(forms.Form):
    """How long a token lasts; nothing said: for ever."""

    days = forms.TypedChoiceField(
        label=_("It lasts"),
        choices=lasting_choices,
        coerce=int,
        empty_value=None,
        initial=str(USUAL_DAYS),
        required=False,
    )


class ExpectedForm(LastingForm):
    """An agent that will dial in; the rest it tells itself."""

    name = forms.CharField(label=_("Name"), max_length=120)
    handle = forms.CharField(label=_("Handle"), max_length=60)
    reached_by = forms.ChoiceField(label=_("What it is"), choices=WAYS, initial=DialInWay.PYTHON.value, required=False)
    reached_at = forms.CharField(
        label=_("Where it is"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=_("Its address, command or function there. Empty: put it into the command later"),
    )
    field_order = ("name", "handle", "reached_by", "reached_at", "days")

    def dial_in(self) -> DialIn:
        """What the command is made of."""
        return DialIn.of(self.cleaned_data)


class AgentTokenForm(LastingForm):
    """A token with which an agent dials in."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("The machine that it runs on, for example"))


class ConnectionForm(forms.Form):
    """The configuration of a connector. Stored secrets are kept where their field stays empty, and never sent back."""

    prefix = "config"

    def __init__(self, data: Any = None, *, connector: str, stored: ShownConfig | None = None) -> None:
        super().__init__(data)
        self.secrets = stored.secrets if stored else ()
        self.values = dict(stored.values) if stored else {}
        for name, field in _settings(connector).items():
            self._add(name, field)

    def _add(self, name: str, info: FieldInfo) -> None:
        field = _field(name, info)
        if field is None:
            return
        unsaid = info.default if isinstance(field, forms.BooleanField) else None
        field.initial = self.values.get(name, unsaid)  # a box shows what holds where nothing was said
        self.fields[name] = field
        if name in self.secrets:
            field.help_text = KEPT
            self.fields[FORGET + name] = forms.BooleanField(label=_("Forget the stored one"), required=False)

    def config(self) -> dict[str, object]:
        """What was entered; what no field shows stays, a secret to forget is None."""
        entered = {name: value for name, value in self.cleaned_data.items() if not name.startswith(FORGET)}
        filled = {name: value for name, value in entered.items() if value not in ("", None)}
        rest = {name: value for name, value in self.values.items() if name not in entered}
        forgotten = {name: None for name in self.secrets if self.cleaned_data.get(FORGET + name)}
        return {**rest, **filled, **forgotten}

    def add_error(self, field: str | None, error: Any) -> None:
        """Beside its field; a setting without one is named in the sentence."""
        super().add_error(field if field is None or field in self.fields else None, error)


def _settings(connector: str) -> Mapping[str, FieldInfo]:
    """The settings that people may change; none inside the hub, or where the connector is not installed any more."""
    return {} if descriptor_of_kind(connector).inside else settings_of(connector)


def _field(name: str, info: FieldInfo) -> forms.Field | None:
    """The field of a setting; None for one that has no plain form."""
    about: dict[str, Any] = {
        "label": say(info.title or setting_name(name)),
        "required": info.is_required(),
        "help_text": say(info.description).rstrip("."),
    }
    if info.annotation is DialInWay:
        return forms.ChoiceField(**{**about, "required": False}, choices=WAYS)
    match plain_type(info):
        case kind if kind is SecretStr:
            return LongTextField(**about, max_length=20_000, strip=False, widget=_secret(name))
        case kind if kind is bool:
            return forms.BooleanField(**{**about, "required": False})
        case kind if kind in (int, float):
            return (forms.IntegerField if kind is int else forms.FloatField)(**about)
        case kind if kind is str:
            long = name.endswith("prompt")
            return forms.CharField(**about, widget=forms.Textarea(attrs={"rows": 3}) if long else forms.TextInput())
    return None


def _secret(name: str) -> forms.Widget:
    if name == "headers":
        return forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"})
    return forms.PasswordInput(attrs={"autocomplete": "off"})
