"""A goal's title: its first sentence, shortened where one stops reading anyway."""

LONGEST = 60
"""Characters."""
SHORTEST = 24
"""Characters that a part of a sentence has at least to stand for the whole."""

_MARKS = "#>*-•_` \t"  # of Markdown, before the words
_ENDS = ".?!"
_ABBREVIATIONS = frozenset(
    [
        "e.g.",
        "i.e.",
        "etc.",
        "vs.",
        "cf.",
        "no.",
        "mr.",
        "mrs.",
        "ms.",
        "dr.",
        "st.",
        "approx.",
        "incl.",
        "inc.",
        "ltd.",
    ]
)
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
    """The first sentence, without its full stop; a point within a word or an abbreviation ends none."""
    for place, sign in enumerate(line):
        ends = sign in _ENDS and line[place + 1 : place + 2] in ("", " ")
        if ends and place + 1 >= SHORTEST // 2 and line[: place + 1].rsplit(" ", 1)[-1].lower() not in _ABBREVIATIONS:
            return line[:place] if sign == "." else line[: place + 1]
    return line


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
