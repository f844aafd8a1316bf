"""How the admin looks, and what its menu offers."""

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse, reverse_lazy

STUCK = "admin:chat_conversation_stuck"
DEAD = "dead"  # the filter of the list of tasks that shows dead letters


def _item(title: str, icon: str, page: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{page}")}


def _rows(title: str, icon: str, model: str) -> dict[str, Any]:
    """A list; it is where somebody is while they are on it or on one of its rows."""
    page = f"admin:{model}_changelist"

    def active(request: HttpRequest) -> bool:
        here = request.path.startswith(reverse(page))
        return here and request.path != reverse(STUCK) and DEAD not in request.GET

    return {**_item(title, icon, f"{model}_changelist"), "active": active}


def _dead_letters() -> dict[str, Any]:
    page = "admin:teams_task_changelist"

    def active(request: HttpRequest) -> bool:
        return request.path == reverse(page) and DEAD in request.GET

    link = reverse_lazy(page, query={DEAD: "yes"})
    return {"title": "Dead letters", "icon": "report", "link": link, "active": active}


def _styles(request: HttpRequest) -> str:
    return static("css/admin.css")


def _icon(request: HttpRequest) -> str:
    return static("img/logo.svg")


NAVIGATION = [
    {
        "title": "How it is going",
        "items": [
            _item("Dashboard", "monitoring", "index"),
            _item("What is stuck", "hourglass_top", "chat_conversation_stuck"),
            _dead_letters(),
            _rows("Audit log", "policy", "journal_auditentry"),
        ],
    },
    {
        "title": "Agents",
        "items": [
            _rows("Registry", "smart_toy", "agents_agent"),
            _rows("Documents", "description", "agents_document"),
        ],
    },
    {
        "title": "Work",
        "items": [
            _rows("Goals", "flag", "teams_goal"),
            _rows("Teams", "groups", "teams_team"),
            _rows("Tasks", "task_alt", "teams_task"),
            _rows("Attempts and leases", "sync", "teams_attempt"),
            _rows("Questions to people", "help", "teams_approval"),
            _rows("Versions of files", "attach_file", "teams_fileversion"),
        ],
    },
    {
        "title": "Talk",
        "items": [
            _rows("Conversations", "forum", "chat_conversation"),
            _rows("Turns", "record_voice_over", "chat_turn"),
            _rows("Messages", "chat", "chat_message"),
            _rows("Events", "list", "journal_event"),
        ],
    },
    {
        "title": "People",
        "items": [
            _rows("Workspaces", "domain", "accounts_workspace"),
            _rows("Members and roles", "badge", "accounts_member"),
            _rows("Invitations", "mail", "accounts_invitation"),
            _rows("People", "person", "accounts_user"),
            _rows("API tokens", "key", "accounts_apitoken"),
        ],
    },
]

ACCENT = {  # the product's colour of what is alive, in steps: 600 is it in light, 300 in dark
    "50": "#e9f0fd",
    "100": "#d3e1fb",
    "200": "#adc8f8",
    "300": "#86adff",
    "400": "#5b8def",
    "500": "#3a72dc",
    "600": "#1d56c4",
    "700": "#1949a6",
    "800": "#163d8a",
    "900": "#12306c",
    "950": "#0c2049",
}

UNFOLD = {
    "SITE_TITLE": "IoA Web",
    "SITE_HEADER": "IoA Web",
    "SITE_SUBHEADER": "Running this installation",
    "SITE_ICON": _icon,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _icon}],
    "COLORS": {"primary": ACCENT},
    "SHOW_HISTORY": False,  # the audit log tells who did what
    "DASHBOARD_CALLBACK": "apps.chat.admin.dashboard.dashboard",
    "STYLES": [_styles],
    "SIDEBAR": {"show_search": True, "show_all_applications": False, "navigation": NAVIGATION},
}
