"""What a form of a page would send, written as the same request over REST."""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import Resolver404, resolve

from apps.accounts.domain.errors import NotFound
from apps.web.forms.goals import limits_from

Body = dict[str, object]
BASE = "/api/v1"
TOKEN = "$IOA_TOKEN"  # noqa: S105 - where the reader's own goes
WHOLE = ("turns", "tokens", "depth", "teams")


@dataclass(frozen=True)
class ApiCall:
    """A request. `path` stands below the API's base; `body` is sent as JSON, None where nothing is."""

    method: str
    path: str
    body: Body | None

    def as_curl(self, origin: str) -> str:
        """The request as a command; the token is named, never written out."""
        parts = [f"curl -X {self.method} {shlex.quote(f'{origin}{BASE}{self.path}')}"]
        parts.append(f'-H "Authorization: Bearer {TOKEN}"')
        if self.body is not None:
            parts.append("-H 'Content-Type: application/json'")
            parts.append(f"-d {shlex.quote(json.dumps(self.body, ensure_ascii=False))}")
        return " \\\n  ".join(parts)


def api_call(action: str, sent: QueryDict) -> ApiCall:
    """The call for a form with this `action`. Raises NotFound where no operation does the same."""
    try:
        found = resolve(action)
    except Resolver404:
        found = None
    made = CALLS.get(found.url_name or "") if found else None
    if found is None or made is None:
        raise NotFound("No operation of the API does what this form does.")
    method, path, body = made
    return ApiCall(method, path.format(**found.kwargs), body(sent) if body else None)


def _named(*names: str) -> Callable[[QueryDict], Body]:
    """Fields that are called alike; what is empty is left out, but for the first."""

    def body(sent: QueryDict) -> Body:
        return {name: sent.get(name, "") for name in names if name == names[0] or sent.get(name)}

    return body


def _limits(sent: QueryDict) -> Body:
    typed = {name: str(value) for name, value in sent.items()}
    return {name: _number(name, value) for name, value in limits_from(typed).items()}


def _number(name: str, value: object) -> object:
    try:
        return None if value is None else int(str(value)) if name in WHOLE else float(str(value))
    except ValueError:
        return value  # as it was typed; the API says what is wrong with it


def _goal(sent: QueryDict) -> Body:
    body: Body = {"text": sent.get("text", "")}
    body |= {"team": sent.getlist("agent")} if sent.getlist("agent") else {}
    body |= {"limits": limits} if (limits := _limits(sent)) else {}
    body |= {name: sent[name] for name in ("priority", "review", "protocol") if sent.get(name)}
    shown = {"first": True, "at once": False}.get(sent.get("plan", ""))
    return body if shown is None else body | {"shows_plan": shown}


def _message(sent: QueryDict) -> Body:
    left_alone = sorted(set(sent.getlist("shown")) - set(sent.getlist("wakes")))
    return _named("text", "delivery")(sent) | ({"not_waking": left_alone} if left_alone else {})


def _decision(sent: QueryDict) -> Body:
    words = {"answer": sent.get("words") or sent.get("answer", "")}
    return words | {name: sent[name] for name in ("scope", "brief", "reason") if sent.get(name)}


def _new_limits(sent: QueryDict) -> Body:
    return {"limits": _limits(sent)}


Made = tuple[str, str, Callable[[QueryDict], Body] | None]
CALLS: Mapping[str, Made] = {
    "launch": ("POST", "/goals", _goal),
    "say": ("POST", "/teams/{team_id}/messages", _message),
    "limits": ("PATCH", "/goals/{goal_id}/limits", _new_limits),
    "answer": ("POST", "/approvals/{approval_id}/decide", _decision),
    "pause": ("POST", "/teams/{team_id}/pause", None),
    "resume": ("POST", "/teams/{team_id}/resume", None),
    "stop": ("POST", "/teams/{team_id}/stop", None),
    "rebrief": ("POST", "/teams/{team_id}/brief", _named("brief")),
    "dissolve": ("POST", "/teams/{team_id}/dissolve", _named("note")),
    "members": ("POST", "/teams/{team_id}/members", _named("agent")),
    "plan-start": ("POST", "/teams/{team_id}/plan/start", None),
    "plan-again": ("POST", "/teams/{team_id}/plan/again", _named("note")),
    "task-cancel": ("POST", "/tasks/{task_id}/cancel", None),
    "task-retry": ("POST", "/tasks/{task_id}/retry", None),
    "task-reassign": ("POST", "/tasks/{task_id}/reassign", _named("agent")),
}
"""By the name of a form's address: the operation that does the same, and what is sent to it."""
