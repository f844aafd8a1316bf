"""Agents behind a server of the Responses API that has no chat completions."""

from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.reach import Reach

DESCRIPTOR = Descriptor(
    kind="responses",
    name="Responses API",
    help="A server of the Responses API that has no chat completions, like Microsoft's DevUI.",
    settings=f"{__name__}.connector:ResponsesConfig",
    connector=f"{__name__}.connector:ResponsesConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=15,
    streaming=True,
    cancel=True,
    reach=Reach.ACTS,
)
