"""Formulas in TeX as MathML, which browsers draw and screen readers read without a script.

What stands in a formula is hostile, as all text of agents is: only elements and attributes of the lists below are kept,
none of which can be an address, a colour or a distance that reaches out of the formula.
"""

import re
from collections.abc import Callable
from html import escape, unescape
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element

MOST = 2_000
"""Characters of a formula that is drawn; a longer one is shown as it was written."""

TAGS = frozenset(
    "math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd"
    " mtext mtr munder munderover".split()
)
_WORD = re.compile(r"[a-z]{1,20}")
_SHORT = re.compile(r"\d?(\.\d{1,4})?(em|ex|pt)")


def _is_words(value: str) -> bool:
    return all(_WORD.fullmatch(part) for part in value.split(" "))


def _is_short(value: str) -> bool:
    """Whether a length, or each of several, is below ten of what it is counted in."""
    return all(_SHORT.fullmatch(part) for part in value.split(" "))


_VALUES: dict[str, Callable[[str], bool]] = {
    **dict.fromkeys(
        ("display", "mathvariant", "stretchy", "fence", "form", "accent", "accentunder", "displaystyle", "columnalign",
         "notation", "separator", "movablelimits", "linebreak"),
        _is_words,
    ),
    **dict.fromkeys(("width", "rowspacing", "columnspacing", "minsize", "maxsize", "linethickness"), _is_short),
}  # fmt: skip
ATTRIBUTES = tuple(_VALUES)

_SIGNS = re.compile(r"[\\^_={}<>+*/|]|^[A-Za-z]'?$|^[A-Za-z]\([A-Za-z,]{1,9}\)$|^-?[A-Za-z]-[A-Za-z0-9]$")
_WORDS = re.compile(r"[A-Za-z]{3}")
_ALIGNED = re.compile(r"\\(begin|end)\{(?:aligned|align|eqnarray|split)\}")


def is_formula(source: str) -> bool:
    """Whether what stands between two dollar signs reads as TeX, not as prices, paths or names with words between."""
    return _SIGNS.search(source) is not None and ("\\" in source or _WORDS.search(source) is None)


def to_mathml(source: str, *, block: bool) -> str:
    """A formula in TeX as MathML; "" where it is none, or too long.

    `block`: it stands on lines of its own.
    """
    if len(source) > MOST:
        return ""
    try:
        root = convert_to_element(_ALIGNED.sub(r"\\\1{align*}", source), display="block" if block else "inline")
    except Exception:  # noqa: BLE001  a converter's way of saying that it can't: it raises many kinds
        return ""
    return tostring(root, encoding="unicode", short_empty_elements=False) if _is_clean(root) else ""


def as_written(source: str) -> str:
    """A formula that can't be drawn, as code."""
    return f"<code>{escape(source)}</code>"


def _is_clean(root: Element) -> bool:
    """Take off what is on no list; whether all the elements are on theirs."""
    for element in root.iter():
        if element.tag not in TAGS:
            return False
        element.attrib = {
            name: value for name, value in element.attrib.items() if name in _VALUES and _VALUES[name](value)
        }
        element.text, element.tail = unescape(element.text or ""), unescape(element.tail or "")
    return True
