"""Calculations in plain text: "What is 17% of 2,340, and (3 + 4) squared?" holds two."""

import re

from apps.agents.builtin.calculator.grammar import MOST_CHARACTERS, TOKEN

MOST = 10  # calculations of one text
MOST_TEXT = 20_000  # characters that are looked through
_LONG = 2 * MOST_CHARACTERS  # characters of a run that is refused anyway
_SIGNS = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "²": "^2", "³": "^3", "√": "sqrt"})
_WORDS = (  # how people say it, the longer first
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
    (r"[$€£¥](?=\s?[\d.])", ""),
)
_LABEL = re.compile(r"\d+(?:[-/]\d+)+")  # 2019-2020, 24/7, a date: without spaces a range, not a calculation
_ASKED = re.compile(r"\b(?:calculat|comput|evaluat|what(?:'s| is)|how much|solve|=)", re.IGNORECASE)
_OPENING = re.compile(r"^(?:[+*/^%,)]|mod\b|of\b|\s)+")
_CLOSING = re.compile(r"(?<![-+*/^,(\s])(?<!mod)(?<!of)(?:[-+*/^,(]|\bmod|\bof|\s)++$")
_WORKING = re.compile(r"[-+*/^%]|\b(?:mod|of)\b|\(")


def calculations(text: str) -> list[str]:
    """Give the calculations of a text in its order, each once, in the calculator's language."""
    plain = _in_signs(text[:MOST_TEXT])
    asked = bool(_ASKED.search(plain)) or not re.search(r"[^\W\d_]{2}", plain)
    found = (_trim(run) for run in _runs(plain))
    return list(dict.fromkeys(run for run in found if _is_one(run, asked)))[:MOST]


def _in_signs(text: str) -> str:
    text = text.translate(_SIGNS)
    for words, sign in _WORDS:
        text = re.sub(words, sign, text, flags=re.IGNORECASE)
    return text


def _runs(text: str) -> list[str]:
    """Give the stretches of text that consist of the calculator's tokens; a comma only counts inside parentheses."""
    runs, start, end, depth = [], 0, 0, 0
    for match in TOKEN.finditer(text):
        apart = text[end : match.start()].strip() or (match.group() == "," and depth <= 0)
        if apart:
            runs.append(text[start:end])
            start, depth = (match.end() if match.group() == "," else match.start()), 0
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        end = match.end()
    return [*runs, text[start:end]]


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
