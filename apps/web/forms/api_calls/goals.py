"""What people send about goals, teams, tasks, plans and templates."""

from collections.abc import Mapping

from django.utils import timezone

from apps.web.forms.api_calls.operations import Body, FormSent, RestOperation, days_chosen, fields_as, number
from apps.web.forms.goal_templates import PREFIX, draft_of
from apps.web.forms.goals import limits_from

WHOLE = ("turns", "tokens", "depth", "teams")


def _limits(sent: FormSent) -> Body:
    typed = {name: str(value) for name, value in sent.fields.items()}
    return {
        name: None if value is None else number(str(value), whole=name in WHOLE)
        for name, value in limits_from(typed).items()
    }


def _goal(sent: FormSent) -> Body:
    fields = sent.fields
    body: Body = {"text": fields.get("text", "")}
    body |= {"team": fields.getlist("agent")} if fields.getlist("agent") else {}
    body |= {"limits": limits} if (limits := _limits(sent)) else {}
    body |= {name: fields[name] for name in ("priority", "review", "protocol") if fields.get(name)}
    shown = {"first": True, "at once": False}.get(fields.get("plan", ""))
    return body if shown is None else body | {"shows_plan": shown}


def _message(sent: FormSent) -> Body:
    left_alone = sorted(set(sent.fields.getlist("shown")) - set(sent.fields.getlist("wakes")))
    return fields_as("text", "delivery")(sent) | ({"not_waking": left_alone} if left_alone else {})


def _decision(sent: FormSent) -> Body:
    words: Body = {"answer": sent.fields.get("words") or sent.fields.get("answer", "")}
    return words | {name: sent.fields[name] for name in ("scope", "brief", "reason") if sent.fields.get(name)}


def _joint_decision(sent: FormSent) -> Body:
    body: Body = {"approvals": sent.fields.getlist("approval"), "verdict": sent.fields.get("verdict") or "approve"}
    return body | ({"reason": sent.fields["reason"]} if sent.fields.get("reason") else {})


def _new_limits(sent: FormSent) -> Body:
    return {"limits": _limits(sent)}


def _step(sent: FormSent) -> Body:
    fields = sent.fields
    body: Body = {"version": number(fields.get("version", ""), whole=True)}
    body |= {name: fields[name] for name in ("title", "brief", "owner", "check") if name in fields}
    body |= {"after": [number(one, whole=True) for one in fields.getlist("after")]} if "has_after" in fields else {}
    return body | ({"needs_ok": "needs_ok" in fields} if "check" in fields else {})


def _share(sent: FormSent) -> Body:
    return {"leave_out": sent.fields.getlist("leave_out"), "expires_in_days": days_chosen(sent)}


def _fork(sent: FormSent) -> Body:
    return {"event": sent.names["seq"], "text": sent.fields.get("text", ""), "team": sent.fields.getlist("team")}


def _filling(sent: FormSent) -> Body:
    fields = sent.fields
    body: Body = {
        "blanks": {name.removeprefix(PREFIX): value for name, value in fields.items() if name.startswith(PREFIX)}
    }
    return body | ({"team": fields.getlist("agent")} if "names_team" in fields else {})


def _template(sent: FormSent) -> Body:
    settings, _ = draft_of(sent.actor, sent.query.get("goal", ""), sent.query.get("template", ""), timezone.now())
    kept = settings.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    chosen: Body = {"team": sent.fields.getlist("team"), "needs_files": "needs_files" in sent.fields}
    return fields_as("name", "about", "text")(sent) | {"settings": kept | chosen}


def _presence(sent: FormSent) -> Body:
    goal = sent.fields.get("goal")
    return ({"goal": goal} if goal else {}) | {"dismiss": True}


GOAL_CALLS: Mapping[str, RestOperation] = {
    "launch": RestOperation("POST", "/goals", _goal),
    "watch-demo": RestOperation("POST", "/goals/demo"),
    "limits": RestOperation("PATCH", "/goals/{goal_id}/limits", _new_limits),
    "fork": RestOperation("POST", "/goals/{goal_id}/fork", _fork),
    "share": RestOperation("POST", "/goals/{goal_id}/shares", _share),
    "share-revoke": RestOperation("DELETE", "/goals/{goal_id}/shares/{share_id}"),
    "seen": RestOperation("POST", "/since", _presence),
    "say": RestOperation("POST", "/teams/{team_id}/messages", _message),
    "mention-seen": RestOperation("POST", "/mentions/{message_id}/seen"),
    "message-cancel": RestOperation("POST", "/teams/{team_id}/messages/{message_id}/cancel"),
    "answer": RestOperation("POST", "/approvals/{approval_id}/decide", _decision),
    "mute": RestOperation("PUT", "/goals/{goal_id}/mute", lambda sent: {"muted": sent.fields.get("muted") == "1"}),
    "queue-decide": RestOperation("POST", "/approvals/decide", _joint_decision),
    "pause": RestOperation("POST", "/teams/{team_id}/pause"),
    "resume": RestOperation("POST", "/teams/{team_id}/resume"),
    "stop": RestOperation("POST", "/teams/{team_id}/stop"),
    "rebrief": RestOperation("POST", "/teams/{team_id}/brief", fields_as("brief")),
    "dissolve": RestOperation("POST", "/teams/{team_id}/dissolve", fields_as("note")),
    "members": RestOperation("POST", "/teams/{team_id}/members", fields_as("agent")),
    "member-swap": RestOperation("POST", "/teams/{team_id}/members/{member}/swap", fields_as("agent")),
    "plan-start": RestOperation("POST", "/teams/{team_id}/plan/start"),
    "plan-again": RestOperation("POST", "/teams/{team_id}/plan/again", fields_as("note")),
    "step": RestOperation("PATCH", "/tasks/{task_id}/step", _step),
    "step-move": RestOperation("POST", "/tasks/{task_id}/step/move", lambda sent: {"up": sent.fields.get("up") == "1"}),
    "step-drop": RestOperation("DELETE", "/tasks/{task_id}/step"),
    "task-cancel": RestOperation("POST", "/tasks/{task_id}/cancel"),
    "task-retry": RestOperation("POST", "/tasks/{task_id}/retry", query={"wait_minutes": "wait"}),
    "task-reassign": RestOperation("POST", "/tasks/{task_id}/reassign", fields_as("agent")),
    "task-take-over": RestOperation("POST", "/tasks/{task_id}/take-over"),
    "task-hand-back": RestOperation("POST", "/tasks/{task_id}/hand-back", fields_as("agent", "text")),
    "task-do": RestOperation("POST", "/tasks/{task_id}/result", fields_as("text")),
    "task-put-back": RestOperation("POST", "/tasks/{task_id}/put-back"),
    "template-new": RestOperation("POST", "/templates", _template),
    "template-use": RestOperation("POST", "/templates/{template_key}/goals", _filling),
    "template-import": RestOperation("POST", "/templates/folder", upload="team.zip"),
    "template-remove": RestOperation("DELETE", "/templates/{template_key}"),
    "work-answer": RestOperation("POST", "/work/{work_id}/answer", fields_as("text")),
    "work-ask": RestOperation("POST", "/work/{work_id}/question", fields_as("text")),
    "work-hand-back": RestOperation("POST", "/work/{work_id}/hand-back", fields_as("text")),
}
"""By the name of a form's address: the operation that does the same."""
