"""The way out to receivers."""

from apps.core.outbound import Bounds, OutboundError, for_agents
from apps.core.sentences import sentence, sentence_of
from apps.webhooks.domain.deliveries import DeliveryReply

BOUNDS = Bounds(silence=8.0, total=8.0, body=64 * 1024)  # a worker waits for it


async def post(url: str, headers: dict[str, str], body: bytes) -> DeliveryReply:
    """Send a body, and say what came of it. A redirect is no acceptance: it would lead to an address nobody named."""
    try:
        async with for_agents().opened("POST", url, headers=headers, body=body, bounds=BOUNDS) as reply:
            if 200 <= reply.status < 300:
                return DeliveryReply(reply.status, "")
            problem = sentence("The receiver answered with status {status}.", status=reply.status)
            return DeliveryReply(reply.status, problem)
    except OutboundError as error:
        return DeliveryReply(None, sentence_of(error)[:300])
