"""In which encoding a text is written: by its mark, else by its bytes. Pure."""

import codecs

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
NULS_OF_UTF16 = 0.3  # share of NULs at every other byte that tells UTF-16 without a mark (Western text)
SAMPLE = 65_536  # bytes


def marked_encoding(content: bytes) -> str | None:
    """Give the encoding that a mark at the beginning names, if any."""
    return next((encoding for mark, encoding in BOMS if content.startswith(mark)), None)


def guessed_encoding(content: bytes) -> str:
    """Give the encoding that the bytes of a text without a mark look like: UTF-16 or UTF-8."""
    sample = content[:SAMPLE]
    even, odd = sample[::2], sample[1::2]
    if odd.count(0) > NULS_OF_UTF16 * len(odd) and even.count(0) == 0:
        return "utf-16-le"
    if even.count(0) > NULS_OF_UTF16 * len(even) and odd.count(0) == 0:
        return "utf-16-be"
    return "utf-8"


def western(content: bytes) -> str:
    """Decode what is no UTF: as Latin-1, with quotation marks and the euro where that has control characters."""
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def shown_text(content: bytes, *, cut: bool) -> str:
    """Decode a text, or the beginning of one that was `cut` somewhere, as agents are given it; what is broken shows."""
    marked = marked_encoding(content)
    decoder = codecs.getincrementaldecoder(marked or guessed_encoding(content))
    try:
        return decoder("strict").decode(content, not cut)
    except UnicodeDecodeError:
        return western(content) if marked is None else decoder("replace").decode(content, not cut)
