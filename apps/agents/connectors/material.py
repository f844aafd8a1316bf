"""What goes along with a request: results of colleagues and files, each between fences, within a budget."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from apps.agents.connectors.working_files import DATA, mention_of
from apps.agents.domain.calls import ColleagueResult, File, RunRequest
from apps.agents.domain.documents.decoding import UnreadableError, decode
from apps.core.fences import fence
from apps.core.texts import one_line

BUDGET = 48_000  # characters of colleagues' results and files, some 12,000 tokens
LEAST = 200  # characters below which a piece is only named
WIDEST = 4  # bytes of a character
LONGEST_NAME = 200  # characters of an agent, a task or a file
LEFT_OUT = "[left out: too long]"
MOST_DESCRIBED = 500_000  # characters that are read to say what a file holds
DRAWN = "image/svg+xml"  # text, of which a reader sees nothing
PROSE = ("text/markdown", "text/plain")
SPARE = 16  # bytes that a file with a result's text may have more: blank lines, a mark of its encoding


@dataclass(frozen=True)
class _Piece:
    """Something to work with. `whole`: how much it is.

    `read` gives at most so many characters of it, about; None: it is nothing that can be read.
    """

    title: str
    whole: str
    least: int  # characters that it has at least
    read: Callable[[int], str | None]
    told: str = ""  # why a description is shown in the place of the whole


def material(request: RunRequest) -> Iterator[str]:
    """Give what there is, colleagues' results before files; what does not fit is read no further than it is told."""
    budget = BUDGET
    for piece in _pieces(request):
        if budget <= LEAST and piece.least > budget:
            yield f"{piece.title}\n\n{LEFT_OUT}"
            continue
        text = piece.read(budget + 1)
        yield f"{piece.title}\n\n{_shown(piece, text, budget)}"
        budget -= min(budget, len(text or ""))


def files_beside(result: ColleagueResult) -> tuple[File, ...]:
    """Give the files of a result without those that only repeat its text; may block."""
    return tuple(file for file in result.files if not _is_twin(file, result.text.strip()))


def _is_twin(file: File, text: str) -> bool:
    length = len(text.encode(errors="replace"))
    return file.media_type in PROSE and length <= file.size <= length + SPARE and _text_of(file, file.size) == text


def _pieces(request: RunRequest) -> Iterator[_Piece]:
    for result in request.results:
        text = result.text.strip()
        whose = "Your own result" if result.own else f"Result of {_named(result.agent)}"
        title = f"# {whose}: {_named(result.task)}"
        yield _Piece(title, f"{len(text)} characters", len(text), partial(_beginning, text))
    yield from map(_whole, request.files)
    for result in request.results:
        yield from (_described(request, result, file) or _whole(file) for file in files_beside(result))


def _whole(file: File) -> _Piece:
    return _Piece(_title(file), f"{file.size} bytes", file.size // WIDEST, partial(_text_of, file))


def _described(request: RunRequest, result: ColleagueResult, file: File) -> _Piece | None:
    """In the place of working data what it holds; None: it is shown."""
    text = _text_of(file, MOST_DESCRIBED) if file.media_type in DATA else None
    whole = file.size <= WIDEST * MOST_DESCRIBED
    if text is None or (mention := mention_of(request, result, file, text, whole=whole)) is None:
        return None
    return _Piece(_title(file), f"{file.size} bytes", 0, partial(_beginning, mention.holds), told=mention.why)


def _title(file: File) -> str:
    return f"# File {_named(file.name)} ({_named(file.media_type)})"


def _named(words: str) -> str:
    return one_line(words, LONGEST_NAME)


def _shown(piece: _Piece, text: str | None, budget: int) -> str:
    """A piece between fences; in square brackets stands what the hub says of it."""
    if text is None:
        return f"[{piece.whole} that are not text]"
    if piece.told:
        return f"[{piece.whole}, {piece.told}]" + (f"\n{fence(text)}" if text else "")
    if len(text) <= budget:
        return fence(text)
    if budget <= LEAST:
        return LEFT_OUT
    return f"{fence(text[:budget])}\n[cut off here: the first {budget} characters of {piece.whole}]"


def _beginning(text: str, most: int) -> str:
    return text[:most]


def _text_of(file: File, most: int) -> str | None:
    if file.media_type == DRAWN:
        return None
    if file.read is not None:
        return file.read()[:most].strip() or None
    begun = file.beginning(WIDEST * most)
    try:
        return decode(file.name, begun if len(begun) == file.size else _whole_characters(begun)).strip()
    except UnreadableError:
        return None


def _whole_characters(begun: bytes) -> bytes:
    """Without the character in UTF-8 that may have been cut; of other encodings a few characters less."""
    cut = len(begun)
    while cut and begun[cut - 1] & 0xC0 == 0x80:
        cut -= 1
    return begun[: max(cut - 1, 0)] if cut and begun[cut - 1] >= 0xC0 else begun[: cut // WIDEST * WIDEST]
