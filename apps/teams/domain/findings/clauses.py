"""The orders in a text: its clauses that tell somebody to make something, and so say what form it must have."""

import re
from collections.abc import Iterator

_CLAUSE = re.compile(r"(?<=[.!?;])\s+|\n+")
MAKING = (
    "write answer reply respond return give list name suggest propose provide produce draft describe explain summarise "
    "summarize sum state say create make prepare compose output format deliver present render express put report "
    "recommend pick choose identify use keep limit include mention contain add begin start open end close finish sign "
    "show tell translate compare outline note enumerate collect compile set lay structure quote cite avoid"
).split()
_MAKING_IN_GERMAN = (
    "schreibe? schreiben verfasse antworte gib nenne liste erstelle erkläre beschreibe fasse sage? mache? zeige? "
    "formuliere übersetze berichte vergleiche begründe empfiehl entwirf"
).split()
_ORDER = re.compile(
    rf"(?:^\W*|[,;:–—]\s|\b(?:and|then|please|must|should|shall|to|also|has to|have to|needs to|und|dann|bitte)\s)"
    rf"(?:{'|'.join([*MAKING, *_MAKING_IN_GERMAN])})\b",
    re.IGNORECASE,
)
_OF_THE_FORM = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|may not|is to|are to|limit|maximum|format|length|at most|exactly|"
    r"no more than|only|bitte|soll|sollte|sollen|muss|müssen)\b",
    re.IGNORECASE,
)
_LONGEST = 400


def clauses(text: str) -> Iterator[str]:
    """The sentences and lines of a text that are no questions, cut where they are very long."""
    for one in _CLAUSE.split(text):
        clause = one.strip()
        if clause and not clause.endswith("?"):
            yield clause[:_LONGEST]


def orders(text: str) -> Iterator[str]:
    """The clauses that say what is to be made, or what form it must have."""
    return (one for one in clauses(text) if _ORDER.search(one) or _OF_THE_FORM.search(one))
