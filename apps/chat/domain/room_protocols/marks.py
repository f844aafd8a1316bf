"""What a member that answers in words does with its turn: a mark that stands alone on its first line says it."""

from apps.chat.domain.room_protocols.talk import Act

MARKS = {"agree": Act.AGREED, "object": Act.OBJECTED, "pass": Act.PASSED}
_AROUND = " \t*_#>`\"'.:!"
_LONGEST_LINE = 40


def read_act(text: str) -> tuple[Act, str]:
    """What was done, and the words without the mark. A mark with anything else on its line is a thing said."""
    first, _, rest = text.strip().partition("\n")
    mark = first.strip(_AROUND).lower() if len(first) <= _LONGEST_LINE else ""
    return (MARKS[mark], rest.strip()) if mark in MARKS else (Act.SAID, text)
