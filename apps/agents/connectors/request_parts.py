"""A request as one text: what to do, and what to do it with, within a budget of characters."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from apps.agents.domain.calls import File, RunRequest
from apps.agents.domain.documents.decoding import UnreadableError, decode

BUDGET = 48_000  # characters of colleagues' results and files, some 12,000 tokens
LEAST = 200  # characters below which a piece is only named
WIDEST = 4  # bytes of a character


def request_text(request: RunRequest) -> str:
    """Give the brief, then the goal, the answer to an earlier question, colleagues' results and files."""
    parts = [request.brief.strip() or request.goal.strip()]
    if request.goal.strip() not in parts[0]:
        parts.append(f"# Goal\n\n{request.goal.strip()}")
    if request.answer is not None:
        parts.append(f"# The answer to your question\n\n{request.answer.strip()}")
    return "\n\n".join([*parts, *_within(BUDGET, _pieces(request))])


@dataclass(frozen=True)
class _Piece:
    """Something to work with. `whole`: how much it is; `read` gives at most so many characters of it, about."""

    title: str
    whole: str
    least: int  # characters that it has at least
    read: Callable[[int], str]


def request_data(request: RunRequest) -> dict[str, object]:
    """Give what goes beside the text where a protocol has a place for it.

    The key, the chain of authority by its ids, and where colleagues are asked.
    """
    colleagues = request.colleagues
    where = {"colleagues": {"url": colleagues.url, "token": colleagues.token}} if colleagues else {}
    chain = request.chain.named()
    return {"uid": request.key, **({"chain": chain} if chain else {}), **where}


def _pieces(request: RunRequest) -> Iterator[_Piece]:
    """Give what there is, colleagues' results before files."""
    for result in request.results:
        text = result.text.strip()
        title = f"# Result of {result.agent}: {result.task}"
        yield _Piece(title, f"{len(text)} characters", len(text), partial(_beginning, text))
    for file in (*request.files, *(file for result in request.results for file in result.files)):
        title = f"# File {file.name} ({file.media_type})"
        yield _Piece(title, f"{file.size} bytes", file.size // WIDEST, partial(_text_of, file))


def _within(budget: int, pieces: Iterator[_Piece]) -> Iterator[str]:
    """What does not fit is read no further than it is told."""
    for piece in pieces:
        if budget <= LEAST and piece.least > budget:
            yield f"{piece.title}\n\n[left out: too long]"
            continue
        text = piece.read(budget + 1)
        if len(text) <= budget:
            yield f"{piece.title}\n\n{text}"
        elif budget > LEAST:
            yield f"{piece.title}\n\n{text[:budget]}\n[cut off here: the first {budget} characters of {piece.whole}]"
        else:
            yield f"{piece.title}\n\n[left out: too long]"
        budget -= min(budget, len(text))


def _beginning(text: str, most: int) -> str:
    return text[:most]


def _text_of(file: File, most: int) -> str:
    begun = file.beginning(WIDEST * most)
    try:
        return decode(file.name, begun if len(begun) == file.size else _whole_characters(begun)).strip()
    except UnreadableError:
        return f"[{file.size} bytes that are not text]"


def _whole_characters(begun: bytes) -> bytes:
    """Without the character in UTF-8 that may have been cut; of other encodings a few characters less."""
    cut = len(begun)
    while cut and begun[cut - 1] & 0xC0 == 0x80:
        cut -= 1
    return begun[: max(cut - 1, 0)] if cut and begun[cut - 1] >= 0xC0 else begun[: cut // WIDEST * WIDEST]
