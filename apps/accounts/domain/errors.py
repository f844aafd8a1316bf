"""What can be wrong with a request, as every action and access query says it; doors translate each once."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable


class Refused(Exception):
    """The input is not acceptable. `fields`: field name (or "" for the whole) to one sentence that says what to do."""

    def __init__(self, /, **fields: str) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = fields


@contextmanager
def refusals_under(**names: str) -> Iterator[None]:
    """A block whose refusals name fields as a door calls them: `files="file"` for what is refused under `files`."""
    try:
        yield
    except Refused as refused:
        raise Refused(**{names.get(field, field): said for field, said in refused.fields.items()}) from None


def bounded_text(field: str, text: str, most: int) -> str:
    """A text as it is kept. Raises Refused, beside the field, where it is longer than so many characters."""
    text = drop_unstorable(text).strip()
    if len(text) > most:
        raise Refused(
            **{
                field: sentence(
                    "This has {number:,} characters; at most {most:,} are taken.", number=len(text), most=most
                )
            }
        )
    return text


class Taken(Refused):
    """What was to be made is there already."""


class NotFound(Exception):
    """There is no such thing, or none that this person may know of."""


class Forbidden(Exception):
    """It exists and may be seen, but this person's role does not allow this. The message names the role needed."""


class Conflict(Exception):
    """It can't be done as things stand. The message says why and what to do."""


class Crowded(Conflict):
    """There is no room for it now, and nothing of it was done. `seconds`: when to try again."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds
