"""Finding out whether an address has the Responses API and no chat completions: does it ask for an input?"""

from http import HTTPStatus

from apps.agents.connectors.recognition import Answer, Source, ask_source, unlike
from apps.agents.connectors.responses import DESCRIPTOR
from apps.agents.domain.detection import Found, Unlike
from apps.agents.domain.untrusted_json import Said, maps_in, text_in
from apps.core.sentences import sentence

ASKED = (b"input", b"model", b"entity_id")  # what an empty request lacks
UNKNOWN = (404, 405)
CHAT = "/chat/completions"
BOTH = sentence("It knows chat completions, by which it is called.")
MOST_NAMED = 5


async def recognise(source: Source) -> Found:
    """Ask what an empty request lacks, then for the list of entities. Raises Unlike and OutboundError.

    A server that knows the path of chat completions is not asked: some log an empty request with a stack trace.
    """
    answers: list[Answer] = []
    entered = source.url.rstrip("/").removesuffix("/responses")
    for base in [entered] if entered.endswith("/v1") else source.under("/v1"):
        if (await ask_source(source, "GET", f"{base}{CHAT}")).status == HTTPStatus.METHOD_NOT_ALLOWED:
            raise Unlike(BOTH)
        answers.append(answer := await ask_source(source, "POST", f"{base}/responses", {}))
        if _lacks_an_input(answer) and await _has_no_chat(source, base):
            return await _found(source, base)
    raise unlike(answers, sentence("It knows no Responses API."), asked=sentence("an empty request was sent"))


def _lacks_an_input(answer: Answer) -> bool:
    return answer.status in (400, 422) and any(word in answer.body for word in ASKED)


async def _has_no_chat(source: Source, base: str) -> bool:
    """Who has both is called by chat completions, which more servers know how to stream."""
    return (await ask_source(source, "POST", f"{base}{CHAT}", {})).status in UNKNOWN


async def _found(source: Source, base: str) -> Found:
    entities = await _listed(source, base)
    names = ", ".join(text_in(each, "id") for each in entities[:MOST_NAMED])
    several = sentence(
        "It has {number} agents: {names}. The first is chosen; set another as the model.",
        number=len(entities),
        names=names,
    )
    key, one = source.credentials.token, entities[0] if entities else {}
    config: dict[str, object] = {
        "url": base,
        **({"model": text_in(one, "id")} if one else {}),
        **({"api_key": key} if key else {}),
    }
    to_know = (several,) if len(entities) > 1 else ()
    return Found(DESCRIPTOR.kind, config, text_in(one, "name", "id"), text_in(one, "description"), security=to_know)


async def _listed(source: Source, base: str) -> list[Said]:
    """The entities of Microsoft's DevUI; none elsewhere."""
    answer = await ask_source(source, "GET", f"{base}/entities")
    said = answer.said() if answer.fine else None
    return [each for each in maps_in(said, "entities") if text_in(each, "id")] if isinstance(said, dict) else []
