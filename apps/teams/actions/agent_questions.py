"""A working agent asks its team in the middle of its work."""

from apps.accounts.domain.errors import Conflict, Refused
from apps.journal.actions import recording
from apps.teams.actions import suspension
from apps.teams.actions.questions import MOST_TEXT
from apps.teams.domain.states import TaskState
from apps.teams.models import Question
from apps.teams.queries.task_tokens import Caller, working_attempt

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
        return suspension.ask(log, attempt, text, in_call=True)
