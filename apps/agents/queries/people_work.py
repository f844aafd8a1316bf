"""What people do for teams: who offers what, and the tasks that lie in their lists."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import may_decide, require
from apps.agents.domain.connectors import PERSON
from apps.agents.domain.people import USUAL_MINUTES
from apps.agents.domain.profile import skills_from_rows
from apps.agents.domain.skill_lines import as_lines
from apps.agents.domain.socket_protocol.states import OPEN_CALL
from apps.agents.models import Connection, SocketCall, SocketFile
from apps.core.texts import one_line


@dataclass(frozen=True)
class Offered:
    """What a person offers to do, as the registry has it. `skills`: a line each."""

    handle: str
    name: str
    about: str
    skills: str
    minutes: int
    at_once: int
    enabled: bool


@dataclass(frozen=True)
class FileGiven:
    """A file that goes along with a task. `of`: the title of the task whose result it belongs to; empty: the goal's."""

    index: int
    name: str
    media_type: str
    size: int
    of: str


@dataclass(frozen=True)
class ResultGiven:
    """What came of a task that this one builds on."""

    task: str
    agent: str
    text: str


@dataclass(frozen=True)
class WorkItem:
    """A task in a person's list.

    `answer`: to what they asked before; `changes`: what people said since the goal was given, oldest first.
    """

    id: uuid.UUID
    goal_id: uuid.UUID | None
    task_id: uuid.UUID | None
    goal: str
    brief: str
    given_at: datetime
    due_at: datetime
    reminds_at: datetime
    answer: str | None
    changes: list[str] = field(default_factory=list)
    results: list[ResultGiven] = field(default_factory=list)
    files: list[FileGiven] = field(default_factory=list)

    @property
    def heading(self) -> str:
        """The first line of the task that says something, cut; where it is not all, the whole stands below it."""
        lines = [line.strip().removeprefix("> ") for line in self.brief.splitlines()]
        said = (line for line in lines if line and not line.endswith(":"))
        return one_line(next(said, self.brief.strip()), 120)


def lines_of_person(actor: Actor) -> "QuerySet[Connection]":
    """The connection over which a person is given work in this workspace."""
    own = Connection.objects.filter(connector=PERSON, connector_config__person=str(actor.user_id))
    return own.filter(agent__workspace=actor.workspace_id, agent__removed_at=None, owner=None)


def offer_of(actor: Actor) -> Offered | None:
    """Give what a person offers in this workspace; None: they never did. Operators, as all that follows."""
    require(actor, Role.OPERATOR)
    line = lines_of_person(actor).select_related("agent").defer(*_UNREAD).first()
    if line is None:
        return None
    agent = line.agent
    return Offered(
        handle=agent.handle,
        name=agent.name,
        about=str(line.connector_config.get("about", "")),
        skills=as_lines(skills_from_rows(agent.skills)),
        minutes=_minutes(line),
        at_once=line.concurrency,
        enabled=agent.enabled,
    )


def handles_of_people(workspace_id: uuid.UUID) -> dict[str, str]:
    """Give the handle of each who offers, or offered, to do tasks in a workspace, by the id of the person."""
    lines = Connection.objects.filter(
        connector=PERSON, owner=None, agent__workspace_id=workspace_id, agent__removed_at=None
    )
    return dict(lines.values_list("connector_config__person", "agent__handle"))


_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")


def _minutes(line: Connection) -> int:
    return int(line.connector_config.get("minutes", USUAL_MINUTES))


def work_of(actor: Actor) -> list[WorkItem]:
    """Give the tasks that wait for a person in this workspace, the one that is due first before the others."""
    require(actor, Role.OPERATOR)
    calls = _open_calls(actor).select_related("connection")
    return sorted((_item(call) for call in calls), key=lambda item: (item.due_at, item.id))


def work_item(actor: Actor, call_id: uuid.UUID) -> WorkItem:
    """Give one task of a person's list. Raises NotFound where it is not, or no more, in it."""
    require(actor, Role.OPERATOR)
    call = _open_calls(actor).select_related("connection").filter(pk=call_id).first()
    if call is None:
        raise NotFound("This task does not wait for you any more.")
    return _item(call)


def work_file(actor: Actor, call_id: uuid.UUID, index: int) -> SocketFile:
    """Give a file that goes along with a task of a person's list, with its content. Raises NotFound."""
    require(actor, Role.OPERATOR)
    calls = _open_calls(actor).filter(pk=call_id)
    file = SocketFile.objects.filter(call__in=calls, position=index).select_related("blob").first()
    if file is None:
        raise NotFound("This task has no such file.")
    return file


def count_work(actor: Actor) -> int:
    """How many tasks wait for a person."""
    require(actor, Role.OPERATOR)
    return _open_calls(actor).count()


def work_waiting(actor: Actor) -> int | None:
    """The same in one query for the frame of every page; None for a person who offers nothing."""
    opened = SocketCall.objects.filter(connection=OuterRef("pk"), state__in=OPEN_CALL).order_by()
    counted = opened.values("connection").annotate(number=Count("pk")).values("number")
    found = lines_of_person(actor).annotate(number=Coalesce(Subquery(counted), 0)).values_list("number", flat=True)
    return found.first()


def _open_calls(actor: Actor) -> "QuerySet[SocketCall]":
    return SocketCall.objects.filter(connection__in=lines_of_person(actor), state__in=OPEN_CALL)


def _item(call: SocketCall) -> WorkItem:
    told, minutes = call.request, _minutes(call.connection)
    chain = told.get("chain") or {}
    titles = [one["task"] for one in told["results"]]
    return WorkItem(
        id=call.pk,
        goal_id=_id(chain.get("goal")),
        task_id=_id(chain.get("task")),
        goal=told["goal"],
        brief=told["brief"],
        given_at=call.created_at,
        due_at=call.created_at + timedelta(minutes=minutes),
        reminds_at=call.created_at + timedelta(minutes=minutes / 2),
        answer=told.get("answer"),
        changes=[f"{one['by']}: {one['text']}" for one in told.get("changes", [])],
        results=[ResultGiven(one["task"], one["agent"], one["text"]) for one in told["results"]],
        files=[_file(one, titles) for one in told["files"]],
    )


def _file(told: dict[str, Any], titles: list[str]) -> FileGiven:
    of = "" if told["result"] is None else titles[told["result"]]
    return FileGiven(told["index"], told["name"], told["mediaType"], told["size"], of)


def _id(value: object) -> uuid.UUID | None:
    return uuid.UUID(str(value)) if value else None


def people_who_left() -> list[uuid.UUID]:
    """Give the agents that are people whom their workspace does not have any more, or who may do nothing there."""
    lines = Connection.objects.filter(connector=PERSON, agent__enabled=True, agent__removed_at=None)
    rows = lines.values_list("agent_id", "agent__workspace_id", "connector_config__person")
    return [agent for agent, workspace, person in rows if not may_decide(uuid.UUID(person), workspace)]
