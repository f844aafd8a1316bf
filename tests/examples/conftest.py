"""A stage for goals in which examples take part."""

from tests.engine.conftest import nothing_broke, stage  # noqa: F401 - fixtures
