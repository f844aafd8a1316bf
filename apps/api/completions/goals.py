"""The goals behind completions and responses: given, gone on with, found again by the name of the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, Refused
from apps.api.completions.catalogue import team_of, template_key
from apps.api.completions.schemas import ChatTurn
from apps.api.waiting_places import WaitingPlace
from apps.chat import actions
from apps.chat.actions import GoalRequest, Upload
from apps.chat.actions.goal_templates import TemplateUse, use_template
from apps.chat.queries.goal_templates import template_view
from apps.core.sentences import sentence
from apps.journal.queries import last_seq

KEY_HEADER = "Idempotency-Key"
RESPONSE = "resp_"
NO_FILES_LATER = "Files can only come with the first message of a goal."


@dataclass(frozen=True)
class WaitingClient:
    """Who waits for which goal, at which place. `after`: the last event before its words; `shows_usage`: streamed."""

    actor: Actor
    goal_id: UUID
    place: WaitingPlace
    after: int = 0
    shows_usage: bool = False


def give_goal(request: HttpRequest, model: str, turns: Sequence[ChatTurn], text: str) -> UUID:
    """Launch a goal with the files of all that was said.

    The same Idempotency-Key with the same request gives the one that it made before.
    """
    actor = actor_of(request)
    files = tuple(Upload(file.name, file.content) for turn in turns for file in turn.files)
    name = request.headers.get(KEY_HEADER, "")
    if key := template_key(model):
        return use_template(actor, key, _filled(actor, key, turns[-1].words, text, files, name)).id
    goal = GoalRequest(text=text, team=team_of(actor, model), files=files, idempotency_key=name)
    return actions.launch_goal(actor, goal).id


def _filled(
    actor: Actor, key: str, words: str, text: str, files: tuple[Upload, ...], idempotency_key: str
) -> TemplateUse:
    """A template with the last message in its first blank, else below it, as is all that was said before."""
    blanks = template_view(actor, key).blanks
    filled = {blanks[0].name: words} if blanks else {}
    return TemplateUse(
        filled, files=files, idempotency_key=idempotency_key, more=text[len(words) :].strip() if blanks else text
    )


def go_on(request: HttpRequest, goal_id: UUID, model: str, turns: Sequence[ChatTurn], text: str) -> int:
    """Open the next round of a goal that has ended; gives the last event before it. Raises Refused for files."""
    if any(turn.files for turn in turns):
        raise Refused(input=NO_FILES_LATER)
    actor, after = actor_of(request), last_seq(goal_id)
    actions.continue_goal(actor, goal_id, text, team=team_of(actor, model))
    return after


def actor_of(request: HttpRequest) -> Actor:
    """Who asks."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    return actor


def response_id(goal_id: UUID) -> str:
    """What the answer of a goal is called; each of its rounds is called the same."""
    return RESPONSE + goal_id.hex


def goal_of(name: str) -> UUID:
    """The goal of a response. Raises NotFound for what can't be the name of one."""
    try:
        return UUID(hex=name.removeprefix(RESPONSE))
    except ValueError:
        raise NotFound(sentence("There is no response {name} here.", name=repr(name[:80]))) from None
