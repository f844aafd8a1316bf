"""How a worker says that it cannot do what it was asked."""


class UnableError(Exception):
    """The work cannot be done. The message is one plain sentence for people; trying again would not help."""
