"""Finding out whether an address speaks AG-UI: what does an empty run lack?"""

from apps.agents.connectors.agui import DESCRIPTOR
from apps.agents.connectors.recognition import Source, ask_source, needs_credentials
from apps.agents.domain.detection import Found, Unlike

WANTED = (b"threadId", b"thread_id")
STARTED = (b"RUN_STARTED", b"RUN_ERROR")


async def recognise(source: Source) -> Found:
    """Send a run without anything in it: who speaks AG-UI says what is missing. Raises Unlike and OutboundError."""
    answers = []
    for url in source.under("", "/agui", "/ag-ui"):
        answers.append(answer := await ask_source(source, "POST", url, {}))
        if any(word in answer.body for word in (*WANTED, *STARTED)) and answer.status in (200, 400, 422):
            described = f"Reached by AG-UI at {source.host}."
            return Found(DESCRIPTOR.kind, {"url": url, **source.credentials.fields()}, "", described)
    if needs_credentials(answers):
        raise Unlike("It refused the credentials when a run was sent.")
    raise Unlike("It does not ask for a thread when it gets an empty run.")
