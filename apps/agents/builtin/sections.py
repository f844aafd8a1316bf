"""Sections, sources and titles of the texts that built-in agents read and write."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from apps.agents.builtin.words import slug
from apps.agents.domain.documents.chunking import heading_in

SOURCES = "Sources"
CAVEATS = "Caveats"
SERIES = "Series used"
COMPUTED = "How the figures were computed"
LEFT_OUT = "Rows left out"
REMARKS = "Worth knowing"

_SOURCE = re.compile(r"[-*]\s+\[(?P<number>[0-9]{1,3})\]\s+(?P<what>.+)")
_CITED = re.compile(r"\[([0-9]{1,3})\](?!\()")
_CITED_TOGETHER = re.compile(r"\[([0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3}){0,20})\](?!\()")  # [1], [1, 3], [2-4]


@dataclass(frozen=True)
class Section:
    """A heading ("" for what stands before the first) and the text below it."""

    heading: str
    text: str


@dataclass(frozen=True)
class Cited:
    """A text without its list of sources; its citations are numbered as the bibliography that adopted it."""

    sections: tuple[Section, ...]

    def section(self, heading: str) -> str:
        """Give the text under a heading, "" when there is none."""
        return "\n\n".join(section.text for section in self.sections if section.heading == heading)


def sections(text: str) -> list[Section]:
    """Cut a Markdown text at its headings; headings inside fenced code do not count."""
    found: list[tuple[str, list[str]]] = [("", [])]
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else fence or mark
        heading = None if fence else heading_in(line[:300])
        if heading:
            found.append((heading.title, []))
        else:
            found[-1][1].append(line)
    return [Section(heading, "\n".join(lines).strip()) for heading, lines in found]


class Bibliography:
    """Sources collected from several texts, each once, numbered from 1 in the order they came."""

    def __init__(self) -> None:
        self.sources: list[str] = []

    def adopt(self, text: str) -> Cited:
        """Take over a text's sources and renumber its citations."""
        parts = sections(text)
        own = {
            match["number"]: match["what"]
            for part in parts
            if part.heading == SOURCES
            for match in _listed_sources(part)
        }
        numbers = {number: self.number(what) for number, what in own.items()}
        kept = [
            Section(part.heading, _renumber(part.text, numbers) if own else part.text)
            for part in parts
            if part.heading != SOURCES and (part.text or part.heading)
        ]
        return Cited(tuple(kept))

    def written(self, *, below: str = "") -> str:
        """Write the sources as a section, "" when there are none.

        `below`: the text that it ends. Where that cites some of them, they alone are its sources, by their numbers.
        """
        cited = _cited_in(below).intersection(range(1, len(self.sources) + 1))
        listed = [one for one in enumerate(self.sources, start=1) if not cited or one[0] in cited]
        lines = [f"- [{number}] {what}" for number, what in listed]
        return f"## {SOURCES}\n\n" + "\n".join(lines) if lines else ""

    def number(self, what: str) -> int:
        """Give a source's number; a new one is added at the end."""
        if what not in self.sources:
            self.sources.append(what)
        return self.sources.index(what) + 1


def first_citation(text: str) -> str:
    """Give the first citation mark in a text, "[1]" say, "" when there is none."""
    match = _CITED.search(text)
    return match[0] if match else ""


def caveats_of(texts: Iterable[Cited]) -> str:
    """Give the caveats of several texts as one section, "" when there are none."""
    found = list(dict.fromkeys(caveat for cited in texts if (caveat := cited.section(CAVEATS))))
    return "\n\n".join([f"## {CAVEATS}", *found]) if found else ""


def _cited_in(text: str) -> set[int]:
    """The numbers of all citation marks, also of several in one."""
    marks = (part for match in _CITED_TOGETHER.finditer(text) for part in re.split("[,;]", match[1]))
    ends = ([int(number) for number in re.split("[–-]", mark)] for mark in marks)
    return {number for end in ends for number in range(end[0], end[-1] + 1)}


def _listed_sources(part: Section) -> list[re.Match[str]]:
    return [match for line in part.text.split("\n") if (match := _SOURCE.fullmatch(line.strip()))]


def _renumber(text: str, numbers: dict[str, int]) -> str:
    return _CITED.sub(lambda match: f"[{numbers[match[1]]}]" if match[1] in numbers else match[0], text)


_LONGEST = 90
_ORDER = re.compile(
    r"(?:please\s+|kindly\s+|(?:can|could|would|will) you\s+(?:please\s+)?|i (?:need|want|would like)(?: you to)?\s+)*"
    r"(?:(?:analy[sz]e|calculate|chart|compare|compute|create|describe|draw|explain|find(?: out)?|get|give|look up|"
    r"make|plot|prepare|produce|report|search|show|summari[sz]e|tell|visuali[sz]e|write)\b\s*"
    r"(?:me\b|us\b|on\b|about\b|a\b|an\b|the\b|in\b|for\b|of\b|up\b|(?:short|brief|full|detailed)\b|"
    r"(?:report|summary|chart|overview)\b|\s)*)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?<=\w)(?:[,;:?!]|\.(?=\s|$)|\s+(?:and|then)\s+(?=(?:plot|draw|write|show|make|create|find)\b))")


def title_of(goal: str) -> str:
    """Give a title of at most 90 characters; "Report" for a goal without words."""
    line = " ".join(goal.split())
    subject = line[_match_length(line) :]
    clause = _CLAUSE.split(subject, maxsplit=1)[0].strip(" .,:;?!\"'“”")
    chosen = clause if len(clause.split()) > 1 else line.strip(" .,:;?!")
    short = chosen if len(chosen) <= _LONGEST else f"{chosen[:_LONGEST].rpartition(' ')[0] or chosen[:_LONGEST]}…"
    return short[:1].upper() + short[1:] if re.search(r"\w", short) else "Report"


def file_stem(goal: str, fallback: str) -> str:
    """Give the beginning of the names of files made for a goal."""
    return slug(title_of(goal), fallback)


def _match_length(line: str) -> int:
    match = _ORDER.match(line)
    return match.end() if match else 0
