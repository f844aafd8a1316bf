"""Finding out whether an address speaks AG-UI: does it say so, or what does an empty run lack?"""

from apps.agents.connectors.agui import DESCRIPTOR
from apps.agents.connectors.recognition import Answer, Source, ask_source, unlike
from apps.agents.domain.detection import Found
from apps.core.sentences import sentence

SCHEMAS = ("RunAgentInput", "AGUIRequest")  # of the body of a run, in OpenAPI documents of AG-UI's own and Microsoft's
USUAL = ("", "/agui", "/ag-ui", "/agent", "/invocations")
WANTED = (b"threadId", b"thread_id")
STARTED = (b"RUN_STARTED", b"RUN_ERROR")
TAKES_LESS = b"messages"  # all that some servers insist on, and what servers of chat completions insist on too
EMPTY_RUN = {
    "threadId": "none",
    "runId": "none",
    "messages": [],
    "tools": [],
    "context": [],
    "state": {},
    "forwardedProps": {},
}


async def recognise(source: Source) -> Found:
    """Read where runs are taken, or send a run without anything in it. Raises Unlike and OutboundError.

    Who speaks AG-UI says what is missing, and some log it as an error: whose own description says enough is not asked.
    """
    if described := _described(source):
        entered = source.under("")[0]
        return _found(source, entered if entered in described else described[0])
    answers = []
    for url in source.under(*USUAL):
        answers.append(answer := await ask_source(source, "POST", url, {}))
        if _speaks(answer) or (_takes_less(answer) and await _runs(source, url)):
            return _found(source, url)
    raise unlike(
        answers,
        sentence("It does not ask for a thread when it gets an empty run."),
        asked=sentence("a run was sent"),
    )


def _described(source: Source) -> list[str]:
    """Where the server's own description says that runs are taken."""
    return [f"{source.origin}{path}" for path in source.service.paths_of(SCHEMAS) if "{" not in path]


def _found(source: Source, url: str) -> Found:
    return Found(DESCRIPTOR.kind, {"url": url, **source.credentials.fields()})


def _speaks(answer: Answer) -> bool:
    return answer.status in (200, 400, 422) and any(word in answer.body for word in (*WANTED, *STARTED))


def _takes_less(answer: Answer) -> bool:
    return answer.status in (400, 422) and TAKES_LESS in answer.body


async def _runs(source: Source, url: str) -> bool:
    """Whether it tells a run in which nobody says anything by AG-UI's events."""
    told = await ask_source(source, "POST", url, EMPTY_RUN)
    return any(word in told.body for word in STARTED)
