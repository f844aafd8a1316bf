"""A function of Semantic Kernel as an MCP server: `python kernel_tools.py PORT`."""

import contextlib
import sys
from typing import Annotated

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from semantic_kernel import Kernel
from semantic_kernel.functions import kernel_function
from starlette.applications import Starlette
from starlette.routing import Mount


class Menu:
    @kernel_function(description="Tells the price of a dish of the menu.")
    def get_item_price(self, menu_item: Annotated[str, "The name of the dish."]) -> Annotated[str, "The price."]:
        return f"{menu_item} costs $9.99."


kernel = Kernel()
kernel.add_plugin(Menu(), plugin_name="menu")
manager = StreamableHTTPSessionManager(app=kernel.as_mcp_server(server_name="restaurant"), stateless=True)


@contextlib.asynccontextmanager
async def open_manager(_app):
    async with manager.run():
        yield


app = Starlette(routes=[Mount("/mcp", app=manager.handle_request)], lifespan=open_manager)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
