"""The way out to push services."""

from dataclasses import dataclass

from apps.core.outbound import Bounds, OutboundError, for_agents

BOUNDS = Bounds(silence=8.0, total=8.0, body=16 * 1024)  # a worker waits for it
GONE = (404, 410)  # the browser is told of nothing any more (RFC 8030, section 7.3)


@dataclass(frozen=True)
class PushReply:
    """What came of a try. `problem`: a sentence, empty where the service took it; `gone`: forget this browser."""

    problem: str = ""
    gone: bool = False


async def push(endpoint: str, headers: dict[str, str], body: bytes) -> PushReply:
    """Hand a message to a browser's push service. Its address is guarded as those of agents are."""
    try:
        async with for_agents().opened("POST", endpoint, headers=headers, body=body, bounds=BOUNDS) as reply:
            if 200 <= reply.status < 300:
                return PushReply()
            return PushReply(f"The push service answered with status {reply.status}.", reply.status in GONE)
    except OutboundError as error:
        return PushReply(str(error)[:300])
