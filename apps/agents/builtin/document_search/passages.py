"""Which passages answer: by meaning (the library's score) and by the words they share with what was asked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from apps.agents.builtin.tables.model import UnreadableTableError
from apps.agents.builtin.tables.sources import text_of
from apps.agents.builtin.words import WORK, topic, words
from apps.agents.domain.calls import File, FoundPassage, RunRequest
from apps.agents.domain.ranking import clauses
from apps.agents.domain.words import share_found, stem

_NAME = re.compile(r"(?<=[\w,;)] )[A-Z][\w’'-]{2,}")
_FILE = re.compile(r"\b[\w-]{1,60}\.(?:txt|md|csv|tsv|json|log|rst|pdf|docx?|xlsx?)\b", re.IGNORECASE)
_PAGE = re.compile(r"^\[(Page \d+)\]\n")
_OF_THE_WHOLE = frozenset(
    "abstract brief bullet conclusion content document essence extract file finding gist highlight important insight "
    "key main matter message overview paper paragraph point sentence takeaway tl dr word one two three four five six "
    "seven ten".split()
)
"""Words that ask for a document as a whole, and say nothing of what it is about."""
_QUESTION = re.compile(
    r"(?:and\s+)?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did)\b", re.IGNORECASE
)
MOST = 6  # passages that one answer stands on
_SIMILAR = 0.3  # the least cosine at which a passage is about the same thing
_SAME_WORDS = 0.5  # the share of the asked words that makes up for a low cosine
_NEAR_BEST = 0.6  # of the best passage's rank; what is further off is about something else
_TEXT_NAMES = (".txt", ".md", ".markdown", ".csv", ".tsv", ".json", ".jsonl", ".log", ".rst")


@dataclass(frozen=True)
class PassageQuery:
    """What is looked for: the stems of the words that say what it is about, and the texts to search the library for."""

    stems: frozenset[str]
    texts: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()  # stems of words that are written as names: who or what it is about
    files: frozenset[str] = frozenset()  # files that are named: nothing else is meant
    called: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Files that came along and are called by their names' words ("my notes"): these are words of theirs alone."""

    def of(self, document: str) -> "PassageQuery":
        """What is looked for in one document."""
        return replace(self, stems=self.stems | self.called.get(document.lower(), frozenset()))

    def share(self, text: str) -> float:
        """Give the share of the asked words that a text has, 0 to 1."""
        return share_found(self.stems, stems_of(text))


def asked_text(request: RunRequest) -> str:
    """Give the words that say what is looked for: the goal's while the brief repeats nothing else, else the brief's.

    A goal says more than the part of it that a brief repeats, names of files say; but a brief with words of its own is
    about what was said after the goal, or what another agent wants to know.
    """
    told = request.words
    is_part = all(line.rstrip("…").strip() in request.goal for line in told.splitlines())
    return told if stems_of(told) and not is_part else request.goal


def read_query(request: RunRequest) -> PassageQuery:
    """Read what is looked for out of what is asked, or out of the brief where that says nothing."""
    return _read_text(asked_text(request), request)


def read_queries(request: RunRequest) -> tuple[PassageQuery, ...]:
    """What is looked for: where several questions are asked, each by itself, and of a goal's those of the brief."""
    asked, told = asked_text(request), request.words
    parts = [part for part in clauses(asked) if _QUESTION.match(part) and stems_of(part)]
    mine = [part for part in parts if part.removeprefix("and ").rstrip(" ?") in told]
    return tuple(_read_text(part, request) for part in (mine or parts if len(parts) > 1 else [asked]))


def read_goal(request: RunRequest) -> PassageQuery | None:
    """Read the goal where an agent's own words of a brief are about the same; else None: it is about something else."""
    asked = asked_text(request)
    is_agents_own = asked == request.brief.strip() != request.goal
    shares = bool(stems_of(asked) & stems_of(request.goal))
    return _read_text(request.goal, request) if is_agents_own and shares else None


def _read_text(asked: str, request: RunRequest) -> PassageQuery:
    files, text = _files_in(asked), _FILE.sub(" ", asked)
    stems = stems_of(text) if files else stems_of(text) or stems_of(request.brief)
    called = {} if files else _called(request.files, stems)
    others = stems.difference(*called.values())
    if not files and not called and _asks_for_the_whole(text, others):
        whole = frozenset(file.name.lower() for file in request.files if holds_text(file))
        if whole:
            return PassageQuery(frozenset(), files=whole)
    named = files if others else files | called.keys()
    return PassageQuery(others, (asked, request.brief), _names_in(text), named, called if others else {})


def _asks_for_the_whole(asked: str, stems: frozenset[str]) -> bool:
    return bool((WORK | _OF_THE_WHOLE) & set(words(asked))) and stems <= {stem(word) for word in _OF_THE_WHOLE}


