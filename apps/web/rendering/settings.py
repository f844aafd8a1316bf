"""The pages of the settings: which there are, whose they are, and how they stand in the list beside them."""

from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from apps.accounts.domain.access import Actor, Role


class SettingsPart(StrEnum):
    """One page of the settings."""

    PROFILE = "profile"
    PASSWORD = "password"  # noqa: S105  a page's name
    SESSIONS = "sessions"
    TOKENS = "tokens"
    WORK = "work"
    NOTICES = "notices"
    WORKSPACE = "workspace"
    PEOPLE = "people"
    MODEL = "model"
    APPROVALS = "approvals"
    LIMITS = "limits"
    DOCUMENTS = "documents"
    REGISTRIES = "registries"
    WEBHOOKS = "webhooks"
    DANGER = "danger"


@dataclass(frozen=True)
class SettingsPlace:
    """What a part is called, where it is, and who may open it."""

    title: str
    url_name: str
    icon: str
    role: Role = Role.VIEWER
    own: bool = True  # about oneself, not about the workspace


PLACES = {
    SettingsPart.PROFILE: SettingsPlace(gettext_noop("Profile"), "settings", "user"),
    SettingsPart.PASSWORD: SettingsPlace(gettext_noop("Password"), "settings-password", "lock"),
    SettingsPart.SESSIONS: SettingsPlace(gettext_noop("Sessions"), "settings-sessions", "log-out"),
    SettingsPart.TOKENS: SettingsPlace(gettext_noop("API tokens"), "settings-tokens", "terminal"),
    SettingsPart.WORK: SettingsPlace(gettext_noop("Your work"), "settings-work", "inbox", Role.OPERATOR),
    SettingsPart.NOTICES: SettingsPlace(gettext_noop("Notices"), "settings-notices", "bell"),
    SettingsPart.WORKSPACE: SettingsPlace(
        gettext_noop("Workspace"), "settings-workspace", "layout-grid", Role.OWNER, own=False
    ),
    SettingsPart.PEOPLE: SettingsPlace(gettext_noop("People"), "settings-members", "users", Role.OWNER, own=False),
    SettingsPart.MODEL: SettingsPlace(gettext_noop("Model"), "settings-model", "network", Role.OWNER, own=False),
    SettingsPart.APPROVALS: SettingsPlace(
        gettext_noop("Approvals"), "settings-approvals", "check", Role.OWNER, own=False
    ),
    SettingsPart.LIMITS: SettingsPlace(gettext_noop("Limits"), "settings-limits", "gauge", own=False),
    SettingsPart.DOCUMENTS: SettingsPlace(gettext_noop("Documents"), "settings-documents", "file-text", own=False),
    SettingsPart.REGISTRIES: SettingsPlace(
        gettext_noop("Registries"), "settings-registries", "search", Role.OWNER, own=False
    ),
    SettingsPart.WEBHOOKS: SettingsPlace(gettext_noop("Webhooks"), "settings-webhooks", "send", Role.OWNER, own=False),
    SettingsPart.DANGER: SettingsPlace(gettext_noop("Danger"), "settings-danger", "triangle-alert", own=False),
}


@dataclass(frozen=True)
class SettingsLink:
    """One line of the list of parts."""

    title: str
    url: str
    icon: str
    here: bool
    own: bool


def settings_links(actor: Actor, here: SettingsPart) -> list[SettingsLink]:
    """The parts that this person may open, in their order."""
    return [
        SettingsLink(gettext(place.title), reverse(place.url_name), place.icon, part is here, place.own)
        for part, place in PLACES.items()
        if actor.may(place.role)
    ]
