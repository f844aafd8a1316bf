"""Who is named with @ in what a person says."""

import re

LONGEST = 60  # characters of a handle
_MENTION = re.compile(rf"@([a-z0-9-]{{1,{LONGEST}}})", re.IGNORECASE)


def mentioned_in(text: str) -> tuple[str, ...]:
    """The handles that a text names, each once, in order."""
    return tuple(dict.fromkeys(found.strip("-").lower() for found in _MENTION.findall(text)))


def addressed_in(text: str) -> tuple[str, ...]:
    """The handles that a text begins with, each once: whom it is said to. Those further on are only spoken of."""
    first: list[str] = []
    for word in text.split():
        if word.startswith("@"):
            first.extend(mentioned_in(word))
        elif not (first and word in _JOINING):
            break
    return tuple(dict.fromkeys(first))


_JOINING = frozenset({"and", "&", "und"})
