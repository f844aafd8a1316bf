"""A text as clauses: orders, questions and the rest, each verbatim. General English, no subject is known here."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from apps.chat.voices.rules import language as en
from apps.core.quotes import is_within, whole_stretches, widen

MAX_READ = 12_000
"""Characters of a text that are read; a goal has seldom more than some hundreds."""

MAX_CLAUSES = 120

_BREAK = re.compile(
    r"(?<![.!?;:])[.!?;:]++(?=[\s\"')\]]|$)|[\r\n]+|^[-–—•*]+\s"
    r"|(?<![\d)])\s[-–—•*]+\s|\s[-–—•*]+\s(?![\d(])",  # but not within a calculation, 12 * 7
    re.MULTILINE,
)
_WORD = re.compile(r"[^\W_]+(?:['’\-–/][^\W_]+)*|[,&()\[\]]")
_BRACKETS = str.maketrans("()[]", ",,,,")
_COURTESY = re.compile(
    r"[\s,]*(?:(?:please|kindly|hi|hello|hey|ok|okay|well|so|now|then|first|finally|next|also|and|just)\b[\s,]*)*"
    r"(?:(?:(?:can|could|would|will)\s+(?:you|we|someone|somebody)(?:\s+please)?|help\s+(?:me|us)(?:\s+to)?|try\s+to"
    r"|(?:make|be)\s+sure\s+to|let['’]?s|let\s+us|(?:my|our|your|the)\s+(?:task|goal|job|aim)\s+is\s+to"
    r"|(?:i|we)(?:\s+would|['’]d)?\s+(?:want|need|like)\s+(?:you\s+)?to|(?:i|we)\s+(?:must|have\s+to)"
    r"|(?:i|we)(?:\s+would|['’]d)?(?=\s+(?:want|need|like)\s))\b[\s,]*)?"
    r"(?:please\b[\s,]*)?",
    re.IGNORECASE,
)


class Mood(StrEnum):
    """What a clause does."""

    ORDER = "order"  # do something
    PURPOSE = "purpose"  # what an order is for: "to show the trend"
    QUESTION = "question"  # what is so?
    EMBEDDED = "embedded"  # say what is so
    THING = "thing"  # names something: "a chart of sales"
    REMARK = "remark"  # says how, when or about what
    REFUSAL = "refusal"  # asks that something be not done


@dataclass(frozen=True)
class Clause:
    """A stretch of the text. `words` are in lower case, commas among them; `verbs` open it where it is an order."""

    text: str
    mood: Mood
    verbs: tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # what follows the verbs


@dataclass(frozen=True)
class _Token:
    word: str
    start: int
    end: int


Openings = frozenset[tuple[str, ...]]
"""What opens an order because skills are called so: the first two words of their names ("plant trees"), whether they
are known or not, and nouns that are verbs of theirs ("plot"), before any object. In lower case."""

NO_OPENINGS: Openings = frozenset()


def clauses(text: str, openings: Openings = NO_OPENINGS) -> tuple[Clause, ...]:
    """Split a text into clauses, in order. A text without a word has none."""
    found = (clause for sentence in _sentences(text[:MAX_READ]) for clause in _split(sentence, openings))
    return tuple(clause for clause, _ in zip(found, range(MAX_CLAUSES), strict=False))


def _sentences(text: str) -> Iterator[str]:
    start, whole = 0, whole_stretches(text)
    for mark in _BREAK.finditer(text):
        if is_within(mark.start(), whole):
            continue
        yield text[start : mark.end()] if "?" in mark.group() else text[start : mark.start()]
        start = mark.end()
    yield text[start:]


def openings_of(names: Iterable[str]) -> Openings:
    """Give the openings of skills' names; none of what can be no order ("painted walls", "the walls")."""
    pairs = (_WORD.findall(name.lower())[:2] for name in names)
    return frozenset((verb, thing) for verb, *rest in filter(None, pairs) for thing in rest if _could_be_verb(verb))


def verbs_of(orders: Iterable[str]) -> Openings:
    """Give the openings of orders that skills have as examples: of their verbs those that are nouns as well."""
    verbs = (verb.partition(" ")[0] for order in orders for clause in clauses(order)[:1] for verb in clause.verbs)
    return frozenset((verb,) for verb in verbs if verb in en.NOUNS_TOO - en.ADJECTIVES_TOO)


def _split(sentence: str, openings: Openings) -> Iterator[Clause]:
    courtesy = _COURTESY.match(sentence)
    body = sentence[courtesy.end() :] if courtesy else sentence
    tokens = [_Token(found.group().lower().translate(_BRACKETS), *found.span()) for found in _WORD.finditer(body)]
    whole = whole_stretches(body)
    found = _borders([token.word for token in tokens], openings)
    borders = [0, *(place for place in found if not is_within(tokens[place].start, whole)), len(tokens)]
    for begin, end in pairwise(borders):
        part = _trim(tokens[begin:end])
        if part:
            text = _verbatim(body, *widen(part[0].start, part[-1].end, whole))
            yield _clause(text, [token.word for token in part], openings, asked=body.rstrip().endswith("?"))


def _verbatim(body: str, start: int, end: int) -> str:
    """The stretch, with a bracket that it opens closed where the text closes it right behind."""
    text = body[start:end]
    closing = text.count("(") > text.count(")") and body[end : end + 1] == ")"
    return body[start : end + 1] if closing else text


