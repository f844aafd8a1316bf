"""The skills that there are to choose from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.agents.domain.profile import Availability, Candidate, Skill


@dataclass(frozen=True)
class Offer:
    """A skill that somebody of the shortlist has, and who."""

    skill: Skill
    agents: frozenset[str]  # ids

    @property
    def need(self) -> str:
        """The need in words that leads to it."""
        return self.skill.name.strip()


def offers(shortlist: Sequence[Candidate]) -> tuple[Offer, ...]:
    """The distinct skills of the shortlist, those of agents that answer first. Two of one name are one."""
    holders: dict[str, set[str]] = {}
    skills: dict[str, Skill] = {}
    for candidate in sorted(shortlist, key=lambda one: one.availability is Availability.OFFLINE):
        for skill in candidate.skills:
            name = skill.name.strip().casefold()
            if not name:
                continue
            skills.setdefault(name, skill)
            holders.setdefault(name, set()).add(candidate.agent_id)
    return tuple(Offer(skill, frozenset(holders[name])) for name, skill in skills.items())


NUMBER = r"\d[\d,.]*+"
NUMBER_ENDS = r"\d[,.]*+"  # its last digit is enough where what follows decides: nothing is read twice
OPERATOR = r"(?:[+*/^×÷]|\s[-–]\s|plus|minus|times|divided by|multiplied by|to the power of|%\s*of|percent of)"
GROUP = r"[\s()]*"
UNIT = (
    r"(?:[kcm]?m|miles?|(?:kilo|centi|milli)?met(?:er|re)s?|inch(?:es)?|f(?:oo|ee)t|ft|yards?|k?g|(?:kilo)?grams?|lbs?"
    r"|pounds?|oz|ounces?|°?[cf]|(?:degrees )?(?:celsius|fahrenheit)|[mc]?l|lit(?:er|re)s?|gallons?|pints?|mph|km/h"
    r"|knots?|hectares?|acres?|hours?|minutes?|seconds?|euros?|dollars?|eur|usd|gbp|[kmgt]b)"
)


class Literal(StrEnum):
    """A kind of thing that stands in a text for itself."""

    ADDRESS = "address"  # of something on the web
    CALCULATION = "calculation"  # numbers and what is to be done with them
    CONVERSION = "conversion"  # a measure and the unit that it is wanted in


_FORMS = {
    Literal.ADDRESS: re.compile(r"\b(?:https?://|www\.)\S", re.IGNORECASE),
    Literal.CALCULATION: re.compile(
        rf"{NUMBER_ENDS}{GROUP}{OPERATOR}{GROUP}\d"
        rf"|\b(?:multiply|divide|add|subtract)\s+{NUMBER}\s+(?:by|and|to|from)\s+\d"
        rf"|\b(?:root|logarithm|log|sine|cosine)\s+of\s+\d|{NUMBER_ENDS}\s+(?:squared|cubed)\b",
        re.IGNORECASE,
    ),
    Literal.CONVERSION: re.compile(rf"{NUMBER_ENDS}\s*{UNIT}\s+(?:in|to|into|as)\s+{UNIT}\b", re.IGNORECASE),
}


def literals_in(text: str) -> frozenset[Literal]:
    """Give the kinds of things that stand in a text for themselves."""
    return frozenset(kind for kind, form in _FORMS.items() if form.search(text))


def demanded_literals(skill: Skill) -> frozenset[Literal]:
    """Give what a text must hold to ask for a skill: what most of its examples hold."""
    held = [literals_in(example) for example in skill.examples]
    return frozenset(kind for kind in Literal if 2 * sum(kind in each for each in held) > len(held))
