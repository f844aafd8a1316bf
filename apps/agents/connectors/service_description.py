"""What a server says of itself in an OpenAPI document: its title, what it does, and which routes take which body."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from apps.agents.connectors.replies import is_fine
from apps.agents.domain.skill_suggestions import ServerOperation
from apps.agents.domain.untrusted_json import Said, load_json, map_in, text_in
from apps.core.outbound import Bounds, OutboundError, for_agents

DOCUMENT = "/openapi.json"
BOUNDS = Bounds(connect=5.0, silence=5.0, total=8.0, body=1024 * 1024)
MOST_ROUTES = 500
OF_A_PROTOCOL = ("/agent/tasks",)
"""Parts of paths at which a protocol's own operations are: what they are called says nothing of the agent."""
METHODS = ("get", "post", "put", "patch", "delete")
_OF_THE_FRAMEWORK = ("fastapi", "api", "swagger", "openapi", "litestar api")  # titles that nobody chose


@dataclass(frozen=True)
class Route:
    """A path that takes POST. `schema`: the name of the body's schema, "" where it has none."""

    path: str
    schema: str


@dataclass(frozen=True)
class ServiceDescription:
    """What of a document matters to who wants to know what answers there; empty for a server without one."""

    title: str = ""
    told: str = ""  # what it says that it does
    routes: tuple[Route, ...] = ()
    operations: tuple[ServerOperation, ...] = ()

    def paths_of(self, schemas: Collection[str]) -> list[str]:
        """The paths whose body is of one of the schemas, in the document's order."""
        return [route.path for route in self.routes if route.schema in schemas]


async def describe_service(origin: str, headers: dict[str, str]) -> ServiceDescription:
    """Fetch the document of a server; one that has none, or can't be reached, is described by nothing."""
    try:
        async with for_agents().opened("GET", f"{origin}{DOCUMENT}", headers=headers, bounds=BOUNDS) as reply:
            body = await reply.body() if is_fine(reply.status) else b""
    except OutboundError:
        return ServiceDescription()
    return read_description(load_json(body.decode(errors="replace")))


def read_description(said: object) -> ServiceDescription:
    """Read a document as far as it can be read."""
    if not isinstance(said, dict) or "openapi" not in said:
        return ServiceDescription()
    about, paths = map_in(said, "info"), map_in(said, "paths")
    title = text_in(about, "title").strip()
    return ServiceDescription(
        "" if title.lower() in _OF_THE_FRAMEWORK else title,
        text_in(about, "description", "summary"),
        tuple(islice(_routes(paths), MOST_ROUTES)),
        tuple(islice(_operations(paths), MOST_ROUTES)),
    )


def _routes(paths: Said) -> Iterator[Route]:
    for path in paths:
        if operation := map_in(map_in(paths, path), "post"):
            yield Route(path, _schema(operation))


def _operations(paths: Said) -> Iterator[ServerOperation]:
    for path in (each for each in paths if not any(part in each for part in OF_A_PROTOCOL)):
        for method in METHODS:
            if operation := map_in(map_in(paths, path), method):
                yield ServerOperation(text_in(operation, "summary"), text_in(operation, "description"))


def _schema(operation: Said) -> str:
    """The last part of the reference to the schema of a JSON body."""
    content = map_in(map_in(operation, "requestBody"), "content")
    reference = text_in(map_in(map_in(content, "application/json"), "schema"), "$ref")
    return reference.rpartition("/")[2]
