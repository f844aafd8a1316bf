"""Why an answer is none, told from its form: empty, a refusal, a cut, a file claimed that did not come."""

from apps.teams.domain.flaws.flaw import Flaw, FlawKind, flaw_in

__all__ = ["Flaw", "FlawKind", "flaw_in"]
