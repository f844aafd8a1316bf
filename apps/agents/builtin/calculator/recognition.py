"""Calculations in plain text: "What is 17% of 2,340, and (3 + 4) squared?" holds two."""

import re
from itertools import accumulate

from apps.agents.builtin.calculator.grammar import MOST_CHARACTERS, TOKEN

MOST = 10  # calculations of one text
MOST_TEXT = 20_000  # characters that are looked through
_LONG = 2 * MOST_CHARACTERS  # characters of a run that is refused anyway
_SIGNS = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "²": "^2", "³": "^3", "√": "sqrt"})
_PLAIN = r"-?\d++(?:[.,]\d++)*+%?+"
_NUMBER = rf"({_PLAIN})"
_WORDS = (  # how people say it, the longer first
    (rf"\bmultiply\s+{_NUMBER}\s+(?:by|and|with)\s+{_NUMBER}", r"(\1 * \2)"),
    (rf"\bdivide\s+{_NUMBER}\s+by\s+{_NUMBER}", r"(\1 / \2)"),
    (rf"\bsubtract\s+{_NUMBER}\s+from\s+{_NUMBER}", r"(\2 - \1)"),
    (r"\bthe\s+(?=square root|sum|product|difference)", ""),
    (r"\bsum of\s+([\d.,]*\d)\s+and\s+([\d.,]*\d)", r"(\1 + \2)"),
    (r"\bproduct of\s+([\d.,]*\d)\s+and\s+([\d.,]*\d)", r"(\1 * \2)"),
    (r"\bsquare root of\s*\(", "sqrt("),
    (r"\bsquare root of\s+([\d.,]*\d)", r"sqrt(\1)"),
    (r"\bsqrt\s*(\d[\d.,]*)", r"sqrt(\1)"),
    (r"\b(?:to the power of|raised to)\b", "^"),
    (r"\bmultiplied by\b|\btimes\b|(?<=\d)\s*[xX]\s*(?=[\d(])", "*"),
    (r"\bdivided by\b", "/"),
    (r"\bplus\b", "+"),
    (r"\bminus\b", "-"),
    (r"\bsquared\b", "^2"),
    (r"\bcubed\b", "^3"),
    (r"\bmodulo\b", "mod"),
    (r"(?<=\d)\s*(?:percent|per cent)\b", "%"),
    (r"\*\*", "^"),
    (r"[$€£¥](?=\s?[\d.])|(?<=\d)\s*(?:[$€£¥]|(?:euros?|dollars?|pounds?|eur|usd|gbp|chf)\b)", ""),
)
_ADDED = re.compile(  # numbers one after the other, a comma behind each or not
    rf"\badd\s++({_PLAIN},?+(?:\s++(?:(?:and|to)\s++)?{_PLAIN},?+)++)", re.IGNORECASE
)
_STEP = re.compile(  # what is done with the result of what stands before it
    r"\b(?:(add|subtract|take away)|(multiply|divide)(?:\s++(?:it|that|this|the result))?+\s++by)\s++"
    rf"{_NUMBER}(?!\s*(?:(?:to|from)\b|[-+*/^(]))",
    re.IGNORECASE,
)
_ROUNDED = re.compile(  # how exact the result of what stands before it shall be
    r"\b(?:rounded\s++)?+to\s++(\d{1,2}|one|two|three|four|five|six)\s++"
    r"(?:(decimals?|decimal places?|places?)|(?:significant\s++)?+(?:digits?|figures?))\b",
    re.IGNORECASE,
)
_NUMERALS = {name: str(at) for at, name in enumerate("one two three four five six".split(), start=1)}
_APART = re.compile(  # what may stand between two calculations, and never inside one
    r"[;:?!\n()]|[.,]\s|\b(?:and|or|then|also|but|what|how|if|when|while|is|are|was|were|equals)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20|21)\d\d")
_MOST_WORDS = 2  # that stand inside a calculation and are not understood
_SIGN_OF = {"add": "+", "subtract": "-", "take away": "-", "multiply": "*", "divide": "/"}
_LABEL = re.compile(r"\d+(?:[-/]\d+)+")  # 2019-2020, 24/7, a date: without spaces a range, not a calculation
_ASKED = re.compile(r"\b(?:calculat|comput|evaluat|what(?:'s| is)|how much|solve|=)", re.IGNORECASE)
_OPENING = re.compile(r"^(?:[+*/^%,)]|mod\b|of\b|\s)+")
_CLOSING = re.compile(r"(?<![-+*/^,(\s])(?<!mod)(?<!of)(?:[-+*/^,(]|\bmod|\bof|\s)++$")
_WORKING = re.compile(r"[-+*/^%]|\b(?:mod|of)\b|\(")


