"""The stretch of a text that shows why it was found. Pure, and linear in the text."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.domain.words import WORD, stem

READ = 20_000
"""Characters of a text that are looked through."""
LENGTH = 220
"""Characters of a snippet, about."""
BEFORE = 40
"""Characters that stand before the first word that was found."""

_SIGNS = str.maketrans(dict.fromkeys("*`#|<>\x00", " "))  # of Markdown and HTML, which nobody reads in one line


@dataclass(frozen=True)
class SnippetPart:
    """A run of a snippet; `found`: a word that was looked for."""

    text: str
    found: bool = False


@dataclass(frozen=True)
class _Word:
    begin: int
    end: int
    stem: str


def snippet(text: str, wanted: frozenset[str], begun: str = "") -> tuple[SnippetPart, ...]:
    """Where most of the wanted stems stand together, cut at words; the beginning where none of them does.

    `begun`: a word is found too that begins so.
    """
    line = " ".join(text[:READ].translate(_SIGNS).split())
    found = [word for word in _words(line) if word.stem in wanted or (begun and _begins(line, word, begun))]
    begin = _begin(line, _densest(found))
    end = _end(line, begin)
    shown = [word for word in found if word.begin >= begin and word.end <= end]
    return _pieces(line, begin, end, shown, cut=end < len(line) or len(text) > READ)


def _words(line: str) -> list[_Word]:
    return [_Word(*match.span(), stem(match[0].lower())) for match in WORD.finditer(line)]


def _begins(line: str, word: _Word, begun: str) -> bool:
    return line[word.begin : word.begin + len(begun)].lower() == begun.lower()


def _densest(found: Sequence[_Word]) -> int:
    """Where a stretch begins that has the most different words."""
    best, place, last, counts = 0, 0, 0, dict[str, int]()
    for first, word in enumerate(found):
        while last < len(found) and (last <= first or found[last].end - word.begin <= LENGTH - BEFORE):
            counts[found[last].stem] = counts.get(found[last].stem, 0) + 1
            last += 1
        if len(counts) > best:
            best, place = len(counts), found[first].begin
        _take_out(counts, word.stem)
    return place


def _take_out(counts: dict[str, int], word: str) -> None:
    left = counts.get(word, 0) - 1
    if left > 0:
        counts[word] = left
    else:
        counts.pop(word, None)


def _begin(line: str, place: int) -> int:
    if place <= BEFORE:
        return 0
    space = line.find(" ", place - BEFORE, place)
    return space + 1 if space >= 0 else place


def _end(line: str, begin: int) -> int:
    if len(line) - begin <= LENGTH:
        return len(line)
    space = line.rfind(" ", begin, begin + LENGTH)
    return space if space > begin else begin + LENGTH


def _pieces(line: str, begin: int, end: int, found: Sequence[_Word], *, cut: bool) -> tuple[SnippetPart, ...]:
    pieces, place = [SnippetPart("…")] if begin else [], begin
    for word in found:
        pieces += [SnippetPart(line[place : word.begin]), SnippetPart(line[word.begin : word.end], found=True)]
        place = word.end
    pieces += [SnippetPart(line[place:end]), SnippetPart("…" if cut else "")]
    return tuple(piece for piece in pieces if piece.text)
