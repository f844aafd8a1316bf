"""Whether doing a piece of work twice does harm, as far as that is known. Pure.

What was said of a skill counts. Where nothing was said it follows from how its agent is reached; what nobody described
is not done twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.agents.domain.profile import ToldBy

HONOURS_KEYS = "honours_keys"
"""The setting of connectors that send an idempotency key: the agent does the work of one key once."""


@dataclass(frozen=True)
class RepeatJudgement:
    """Whether a skill may be exercised twice, and where that is known from: half a sentence without its full stop."""

    repeatable: bool
    why: str


def judge_skill(
    said: bool | None, harmless: str, config: Mapping[str, object], source: ToldBy = ToldBy.PERSON
) -> RepeatJudgement:
    """Judge a skill by what was `said` of it, by `source`, else by how its agent is reached.

    `harmless`: why doing work twice does no harm over its connection; see Descriptor.
    """
    if said is not None:
        return RepeatJudgement(
            said, "The agent says so" if source is ToldBy.AGENT else "Somebody who registered it said so"
        )
    if harmless:
        return RepeatJudgement(True, harmless)
    if config.get(HONOURS_KEYS) is True:
        return RepeatJudgement(True, "Its settings say that it does the work of one idempotency key once")
    return RepeatJudgement(False, "Nobody said that doing it twice does no harm")
