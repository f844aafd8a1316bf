"""Names that look like others: letters that pose as letters of another script, and words that the hub keeps. Pure.

Source: UTS 39 (Unicode security mechanisms), "skeleton" and "mixed-script detection", as far as letters of ASCII go.
"""

import re
import unicodedata
from collections.abc import Collection

_BY_LETTER = {  # l also stands for what looks like a capital I
    "a": "ɑΑαАаᎪᗅꓮ𐊠𖽀",
    "b": "ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "СсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНһհᎻᏂᕼⲎꓧ𐋏",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚКᏦᛕⲔꓗ𐔘",
    "l": "ƖǀΙІӀ۱ᏞᒪᛁⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨",
    "m": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "n": "ΝոռⲚꓠ𐔓",
    "o": "ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏𑣦𑣯",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃᴢꓜꮓ𐋵𑢩𑣄𑣥",
}

LOOKALIKES = {character: letter for letter, characters in _BY_LETTER.items() for character in characters}
"""Character -> the letter of ASCII that it looks like."""


HUB = frozenset(
    "coordinator everybody everyone hub ioa ioaweb nobody system thecoordinator thehub thesystem you".split()
)
"""What the hub calls its parts and whom it talks to, without blanks."""

RESERVED = HUB | frozenset("admin administrator human me moderator operator owner person theadmin viewer".split())
"""The same, and what people are: no agent is called so."""

_BARS = "Il|1"  # look alike, whichever of I and L they stand for
_FIGURES = str.maketrans({"0": "o", "3": "e", "4": "a", "5": "s", "@": "a", "$": "s"})
_WORD = re.compile(r"[^\W_]+")


def imitates(name: str) -> str:
    """The first word that has letters of two scripts of which one looks like the other; "" where none has."""
    return next((word for word in _WORD.findall(name) if _is_posing(word)), "")


def _is_posing(word: str) -> bool:
    scripts = {_script(each) for each in word if each.isalpha()}
    return len(scripts) > 1 and any(each in LOOKALIKES and _script(each) != "LATIN" for each in word)


def _script(letter: str) -> str:
    """The first word of a letter's name, which for an alphabet is what its script is called."""
    return unicodedata.name(letter, "?").partition(" ")[0]


def is_reserved(name: str, words: Collection[str] = RESERVED) -> bool:
    """Whether a name reads as one of `words`, in whatever letters."""
    read = _skeleton(name)
    return any(len(read) == len(word) and all(map(_reads_as, read, word)) for word in words)


def _reads_as(seen: str, meant: str) -> bool:
    return seen == meant or (seen == "|" and meant in "il")


def _skeleton(name: str) -> str:
    """A name as it looks: letters of ASCII in small, `|` for a bar, nothing else."""
    plain = (each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return "".join(map(_look, plain)).replace("rn", "m").replace("vv", "w")


def _look(character: str) -> str:
    like = LOOKALIKES.get(character) or LOOKALIKES.get(character.upper(), character)
    if character in _BARS or (like == "l" and not character.isascii()):
        return "|"
    seen = like.casefold().translate(_FIGURES)
    return seen if seen.isalpha() and seen.isascii() else ""
