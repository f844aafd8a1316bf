"""A clause as phrases: which of its words may ask for a kind of work, and which only say what it is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood


@dataclass(frozen=True)
class Phrase:
    """A run of content words. `new`: it may name a thing to be made ("a chart"), else it only names what there is.

    `place`: it says where something is to be found ("in our documents"). `meets`: who makes this has done what the
    clause orders ("make a chart", "turn it into a chart", but not "send it with a chart").
    """

    words: tuple[str, ...]
    new: bool
    place: bool = False
    meets: bool = False


@dataclass
class _Reader:
    """Where a reading of the words stands."""

    makes: bool  # the clause's own object is a new thing
    new: bool
    meets: bool
    place: bool = False
    keeping: bool = False  # what comes may be where the result is to be kept ("in a file")
    skipping: bool = False


def phrases(clause: Clause) -> tuple[Phrase, ...]:
    """The phrases of a clause, in order; not what is excluded ("without a table") or at hand ("this file")."""
    if clause.mood is Mood.REFUSAL:
        return ()
    return tuple(phrase for phrase in _runs(clause) if phrase.words)


def makes(clause: Clause) -> bool:
    """Whether the clause's object is a thing to be made."""
    if clause.mood is Mood.THING:
        return True
    first = clause.verbs[-1].split()[0] if clause.verbs else ""
    known = first in en.MAKING | en.PRODUCING and first not in en.HANDING
    return known or (first in en.HANDING and clause.words[:1] in {("me",), ("us",)})


def _runs(clause: Clause) -> Iterator[Phrase]:
    making = makes(clause)
    reader = _Reader(making, making, making)
    words, begin = clause.words, 0
    for index in range(len(words) + 1):
        if index < len(words) and not _parts(words[index]):
            continue
        if index > begin and not reader.skipping:
            yield _phrase(words[begin:index], reader)
        if index < len(words):
            _turn(reader, words, index)
        begin = index + 1


def _parts(word: str) -> bool:
    return word in en.PARTING


def _turn(reader: _Reader, words: Sequence[str], index: int) -> None:
    """Take in the word that parts two phrases."""
    word, following = words[index], words[index + 1] if index + 1 < len(words) else ""
    fresh = following in en.INDEFINITE
    if word in en.JOINTS:
        reader.new = reader.new or (fresh and reader.makes)
        reader.meets = reader.meets or (fresh and reader.makes)
        reader.skipping = reader.skipping and not fresh
        return
    reader.skipping = word in en.EXCLUDING
    reader.keeping = word in {"in", "into", "to"} and fresh
    reader.place = word in en.LOCATIONS and not fresh
    forms = word in {"as", "in", "into"} and fresh
    reader.meets = forms and word == "into"
    reader.new = forms or (word in en.ADDITIVE and following not in en.DEFINITE)


def _phrase(words: Sequence[str], reader: _Reader) -> Phrase:
    known = words[0] in en.DEFINITE and not reader.makes
    new = reader.new and not known
    content = () if words[0] in en.AT_HAND or en.ATTACHED & set(words) else _content(words)
    content = () if reader.keeping and set(content) <= en.PLACES | en.FRESH else content
    return Phrase(content, new, reader.place, new and reader.meets)


def names_place(clause: Clause) -> bool:
    """Whether it points to what there is ("in our files"), and not to what is to be made ("in a new file")."""
    places = (index for index, word in enumerate(clause.words) if word in en.PLACES)
    return any(not en.INDEFINITE & set(clause.words[max(0, index - 2) : index]) for index in places)


def _content(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in en.CLOSED and any(letter.isalpha() for letter in word))


MOST_BESIDE = 1  # words of content beside the pointer: "make it better", "translate this into French"


def only_points(read: Sequence[Clause]) -> bool:
    """Whether a text orders something to be done with "it" or "this" and names nothing that this could be."""
    return bool(read) and all(_points(clause) for clause in read)


def _points(clause: Clause) -> bool:
    own = [word for word in clause.words if word not in en.INDIRECT]
    points = bool(own) and own[0] in en.POINTERS and own[1:2] not in ([word] for word in en.AUXILIARIES)
    return clause.mood is Mood.ORDER and points and len(_content(own)) <= MOST_BESIDE
