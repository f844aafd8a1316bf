"""Things that stand in a text for themselves: an address, a calculation. Some skills work on nothing else.

Which these are is told by their examples: where most hold such a thing, so must a text that asks for the skill.
"""

import re
from enum import StrEnum

from apps.agents.domain.profile import Skill

NUMBER = r"\d[\d,.]*+"
NUMBER_ENDS = r"\d[,.]*+"  # its last digit is enough where what follows decides: nothing is read twice
OPERATOR = r"(?:[+*/^×÷]|\s[-–]\s|plus|minus|times|divided by|multiplied by|to the power of|%\s*of|percent of)"
GROUP = r"[\s()]*"


class Literal(StrEnum):
    """A kind of thing that stands in a text for itself."""

    ADDRESS = "address"  # of something on the web
    CALCULATION = "calculation"  # numbers and what is to be done with them


_FORMS = {
    Literal.ADDRESS: re.compile(r"\b(?:https?://|www\.)\S", re.IGNORECASE),
    Literal.CALCULATION: re.compile(
        rf"{NUMBER_ENDS}{GROUP}{OPERATOR}{GROUP}\d"
        rf"|\b(?:multiply|divide|add|subtract)\s+{NUMBER}\s+(?:by|and|to|from)\s+\d"
        rf"|\b(?:root|logarithm|log|sine|cosine)\s+of\s+\d|{NUMBER_ENDS}\s+(?:squared|cubed)\b",
        re.IGNORECASE,
    ),
}


def literals_in(text: str) -> frozenset[Literal]:
    """Give the kinds of things that stand in a text for themselves."""
    return frozenset(kind for kind, form in _FORMS.items() if form.search(text))


def demanded_literals(skill: Skill) -> frozenset[Literal]:
    """Give what a text must hold to ask for a skill: what most of its examples hold."""
    held = [literals_in(example) for example in skill.examples]
    return frozenset(kind for kind in Literal if 2 * sum(kind in each for each in held) > len(held))
