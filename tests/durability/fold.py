"""The events of a goal folded into what its tables should say; and what they say, in the same form."""

from collections.abc import Iterable

from apps.chat.models import Conversation, Message, Turn
from apps.journal.queries import EventView, events_after
from apps.teams.models import Approval, FileVersion, Goal, Member, Task, Team
from tests.people import put_to_people

GOAL = {"outcome": "running", "answer": "", "failure": "", "missing": []}
ROOM = {"phase": "discussion", "round": 1, "turn": 1, "turn_state": "due"}
FREE_OF = 100_000


def folded(events: Iterable[EventView]) -> dict:
    """What the events tell. Pure."""
    told = {"goal": {}, "teams": {}, "members": {}, "tasks": {}, "messages": {}, "rooms": {}, "turns": {}}
    told |= {"approvals": {}, "artifacts": {}}
    for event in events:
        if (take := _TAKES.get(event.kind)) is not None:
            take(told, event, event.payload)
    return told


def _goal_created(told, event, said):
    told["goal"] = GOAL | {name: said[name] for name in ("text", "title", "priority", "limits")}


def _goal_ended(told, event, said):
    told["goal"] |= {name: said[name] for name in ("outcome", "answer", "failure", "missing")}


def _goal_reopened(told, event, said):
    told["goal"] |= {"outcome": "running", "failure": "", "missing": []}
    told["teams"][str(event.team_id)]["ended"] = False


def _limits_changed(told, event, said):
    team = told["teams"][str(event.team_id)]
    team["grant"] = said["limits"]
    if team["parent"] is None:
        told["goal"]["limits"] = said["limits"]


def _team_formed(told, event, said):
    names = ("name", "parent", "task", "grant")
    told["teams"][said["team"]] = {name: said[name] for name in names} | {"ended": False, "frozen": False}
    told["rooms"][said["team"]] = dict(ROOM)
    told["turns"][said["team"]] = []


def _team(**changed):
    def take(told, event, said):
        told["teams"][said["team"]] |= changed

    return take


def _member_joined(told, event, said):
    told["members"][said["member"]] = {"team": str(event.team_id), "kind": said["kind"], "lead": said["lead"]}


def _task_changed(told, event, said):
    names = ("number", "title", "state", "owner", "failure")
    told["tasks"][said["task"]] = {name: said[name] for name in names} | {"team": str(event.team_id)}


def _artifact_made(told, event, said):
    told["artifacts"][said["artifact"]] = {name: said[name] for name in ("name", "task", "media_type", "size")}


def _approval_asked(told, event, said):
    told["approvals"][said["approval"]] = {"kind": said["kind"], "state": "pending", "answer": ""}


def _approval_decided(told, event, said):
    told["approvals"][said["approval"]] |= {"state": said["state"], "answer": said["answer"]}


def _message_added(told, event, said):
    names = ("message", "kind", "round", "text", "task")
    told["messages"][str(event.team_id), said["number"]] = {name: said[name] for name in names} | {
        "read": None,
        "deed": ("", None),
    }


def _messages_read(told, event, said):
    for number in said["numbers"]:
        told["messages"][str(event.team_id), number]["read"] = said["turn"]


def _message_cancelled(told, event, said):
    told["messages"][str(event.team_id), said["number"]]["text"] = ""


def _messages_acted_on(told, event, said):
    for number in said["numbers"]:
        told["messages"][str(event.team_id), number]["deed"] = (said["deed"], said["seq"])


def _turn_started(told, event, said):
    told["turns"][str(event.team_id)].append((said["turn"], "open"))
    told["rooms"][str(event.team_id)]["turn_state"] = "in_flight"


def _turn_ended(told, event, said):
    turns = told["turns"][str(event.team_id)]
    turns[turns.index((said["turn"], "open"))] = (said["turn"], said["outcome"])


def _conversation_moved(told, event, said):
    told["rooms"][str(event.team_id)] = {name: said[name] for name in ROOM}


_TAKES = {
    "goal.created": _goal_created,
    "goal.ended": _goal_ended,
    "goal.reopened": _goal_reopened,
    "limits.changed": _limits_changed,
    "team.formed": _team_formed,
    "team.paused": _team(frozen=True),
    "team.resumed": _team(frozen=False),
    "team.ended": _team(ended=True),
    "member.joined": _member_joined,
    "task.changed": _task_changed,
    "artifact.made": _artifact_made,
    "approval.asked": _approval_asked,
    "approval.decided": _approval_decided,
    "message.added": _message_added,
    "messages.read": _messages_read,
    "messages.acted_on": _messages_acted_on,
    "message.cancelled": _message_cancelled,
    "turn.started": _turn_started,
    "turn.ended": _turn_ended,
    "conversation.moved": _conversation_moved,
}


def tables(goal: Goal) -> dict:
    """What the tables say of a goal."""
    of_team = {"team__goal": goal}
    return {
        "goal": _goal(Goal.objects.get(id=goal.id)),
        "teams": {str(row.id): _team_row(row) for row in Team.objects.filter(goal=goal)},
        "members": {
            str(row.id): {"team": str(row.team_id), "kind": row.kind, "lead": row.lead}
            for row in Member.objects.filter(**of_team)
        },
        "tasks": {str(row.id): _task(row) for row in Task.objects.filter(**of_team)},
        "messages": {
            (str(row.conversation.team_id), row.number): _message(row)
            for row in Message.objects.filter(conversation__team__goal=goal).select_related("conversation")
        },
        "rooms": {
            str(row.team_id): {name: getattr(row, name) for name in ROOM}
            for row in Conversation.objects.filter(**of_team)
        },
        "turns": {str(row.team_id): _turns(row) for row in Conversation.objects.filter(**of_team)},
        "approvals": {
            str(row.id): {"kind": row.kind, "state": row.state, "answer": row.answer}
            for row in (*Approval.objects.filter(**of_team), *put_to_people(goal))
        },
        "artifacts": {str(row.id): _artifact(row) for row in FileVersion.objects.filter(task__team__goal=goal)},
    }


def _goal(row):
    same = {
        name: getattr(row, name) for name in ("text", "title", "priority", "limits", "outcome", "answer", "failure")
    }
    return same | {"missing": row.missing_skills}


def _team_row(row):
    ids = {"parent": row.parent_id and str(row.parent_id), "task": row.task_id and str(row.task_id)}
    ends = {"ended": row.ended_at is not None, "frozen": row.frozen_at is not None}
    return {"name": row.name, "grant": row.grant} | ids | ends


def _task(row):
    same = {name: getattr(row, name) for name in ("number", "title", "state", "failure")}
    return same | {"owner": str(row.owner_id), "team": str(row.team_id)}


def _message(row):
    same = {"kind": row.kind, "round": row.round, "text": row.text, "task": row.task_number}
    return same | {"message": str(row.id), "read": row.read_in_turn, "deed": (row.deed, row.deed_seq)}


def _turns(room):
    return list(Turn.objects.filter(conversation=room).order_by("fence").values_list("number", "outcome"))


def _artifact(row):
    return {"name": row.name, "task": str(row.task_id), "media_type": row.media_type, "size": row.size}


def assert_events_tell_all(goal: Goal) -> None:
    """The events of a goal, numbered without a gap, fold into what its tables say."""
    events = events_after(goal.id, 0, limit=FREE_OF)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    told, stored = folded(events), tables(goal)
    for what, rows in stored.items():
        assert told[what] == rows, f"the events tell other {what} than the tables"
