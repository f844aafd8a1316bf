"""What a person chooses to be told, and how."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.attention.domain.notices import USUAL_HOUR, MailPace, NoticeKind

KIND_CHOICES = [
    (NoticeKind.DECISION.value, _("A question or a decision waits for me")),
    (NoticeKind.WORK.value, _("A team gave me a task, or half of its time is over")),
    (NoticeKind.MENTION.value, _("Somebody mentions me in a room")),
    (NoticeKind.ENDED.value, _("A goal ended")),
]
PACE_CHOICES = [
    (MailPace.OFF.value, _("No letters")),
    (MailPace.AT_ONCE.value, _("Within a minute")),
    (MailPace.HOURLY.value, _("Every hour, if there is something")),
    (MailPace.DAILY.value, _("Once a day, if there is something")),
]


def _zones() -> list[tuple[str, str]]:
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in named)]


class NoticeForm(forms.Form):
    """The same as `NoticeWishes`, in fields."""

    kinds = forms.TypedMultipleChoiceField(
        label=_("Tell me when"),
        coerce=NoticeKind,
        choices=KIND_CHOICES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    all_goals = forms.TypedChoiceField(
        label=_("Of which goals"),
        coerce=lambda value: value == "all",
        choices=[("mine", _("Those that I gave")), ("all", _("All of the workspace"))],
    )
    pace = forms.TypedChoiceField(label=_("By mail"), coerce=MailPace, choices=PACE_CHOICES)
    hour = forms.TypedChoiceField(
        label=_("Daily letters come at"),
        coerce=int,
        choices=[(str(hour), f"{hour:02}:00") for hour in range(24)],
        initial=str(USUAL_HOUR),
    )
    zone = forms.ChoiceField(label=_("Where you are"), choices=_zones)
    zone.widget.attrs["data-zone"] = ""


class AddressForm(forms.Form):
    """A mail address that is to be confirmed."""

    address = forms.EmailField(label=_("Mail address"), max_length=254)
    address.widget.attrs["autocomplete"] = "email"
