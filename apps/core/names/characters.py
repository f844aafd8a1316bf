"""Which characters of a name can be seen, and a name without those that can't. Pure.

A joiner is kept where its script needs it: after a virama (Hindi, Bengali, ...), between letters of Arabic script, in
an emoji. Source: UTS 46 and RFC 5892, "ContextJ"; UTS 51.
"""

import re
import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
MOST_MARKS = 4  # on one letter; more of them leave the line
VIRAMA = 9  # the combining class of the signs that join two consonants
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""
_BLACK_FLAG = "\U0001f3f4"
_FLAG = re.compile(
    _BLACK_FLAG + "[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f"
)  # of a part of a country
_NEVER_SEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_TO_COME = ((0x1F000, 0x1FAFF), (0x20000, 0x3FFFF))  # where emoji and ideographs are added that Python does not know


def has_unseen(text: str) -> bool:
    """Whether a text holds characters that show nothing where they stand, or marks without end."""
    plain = _FLAG.sub(_BLACK_FLAG, " ".join(text.split()))
    return any(_is_unseen(plain, place) for place in range(len(plain)))


def shows_nothing(text: str) -> bool:
    """Whether nobody could see anything of a text."""
    return all(character.isspace() or _is_unseen(text, place) for place, character in enumerate(text))


def clean_line(text: str) -> str:
    """The text on one line, without what nobody sees, composed, its styled letters plain."""
    flags = _FLAG.findall(text)
    line = _FLAG.sub(_BLACK_FLAG, " ".join(text.split()))
    seen = "".join(each for place, each in enumerate(line) if each == _BLACK_FLAG or not _is_unseen(line, place))
    for flag in flags:
        seen = seen.replace(_BLACK_FLAG, flag, 1)
    return " ".join(unicodedata.normalize("NFC", "".join(map(_plain, seen))).split())


def _plain(character: str) -> str:
    """A letter of ASCII that is set in another style (bold, wide, in a circle) as itself."""
    if character.isascii() or unicodedata.category(character)[0] not in "LNS":
        return character
    simple = unicodedata.normalize("NFKC", character)
    return simple if simple.isascii() and simple.isalnum() else character


def _is_unseen(text: str, place: int) -> bool:
    character = text[place]
    if " " <= character <= "~":  # as most are
        return False
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if character == ZWJ:
        return not (_is_virama(before) or (_is_pictured(before) and _is_pictured(after)))
    if character == ZWNJ:
        return not (_is_virama(before) or (_is_arabic(before) and _is_arabic(after)))
    if "\ufe00" <= character <= "\ufe0f":
        return not (_is_pictured(before) or after == "\u20e3")
    if "\U000e0100" <= character <= "\U000e01ef":
        return not _is_ideograph(before)
    kind = unicodedata.category(character)
    if kind == "Cn":
        return not any(first <= ord(character) <= last for first, last in _TO_COME)
    return kind in _NEVER_SEEN or character in _BLANK or _is_heaped(text, place)


def _is_heaped(text: str, place: int) -> bool:
    marks = text[max(0, place - MOST_MARKS) : place + 1]
    return len(marks) > MOST_MARKS and all(unicodedata.category(each) in ("Mn", "Me") for each in marks)


def _is_virama(character: str) -> bool:
    return bool(character) and unicodedata.combining(character) == VIRAMA


def _is_pictured(character: str) -> bool:
    """A picture, or what belongs to one: the shade of a skin, the selector of its coloured form."""
    return bool(character) and (unicodedata.category(character) in ("So", "Sk", "Cn") or character in "\ufe0f‼⁉↔▶◀♀♂")


def _is_arabic(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) == "AL"


def _is_ideograph(character: str) -> bool:
    return bool(character) and unicodedata.name(character, "").startswith("CJK ")
