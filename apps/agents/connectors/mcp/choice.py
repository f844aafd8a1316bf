"""Which tool of a server is called, and whether it changes anything."""

from collections.abc import Sequence

from apps.agents.domain.untrusted_json import Said, map_in, text_in
from apps.agents.domain.words import content_words, stem
from apps.core.quotes import without_quotes

MOST_WORDS = 1000  # characters of what a tool says of itself
MOST_ID = 64  # characters of a skill's id; a tool's name may be longer


def tool_for(
    tools: Sequence[Said], skills: Sequence[str], brief: str, named: str = "", *, confined: bool = False
) -> Said | None:
    """Give the tool that is named, else that of the task's skill, else the one whose words fit the brief best.

    `confined`: no tool but those of the skills. None: no tool has a word of the brief, so that choosing one would be
    guessing. What stands in quotation marks is worked on, and says nothing of the tool.
    """
    by_name = {text_in(tool, "name")[:MOST_ID]: tool for tool in tools}
    wanted = [named[:MOST_ID]] if named else list(skills)
    chosen = [by_name[name] for name in wanted if name in by_name]
    if len(chosen) == 1 or named:
        return chosen[0] if chosen else None
    pool = chosen if confined else chosen or list(tools)
    if len(pool) == 1:
        return pool[0]
    asked = _stems(without_quotes(brief))
    fits = {id(tool): _fit(tool, asked) for tool in pool}
    best = max(pool, key=lambda tool: fits[id(tool)], default=None)
    return best if best is not None and fits[id(best)] > 0 else None


def only_reads(tool: Said) -> bool | None:
    """What the server says of a tool: whether it changes nothing; None where it says nothing."""
    hints = map_in(tool, "annotations")
    if hints.get("destructiveHint") is True or hints.get("readOnlyHint") is False:
        return False
    return True if hints.get("readOnlyHint") is True else None


def _fit(tool: Said, asked: set[str]) -> float:
    """The share of the tool's words that the brief has; those of its name count twice."""
    name, told = (
        _stems(text_in(tool, "name")[:MOST_WORDS].replace("_", " ")),
        _stems(text_in(tool, "description")[:MOST_WORDS]),
    )
    return 2 * len(name & asked) / (len(name) or 1) + len(told & asked) / (len(told) or 1)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in content_words(text)}
