"""Whether rules can read a text at all: the words that they know are English."""

import re

_LETTERS = re.compile(r"[^\W\d_]+")
_COMMON = frozenset(
    """about across all and are between by compare did does each every except excluding for from give has higher how is
    list lower many much of or our over per please show than that the their there these this to what when where which
    who with without""".split()
)
_LATIN = re.compile(r"[a-zà-öø-ɏ]")
_FEWEST = 4  # words: of fewer nothing can be told


def reads_as_english(text: str) -> bool:
    """Whether some word of a text is one that hardly an English sentence does without; a few words always do.

    Not where most letters are of another script than English has.
    """
    found = _LETTERS.findall(text.lower())
    letters = "".join(found)
    if 2 * len(_LATIN.findall(letters)) < len(letters):
        return False
    return len(found) < _FEWEST or not _COMMON.isdisjoint(found)
