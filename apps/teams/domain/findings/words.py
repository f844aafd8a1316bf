"""What texts are compared by: figures, content words, runs of words. All of it takes time linear in the text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from apps.core.sentences import sentence

MOST = 40_000
"""Characters of a text that are looked at."""
_RUN = 4  # words of a run
_STEM = 6  # characters by which words are compared: “report”, “reports”, “reporting”
_LEAST_WORD = 4

_FIGURE = re.compile(r"(?<![\w.,])\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,9})?(?![.,]?\d)")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CODE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)
NUMERALS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split(),
        start=1,
    )
}
NUMERAL = rf"(?:\d{{1,6}}|{'|'.join(sorted(NUMERALS, key=len, reverse=True))})"
"""A number in signs or words, for patterns."""

FUNCTION_WORDS = {
    "English": "the a and of to in is that for with as are this it on be by from was which an",
    "German": "der die das und ist nicht mit ein eine von zu den im auf für wird sind des dem sich",
    "French": "le la les des et est une dans pour que qui sur avec par pas du au ce sont plus",
    "Spanish": "el la los las de y que en un una es por con para del se su como más al",
    "Italian": "il lo la gli di che e un una per con non del della sono è nel alla si come",
    "Portuguese": "o a os as de e que em um uma para com não do da por se dos no mais",
    "Dutch": "de het een en van is dat op te in voor met niet zijn aan er door naar ook bij",
}
CALLED: dict[str, str] = {
    name: name
    for name in (
        sentence("English"),
        sentence("German"),
        sentence("French"),
        sentence("Spanish"),
        sentence("Italian"),
        sentence("Portuguese"),
        sentence("Dutch"),
    )
}
"""What these languages are called."""
_FUNCTION = {name: frozenset(words.split()) for name, words in FUNCTION_WORDS.items()}
_LANGUAGES_OF = {
    word: tuple(name for name, known in _FUNCTION.items() if word in known)
    for word in frozenset().union(*_FUNCTION.values())
}
"""function word -> the languages that have it"""
_COMMON = frozenset(
    "about above after again against also although always among another because been before being below between both "
    "cannot could does doing done down during each either even ever every from further have having here hers herself "
    "himself however into itself just like made make many might more most much must myself never next none nothing "
    "only other others ours over same shall should since some still such than that their theirs them then there "
    "therefore these they thing things this those though through thus together under until upon very want well were "
    "what when where whether which while whole whom whose will with within without would your yours please give "
    "write text answer result task work first second third last".split()
)


def number_of(numeral: str) -> int:
    """The number that a numeral stands for."""
    return NUMERALS.get(numeral.lower()) or int(numeral)


@lru_cache(maxsize=256)
def names_in(text: str) -> frozenset[str]:
    """The words with a capital letter: names, and what begins a sentence."""
    return frozenset(one for one in _WORD.findall(text[:MOST]) if one[0].isupper() and len(one) >= _LEAST_WORD)


def without_code(text: str) -> str:
    """The text without fenced code."""
    return _CODE.sub(" ", text[:MOST])


@lru_cache(maxsize=256)
def figures(text: str) -> frozenset[float]:
    """The numbers that stand in a text, in signs."""
    return frozenset(float(one.replace(",", "")) for one in _FIGURE.findall(text[:MOST]))


def telling_figures(text: str) -> frozenset[float]:
    """Those of at least two digits or with a fraction: 1, 2, 3 also number lists."""
    return frozenset(one for one in figures(text) if one >= 10 or one != int(one))


@lru_cache(maxsize=256)  # each of many detectors asks for those of the same few texts
def words(text: str) -> tuple[str, ...]:
    """The words in lower case."""
    return tuple(map(str.lower, _WORD.findall(text[:MOST])))


def stem(word: str) -> str:
    """What a word is compared by."""
    return word[:_STEM]


@lru_cache(maxsize=256)
def stems(text: str) -> frozenset[str]:
    """The stems of the content words."""
    return frozenset(stem(one) for one in words(text) if len(one) >= _LEAST_WORD and one not in _COMMON)


def all_stems(texts: Iterable[str]) -> frozenset[str]:
    """The stems of several texts."""
    return frozenset().union(*map(stems, texts))


@lru_cache(maxsize=256)
def runs(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of words and figures, however they are set."""
    tokens = re.findall(r"\w+", text[:MOST].lower())
    return frozenset(tuple(tokens[at : at + _RUN]) for at in range(len(tokens) - _RUN + 1))


def likeness(one: str, other: str) -> float:
    """The share of their runs that two texts have in common, from 0 to 1."""
    first, second = runs(one), runs(other)
    return len(first & second) / len(first | second) if first and second else 0.0


@lru_cache(maxsize=64)
def language_of(text: str) -> str:
    """The language whose function words are most frequent in a text; empty where none of those known is clear."""
    found = words(text)
    counts = dict.fromkeys(_FUNCTION, 0)
    for one in found:
        for name in _LANGUAGES_OF.get(one, ()):
            counts[name] += 1
    (second, _), (most, name) = sorted((count, name) for name, count in counts.items())[-2:]
    return name if found and most >= 3 and most >= len(found) / 12 and most > 1.3 * second else ""


def speak_differently(one: str, other: str) -> bool:
    """Whether two texts are clearly in two languages."""
    languages = {language_of(one), language_of(other)} - {""}
    return len(languages) == 2
