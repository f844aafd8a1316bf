"""Everything a voice is told before it speaks, read in one go."""

import uuid
from collections.abc import Sequence

from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from apps.agents import queries as agents
from apps.agents.domain.profile import Candidate
from apps.chat.domain.briefing import Briefing, FileBrief, MemberBrief, MessageBrief, TaskBrief
from apps.chat.domain.machine.conversation_state import Memory
from apps.chat.domain.states import Delivery
from apps.chat.models import Conversation, Message
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, TaskState
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS
from apps.teams.queries.limits import grantable_limits
from apps.teams.queries.members import Seated, members_of
from apps.teams.queries.rows import Task, Team
from apps.teams.queries.versions import versions_of

SHORTLIST = 12
MESSAGES = 40


def briefing_for(row: Conversation) -> Briefing:
    """What the holder of the floor needs for the turn that is in flight; see `talk`."""
    team, goal = row.team, row.team.goal
    seated = members_of(team)
    members = tuple(_member(one) for one in seated)
    speaker = next((one for one in seated if one.id == row.speaker_id), None)
    shortlist, named = _shortlist(team, seated)
    return Briefing(
        conversation=str(row.id),
        goal=goal.text,
        purpose=team.purpose,
        needs=tuple(team.task.needs) if team.task else (),
        depth=team.depth,
        round=row.round,
        turn=row.turn,
        speaker=_member(speaker) if speaker else next(one for one in members if one.lead),
        members=members,
        shortlist=shortlist,
        named_team=named,
        tasks=_tasks(team),
        messages=_messages(row, seated),
        files=tuple(
            FileBrief(file.name, file.media_type, file.size, file.attached)
            for file in agents.files_in_view(goal.workspace_id, goal.id)
        ),
        plan=tuple(row.plan),
        left=grantable_limits(team, timezone.now()) or Limits.model_validate(team.grant),
        shares_plan=goal.shares_plan,
        repair=Memory.model_validate(row.memory).repair,
    )


def _member(one: Seated) -> MemberBrief:
    agent_id = str(one.agent_id) if one.agent_id else None
    return MemberBrief(handle=one.handle, name=one.name, kind=one.kind, lead=one.lead, agent_id=agent_id)


def _shortlist(team: Team, seated: tuple[Seated, ...]) -> tuple[tuple[Candidate, ...], bool]:
    """The agents to choose from, and whether nobody else may be asked."""
    goal = team.goal
    if goal.wanted_handles:
        named = agents.candidates_by_handle(goal.workspace_id, goal.wanted_handles)
        return tuple(named.values()), True
    if team.parent_id is not None:
        handles = [one.handle for one in seated if one.kind is MemberKind.AGENT]
        return tuple(agents.candidates_by_handle(goal.workspace_id, handles).values()), False
    return _best_of(goal.workspace_id, team.purpose), False


def _best_of(workspace_id: uuid.UUID, purpose: str) -> tuple[Candidate, ...]:
    """The agents that fit the purpose as a whole, filled up with others: one may fit a part of it."""
    found = agents.search_agents(workspace_id, purpose, limit=SHORTLIST)
    known = {one.agent_id for one in found}
    others = [one for one in agents.first_candidates(workspace_id, SHORTLIST) if one.agent_id not in known]
    return tuple([*found, *others][:SHORTLIST])


def _owned_tasks(team_id: uuid.UUID) -> "QuerySet[Task]":
    rows = Task.objects.filter(team=team_id).select_related("owner__agent")
    return rows.defer(*WITHOUT_VECTORS).order_by("number")


def _heard_messages(conversation_id: uuid.UUID) -> "QuerySet[Message]":
    heard = Message.objects.filter(conversation=conversation_id).exclude(delivery=Delivery.NOTE)
    return heard.defer("vector", "html").order_by("-number")


_TASKS, _NEWEST = (
    CompiledQuery(_owned_tasks),
    CompiledQuery(lambda conversation_id: _heard_messages(conversation_id)[:MESSAGES]),
)


def _tasks(team: Team) -> tuple[TaskBrief, ...]:
    tasks = _TASKS.of(team.id)
    prefetch_related_objects(tasks, "depends_on")
    done = [task for task in tasks if task.state == TaskState.DONE]
    files = versions_of(done) if done else {}
    return tuple(_task(task, [file.name for file in files.get(task.id, ())]) for task in tasks)


def _task(task: Task, files: Sequence[str]) -> TaskBrief:
    return TaskBrief(
        number=task.number,
        title=task.title,
        owner=task.owner.agent.handle if task.owner.agent else "",
        state=TaskState(task.state),
        needs=tuple(task.needs),
        after=tuple(sorted(before.number for before in task.depends_on.all())),
        result=task.result or task.failure or task.question,
        files=tuple(files),
        synchronous=task.synchronous,
        answer=task.is_answer,
    )


def _messages(row: Conversation, seated: tuple[Seated, ...]) -> tuple[MessageBrief, ...]:
    by_id = {one.id: one for one in seated}
    newest, missed = _NEWEST.of(row.id), []
    if len(newest) == MESSAGES:
        missed = list(_heard_messages(row.id).filter(read_in_turn=None, number__lt=newest[-1].number))
    return tuple(_message(message, by_id) for message in reversed([*newest, *missed]))


def _message(message: Message, by_id: dict[uuid.UUID, Seated]) -> MessageBrief:
    member = by_id.get(message.member_id) if message.member_id else None
    return MessageBrief(
        number=message.number,
        sender=member.handle if member else "hub",
        kind=message.kind,
        text=message.text,
        unread=message.read_in_turn is None,
        from_person=member is not None and member.kind is MemberKind.PERSON,
    )
