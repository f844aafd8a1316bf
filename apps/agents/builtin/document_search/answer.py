"""What was found, as Markdown in which every statement is a quotation with a numbered citation."""

from collections.abc import Sequence

from apps.agents.builtin.document_search.matching_tables import Excerpt
from apps.agents.builtin.document_search.sentences import Quote
from apps.agents.builtin.sections import CAVEATS, Bibliography
from apps.agents.builtin.tables.export import escape_markdown, quote_markdown, to_markdown
from apps.agents.domain.calls import FoundPassage

_FIRST_WORDS = 8
_LONGEST_BEGINNING = 80


def as_markdown(tables: Sequence[Excerpt], quotes: Sequence[Quote], caveats: Sequence[Quote]) -> str:
    """Write the answer; it holds no figure but those of the passages it cites."""
    cited = _Citations()
    parts = [_table(excerpt, cited) for excerpt in tables]
    if quotes:
        parts += ["The documents say:"] + [_quote(quote, cited) for quote in quotes]
    if caveats:
        parts += [f"## {CAVEATS}"] + [_quote(quote, cited) for quote in caveats]
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
