"""What agents ask in the middle of their work: answered, or lapsed. `asking` asks."""

from apps.journal.actions import Log
from apps.teams.domain.states import QuestionState
from apps.teams.models import Question, Task


def answer(log: Log, task: Task, text: str) -> bool:
    """Give an agent that waits the answer to its question; False where none waits."""
    return _settle(log, task, QuestionState.ANSWERED, text)


def lapse(log: Log, task: Task) -> bool:
    """Nobody waits for the answer any more; False where nobody did."""
    return _settle(log, task, QuestionState.LAPSED, "")


def _settle(log: Log, task: Task, state: QuestionState, text: str) -> bool:
    open_ones = Question.objects.filter(task=task, state=QuestionState.OPEN)
    return bool(open_ones.update(state=state, answer=text, settled_at=log.now))
