"""An MCP server of fastmcp: `python fastmcp_tools.py PORT`. It takes a text, and gives a file."""

import asyncio
import sys

from fastmcp import FastMCP
from fastmcp.utilities.types import File

server = FastMCP("Moon", instructions="What the moon does.")


@server.tool(annotations={"readOnlyHint": True})
def moon_phase(date: str) -> str:
    """Tell the phase of the moon on a date."""
    return f"On {date} the moon is waxing."


@server.tool(annotations={"readOnlyHint": True})
def moon_calendar(year: int) -> File:
    """Make a calendar of the full moons of a year, as a file."""
    return File(data=f"full moon,{year}-01-13\n".encode(), name=f"moons-{year}", format="csv")


@server.tool(annotations={"readOnlyHint": True})
async def watch_moon_rise() -> str:
    """Watch until the moon rises."""
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    try:
        await asyncio.sleep(60)
    except BaseException:
        sys.stdout.write("stopped working\n")
        sys.stdout.flush()
        raise
    return "It rose."


server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
