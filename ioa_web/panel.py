"""How the admin looks, and what its menu offers."""

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


def _item(title: str, icon: str, page: str, query: dict[str, str] | None = None) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{page}", query=query)}


def _rows(title: str, icon: str, model: str) -> dict[str, Any]:
    return _item(title, icon, f"{model}_changelist")


def _styles(request: HttpRequest) -> str:
    return static("css/admin.css")


NAVIGATION = [
    {
        "title": "How it is going",
        "items": [
            _item("Dashboard", "monitoring", "index"),
            _item("What is stuck", "hourglass_top", "chat_conversation_stuck"),
            _item("Dead letters", "report", "teams_task_changelist", {"dead": "yes"}),
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
            _rows("Files made", "attach_file", "teams_artifact"),
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
            _rows("People", "person", "accounts_user"),
            _rows("API tokens", "key", "accounts_apitoken"),
        ],
    },
]

UNFOLD = {
    "SITE_TITLE": "IoA Web",
    "SITE_HEADER": "IoA Web",
    "SITE_SUBHEADER": "Running this installation",
    "SITE_SYMBOL": "hub",
    "SHOW_HISTORY": False,  # the audit log tells who did what
    "DASHBOARD_CALLBACK": "apps.chat.admin.dashboard.dashboard",
    "STYLES": [_styles],
    "SIDEBAR": {"show_search": True, "show_all_applications": False, "navigation": NAVIGATION},
}
