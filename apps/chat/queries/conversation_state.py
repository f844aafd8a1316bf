"""A room's rows as the machine sees them."""

from collections.abc import Iterable, Sequence

from apps.accounts.domain.workspace_settings import Review
from apps.chat.domain.machine.conversation_state import ConversationState, Memory, TaskFact, Wait
from apps.chat.domain.states import Phase, TurnState
from apps.chat.models import Conversation
from apps.teams.domain.checks import check_of
from apps.teams.domain.checks.kinds import ReviewCheck
from apps.teams.domain.states import SETTLED_TASK, MemberKind, TaskState
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import Task


def state_of(row: Conversation, members: Sequence[Seated], tasks: Iterable[Task]) -> ConversationState:
    """The conversation of a room with its team's members and tasks; its team and goal are loaded."""
    speaker = next((member.handle for member in members if member.id == row.speaker_id), None)
    return ConversationState(
        phase=Phase(row.phase),
        round=row.round,
        turn=row.turn,
        turn_state=TurnState(row.turn_state),
        speaker=speaker,
        wait=Wait.model_validate(row.wait) if row.wait else None,
        answer_task=row.answer_task,
        frozen=row.team.frozen_at is not None,
        memory=Memory.model_validate(row.memory),
        tasks={task.number: _fact(task) for task in tasks},
        members=frozenset(member.handle for member in members if member.kind is not MemberKind.PERSON),
        lead=next(member.handle for member in members if member.lead),
        nested=row.team.parent_id is not None,
        review=Review(row.team.goal.review),
    )


def is_news(task: Task) -> bool:
    """Whether a task settled and its conversation has not taken note."""
    return task.state in SETTLED_TASK and task.heeded_at is None


def _fact(task: Task) -> TaskFact:
    """A task as the conversation knows it: at work until it was told that it settled."""
    return TaskFact(
        number=task.number,
        state=TaskState.WORKING if is_news(task) else TaskState(task.state),
        round=task.round,
        result=task.result,
        failure=task.failure,
        title=task.title,
        is_check=task.checks_id is not None,
        awaits_review=isinstance(check_of(task.planned_check), ReviewCheck),
    )
