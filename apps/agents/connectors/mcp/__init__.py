"""The tools of MCP servers."""

from apps.agents.connectors.mcp.connector import MCPConnector

__all__ = ["MCPConnector"]
