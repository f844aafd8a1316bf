"""What a tool of the hub is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import ApiRequest, Scope
from apps.api.json_rpc import Params
from apps.api.mcp.answering import StreamedResult
from apps.api.mcp.messages import MCPCall
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE

READ, RUN = Scope.READ, Scope.RUN
PAGE = Field(default=USUAL_PER_PAGE, ge=1, le=MOST_PER_PAGE, description="Items on a page.")
CURSOR = Field(default="", description="`next` of the page before.")
ROOM = "ui://ioa/room.html"
"""The room of a goal, as an app that a host shows beside the talk of its person and its model."""


class ToolArguments(BaseModel):
    """Of a tool; a name that it does not know is refused, so that a slip is noticed."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class HubTool:
    """A tool. `call` gives what the operation of the REST API would answer, and raises what that would.

    `follow`: gives instead what is told until it is done. `is_task`: its goal may be a task of the client; then `call`
    gives that goal. `shows_room`: a host that can shows the goal's room with it. `of_app`: only that room asks it.
    """

    title: str
    description: str
    takes: type[ToolArguments]
    scope: Scope
    call: Callable[[ApiRequest, Any], BaseModel]
    follow: Callable[[ApiRequest, Any, MCPCall], Params | StreamedResult] | None = None
    is_task: bool = False
    shows_room: bool = False
    of_app: bool = False

    def described(self, name: str, call: MCPCall) -> dict[str, Any]:
        """As a list of tools has it, for whoever asks."""
        about = {
            "name": name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.takes.model_json_schema(),
            "annotations": {"readOnlyHint": self.scope is Scope.READ, "openWorldHint": self.scope is Scope.RUN},
        }
        if self.is_task and not call.stateless:
            about["execution"] = {"taskSupport": "optional"}
        if self.shows_room or self.of_app:
            seen_by = ["app"] if self.of_app else ["model", "app"]
            about["_meta"] = {"ui": {"resourceUri": ROOM, "visibility": seen_by}}
        return about