def stems_of(text: str) -> frozenset[str]:
    """Give the stems of the words that say what a text is about."""
    return frozenset(stem(word) for word in topic(text))


def _names_in(text: str) -> frozenset[str]:
    """The stems of words with a capital within a sentence; where it says more than them, they must be there."""
    return stems_of(" ".join(_NAME.findall(text)))


def _called(files: Iterable[File], stems: frozenset[str]) -> dict[str, frozenset[str]]:
    """Of the files that came along those whose whole name is among the words, with the words of it."""
    words = {file.name.lower(): stems_of(PurePath(file.name).stem.replace("_", " ")) for file in files}
    return {name: called for name, called in words.items() if called and called <= stems}


def _files_in(text: str) -> frozenset[str]:
    return frozenset(name.lower() for name in _FILE.findall(text))


def answering_passages(request: RunRequest, asked: PassageQuery) -> list[FoundPassage]:
    """Give the passages that answer, best first; none when nothing does."""
    found = _distinct(_from_library(request, asked), _from_files(request, asked))
    ranked = sorted(((_rank(passage, asked), passage) for passage in found if _answers(passage, asked)), key=_order)
    best = ranked[0][0] if ranked else 0.0
    return [passage for rank, passage in ranked if rank >= _NEAR_BEST * best][:MOST]


def nearby_passages(request: RunRequest, words: str, documents: Iterable[str]) -> list[FoundPassage]:
    """Look for more passages of these documents."""
    wanted = set(documents)
    return [passage for passage in request.library(words) if passage.document in wanted]


def _from_library(request: RunRequest, asked: PassageQuery) -> Iterator[FoundPassage]:
    for query in dict.fromkeys(asked.texts):
        if query.strip():
            yield from request.library(query)


def _from_files(request: RunRequest, asked: PassageQuery) -> Iterator[FoundPassage]:
    for file in request.files:
        here = asked.of(file.name)
        for position, part in enumerate(_paragraphs(file)):
            page = _PAGE.match(part)
            heading, text = (page[1], part[page.end() :]) if page else ("", part)
            yield FoundPassage(file.name, heading, text, position, here.share(text))


def holds_text(file: File) -> bool:
    """Whether a file is text, or text was read in it; may block."""
    return _is_text(file) or bool(file.read and file.read().strip())


def _is_text(file: File) -> bool:
    return file.media_type.startswith("text/") or file.name.lower().endswith(_TEXT_NAMES)


def _paragraphs(file: File) -> list[str]:
    if not _is_text(file):
        return [part.strip() for part in (file.read() if file.read else "").split("\n\n") if part.strip()]
    try:
        text = text_of(file)
    except UnreadableTableError:
        return []
    if file.name.lower().endswith((".csv", ".tsv")):
        return [text]
    return [part.strip() for part in text.split("\n\n") if part.strip()]


def _distinct(library: Iterable[FoundPassage], files: Iterable[FoundPassage]) -> list[FoundPassage]:
    """Keep each text of a document once, with its best score; headings come from the library's copy.

    That may hold more than a part of the file does. A file has many parts and the library gives few of them, so each
    part is looked for among those alone.
    """
    found: dict[tuple[str, str], FoundPassage] = {}
    for passage in library:
        _keep_best(found, (passage.document, passage.text.strip()), passage)
    known = list(found)
    for passage in files:
        text = passage.text.strip()
        copy = next((key for key in known if key[0] == passage.document and text in key[1]), None)
        _keep_best(found, copy or (passage.document, text), passage)
    return list(found.values())


def _keep_best(found: dict[tuple[str, str], FoundPassage], key: tuple[str, str], passage: FoundPassage) -> None:
    earlier = found.setdefault(key, passage)
    found[key] = replace(earlier, score=max(earlier.score, passage.score))


def _answers(passage: FoundPassage, asked: PassageQuery) -> bool:
    words = _all_words(passage)
    if asked.files and (passage.document.lower() not in asked.files or not asked.stems):
        return passage.document.lower() in asked.files
    share = asked.of(passage.document).share(words)
    if asked.names and not asked.names & stems_of(f"{words} {passage.document}"):
        return share > _SAME_WORDS  # "revenue of Acme" is not answered by anybody's revenue
    return (passage.score >= _SIMILAR and share > 0) or share >= _SAME_WORDS


def _rank(passage: FoundPassage, asked: PassageQuery) -> float:
    return passage.score + asked.of(passage.document).share(_all_words(passage))


def _order(ranked: tuple[float, FoundPassage]) -> tuple[float, str, int]:
    rank, passage = ranked
    return -rank, passage.document, passage.position


def _all_words(passage: FoundPassage) -> str:
    return f"{passage.heading} {passage.text}"
