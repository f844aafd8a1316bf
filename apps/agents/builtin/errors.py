"""How a worker says that it cannot do what it was asked."""

from apps.agents.domain.calls import Usage


class UnableError(Exception):
    """The work cannot be done. The message is one plain sentence for people; trying again would not help.

    `usage`: what asking a model cost nevertheless.
    """

    def __init__(self, reason: str, usage: Usage | None = None) -> None:
        super().__init__(reason)
        self.usage = usage or Usage()