def _trim(tokens: Sequence[_Token]) -> Sequence[_Token]:
    begin, end = 0, len(tokens)
    while begin < end and tokens[begin].word in en.OPENING:
        begin += 1
    while end > begin and tokens[end - 1].word in en.JOINTS:
        end -= 1
    return tokens[begin:end]


def _borders(words: Sequence[str], openings: Openings) -> Iterator[int]:
    """Where a further clause begins: at an order behind a comma or conjunction, at a second question, at a purpose."""
    begin, index = 0, 1
    while index < len(words):
        after = _skip(words, index, en.OPENING) if words[index] in en.JOINTS else index
        clause, joint = words[begin:index], words[index:after]
        is_order = _opens_clause(words, after, openings) and after > index and _may_end(clause, joint)
        if is_order or ("and" in joint and _asks_anew(clause, words[after : after + 2])):
            yield after
            begin = index = after
        elif _opens_purpose(words, index):
            yield index
            begin = index
        index = max(after, index + 1)


def _opens_clause(words: Sequence[str], index: int, openings: Openings) -> bool:
    return opens_order(words, index, openings) or _refuses(words, index)


def _refuses(words: Sequence[str], index: int) -> bool:
    return index < len(words) and (words[index] in en.REFUSING or tuple(words[index : index + 2]) == ("do", "not"))


def _skip(words: Sequence[str], index: int, what: frozenset[str]) -> int:
    while index < len(words) and words[index] in what:
        index += 1
    return index


def _may_end(clause: Sequence[str], joint: Sequence[str]) -> bool:
    """Two verbs with one object are one clause; a question goes on over a mere "and"."""
    inner = [word for word in clause if word not in en.FILLING]
    if all(word in en.VERBS for word in inner):
        return bool(inner) and inner[-1] not in en.VERBS
    asks = inner[0] in en.ASKING
    return not asks or any(word in {",", "then", "please"} for word in joint)


def _asks_anew(clause: Sequence[str], following: Sequence[str]) -> bool:
    """Whether a whole question stands behind a question: "what is a, and what is b", but not "who and when"."""
    asks = clause[0] in en.ASKING and clause[-1] not in en.QUESTIONS
    return asks and len(following) > 1 and following[0] in en.QUESTIONS and following[1] in en.AUXILIARIES | en.DEGREES


def opens_order(words: Sequence[str], index: int, openings: Openings = NO_OPENINGS) -> bool:
    """Whether an imperative stands at `index`: a known verb, or an unknown word before an article or pronoun."""
    if index >= len(words):
        return False
    word, following, third = (*words[index : index + 3], "", "")[:3]
    if (word, following) in openings or ((word,) in openings and _object(following)):
        return True
    if word in en.NOUNS_TOO:
        certain = following in en.OBJECT_OPENERS | en.QUESTIONS | en.PARTICLES or third in en.ARTICLES
        return certain or (index == 0 and _object(following))
    if word in en.VERBS:
        return True
    return _could_be_verb(word) and following in en.OBJECT_OPENERS


def _object(word: str) -> bool:
    return bool(word) and word not in en.JOINTS | en.AUXILIARIES | en.PREPOSITIONS


def _could_be_verb(word: str) -> bool:
    plural = word.endswith("s") and not word.endswith(("ss", "us"))
    form = word.endswith(("ing", "ed", "ly")) and not word.endswith(("eed", "ply", "fly"))  # "feed", "supply"
    return word.isalpha() and word not in en.CLOSED and not plural and not form


def _opens_purpose(words: Sequence[str], index: int) -> bool:
    """Whether "to" with a verb stands at `index`, and not after a word that it belongs to ("how to")."""
    if words[index] != "to" or index + 1 >= len(words) or words[index - 1] in en.BEFORE_INFINITIVE:
        return False
    return words[index + 1] in en.VERBS and opens_order([*words[index + 1 :]], 0)


def _clause(text: str, words: Sequence[str], openings: Openings, *, asked: bool) -> Clause:
    if words[0] == "to" and opens_order(words, 1):
        verbs, rest = _verbs(words[1:])
        return Clause(text, Mood.PURPOSE, verbs, rest)
    if _refuses(words, 0):
        return Clause(text, Mood.REFUSAL)
    if opens_order(words, 0, openings):
        return _order(text, words)
    return Clause(text, _mood(words[0], asked), (), tuple(words))


def _order(text: str, words: Sequence[str]) -> Clause:
    verbs, rest = _verbs(words)
    told = _skip(rest, 0, en.INDIRECT)
    embedded = verbs[0] in en.SAYING and told < len(rest) and rest[told] in en.QUESTIONS | {"that", "if"}
    return Clause(text, Mood.EMBEDDED if embedded else Mood.ORDER, verbs, rest)


def _verbs(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The verbs that open an order, particles included ("look up"), and the words after them."""
    verbs, index = [], 0
    while index < len(words) and (not index or words[index] in en.VERBS):
        end = index + 1
        if end < len(words) and words[end] in en.PARTICLES and words[end] not in en.LOCATIONS:
            end += 1
        verbs.append(" ".join(words[index:end]))
        after = _skip(words, end, en.OPENING)
        index = after if after > end and after < len(words) and words[after] in en.VERBS else end
        if index == end:
            break
    return tuple(verbs), tuple(words[index:])


def _mood(first: str, asked: bool) -> Mood:
    if first in en.AUXILIARIES or (first in en.QUESTIONS and (asked or first not in en.SUBORDINATORS)):
        return Mood.QUESTION
    if asked:
        return Mood.QUESTION
    return Mood.REMARK if first in en.SUBORDINATORS | en.PREPOSITIONS | en.EXCLUDING else Mood.THING
