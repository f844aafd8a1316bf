"""People do tasks themselves: they offer it, and answer, ask about or hand back what lies in their list."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.agents.actions.mailbox import add_event
from apps.agents.actions.registry import register_agent, set_enabled, update_agent
from apps.agents.domain.connectors import PERSON
from apps.agents.domain.detection import handle_for
from apps.agents.domain.people import WorkOffer, time_in_words
from apps.agents.domain.provenance import CameBy, CameFrom
from apps.agents.domain.registration import LONGEST_CALL, AgentProfile
from apps.agents.domain.socket_protocol.frames import CHUNK
from apps.agents.domain.socket_protocol.states import OPEN_CALL, EventKind
from apps.agents.models import Agent, SocketCall
from apps.agents.queries.people_work import lines_of_person, people_who_left
from apps.core.names import is_reserved
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable, one_line

MOST_TEXT = 100_000  # characters of an answer
MOST_WORDS = 4000  # of a question, or of why a task is handed back
MOST_FILES, MOST_FILE = 20, 20 * 1024 * 1024  # of an answer; bytes of one


@dataclass(frozen=True)
class AnswerFile:
    """A file that a person sends along with their answer."""

    name: str
    media_type: str
    content: bytes


def offer_work(actor: Actor, offer: WorkOffer) -> str:
    """Have teams choose this person for what they can do, as they choose among agents; gives their handle. Operators.

    Raises Forbidden, and Refused for what the registry does not take.
    """
    require(actor, Role.OPERATOR)
    line = lines_of_person(actor).select_related("agent").first()
    handle = line.agent.handle if line else _free_handle(actor, offer.name or actor.name)
    profile = _profile(actor, offer, handle)
    if line is None:
        register_agent(actor.workspace_id, profile, by=actor, came=CameFrom(CameBy.PERSON))
    else:
        update_agent(actor.workspace_id, profile, by=actor)
    return handle


def withdraw_offer(actor: Actor) -> None:
    """No team chooses this person any more; what lies in their list stays there. Operators."""
    require(actor, Role.OPERATOR)
    set_enabled(lines_of_person(actor).values_list("agent_id", flat=True), enabled=False, by=actor)


def switch_off_who_left() -> None:
    """People whom their workspace does not have any more are given nothing."""
    if gone := people_who_left():
        set_enabled(gone, enabled=False)


def _free_handle(actor: Actor, name: str) -> str:
    wanted = handle_for(name)
    if is_reserved(wanted):
        raise Refused(name=sentence("“{name}” is what the hub calls its own parts. Choose another name.", name=name))
    taken = set(
        Agent.objects.filter(workspace=actor.workspace_id, handle__startswith=wanted).values_list("handle", flat=True)
    )
    names = (wanted if number == 1 else f"{wanted[:28]}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _profile(actor: Actor, offer: WorkOffer, handle: str) -> AgentProfile:
    said = f"A person, who answers within {time_in_words(offer.minutes)}. {offer.about}".strip()
    config = {"person": str(actor.user_id), "minutes": offer.minutes, "about": offer.about}
    return AgentProfile(
        handle=handle,
        name=offer.name or actor.name,
        description=said,
        skills=offer.shaped,
        connector=PERSON,
        connector_config=config,
        concurrency=offer.at_once,
        timeout_seconds=LONGEST_CALL,
    )


def answer_work(actor: Actor, call_id: uuid.UUID, text: str, files: Iterable[AnswerFile] = ()) -> None:
    """Give a task's result. Raises NotFound where it does not wait for this person, Refused (text, files)."""
    text = drop_unstorable(text).strip()
    if not text or len(text) > MOST_TEXT:
        raise Refused(text=sentence("Write your result, in 1 to {most_text:,} characters.", most_text=MOST_TEXT))
    sent = list(files)
    if len(sent) > MOST_FILES:
        raise Refused(files=sentence("Send at most {most_files} files.", most_files=MOST_FILES))
    for file in sent:
        if len(file.content) > MOST_FILE:
            raise Refused(files=sentence("{name} is larger than {value} MB.", name=file.name, value=MOST_FILE // 2**20))
    with transaction.atomic():
        call = _open_call(actor, call_id)
        for place, file in enumerate(sent):
            for body, piece in _pieces(place, file):
                add_event(call, EventKind.CHUNK, body, piece)
        add_event(call, EventKind.RESULT, {"text": text, "usage": {"money": 0.0}})


def _pieces(place: int, file: AnswerFile) -> Iterator[tuple[dict[str, object], bytes]]:
    told = {"file": str(place), "name": file.name[:200], "media_type": file.media_type[:100]}
    starts = range(0, max(len(file.content), 1), CHUNK)
    for start in starts:
        yield {**told, "last": start == starts[-1]}, file.content[start : start + CHUNK]


def ask_about_work(actor: Actor, call_id: uuid.UUID, question: str) -> None:
    """Ask what is meant: the team answers, and the task comes again with that. Raises NotFound, Refused (text)."""
    body: dict[str, object] = {"text": _words(question, "Write what you want to know")}
    with transaction.atomic():
        add_event(_open_call(actor, call_id), EventKind.QUESTION, body)


def hand_back_work(actor: Actor, call_id: uuid.UUID, why: str) -> None:
    """Do not do a task: it goes to somebody else, who is told why. Raises NotFound, Refused (text)."""
    words = one_line(_words(why, "Say why, in a few words"), 800)
    reason = sentence("{name} handed it back: {words}", name=actor.name, words=words)
    with transaction.atomic():
        body: dict[str, object] = {"reason": reason, "permanent": True, "uncertain": False}
        add_event(_open_call(actor, call_id), EventKind.ERROR, body)


def _words(text: str, wanted: str) -> str:
    text = drop_unstorable(text).strip()
    if not text or len(text) > MOST_WORDS:
        raise Refused(
            text=sentence("{wanted}, in 1 to {most_words:,} characters.", wanted=wanted, most_words=MOST_WORDS)
        )
    return text


def _open_call(actor: Actor, call_id: uuid.UUID) -> SocketCall:
    """The call, locked: of two answers at one time the first one counts."""
    require(actor, Role.OPERATOR)
    lines = lines_of_person(actor).values("pk")
    calls = SocketCall.objects.select_for_update(no_key=True, of=("self",)).filter(
        connection__in=lines, state__in=OPEN_CALL
    )
    call = calls.filter(pk=call_id).first()
    if call is None:
        raise NotFound("This task does not wait for you any more.")
    return call
