"""A working agent asks its team in the middle of its work."""

from apps.accounts.domain.errors import Conflict, Refused
from apps.journal.actions import Log, recording
from apps.teams.actions import tasks
from apps.teams.bells import TeamsBell
from apps.teams.domain.states import TaskState
from apps.teams.models import Attempt, Question
from apps.teams.queries.task_tokens import Caller, working_attempt

MOST_TEXT = 4000  # characters
MOST_QUESTIONS = 20  # of one attempt


def ask_team(caller: Caller, text: str) -> Question:
    """Put a working agent's question to its team, and give it; the answer comes when somebody has one.

    Raises Refused (question), and Conflict where it asks already, has asked too much, or no longer works.
    """
    text = text.replace("\x00", "").strip()
    if not text or len(text) > MOST_TEXT:
        raise Refused(question=f"Ask something of 1 to {MOST_TEXT:,} characters.")
    with recording(caller.goal_id) as log:
        attempt = working_attempt(caller)
        if attempt.task.state != TaskState.WORKING:
            raise Conflict("One question at a time: wait for the answer to the last one.")
        if attempt.questions.count() >= MOST_QUESTIONS:
            raise Conflict(f"This task has asked {MOST_QUESTIONS} questions: go on with what is known.")
        return _ask(log, attempt, text)


def _ask(log: Log, attempt: Attempt, text: str) -> Question:
    question = Question.objects.create(task=attempt.task, attempt=attempt, text=text, asked_at=log.now)
    tasks.move(log, attempt.task, TaskState.ASKING, question=text, question_heeded_at=None)
    log.ring(TeamsBell.AGENT_ASKED, attempt.task_id)
    return question
