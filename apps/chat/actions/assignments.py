"""The tasks that a conversation gives: rows of what was said, and seats of who is to do them."""

import uuid

from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.domain.machine.effects import NumberedDraft, ReviseTask
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.chat.queries.briefing import heard_in
from apps.chat.queries.staffing import may_nest
from apps.teams.actions import checking, new_tasks, plans, tasks, teams
from apps.teams.actions.revisions import revision_of
from apps.teams.domain.formation import Seat, Staffing, agents_in
from apps.teams.queries.members import Seated, former_of


def create(scene: Scene, drafts: tuple[NumberedDraft, ...], speaker: Seated | None) -> None:
    """Give the tasks of an assignment to whom they were staffed with; who is new has a seat then, and joins."""
    staffing = scene.staffing
    if staffing is None:
        raise ValueError("tasks are given only with their staffing")
    row = scene.conversation
    wished = [draft.draft.needs for draft in drafts if draft.subteam]
    nests = bool(wished) and may_nest(scene.team, wished)
    if any(draft.is_answer for draft in drafts):
        tasks.let_answer_go(scene.tasks)
    by = _asks_by_itself(scene, speaker)
    heard = heard_in(row) | ({by} if by else set())
    new = [_new_task(row, draft, _seats(staffing, draft, by), heard, nests=nests) for draft in drafts]
    known = {member.id for member in scene.members}
    _add_tasks(scene, new, by)
    scene.refresh_members()
    if any(member.id not in known for member in scene.members):
        teams.add_formation(scene.team, staffing.record)
        messages.save(scene, messages.NewMessage(MessageKind.FORMATION, _formation_words(scene, known)))


def _asks_by_itself(scene: Scene, speaker: Seated | None) -> uuid.UUID | None:
    """The agent by whose own word work is given: a member that does not lead, else who formed this team so."""
    if speaker is not None and not speaker.lead:
        return speaker.agent_id
    return former_of(scene.team)


def _seats(staffing: Staffing, draft: NumberedDraft, by: uuid.UUID | None) -> tuple[Seat, ...]:
    seats = staffing.tasks[draft.draft.key].seats
    return tuple(seat.model_copy(update={"proposed_by": str(by)}) for seat in seats) if by else seats


def _formation_words(scene: Scene, known: set[uuid.UUID]) -> str:
    names = [f"@{member.handle}" for member in scene.members if member.id not in known]
    return f"Joined: {', '.join(names)}."


def _new_task(
    room: Conversation, draft: NumberedDraft, seats: tuple[Seat, ...], heard: frozenset[uuid.UUID], *, nests: bool
) -> new_tasks.NewTask:
    """A team of its own that was asked for where none may be formed: then its one agent does it alone."""
    return new_tasks.NewTask(
        number=draft.number,
        title=draft.draft.title,
        brief=draft.draft.brief,
        seats=seats,
        as_team=agents_in(seats) > 1 or (draft.subteam and nests),
        after=draft.after,
        needs=draft.draft.needs,
        synchronous=draft.draft.synchronous,
        is_answer=draft.is_answer,
        origin=room.origin_id,
        heard=heard,
        check=draft.draft.check,
    )


def revise(scene: Scene, asked: ReviseTask) -> None:
    """Have a result made anew by who gave it, who is told what is wrong."""
    row, old = scene.conversation, scene.task(asked.task)
    new = revision_of(
        old, asked.number, asked.wrong, is_answer=asked.is_answer, origin=row.origin_id, heard=heard_in(row)
    )
    _add_tasks(scene, [new])
    checking.note_sent_back(scene.log, old, asked.wrong)


def _add_tasks(scene: Scene, new: list[new_tasks.NewTask], by: uuid.UUID | None = None) -> None:
    row, known = scene.conversation, {task.number: task for task in scene.tasks}
    given = {"turn": row.turn, "round_": row.round, "briefed_after": row.read_number}
    new_tasks.add(scene.log, scene.team, new, known, **given, proposed_by=by)
    plans.hold_plan(scene.log, scene.team)
