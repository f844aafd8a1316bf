"""Sentences of a passage, each a verbatim substring of it, and the ones worth quoting."""

import re
from dataclasses import dataclass

from apps.agents.builtin.document_search.passages import PassageQuery
from apps.agents.domain.calls import FoundPassage

_LINE_START = re.compile(r"\n(?=\s*(?:[-*+•]|[0-9]+[.)]|\[?[0-9]{4}-)\s?)|\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-Z0-9])")
_CAVEAT = re.compile(
    r"\b(?:re-?stat|revis|provisional|preliminar|estimat|exclud|unaudited|not comparable|depends? on|careful|caution|"
    r"corrected|superseded|changed? (?:of|in) (?:definition|method|standard))",
    re.IGNORECASE,
)
_LONGEST = 1200


@dataclass(frozen=True)
class Quote:
    """A sentence and the passage it stands in."""

    text: str
    passage: FoundPassage


def sentences(text: str) -> list[str]:
    """Cut a text into sentences and list items; headings, table rows and fences are none."""
    found: list[str] = []
    for block in _LINE_START.split(_without_tables(text)):
        found += [sentence.strip() for sentence in _SENTENCE_END.split(block.strip())]
    return [sentence for sentence in found if 2 < len(sentence) <= _LONGEST and not sentence.startswith(("#", "```"))]


def quotes(passages: list[FoundPassage], asked: PassageQuery, most: int, besides: list[Quote]) -> list[Quote]:
    """Give the sentences that share the most words with what was asked, best first; none of those quoted `besides`."""
    said = {quote.text for quote in besides}
    scored = [
        (asked.share(sentence), Quote(sentence, passage))
        for passage in passages
        for sentence in sentences(passage.text)
        if sentence not in said
    ]
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0] if scored else 0.0
    return [quote for share, quote in scored if share > 0 and share >= best / 2][:most]


def caveats(passages: list[FoundPassage], most: int = 4) -> list[Quote]:
    """Give the sentences that warn: restated, provisional, estimated figures and the like."""
    found: dict[str, Quote] = {}
    for passage in passages:
        for sentence in sentences(passage.text):
            if _CAVEAT.search(sentence):
                found.setdefault(sentence, Quote(sentence, passage))
    return list(found.values())[:most]


def _without_tables(text: str) -> str:
    """Put a blank line where a heading or a table row stands, so that no sentence runs across it."""
    lines = ["" if line.lstrip().startswith(("|", "#", "```")) else line for line in text.split("\n")]
    return "\n".join(lines)
