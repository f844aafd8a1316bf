"""An agent that turns to its team by the tools of an MCP server, with the SDK's own client: `ioa-connect --python`."""

from httpx2 import AsyncClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from ioa_connect import agent


@agent(name="Berth planner", description="Plans berths.", skills=["planning berths"])
async def plan(task):
    """With the handshake of the older revisions, and without, as the brief says."""
    address, token = task.team_tools
    async with AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        server = streamable_http_client(address, http_client=http)
        async with Client(server, mode=task.brief.split()[-1].strip(".")) as team:
            tools = [tool.name for tool in (await team.list_tools()).tools]
            answer = await team.call_tool("ask_team", {"question": "Which berth?"})
            found = await team.call_tool("find_agents", {"need": "planning berths"})
    best = found.structured_content["items"][0]["handle"]
    return f"Berth {answer.structured_content['answer']}, as @{best} asked by {tools[0]} of {len(tools)} tools."
