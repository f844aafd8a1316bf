"""What is known of work that is claimed to be done: whether it was checked, and what was found."""

from dataclasses import dataclass, replace
from enum import StrEnum

from apps.core.sentences import join_sentences, sentence

MOST_FOUND, MOST_EVIDENCE, MOST_LINE = 400, 40, 400  # characters, lines, characters of each


class Verification(StrEnum):
    """What a check said of a claim. Nothing is verified but by a check that ran."""

    NOTHING = "nothing"  # no check was planned
    UNCHECKED = "unchecked"  # one was, and has not run, or could not
    VERIFIED = "verified"
    REFUTED = "refuted"


@dataclass(frozen=True)
class CheckOutcome:
    """What came of a check. `found`: one sentence, which says how it was seen, why it was not, or what is wrong.

    `evidence`: what the check looked at, a line each.
    """

    verification: Verification
    found: str = ""
    evidence: tuple[str, ...] = ()

    @property
    def stored(self) -> dict[str, object]:
        """As a row keeps it, within bounds."""
        lines = [line[:MOST_LINE] for line in self.evidence[:MOST_EVIDENCE]]
        return {"verification": self.verification, "found": shorten(self.found), "evidence": lines}


NOTHING = CheckOutcome(Verification.NOTHING)


def verify(found: str, *evidence: str) -> CheckOutcome:
    """The check ran and held."""
    return CheckOutcome(Verification.VERIFIED, found, evidence)


def refute(found: str, *evidence: str) -> CheckOutcome:
    """The check ran and did not hold."""
    return CheckOutcome(Verification.REFUTED, found, evidence)


def leave_unchecked(why: str, *evidence: str) -> CheckOutcome:
    """The check has not run, or could not."""
    return CheckOutcome(Verification.UNCHECKED, why, evidence)


def with_lack(outcome: CheckOutcome, lack: str) -> CheckOutcome:
    """The same with what is known to be missing; what is still to be looked at says so and no more."""
    if not lack or outcome.verification not in (Verification.NOTHING, Verification.VERIFIED):
        return outcome
    return replace(outcome, found=join_sentences(" ", list(filter(None, (outcome.found, lack)))))


def outcome_without_check(*, planned: bool) -> CheckOutcome:
    """Of work that ended without anybody looking at it."""
    return leave_unchecked(sentence("It ended without its check.")) if planned else NOTHING


def shorten(text: str, most: int = MOST_FOUND) -> str:
    """The text within so many characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
