"""The observation hook of a workspace: what it sees is read before a turn, as data for whoever speaks."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from apps.core.outbound import Bounds, OutboundError, for_agents
from apps.core.sentences import sentence
from apps.core.texts import replace_unstorable

MOST = 8000  # characters of an observation
BOUNDS = Bounds(silence=10.0, total=10.0, body=64 * 1024)  # a turn waits for it
HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/plain"}


async def observe(url: str, asked: Mapping[str, object]) -> str:
    """Ask the hook with `POST url` and the goal's observation as JSON; gives its text, or why there is none."""
    try:
        async with for_agents().opened(
            "POST", url, headers=HEADERS, body=json.dumps(dict(asked)).encode(), bounds=BOUNDS
        ) as reply:
            if reply.status != HTTPStatus.OK:
                return sentence("The observation hook answered with status {status}.", status=reply.status)
            return replace_unstorable((await reply.body()).decode(errors="replace"))[:MOST]
    except OutboundError as error:
        return sentence("The observation hook could not be read: {error}", error=error)
