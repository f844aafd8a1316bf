"""The one question that is asked of each answer before its task counts as done.

A flaw is a fact of form: what the answer says of its subject is not judged here. Where the form is in doubt there is no
flaw, since good work that is refused costs more than a bad answer that the review still sees.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from apps.core.sentences import sentence
from apps.teams.domain.flaws.claims import claimed_files
from apps.teams.domain.flaws.cuts import is_cut
from apps.teams.domain.flaws.refusals import refusal_in

QUOTED = 160
_NOTHING = re.compile(r"[\s`'\".…_~*#>-]*")


class FlawKind(StrEnum):
    """What is wrong with an answer."""

    EMPTY = "empty"  # nothing in it, and no file came
    REFUSED = "refused"  # it says that it is not done, and does nothing else
    CUT = "cut"  # it ends in the middle
    REFUTED = "refuted"  # its task's check found it wrong, whatever its form
    MISSING_FILE = "missing_file"  # it says that it made a file, and none came
    FAILED = "failed"  # it fails in a published way: see domain.findings


@dataclass(frozen=True)
class Flaw:
    """Why an answer is none. `reason`: a sentence for people, and for the agent when it is asked again."""

    kind: FlawKind
    reason: str

    @property
    def may_be_mended(self) -> bool:
        """Whether the same agent, told of it, may do better: who refuses will refuse again."""
        return self.kind is not FlawKind.REFUSED


def flaw_in(text: str, *, brief: str, made: Collection[str] = (), cut: bool = False) -> Flaw | None:
    """The flaw of an answer to `brief`; None: its form is in order. Takes time linear in the text.

    `made`: names of the files that came with it. `cut`: its protocol said that it ends too early.
    """
    return _flaw_in(text, brief, tuple(made), cut)


@lru_cache(maxsize=32)  # who looks for findings and who takes the answer both ask, one after the other
def _flaw_in(text: str, brief: str, made: tuple[str, ...], cut: bool) -> Flaw | None:
    if not made and _NOTHING.fullmatch(text):
        return Flaw(FlawKind.EMPTY, sentence("The answer was empty."))
    if cut or is_cut(text):
        return Flaw(FlawKind.CUT, sentence("The answer ends in the middle."))
    if not made and (words := refusal_in(text, brief)):
        return Flaw(FlawKind.REFUSED, sentence("It was refused: “{words}”", words=_short(words)))
    if lacking := claimed_files(text, made):
        return Flaw(
            FlawKind.MISSING_FILE,
            sentence("The answer says that {lacking} was made, but no such file came.", lacking=lacking[0]),
        )
    return None


def _short(words: str) -> str:
    return words if len(words) <= QUOTED else f"{words[: QUOTED - 1].rstrip()}…"
