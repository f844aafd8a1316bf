"""Foreign text between fences that are longer than any inside: nothing in it can be taken for the hub's own words."""

import re

_FENCES = re.compile(r"`{3,}")


def fence(text: str) -> str:
    """Give the text between fences, each on a line of its own."""
    fence = "`" * (max(map(len, _FENCES.findall(text)), default=2) + 1)
    return f"{fence}\n{text}\n{fence}"
