"""How much a model is told of everything, from generous to tight.

What persons said and the goal have no place here: they are told whole.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Detail:
    """How much is told: texts in tokens, lists in entries."""

    part: int  # tokens of a sub-team's part in the goal
    agent: int  # tokens of each agent: what it is, and its skills
    files: int
    outline: int  # tokens of what is known of a file's content
    open: int
    settled: int
    result: int  # tokens of each
    brief: int  # tokens of each
    unread: int
    unread_text: int  # tokens of each
    earlier: int  # messages that were read before
    earlier_text: int  # tokens of each
    headings: int  # of messages before those
    summary: int  # tokens of the summary of all that was before them
    answer: int  # tokens of the answer of the round before


def _detail(*amounts: int) -> Detail:
    return Detail(*amounts)


DETAILS = (
    # part, agent, files, outline, open, settled, result, brief, unread, each, earlier, each, headings, summary, answer
    _detail(1500, 110, 24, 120, 24, 24, 6000, 500, 40, 4000, 10, 1000, 20, 1200, 6000),
    _detail(1500, 100, 16, 80, 24, 20, 2000, 300, 40, 1500, 10, 200, 12, 1000, 3000),
    _detail(1000, 80, 12, 60, 24, 12, 800, 150, 40, 600, 8, 100, 8, 800, 1500),
    _detail(600, 60, 8, 40, 24, 10, 300, 60, 20, 250, 6, 50, 4, 500, 600),
    _detail(400, 50, 6, 20, 16, 8, 120, 20, 10, 100, 4, 30, 2, 250, 250),
    _detail(250, 36, 4, 0, 10, 5, 40, 0, 5, 60, 1, 25, 0, 100, 100),
)
"""The first that fits the budget is taken. The last takes some 3,500 tokens at most, rules and form counted in."""
