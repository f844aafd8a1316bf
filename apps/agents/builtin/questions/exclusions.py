"""What a question leaves out: “without March”, “except Gadget and Widget”, “not in the North”.

What is left out is taken from the text, so that nothing after “without” is read as asked for.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from operator import attrgetter

from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind, words_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import Period, is_year, period_spans_in
from apps.agents.builtin.words import placed_words, words

_STRONG = (
    r"without|exclud(?:e|es|ed|ing)|excl\.|except(?:ing)?(?:\s+for)?|other\s+than|rather\s+than|instead\s+of"
    r"|(?:apart|aside)\s+from|leav(?:e|ing)\s+out|omit(?:ting)?|ignor(?:e|ing)|skip(?:ping)?|outside(?:\s+of)?"
    r"|remov(?:e|ing)|dropping|discard(?:ing)?|disregard(?:ing)?|with\s+the\s+exception\s+of|exclusive\s+of|sans"
    r"|(?:all|everything|everyone|anything|any)\s+but|but\s+not|!=|≠"
)
_BOUND = r"(?:more|greater|higher|larger|less|fewer|lower|smaller)\s+than|above|exceeding|below|at\s+(?:least|most)"
_NO_EXCLUSION = r"(?:only|just|know|sure|forget|worry|hesitate)\b"
_WEAK = rf"(?:not|never|[a-z]+n['’]t)(?!\s+(?:{_NO_EXCLUSION}|{_BOUND}))|no(?!\s+(?:{_BOUND}))|non(?=-)|minus|but"
_LEAVING_OUT = re.compile(rf"(?<!\w)(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK}))(?!\w)", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:all|every|any|each)\b[^.;:?!,\n]{0,40}$", re.IGNORECASE)  # before "but"
_SAYS_NOT = re.compile(r"not|never|[a-z]+n['’]t", re.IGNORECASE)
_END = re.compile(r"[.;:?!,](?=\s|$)|\n|$")
_BLANK = re.compile(r"[\s\"“”‘’'()-]*")
_LISTED = re.compile(r"[\s\"“”‘’')]*[,/&][\s\"“”‘’'(]*")
_SPAN_OF_YEARS = re.compile(r"([12][0-9]{3})(?:\s*(?:-|–|—|to|until|till|through)\s*([12][0-9]{3}))?(?!\w)")
_AND, _OR = frozenset(["and"]), frozenset(["or", "nor"])
_ARTICLES = frozenset(["the", "a", "an"])
_LEADING = _ARTICLES | frozenset(
    "in for from of on at any all those include including count counting consider considering".split()
)
_REACH = 4  # words after “not” that it may be about
_REACH_OF_NOT = 200  # characters
_MOST_VALUES = 1000
_SHORTEST_VALUE = 3  # "B" is a value only after its column's name: "hall B"
_LONGEST = 60


@dataclass(frozen=True)
class Exclusions:
    """What a text leaves out of a table.

    `rest` is the text without it; `unread` are words that leave out something of which nobody can tell what it is.
    """

    rest: str
    values: dict[Column, frozenset[str]] = field(default_factory=dict)
    periods: tuple[tuple[Period, Period], ...] = ()  # each from its first to its last
    unread: tuple[str, ...] = ()


def read_exclusions(text: str, table: Table) -> Exclusions:
    """Tell apart what a text asks for and what it leaves out of a table."""
    reader = _Reader(text, table)
    kept: list[str] = []
    at = 0
    for match in _LEAVING_OUT.finditer(text):
        if match.start() >= at and _leaves_out(match) and not reader.is_of_column(match):
            kept.append(text[at : match.start()])
            at = reader.read(match.end()) or reader.pass_over(match)
    values = {column: frozenset(named) for column, named in reader.values.items()}
    rest, periods, unread = " ".join([*kept, text[at:]]), dict.fromkeys(reader.periods), dict.fromkeys(reader.unread)
    return Exclusions(rest, values, tuple(periods), tuple(unread))


def _leaves_out(match: re.Match[str]) -> bool:
    """Whether "but" means "except", as in "all regions but the West"."""
    before = match.string[max(0, match.start() - _LONGEST) : match.start()]
    return match[0].lower() != "but" or _OF_ALL.search(before) is not None


class _Reader:
    """Looks for what a table holds behind the words that leave something out, and collects it."""

    def __init__(self, text: str, table: Table) -> None:
        self.values: dict[Column, set[str]] = {}
        self.periods: list[tuple[Period, Period]] = []
        self.unread: list[str] = []
        self._text = text
        self._words = placed_words(text)
        columns = columns_of(table)
        texts, times = of_kind(columns, Kind.TEXT), of_kind(columns, Kind.PERIOD)
        self._headers = [column.words for column in columns]
        self._known = _values(table, texts)
        self._dated = bool(times)
        self._spans = {start: (end, span) for start, end, span in period_spans_in(text)} if times else {}
        self._columns = words_of((*texts, *times))

    def is_of_column(self, match: re.Match[str]) -> bool:
        """Whether words are part of a column's name that stands there: “outside temperature”, “order no”."""
        said, at = frozenset(words(match[0])), self._first_from(match.start())
        near = frozenset(word.word for word in self._words[max(0, at - _REACH) : at + _REACH])
        return any(said <= column <= near for column in self._headers)

    def read(self, start: int) -> int:
        """Collect the things that stand one after the other from there; give where the last ends, 0 without any."""
        at, end, before = self._first_from(start), 0, _LEADING
        while after := self._collect(at, start, before):
            end = self._words[after - 1].end
            at, before = self._behind_joint(after, end)
            start = self._words[at].start if at < len(self._words) else len(self._text)
        return end

    def _behind_joint(self, at: int, end: int) -> tuple[int, frozenset[str]]:
        """Give where a list goes on, and which words may stand before its next thing; its end where it does not."""
        if at < len(self._words):
            gap, word = self._text[end : self._words[at].start], self._words[at].word
            listed = _LISTED.fullmatch(gap)
            if word in _AND | _OR and (listed or _BLANK.fullmatch(gap)):
                return at + 1, _LEADING if word in _OR else _ARTICLES
            if listed:
                return at, _ARTICLES
        return len(self._words), _ARTICLES

    def pass_over(self, match: re.Match[str]) -> int:
        """Note words that leave out what can't be told; give where what is asked for goes on."""
        weak = bool(match["weak"])
        ends = _END.search(self._text, match.end(), match.end() + _REACH_OF_NOT if weak else len(self._text))
        end = ends.start() if ends else len(self._text)
        if weak:
            first = self._first_from(match.end())
            near = [at for at in range(first, min(first + _REACH, len(self._words))) if self._words[at].start < end]
            end = self._words[near[-1]].end if near else match.end()
            if not any(self._thing_at(at) for at in near):
                if _SAYS_NOT.fullmatch(match["weak"]):
                    self._note(match.start(), end)
                return match.end()
        self._note(match.start(), end)
        return end

    def _note(self, start: int, end: int) -> None:
        self.unread.append(" ".join(self._text[start:end].split())[:_LONGEST])

    def _first_from(self, start: int) -> int:
        return bisect_left(self._words, start, key=attrgetter("start"))

    def _collect(self, at: int, start: int, before: frozenset[str]) -> int:
        """Collect the thing that begins there, behind words that may lead to it; give the word after it, 0: none."""
        while at < len(self._words) and _BLANK.fullmatch(self._text[start : self._words[at].start]):
            if found := self._thing_at(at):
                self._keep(found)
                return self._past_column(found.after)
            if self._words[at].word not in before | self._columns:
                return 0
            start = self._words[at].end
            at += 1
        return 0

    def _keep(self, found: "_Thing") -> None:
        for column, value in found.values:
            self.values.setdefault(column, set()).add(value)
        self.periods += found.spans

    def _past_column(self, at: int) -> int:
        """Go past the name of a column right behind its value: “the South region”."""
        while at < len(self._words) and self._words[at].word in self._columns:
            if not _BLANK.fullmatch(self._text[self._words[at - 1].end : self._words[at].start]):
                break
            at += 1
        return at

    def _thing_at(self, at: int) -> "_Thing | None":
        """Give the values, or the time, that are named from a word on; of several the longest."""
        for wanted, values in self._known.get(self._words[at].word, ()):
            said = tuple(word.word for word in self._words[at : at + len(wanted)])
            led = at > 0 and self._words[at - 1].word in self._columns
            fitting = tuple(pair for pair in values if led or len(pair[1]) >= _SHORTEST_VALUE)
            if said == wanted and fitting:
                return _Thing(at + len(wanted), values=fitting)
        start = self._words[at].start
        if start in self._spans:
            end, span = self._spans[start]
            return _Thing(self._first_from(end), spans=(span,))
        years = _SPAN_OF_YEARS.match(self._text, start) if self._dated else None
        if years and is_year(years[1]):
            first, last = sorted((int(years[1]), int(years[2] or years[1])))
            return _Thing(self._first_from(years.end()), spans=((Period(first), Period(last)),))
        return None


@dataclass(frozen=True)
class _Thing:
    """What one part of a question names in a table, and the place of the word after it."""

    after: int
    values: tuple[tuple[Column, str], ...] = ()
    spans: tuple[tuple[Period, Period], ...] = ()


_Known = dict[str, list[tuple[tuple[str, ...], list[tuple[Column, str]]]]]


def _values(table: Table, texts: tuple[Column, ...]) -> _Known:
    """Give the values of the columns of names, with their words, by the first of these; longer ones first."""
    named: dict[tuple[str, ...], list[tuple[Column, str]]] = {}
    for column in texts:
        values = dict.fromkeys(table.cells(column.index))
        for value in values if len(values) <= _MOST_VALUES else ():
            wanted = tuple(words(value))
            if wanted and not set(wanted) <= column.words:
                named.setdefault(wanted, []).append((column, value))
    known: _Known = {}
    for wanted in sorted(named, key=len, reverse=True):
        known.setdefault(wanted[0], []).append((wanted, named[wanted]))
    return known
