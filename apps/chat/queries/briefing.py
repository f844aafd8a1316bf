"""Everything a voice is told before it speaks, read in one go."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from apps.accounts.queries import authority_of
from apps.agents import queries as agents
from apps.agents.domain.profile import Candidate
from apps.chat.domain.briefing import CHOICE, Briefing, FileBrief, MemberBrief, MessageBrief, TaskBrief
from apps.chat.domain.machine.conversation_state import Memory
from apps.chat.domain.machine.review import MAX_SENT_BACK
from apps.chat.domain.room_protocols import conduct
from apps.chat.domain.states import OWN_VOICE, Delivery, MessageKind
from apps.chat.models import Conversation, Message
from apps.chat.queries.briefing_rows import BriefingRows
from apps.chat.queries.changes import changes_for
from apps.teams.domain.checks import Verification, check_of
from apps.teams.domain.checks.evaluation import OWED_REVIEW
from apps.teams.domain.checks.kinds import ReviewCheck
from apps.teams.domain.checks.words import words_of_check
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, TaskState
from apps.teams.queries.authority import agents_among, agents_of_subteams
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.limits import grantable_limits
from apps.teams.queries.members import Seated, members_of
from apps.teams.queries.rows import Task, Team
from apps.teams.queries.versions import versions_of
from apps.teams.queries.work import results_for

SHORTLIST = 12


def briefing_for(rows: BriefingRows, seated: tuple[Seated, ...] = ()) -> Briefing:
    """What the holder of the floor needs for the turn in flight. `seated`: the members, where they are known."""
    row, team, goal = rows.room, rows.room.team, rows.room.team.goal
    seated = seated or members_of(team)
    members = tuple(_member(one) for one in seated)
    speaker = next((one for one in seated if one.id == row.speaker_id), None)
    memory = Memory.model_validate(row.memory)
    shortlist, named = _shortlist(team, seated, row.origin_id)
    return Briefing(
        conversation=str(row.id),
        chain=replace(chain_of_team(team, row.speaker_id), origin=row.origin_id),
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
        tasks=_tasks(rows.tasks, has_files=row.has_files),
        messages=_messages(rows.messages, seated),
        files=tuple(
            FileBrief(file.name, file.media_type, file.size, file.attached, file.outline)
            for file in (agents.files_for_goal(goal.workspace_id, goal.id, goal.text) if row.has_documents else ())
        ),
        plan=tuple(row.plan),
        left=grantable_limits(team, timezone.now()) or Limits.model_validate(team.grant),
        shares_plan=goal.shares_plan,
        repair=memory.repair,
        by_rules=memory.by_rules,
        given_to=memory.given_to,
        said_above=_said_above(team),
        given=results_for(team.task, frozenset()) if team.task else (),
        asked_check=words_of_check(check_of(team.task.planned_check)) if team.task else "",
        summary=row.summary,
        summary_up_to=row.summary_up_to,
        draft=memory.draft if memory.draft == row.answer_task and not _is_own_turn(memory, row) else None,
        may_send_back=memory.sent_back < MAX_SENT_BACK,
        wanted=memory.wanted,
        instruction=_instruction(memory, row, speaker.handle if speaker else ""),
    )


def _is_own_turn(memory: Memory, row: Conversation) -> bool:
    return memory.talk is not None and memory.talk.turn == row.turn


def _instruction(memory: Memory, row: Conversation, speaker: str) -> str:
    """What the turn is for while there is a talk: a part in it, or what the lead may do between two turns of it."""
    if memory.talk is None:
        return ""
    return conduct.instruction(memory.talk, speaker) if _is_own_turn(memory, row) else conduct.in_between(memory.talk)


def _member(one: Seated) -> MemberBrief:
    agent_id = str(one.agent_id) if one.agent_id else None
    return MemberBrief(handle=one.handle, name=one.name, kind=one.kind, lead=one.lead, agent_id=agent_id)


def _shortlist(team: Team, seated: tuple[Seated, ...], origin: uuid.UUID | None) -> tuple[tuple[Candidate, ...], bool]:
    """The agents to choose from, and whether nobody else may be asked."""
    goal = team.goal
    if goal.wanted_handles:
        named = agents.candidates_by_handle(goal.workspace_id, goal.wanted_handles, origin)
        return tuple(named.values()), True
    if team.parent_id is not None:
        handles = [one.handle for one in seated if one.kind is MemberKind.AGENT]
        return tuple(agents.candidates_by_handle(goal.workspace_id, handles, origin).values()), False
    return tuple(agents.shortlist(goal.workspace_id, team.purpose, SHORTLIST, origin)), False


def _tasks(tasks: Sequence[Task], *, has_files: bool) -> tuple[TaskBrief, ...]:
    done = [task for task in tasks if task.state == TaskState.DONE]
    files = versions_of(done, has_files=has_files) if done else {}
    looked_at = {task.checks_id: task for task in tasks if task.checks_id}
    return tuple(
        _task(task, [file.name for file in files.get(task.id, ())], looked_at.get(task.id))
        for task in tasks
        if task.checks_id is None
    )


def _check(task: Task, check: Task | None) -> str:
    """What is known of a claim, in a line; "": nothing is, or it did not come so far."""
    if task.is_claimed:
        who = check.owner.agent if check else None
        return f"@{who.handle} looks at it" if who else "to be looked at"
    if task.claimed_at is None:
        return ""
    if task.verification == Verification.NOTHING:
        return task.found
    planned = check_of(task.planned_check)
    if isinstance(planned, ReviewCheck) and task.found == OWED_REVIEW.found:
        return f"you: {planned.what or 'is it right?'}"
    return f"{task.verification}: {task.found}"


def _task(task: Task, files: Sequence[str], check: Task | None) -> TaskBrief:
    return TaskBrief(
        number=task.number,
        title=task.title,
        owner=task.owner.agent.handle if task.owner.agent else "",
        state=TaskState(task.state),
        needs=tuple(task.needs),
        after=tuple(sorted(before.number for before in task.depends_on.all())),
        result=task.result or task.failure or task.question,
        files=tuple(files),
        answer=task.is_answer,
        brief=task.brief,
        check=_check(task, check),
        round=task.round,
    )


def _messages(messages: Sequence[Message], seated: tuple[Seated, ...]) -> tuple[MessageBrief, ...]:
    by_id = {one.id: one for one in seated}
    return tuple(_message(message, by_id) for message in messages)


def _message(message: Message, by_id: dict[uuid.UUID, Seated]) -> MessageBrief:
    member = by_id.get(message.member_id) if message.member_id else None
    return MessageBrief(
        number=message.number,
        sender=member.handle if member else "hub",
        kind=message.kind,
        text=message.text,
        unread=message.read_in_turn is None and not Delivery(message.delivery).is_for_work,
        from_person=member is not None and member.kind is MemberKind.PERSON,
        task=message.task_number,
        round=message.round,
        about=CHOICE if _is_choice(message) else str(message.data.get("about", "")),
    )


def _said_above(team: Team) -> tuple[tuple[str, str], ...]:
    if team.parent_id is None:
        return ()
    return tuple((change.by, change.text) for change in changes_for(team.parent_id))


def _is_choice(message: Message) -> bool:
    """Whether one of the offered answers was chosen, to a question of the hub: that was heeded when it was."""
    return message.kind == MessageKind.ANSWER and message.task_number is None and not message.begins_chain


_OWN_WORDS = Q(voice__in=["", OWN_VOICE])
_BY_THE_HUB = (MessageKind.FORMATION, MessageKind.DELEGATION)


def heard_in(room: Conversation) -> frozenset[uuid.UUID]:
    """Give the agents whose own words the turns of a conversation have read so far."""
    return _agents_up_to(room, room.read_number)


def in_earshot(room: Conversation) -> frozenset[uuid.UUID]:
    """Give the agents whose own words a turn is told that begins now."""
    return _agents_up_to(room, room.last_number)


def _agents_up_to(room: Conversation, number: int) -> frozenset[uuid.UUID]:
    if number <= 1:  # what it is about, and nothing else
        return frozenset()
    read = Message.objects.filter(conversation=room.id, number__lte=number).exclude(delivery=Delivery.NOTE)
    told = Exists(read.exclude(kind__in=_BY_THE_HUB).filter(_OWN_WORDS, member=OuterRef("pk")))
    results = read.filter(kind=MessageKind.RESULT).values_list("task_number", flat=True)
    by_teams = agents_of_subteams(room.team_id, [number for number in results if number is not None])
    return agents_among(room.team_id, told) | by_teams


@dataclass(frozen=True)
class Hook:
    """The workspace's hook and what this goal asks it with."""

    url: str
    asked: dict[str, Any]


def hook_of(room: Conversation) -> Hook | None:
    """The hook to read before a room's turn.

    None where the workspace has none, the goal came without anything to ask it with, or nobody stands behind the room
    who may have anything sent out: the hub by itself sends nothing.
    """
    goal = room.team.goal
    if not goal.observation:
        return None
    by, url = authority_of(room.origin_id), goal.workspace.observation_url
    return Hook(url, goal.observation) if url and by.is_person and not by.lost else None
