"""A check that the hub itself can make, held against what came. Pure: contents are given."""

from collections.abc import Sequence

from apps.core.sentences import sentence
from apps.teams.domain.checks.figures import GivenSource, check_figures
from apps.teams.domain.checks.files import (
    MOST_HEADER,
    MOST_JSON,
    SIGNATURE,
    GivenFile,
    check_file,
    check_json,
    check_table,
)
from apps.teams.domain.checks.kinds import Check, FiguresCheck, FileCheck, JsonCheck, ReviewCheck, TableCheck
from apps.teams.domain.checks.verification import NOTHING, CheckOutcome, leave_unchecked, outcome_without_check

MOST_FILES = 8  # whose contents are looked at


def bytes_to_read(check: Check | None) -> int:
    """How many of the first bytes of each file a check looks at."""
    match check:
        case FileCheck():
            return SIGNATURE
        case TableCheck():
            return MOST_HEADER
        case JsonCheck():
            return MOST_JSON
        case _:
            return 0


def evaluate(
    check: Check | None, text: str, files: Sequence[GivenFile], sources: Sequence[GivenSource] = ()
) -> CheckOutcome:
    """What comes of a check that needs nobody; of any other that it has not been made yet.

    `files`: those that came; `sources`: what the work was given, which figures are looked for in.
    """
    match check:
        case None:
            return NOTHING
        case FileCheck():
            return check_file(check, files)
        case TableCheck():
            return check_table(check, files, text)
        case JsonCheck():
            return check_json(check, files, text)
        case FiguresCheck():
            return check_figures(check, text, sources)
        case ReviewCheck():
            return OWED_REVIEW
        case _:
            return outcome_without_check(planned=True)


OWED_REVIEW = leave_unchecked(sentence("Its coordinator is to look at it before the end."))
"""What is known of a result until the review."""
