"""What an address answers at which no protocol is recognised: asked as a browser would, and told with what to do."""

from http import HTTPStatus

from apps.agents.connectors.recognition import Source, ask_source
from apps.core.outbound import OutboundError
from apps.core.sentences import sentence, sentence_of

_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


async def tell_what_came(source: Source) -> str:
    """A sentence about what came; "" where that says nothing of the address."""
    try:
        answer = await ask_source(source, "GET", source.url)
    except OutboundError as error:
        return sentence_of(error)
    if answer.status in _GONE:
        return sentence("It says that nothing is at this very address ({status}): check it.", status=answer.status)
    if answer.fine and answer.media_type == "text/html":
        return sentence(
            "What came is a web page, which is for people: enter the address that programs use. "
            "The agent's documentation names it."
        )
    if answer.fine and answer.body and answer.media_type:
        return sentence("What came ({media_type}) has the form of none of them.", media_type=answer.media_type)
    return ""
