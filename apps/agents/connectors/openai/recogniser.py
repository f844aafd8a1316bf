"""Finding out whether an address has a server of chat completions: does it list models, or know the path?"""

from dataclasses import replace

from apps.agents.connectors.openai import DESCRIPTOR
from apps.agents.connectors.openai.transcript import models_in
from apps.agents.connectors.recognition import Answer, Source, ask_source, unlike
from apps.agents.domain.detection import Found
from apps.agents.domain.profile import Skill
from apps.core.sentences import sentence

BASES = ("/v1", "/openai", "")  # Open Interpreter serves below /openai and keeps no list of models
CHAT = "/chat/completions"


async def recognise(source: Source) -> Found:
    """Ask for the list of models, then for what an empty request lacks. Raises Unlike and OutboundError."""
    entered = source.url.rstrip("/")
    bases = [entered] if entered.endswith(("/v1", "/openai")) else source.under(*BASES)[1:]
    answers: list[Answer] = []
    for base in bases:
        answers.append(await ask_source(source, "GET", f"{base}/models"))
        if answers[-1].fine and (models := models_in(answers[-1].body)):
            return _found(source, base, models)
    for base in bases:
        answer = await ask_source(source, "POST", f"{base}{CHAT}", {})
        if answer.status in (400, 422) and b"messages" in answer.body:
            found = _found(source, base, ())
            return _interpreter(found) if base.endswith("/openai") else found
    raise unlike(
        answers,
        sentence("It lists no models and knows no chat completions."),
        asked=sentence("it was asked for its models"),
    )


def _interpreter(found: Found) -> Found:
    """Open Interpreter: one conversation a process, a word that stops it, and more than words: it runs code."""
    runs = Skill(id="run-code", name="Run code", description="Writes code and runs it.", read_only_hint=False)
    return replace(found, config={**found.config, "stop_message": "{STOP}"}, skills=(runs,), concurrency=1)


def _found(source: Source, base: str, models: tuple[str, ...]) -> Found:
    key = source.credentials.token
    config: dict[str, object] = {
        "url": base,
        **({"model": models[0]} if models else {}),
        **({"api_key": key} if key else {}),
    }
    name = models[0] if models else ""
    several = sentence("It offers {number} models; the first is chosen.", number=len(models))
    to_know = (several,) if len(models) > 1 else ()
    return Found(DESCRIPTOR.kind, config, name, security=to_know)
