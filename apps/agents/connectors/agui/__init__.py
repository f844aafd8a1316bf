"""Agents that speak AG-UI."""

from apps.agents.domain.connectors import Descriptor

DESCRIPTOR = Descriptor(
    kind="agui",
    name="AG-UI",
    help="An agent that tells its run as events (AG-UI).",
    settings=f"{__name__}.connector:AGUIConfig",
    connector=f"{__name__}.connector:AGUIConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=30,
    streaming=True,
    cancel=True,
)
