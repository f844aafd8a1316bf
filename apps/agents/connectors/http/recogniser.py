"""Finding out whether an address takes a task as IoA's tool agents do."""

from apps.agents.connectors.http import DESCRIPTOR
from apps.agents.connectors.recognition import Answer, Source, ask_source, unlike
from apps.agents.domain.detection import Found
from apps.core.sentences import sentence

FIELD = b"task_desc"


async def recognise(source: Source) -> Found:
    """Send an empty task: an agent of this kind says what is missing, and does nothing.

    Raises Unlike and OutboundError.
    """
    answers: list[Answer] = []
    for url in source.under("", "/run"):
        answers.append(answer := await ask_source(source, "POST", url, {}))
        if FIELD in answer.body:
            return _found(source, url)
    raise unlike(
        answers,
        sentence("It does not ask for a task_desc when it gets an empty task."),
        asked=sentence("a task was sent"),
    )


def _found(source: Source, url: str) -> Found:
    lines = source.credentials.as_lines()
    config: dict[str, object] = {"url": url, **({"headers": lines} if lines else {})}
    return Found(DESCRIPTOR.kind, config)
