"""Names that people tell each other apart by: of people, agents, workspaces. What imitates is refused. Pure.

A name may be written in any script, with accents and emoji. It may not hold what nobody sees, letters that pose as
letters of another script, or a word by which the hub calls itself, however it is spelled.
"""

import unicodedata
from collections.abc import Collection

from apps.core.names.characters import clean_line, has_unseen, shows_nothing
from apps.core.names.imitation import HUB, RESERVED, imitates, is_reserved
from apps.core.sentences import sentence

__all__ = ["HUB", "check_name", "clean_line", "is_reserved", "shows_nothing"]

UNSEEN = "Leave out characters that nobody can see, or that turn the direction of writing."
EMPTY = "A name needs a letter, a digit or an emoji."
POSING = "Write each word in one script: “{word}” has letters of another one that look the same."
TAKEN = "“{name}” is what the hub calls its own parts. Choose another name."


def check_name(text: str, kept: Collection[str] = RESERVED) -> str:
    """The name as it is kept: composed, its blanks single, its styled letters plain.

    `kept`: the words that the hub keeps for itself, HUB for people. Raises ValueError with a sentence on what to do.
    """
    if has_unseen(text):
        raise ValueError(UNSEEN)
    name = clean_line(text)
    if not any(unicodedata.category(character)[0] in "LN" or _is_symbol(character) for character in name):
        raise ValueError(EMPTY)
    if word := imitates(name):
        raise ValueError(sentence(POSING, word=word))
    if is_reserved(name, kept):
        raise ValueError(sentence(TAKEN, name=name))
    return name


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Cn")