def calculations(text: str) -> list[str]:
    """Give the calculations of a text in its order, each once, in the calculator's language."""
    plain = _in_signs(text[:MOST_TEXT])
    asked = bool(_ASKED.search(plain)) or not re.search(r"[^\W\d_]{2}", plain)
    found: list[str] = []
    start = 0
    steps = sorted([*_STEP.finditer(plain), *_ROUNDED.finditer(plain)], key=lambda step: step.start())
    for step in steps:
        found += _ones(plain[start : step.start()], asked=asked)
        start = step.start()
        if found:
            found[-1] = _rounded(found[-1], step) if step.re is _ROUNDED else _stepped(found[-1], step)
            start = step.end()
    return list(dict.fromkeys([*found, *_ones(plain[start:], asked=asked)]))[:MOST]


def _rounded(run: str, how: re.Match[str]) -> str:
    number = _NUMERALS.get(how[1].lower(), how[1])
    return f"{'round' if how[2] else 'signif'}({run}, {number})"


def _stepped(run: str, step: re.Match[str]) -> str:
    return _gone_on(run, _SIGN_OF[(step[1] or step[2]).lower()], step[3])


def _gone_on(run: str, sign: str, number: str) -> str:
    """A calculation with a further step. Ten percent that are added are ten percent of it."""
    if number.endswith("%") and sign in "+-":
        return f"{_as_one(run)} * (1 {sign} {number})"
    return f"{_as_one(run)} {sign} {f'({number})' if number.startswith('-') else number}"


def _as_one(run: str) -> str:
    """Between parentheses, unless it stands between a pair of them already."""
    depths = list(accumulate({"(": 1, ")": -1}.get(sign, 0) for sign in run))
    return run if run.startswith("(") and 0 not in depths[:-1] else f"({run})"


def _ones(plain: str, *, asked: bool) -> list[str]:
    """Give the calculations of a stretch. One with a word inside is given with it: parts of it mean something else."""
    found: list[str] = []
    runs = _runs(plain)
    at = 0
    while at < len(runs):
        start, end = runs[at]
        whole = True
        while at + 1 < len(runs) and _belongs(plain, runs[at], runs[at + 1], asked=asked):
            at += 1
            end, whole = runs[at][1], False
        run = _trim(plain[start:end])
        if not whole or _is_one(run, asked):
            found.append(run)
        at += 1
    return found


def _belongs(plain: str, run: tuple[int, int], following: tuple[int, int], *, asked: bool) -> bool:
    """Whether two runs are parts of one calculation, with something between them that is not understood."""
    left, right = (_trim(plain[start:end]) for start, end in (run, following))
    between = plain[run[1] : following[0]]
    if not all(re.search(r"\d", part) for part in (left, right)) or not (_is_one(left, asked) or _is_one(right, asked)):
        return False
    if between == ",":
        return True
    return not _APART.search(between) and not _YEAR.fullmatch(right) and len(between.split()) <= _MOST_WORDS


def _in_signs(text: str) -> str:
    text = _ADDED.sub(_sum, text.translate(_SIGNS))
    for words, sign in _WORDS:
        text = re.sub(words, sign, text, flags=re.IGNORECASE)
    return text


def _sum(found: re.Match[str]) -> str:
    return f"({' + '.join(re.findall(_PLAIN, found[1]))})"


def _runs(text: str) -> list[tuple[int, int]]:
    """Give the stretches of text that consist of the calculator's tokens; a comma only counts inside parentheses."""
    runs, start, end, depth = [], 0, 0, 0
    for match in TOKEN.finditer(text):
        is_comma = match.group() == "," and depth <= 0
        if text[end : match.start()].strip() or is_comma:
            runs.append((start, end))
            start, depth = (match.end() if is_comma else match.start()), 0
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        end = match.end()
    return [*runs, (start, end)]


def _trim(run: str) -> str:
    """Cut signs off that have nothing before or behind them, and parentheses that stand around words."""
    earlier = run if len(run) > _LONG else ""
    while run != earlier:
        earlier = run
        run = _CLOSING.sub("", _OPENING.sub("", run)).strip()
        if run.count("(") > run.count(")") and run.startswith("("):
            run = run[1:]
        if run.count(")") > run.count("(") and run.endswith(")"):
            run = run[:-1]
    return " ".join(run.split())


def _is_one(run: str, asked: bool) -> bool:
    if not re.search(r"\d|\bpi\b", run) or not _WORKING.search(run.removeprefix("-")):
        return False
    return asked or not _LABEL.fullmatch(run)
