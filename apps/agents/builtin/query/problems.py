"""How a query says that it can't be answered."""


class InvalidQuery(Exception):
    """The query does not fit the tables. The message is one plain sentence that says what would."""
