"""What can be wrong with a request, as every action and access query says it; doors translate each once."""


class Refused(Exception):
    """The input is not acceptable. `fields`: field name (or "" for the whole) to one sentence that says what to do."""

    def __init__(self, **fields: str) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = fields


class NotFound(Exception):
    """There is no such thing, or none that this person may know of."""


class Forbidden(Exception):
    """It exists and may be seen, but this person's role does not allow this. The message names the role needed."""


class Conflict(Exception):
    """It can't be done as things stand. The message says why and what to do."""
