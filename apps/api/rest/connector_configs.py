"""How the REST API names what is wrong with the configuration of a connector."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.accounts.domain.errors import Refused
from apps.agents.actions.configs import RefusedConfig

SENT_AS = "connector_config"


@contextmanager
def config_refusals() -> Iterator[None]:
    """A block whose refusals of settings name them by where they stand in the body: `connector_config.url`."""
    try:
        yield
    except RefusedConfig as refused:
        raise Refused(**{_path(name): said for name, said in refused.fields.items()}) from None


def _path(name: str) -> str:
    return f"{SENT_AS}.{name}" if name else SENT_AS
