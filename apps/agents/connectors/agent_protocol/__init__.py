"""Agents that speak the Agent Protocol: AutoGPT and others."""

from apps.agents.domain.connectors import Descriptor, Resume

DESCRIPTOR = Descriptor(
    kind="agent_protocol",
    name="Agent Protocol",
    help="Tasks in steps, as AutoGPT and its Forge speak them.",
    settings=f"{__name__}.connector:AgentProtocolConfig",
    connector=f"{__name__}.connector:AgentProtocolConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=40,
    streaming=True,
    files=True,
    resume=Resume.BY_HANDLE,
)
