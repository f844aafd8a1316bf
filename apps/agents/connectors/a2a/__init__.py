"""Agents that speak A2A (Agent2Agent), 1.0 and 0.3."""

from apps.agents.domain.connectors import Descriptor, Resume

DESCRIPTOR = Descriptor(
    kind="a2a",
    name="A2A",
    help="An agent that publishes an agent card (Agent2Agent 1.0 or 0.3).",
    settings=f"{__name__}.card:A2AConfig",
    connector=f"{__name__}.connector:A2AConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=60,
    streaming=True,
    cancel=True,
    files=True,
    resume=Resume.BY_HANDLE,
)
