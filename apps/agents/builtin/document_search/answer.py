"""What was found, as Markdown in which every statement is a quotation with a numbered citation."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from apps.agents.builtin.document_search.matching_tables import Excerpt
from apps.agents.builtin.document_search.passages import PassageQuery
from apps.agents.builtin.sections import CAVEATS, Bibliography
from apps.agents.builtin.tables.export import escape_markdown, quote_markdown, to_markdown
from apps.agents.domain.calls import FoundPassage

_MONTH = r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-z]*\b"
_LINE_START = re.compile(  # a list's mark has a space behind it: "0.35" and "13.000" go on with the line before
    rf"\n(?=\s*(?:[-*+•]\s|[0-9]{{1,2}}[.)]\s(?!\s*{_MONTH})|\[?[0-9]{{4}}-))|\n\s*\n"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘„»(]?[A-ZÄÖÜ0-9])")
_NO_END = re.compile(  # what has a point within a sentence, in English and German: "z. B.", "U.S.", but no "160 m."
    r"\b(?:(?i:mio|mrd|tsd|ca|bzw|inkl|exkl|zzgl|vgl|prof|dr|mr|mrs|vs|approx|(?:nr|no|abs|art|fig|vol)(?=\.\s+[0-9]))|"
    rf"[A-Z]|[a-z](?=\.\s?[A-Za-z]\.)|(?:(?<=\.)|(?<=\. ))[a-z]|[0-9]{{1,2}}(?=\.\s+{_MONTH}))\."
)
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
        found += [sentence.strip() for sentence in _split(block.strip())]
    return [sentence for sentence in found if 2 < len(sentence) <= _LONGEST and not sentence.startswith(("#", "```"))]


def _split(block: str) -> list[str]:
    """Cut a block where a sentence ends: not behind "Mio." or the day of a date."""
    within = {match.end() for match in _NO_END.finditer(block)}
    ends = [match for match in _SENTENCE_END.finditer(block) if match.start() not in within]
    starts = [0, *(match.end() for match in ends)]
    return [
        block[start:end] for start, end in zip(starts, [*(match.start() for match in ends), len(block)], strict=True)
    ]


def quotes_for_each(
    passages: list[FoundPassage], queries: Sequence[PassageQuery], most: int, besides: list[Quote]
) -> list[Quote]:
    """Give the sentences that say most of what each query asks, in turn, none of them twice."""
    in_turn = chain.from_iterable(zip_longest(*(quotes(passages, query, most, besides) for query in queries)))
    return list({quote.text: quote for quote in in_turn if quote}.values())[:most]


def quotes(passages: list[FoundPassage], asked: PassageQuery, most: int, besides: list[Quote]) -> list[Quote]:
    """Give the sentences that share the most words with what was asked, best first; none of those quoted `besides`.

    Where nothing is asked but to read a file, they are the first of each of its passages.
    """
    said = {quote.text for quote in besides}
    if not asked.stems:
        return _leading(passages, said, most)
    scored = [
        (asked.of(passage.document).share(sentence), Quote(sentence, passage))
        for passage in passages
        for sentence in sentences(passage.text)
        if sentence not in said
    ]
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0] if scored else 0.0
    return [quote for share, quote in scored if share > 0 and share >= best / 2][:most]


def _leading(passages: Sequence[FoundPassage], said: Collection[str], most: int) -> list[Quote]:
    """The first sentences of the passages, as many of each as there is room for, in the order of the text."""
    of_each = [[Quote(one, passage) for one in sentences(passage.text) if one not in said] for passage in passages]
    in_turn = [quote for turn in zip_longest(*of_each) for quote in turn if quote is not None][:most]
    return [quote for quotes in of_each for quote in quotes if quote in in_turn]


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


_FIRST_WORDS = 8
_LONGEST_BEGINNING = 80


def as_markdown(tables: Sequence[Excerpt], quotes: Sequence[Quote], caveats: Sequence[Quote], unread: str = "") -> str:
    """Write the answer; it holds no figure but those of the passages it cites. `unread`: which files were not read."""
    cited = _Citations()
    parts = [_table(excerpt, cited) for excerpt in tables]
    if quotes:
        parts += ["The documents say:"] + [_quote(quote, cited) for quote in quotes]
    if caveats or unread:
        parts += [f"## {CAVEATS}"] + [_quote(quote, cited) for quote in caveats]
        parts += [escape_markdown(unread)] if unread else []
    return "\n\n".join([*parts, cited.bibliography.written()])


class _Citations:
    """Numbers for passages, in the order they are first cited."""

    def __init__(self) -> None:
        self.bibliography = Bibliography()

    def mark(self, passage: FoundPassage) -> str:
        heading = f", “{escape_markdown(passage.heading)}”" if passage.heading else ""
        where = f"{escape_markdown(passage.document)}{heading}: “{escape_markdown(_beginning(passage.text))}”"
        return f"[{self.bibliography.number(where)}]"


def _beginning(text: str) -> str:
    """Give a passage's first words, by which a reader finds it under its heading."""
    words = " ".join(text.split()[:_FIRST_WORDS]).strip("#| ")
    return words if len(words) <= _LONGEST_BEGINNING else words[:_LONGEST_BEGINNING].rpartition(" ")[0]


def _table(excerpt: Excerpt, cited: _Citations) -> str:
    label = ", ".join(escape_markdown(cell) for cell in excerpt.table.header)
    lead = f"**{escape_markdown(excerpt.passage.document)} holds a table of {label}** {cited.mark(excerpt.passage)}:"
    return f"{lead}\n\n{to_markdown(excerpt.table)}"


def _quote(quote: Quote, cited: _Citations) -> str:
    return f"{quote_markdown(quote.text)} {cited.mark(quote.passage)}"
