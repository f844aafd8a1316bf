"""A request as one text, as a system text and a text, and as data: what connectors send of it."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TypeVar

from apps.agents.connectors.material import material
from apps.agents.connectors.place_words import changes_text, place_text, system_text, tasks_text
from apps.agents.domain.calls import RunRequest
from apps.agents.domain.federation import EXTENSION
from apps.agents.domain.places import EarlierAnswer
from apps.core.fences import fence

T = TypeVar("T")

ASKS = "ASK:"
ASKING = (
    f"Where you can't do your task without an answer from the team or the person, reply with nothing but one line: "
    f"{ASKS} your question. You are given the task again with the answer."
)
LONGEST_QUESTION = 2000  # characters
MEANWHILE = (
    "It was made before the person's last words were known. Give all of it anew, as they want it now; keep what they "
    "don't concern."
)
MOST_EARLIER = 16_000  # characters of an agent's own earlier answer
CUT = "\n[cut off here]"


async def read_off_loop(request: RunRequest, read: Callable[[RunRequest], T]) -> T:
    """What `read` gives, which may read files: elsewhere than on the loop, where the request has some."""
    has_files = request.files or any(result.files for result in request.results)
    return await request.off_loop(lambda: read(request)) if has_files else read(request)


def question_in(text: str) -> str:
    """The question that a whole reply is, as ASKING asks for it; "" for any other reply."""
    line = text.strip().strip("*`").strip()
    asked = line[: len(ASKS)].upper() == ASKS and "\n" not in line and len(line) <= LONGEST_QUESTION
    return line[len(ASKS) :].strip(" *`") if asked else ""


def request_text(request: RunRequest) -> str:
    """Give all of it as one text, for agents that read prose: first what is to be done; may block, it reads files."""
    return _joined([opening_text(request), *material(request)])


def hub_text(request: RunRequest) -> str:
    """Give it for another hub, which plans with a team of its own: all but what is to be done would read as more to do.

    That is its place in the team here, and where its brief repeats the person's words, the labels around these and the
    goal that they are from. May block, it reads files.
    """
    told = replace(request, place=None)
    if request.words != request.brief.strip():
        told = replace(told, brief=request.words, goal=request.words)
    return request_text(told)


def system_and_text(request: RunRequest) -> tuple[str, str]:
    """Give it as two texts, for protocols with a place for standing orders; the first is "" for work of no team."""
    system = f"{system_text(request.place)}\n\n{ASKING}" if request.place else ""
    return system, _joined([*_asked(request), *material(request)])


def opening_text(request: RunRequest) -> str:
    """Give the text without results and files, for protocols that carry these by themselves."""
    return _joined([*_asked(request), place_text(request.place) if request.place else ""])


def answer_text(request: RunRequest) -> str:
    """Give the answer to what the agent asked, with what the person said since its task was given."""
    later = [change for change in request.changes if change.after_brief]
    return _joined([request.answer or "", changes_text(later)])


def _asked(request: RunRequest) -> list[str]:
    """What is to be done, what was asked for and changed since, the team's tasks, the answer to a question."""
    brief, goal = request.brief.strip() or request.goal.strip(), request.goal.strip()
    return [
        brief,
        f"# Goal\n\n{goal}" if goal not in brief else "",
        changes_text(request.changes),
        _again(request.earlier) if request.earlier else "",
        tasks_text(request.place) if request.place else "",
        _answered(request) if request.answer is not None else "",
    ]


def _again(earlier: EarlierAnswer) -> str:
    """Many agents remember nothing between two calls, so what they gave is shown with what is wanted now."""
    why = (
        f"It could not be used. {earlier.flaw} Give all of it anew, without that fault." if earlier.flaw else MEANWHILE
    )
    begun = earlier.text.strip()
    shown = f"{fence(begun[:MOST_EARLIER])}{CUT if len(begun) > MOST_EARLIER else ''}" if begun else "It was empty."
    return f"# Your earlier answer to this task\n\n{why}\n\n{shown}"


def _answered(request: RunRequest) -> str:
    """Many agents remember nothing between two calls, so what they asked stands above the answer."""
    asked = f"You asked:\n\n{fence(request.question.strip())}\n\nThe answer:\n\n" if request.question else ""
    return f"# The answer to your question\n\n{asked}{(request.answer or '').strip()}"


def _joined(parts: list[str]) -> str:
    return "\n\n".join(filter(None, parts))


def request_data(request: RunRequest) -> dict[str, object]:
    """Give what goes beside the text where a protocol has a place for it.

    The key, the chain of authority by its ids, where colleagues are asked, and the request itself, field by field.
    """
    colleagues = request.colleagues
    where = {"colleagues": {"url": colleagues.url, "token": colleagues.token}} if colleagues else {}
    chain = request.chain.named()
    said = {"uid": request.key, **({"chain": chain} if chain else {}), **where, "request": request_fields(request)}
    return said | ({EXTENSION: request.crossing.as_data()} if request.crossing else {})


def request_fields(request: RunRequest) -> dict[str, object]:
    """Give the request as data: what the person said, what this agent shall do, its place in the team.

    Results and files go along in the text, or as the protocol carries files.
    """
    return {
        "goal": request.goal,
        "changes": [asdict(change) for change in request.changes],
        "brief": request.brief,
        "words": request.words,
        "skills": list(request.skills),
        "answer": request.answer,
        "earlier": asdict(request.earlier) if request.earlier else None,
        "place": asdict(request.place) if request.place else None,
    }
