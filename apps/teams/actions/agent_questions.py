"""A working agent asks its team, or a person alone, in the middle of its work."""

from collections.abc import Sequence

from apps.accounts.domain.errors import Conflict, Refused
from apps.accounts.queries.permissions import may_decide
from apps.core.sentences import sentence
from apps.journal.actions import recording
from apps.teams.actions import suspension
from apps.teams.actions.questions import MOST_TEXT
from apps.teams.domain.questions import ANYBODY, PEOPLE, Addressees, AnswerableBy, QuestionTerms
from apps.teams.domain.states import TaskState
from apps.teams.models import Attempt, Question
from apps.teams.queries.task_tokens import Caller, working_attempt

MOST_QUESTIONS = 20  # of one attempt


def ask_team(caller: Caller, text: str, *, options: Sequence[str] = (), people_only: bool = False) -> Question:
    """Put a working agent's question to its team, and give it; the answer comes when somebody has one.

    `options`: answers that are offered. `people_only`: no agent may answer, and nobody but the person in whose name
    the task is done, as long as they may decide: leave to do something is theirs to give.
    Raises Refused (question), and Conflict where it asks already, has asked too much, or no longer works.
    """
    text = text.replace("\x00", "").strip()
    if not text or len(text) > MOST_TEXT:
        raise Refused(question=sentence("Ask something of 1 to {most_text:,} characters.", most_text=MOST_TEXT))
    with recording(caller.goal_id) as log:
        attempt = working_attempt(caller)
        if attempt.task.state != TaskState.WORKING:
            raise Conflict("One question at a time: wait for the answer to the last one.")
        if attempt.questions.count() >= MOST_QUESTIONS:
            raise Conflict(
                sentence(
                    "This task has asked {most_questions} questions: go on with what is known.",
                    most_questions=MOST_QUESTIONS,
                )
            )
        put_to = _person_behind(attempt) if people_only else ANYBODY
        return suspension.ask(log, attempt, text, in_call=True, terms=QuestionTerms(put_to, tuple(options)))


def _person_behind(attempt: Attempt) -> Addressees:
    """The person at whose wish the task is done; anybody who may decide, where that is nobody who still may."""
    origin = attempt.task.origin
    person = origin.user_id if origin is not None else None
    if may_decide(person, attempt.task.team.goal.workspace_id):
        return Addressees(AnswerableBy.PERSON, person)
    return PEOPLE
