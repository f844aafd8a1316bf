"""What a team asks people, put to the person behind a client of MCP, in the form in which the protocol asks.

What would permit an agent something is never asked so: that a person decides in the room.
Source: MCP 2025-11-25 and 2026-07-28, "Elicitation".
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import require_scope
from apps.api.json_rpc import Params
from apps.chat import actions
from apps.teams.domain.states import ApprovalKind
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.lists import pending_approvals_after

MOST = 20
REQUEST = "ask-"
"""Begins the id of a request by which a client is asked in the older era; the question's own id follows."""

Questions = list[ApprovalFacts]


def questions_of(actor: Actor, goal_id: UUID, without: Iterable[UUID] = ()) -> Questions:
    """What the goal asks people and a program may put to its person, oldest first."""
    rows = pending_approvals_after(actor.workspace_id, goal_id, None, MOST)
    return [row for row in rows if row.kind is not ApprovalKind.PERMIT and row.id not in set(without)]


def may_answer(actor: Actor) -> bool:
    """Whether this token may answer at all."""
    return Scope.RUN in actor.scopes


def form_of(question: ApprovalFacts) -> Params:
    """The parameters of `elicitation/create`: a form with one field."""
    field: Params = {"type": "string", "title": "Answer"}
    if question.choices and question.takes_words:
        field["description"] = f"One of these, or words of your own: {'; '.join(question.choices)}"
    elif question.choices:
        field["enum"] = list(question.choices)
    schema = {"type": "object", "properties": {"answer": field}, "required": ["answer"]}
    return {"mode": "form", "message": f"The team asks: {question.question}", "requestedSchema": schema}


def input_requests(questions: Questions) -> Params:
    """Several of them, each under its own id, which no other question ever has."""
    return {str(each.id): {"method": "elicitation/create", "params": form_of(each)} for each in questions}


def take_answers(actor: Actor, goal_id: UUID, responses: Any) -> set[UUID]:
    """Pass on what was answered; gives the questions that are not to be asked again, as nothing comes of it.

    What is no answer to an open question of the goal is read past. Raises Forbidden where the token may not answer.
    """
    if not isinstance(responses, dict):
        return set()
    require_scope(actor, Scope.RUN)
    told = ((row.id, responses.get(str(row.id))) for row in questions_of(actor, goal_id))
    return {each for each, said in told if said is not None and not _take(actor, each, said)}


def take_answer(actor: Actor, question_id: UUID, said: Any) -> None:
    """Pass on the answer to one question, asked in the older era. Raises Forbidden where the token may not answer."""
    require_scope(actor, Scope.RUN)
    _take(actor, question_id, said)


def _take(actor: Actor, question_id: UUID, said: Any) -> bool:
    """Whether something came of it. One that was refused is asked again."""
    words = _words(said)
    if words is None:
        return False
    try:
        actions.decide(actor, question_id, words)
    except Refused:
        return True
    except (Conflict, Forbidden, NotFound):
        return False
    return True


def _words(said: Any) -> str | None:
    """The words of an answer; None where the person gave none."""
    if not isinstance(said, dict) or said.get("action") != "accept" or not isinstance(said.get("content"), dict):
        return None
    given = said["content"].get("answer")
    return given if isinstance(given, str) else None
