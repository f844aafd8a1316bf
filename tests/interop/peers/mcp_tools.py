"""An MCP server of the official Python SDK: `python mcp_tools.py PORT`. It serves both revisions of the protocol."""

import asyncio
import base64
import sys

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import BlobResourceContents, EmbeddedResource, ImageContent

server = MCPServer("gardener", instructions="Tools for a garden.")
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="


@server.tool(title="Count words")
def count_words(text: str) -> int:
    """Count the words of a text."""
    return len(text.split())


@server.tool(title="Plant")
async def plant(seeds: int, kind: str, ctx: Context) -> str:
    """Plant seeds of a kind, one after the other."""
    for number in range(seeds):
        await ctx.report_progress(number + 1, seeds, f"planted {number + 1} of {seeds}")
        await asyncio.sleep(0.01)
    return f"Planted {seeds} seeds of {kind}."


@server.tool(title="Photograph")
def photograph() -> ImageContent:
    """Take a picture of the garden."""
    assert base64.b64decode(DOT)
    return ImageContent(type="image", data=DOT, mimeType="image/png")


@server.tool(title="Write down")
def write_down() -> EmbeddedResource:
    """Write down what was counted, as a file."""
    blob = base64.b64encode(b"bees,10\n").decode()
    resource = BlobResourceContents(uri="garden://notes/bees.csv", mimeType="text/csv", blob=blob)
    return EmbeddedResource(type="resource", resource=resource)


@server.tool(title="Wait for rain")
async def wait_for_rain(minutes: float) -> str:
    """Wait."""
    try:
        await asyncio.sleep(60 * minutes)
    except BaseException:
        sys.stdout.write("stopped working\n")
        sys.stdout.flush()
        raise
    return "It rained."


@server.tool(title="Harvest")
def harvest(what: str) -> str:
    """Harvest something that is not ripe."""
    raise ToolError(f"{what} is not ripe")


if __name__ == "__main__":
    uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
