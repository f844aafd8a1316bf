"""A goal's title: its first sentence, shortened where one stops reading anyway."""

import re

LONGEST = 60
"""Characters."""
SHORTEST = 24
"""Characters that a part of a sentence has at least to stand for the whole."""

_MARKS = "#>*-•_` \t"  # of Markdown, before the words
_ENDS = ".?!"
_ABBREVIATIONS = frozenset(
    "etc. vs. cf. no. nr. mr. mrs. ms. dr. prof. st. jr. sr. fig. vol. ver. ed. rev. approx. ca. incl. inc. ltd. co. "
    "corp. bzw. ggf. usw. evtl. inkl. exkl.".split()
)
_NAMELIKE = re.compile(r"(?:[^\W\d_]\.)+|\d{1,2}\.")
"""Initials and what is written like them (J., U.S., z.B.), and ordinals (the 3. of October)."""
_PAUSES = (": ", "; ", " - ", " – ", ", ")
_HANGING = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "that", "the", "to", "with"]
)


def title_of(text: str) -> str:
    """The first sentence of the first line that has words; cut at a pause, else at a word, with "…"."""
    lines = (line.strip().lstrip(_MARKS).strip() for line in text.splitlines())
    line = " ".join(next((line for line in lines if line), text.strip())[: 20 * LONGEST].split())
    sentence = _first_sentence(line)
    if len(sentence) <= LONGEST:
        return sentence
    return _shortened(sentence)


def _first_sentence(line: str) -> str:
    """The first sentence, without its full stop; a point that belongs to a word, a name or a number ends none."""
    for place, sign in enumerate(line):
        if sign in _ENDS and place + 1 >= SHORTEST // 2 and _ends_here(line, place):
            return line[:place] if sign == "." else line[: place + 1]
    return line


def _ends_here(line: str, place: int) -> bool:
    after = line[place + 1 : place + 3]
    if after[:1] not in ("", " "):
        return False
    if line[place] != "." or not after:
        return True
    word = line[: place + 1].rsplit(" ", 1)[-1].lstrip("(\"'“„")
    is_part = word.lower() in _ABBREVIATIONS or _NAMELIKE.fullmatch(word)
    return not is_part and not (after[1:].islower() or after[1:].isdigit())


def _shortened(sentence: str) -> str:
    head = sentence[:LONGEST]
    pauses = [head.rfind(pause) for pause in _PAUSES]
    best = max(pauses)
    if best >= SHORTEST:
        return f"{head[:best]}…"
    words = sentence[: LONGEST - 1].rsplit(" ", 1)[0].split(" ")
    while len(words) > 1 and words[-1].lower() in _HANGING:
        words.pop()
    return f"{' '.join(words).rstrip(',;:.')}…"
