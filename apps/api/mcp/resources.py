"""What a program may read: results and rooms of goals, and their files, each under an address of its own."""

import base64
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from apps.accounts.domain.access import ApiRequest
from apps.accounts.domain.errors import NotFound, Refused
from apps.api.mcp.hub_tools import ROOM as ROOM_APP
from apps.api.mcp.room_app import ABOUT, app_content
from apps.api.rest import goals
from apps.api.rest.schemas.messages import MessageOut
from apps.chat.queries.message_rows import newest_messages
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page
from apps.core.sentences import sentence
from apps.files.queries.contents import stored_content
from apps.teams.queries.access import artifact_visible_to, team_visible_to

MOST_BYTES = 2 * 1024 * 1024
"""Of a file as a resource, which is one answer of JSON; larger ones are fetched over REST."""

JSON = "application/json"
RESULT, ROOM, FILE = "ioa://goals/", "ioa://rooms/", "ioa://files/"

TEMPLATES = [
    {"uriTemplate": RESULT + "{goal}", "name": "result", "title": "A goal's answer and its files", "mimeType": JSON},
    {"uriTemplate": ROOM + "{team}", "name": "room", "title": "The last hundred lines of a room", "mimeType": JSON},
    {"uriTemplate": FILE + "{file}", "name": "file", "title": "A file of a goal, up to 2 MB"},
]

Content = dict[str, Any]


def list_resources(request: ApiRequest, cursor: str) -> dict[str, Any]:
    """The app of rooms; the results of the workspace's goals, newest first, and the rooms they were worked on in."""
    page = goals.list_goals(request, None, cursor, USUAL_PER_PAGE)
    found = [
        {"uri": f"{kind}{name}", "name": f"{word}: {goal.title}", "mimeType": JSON}
        for goal in page.items
        for kind, name, word in ((RESULT, goal.id, "Result"), (ROOM, goal.team, "Room"))
    ]
    return {"resources": found if cursor else [ABOUT, *found]} | ({"nextCursor": page.next} if page.next else {})


def read_resource(request: ApiRequest, uri: str) -> Content:
    """One of them. Raises NotFound and Refused."""
    if uri == ROOM_APP:
        return app_content()
    for place, read in READERS.items():
        if uri.startswith(place):
            return {"uri": uri, **read(request, id_in(uri, place))}
    raise NotFound("There is no such resource here.")


def id_in(uri: str, place: str) -> UUID:
    """What stands in an address behind its place. Raises NotFound."""
    try:
        return UUID(uri.removeprefix(place))
    except ValueError:
        raise NotFound("There is no such resource here.") from None


def _result(request: ApiRequest, goal_id: UUID) -> Content:
    return {"mimeType": JSON, "text": goals.get_result(request, goal_id).model_dump_json()}


def _room(request: ApiRequest, team_id: UUID) -> Content:
    team_visible_to(request.auth, team_id)
    lines = [MessageOut.model_validate(row) for row in newest_messages(team_id, MOST_PER_PAGE)]
    return {"mimeType": JSON, "text": Page(items=lines, next=None).model_dump_json()}


def _file(request: ApiRequest, file_id: UUID) -> Content:
    artifact = artifact_visible_to(request.auth, file_id)
    if artifact.blob.size > MOST_BYTES:
        raise Refused(
            uri=sentence(
                "This file has {size:,} bytes; GET /api/v1/files/{file_id} gives it.",
                size=artifact.blob.size,
                file_id=file_id,
            )
        )
    body = b"".join(stored_content(artifact.blob).chunks())
    kind = {"mimeType": artifact.media_type}
    try:
        return kind | {"text": body.decode()}
    except UnicodeDecodeError:
        return kind | {"blob": base64.b64encode(body).decode()}


READERS: Mapping[str, Callable[[ApiRequest, UUID], Content]] = {RESULT: _result, ROOM: _room, FILE: _file}
