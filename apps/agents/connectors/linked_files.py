"""Files that an agent does not send but points to."""

from collections.abc import Mapping

from apps.agents.connectors.replies import require_fine
from apps.agents.connectors.spool import Spool
from apps.agents.domain.calls import File
from apps.agents.domain.untrusted_json import Said, text_in
from apps.core.outbound import Bounds, for_links, same_server

BOUNDS = Bounds(connect=10.0, silence=30.0, total=300.0, body=20 * 1024 * 1024)


async def fetch_file(link: Said, agent_url: str, headers: Mapping[str, str]) -> File:
    """Fetch `{"url", "name", "media_type"}`; only the agent's own server gets its headers.

    Raises Failed and OutboundError.
    """
    url = text_in(link, "url")
    sent = headers if same_server(url, agent_url) else {}
    async with for_links(url, agent_url).opened("GET", url, headers=sent, bounds=BOUNDS) as reply:
        await require_fine(reply)
        body = await Spool.of(reply.chunks())
        return File(text_in(link, "name") or "file", text_in(link, "media_type") or reply.media_type, body)
