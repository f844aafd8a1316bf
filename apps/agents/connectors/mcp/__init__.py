"""The tools of MCP servers."""

from apps.agents.domain.connectors import Descriptor

DESCRIPTOR = Descriptor(
    kind="mcp",
    name="MCP",
    help="A server of tools over streamable HTTP (Model Context Protocol).",
    settings=f"{__name__}.session:MCPConfig",
    connector=f"{__name__}.connector:MCPConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=50,
    streaming=True,
    cancel=True,
    files=True,
    tools=True,
)
