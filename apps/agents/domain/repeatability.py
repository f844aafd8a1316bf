"""Whether doing a piece of work twice does harm, as far as that is known. Pure.

What was said of a skill counts. Where nothing was said it follows from how its agent is reached; what nobody described
is not done twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.agents.domain.profile import ConnectorKind, ToldBy

HONOURS_KEYS = "honours_keys"
"""The setting of connectors that send an idempotency key: the agent does the work of one key once."""

_ALIKE = {
    ConnectorKind.OPENAI: "It answers with a text and does nothing else",
    ConnectorKind.BUILTIN: "Built-in agents only read",
}


@dataclass(frozen=True)
class Judged:
    """Whether a skill may be exercised twice, and where that is known from: half a sentence without its full stop."""

    repeatable: bool
    why: str


def judged(said: bool | None, connector: str, config: Mapping[str, object], source: ToldBy = ToldBy.PERSON) -> Judged:
    """Judge a skill by what was `said` of it, by `source`, else by how its agent is reached."""
    if said is not None:
        return Judged(said, "The agent says so" if source is ToldBy.AGENT else "Somebody who registered it said so")
    if alike := _ALIKE.get(ConnectorKind(connector)) if connector in set(ConnectorKind) else None:
        return Judged(True, alike)
    if config.get(HONOURS_KEYS) is True:
        return Judged(True, "Its settings say that it does the work of one idempotency key once")
    return Judged(False, "Nobody said that doing it twice does no harm")
