"""How the hub asks the agents that come along."""

from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.reach import Reach

DESCRIPTOR = Descriptor(
    kind="builtin",
    name="Built in",
    settings=f"{__name__}.connector:BuiltinConfig",
    connector=f"{__name__}.connector:BuiltinConnector",
    choosable=False,
    streaming=True,
    cancel=True,
    files=True,
    reach=Reach.READS,  # they were written to only read
    harmless="Built-in agents only read",
    inside=True,
    fetching=frozenset({"web_page_reader"}),
)
