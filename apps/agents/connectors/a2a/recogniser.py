"""Finding out whether an address has an A2A agent: does it show a card?"""

from urllib.parse import quote, urlsplit

from apps.agents.connectors.a2a import DESCRIPTOR
from apps.agents.connectors.a2a.card import A2AConfig, AgentCard, NoCard, read_card
from apps.agents.connectors.recognition import Answer, Credentials, Source, ask_source, unlike
from apps.agents.connectors.replies import Failed
from apps.agents.domain.detection import Found, Unlike
from apps.core.sentences import sentence, sentence_of

LISTING = "/api/agents"  # of a Mastra server, which may have several agents
CALLED = "/api/a2a/"  # where it is called, before an agent's id
WELL_KNOWN = ("/.well-known/agent-card.json", "/.well-known/agent.json")
MOST_NAMED = 5
ELSEWHERE = "Its calls go to {host}, which is not the host of its card; credentials that you enter go there."


async def recognise(source: Source) -> Found:
    """Fetch the agent card at the address, or below it. Raises Unlike and OutboundError."""
    card = await fetch_card(source)
    return found_by_card(card, source.url, source.credentials)


async def fetch_card(source: Source) -> AgentCard:
    """Look for a card at the address itself, where it names a file, else where cards are. Raises Unlike."""
    answers = []
    for url in _places(source):
        answer = await ask_source(source, "GET", url)
        answers.append(answer)
        if answer.fine and (card := _card(answer, url)):
            return card
    if card := await _card_of_one(source):
        return card
    raise unlike(answers, sentence("It shows no agent card."), asked=sentence("its agent card was asked for"))


async def _card_of_one(source: Source) -> AgentCard | None:
    """The card of the one agent that a Mastra server has, or that its address names. Raises Unlike for several."""
    named = urlsplit(source.url).path.partition(CALLED)[2].strip("/")
    ids = [named] if named else await _listed(source)
    if len(ids) > 1:
        some = ", ".join(f"{source.origin}{CALLED}{one}" for one in ids[:MOST_NAMED])
        told = sentence("It has {number} agents; enter the address of one: {some}.", number=len(ids), some=some)
        raise Unlike(sentence("It has several agents."), complaint=told)
    url = f"{source.origin}/api/.well-known/{ids[0]}/agent-card.json" if ids else ""
    answer = await ask_source(source, "GET", url) if url else None
    return _card(answer, url) if answer is not None and answer.fine else None


async def _listed(source: Source) -> list[str]:
    """The ids of a Mastra server's agents."""
    answer = await ask_source(source, "GET", f"{source.origin}{LISTING}")
    said = answer.said() if answer.fine else None
    return [quote(one, safe="") for one in said] if isinstance(said, dict) else []


async def card_of(config: A2AConfig) -> AgentCard:
    """Fetch the card of an agent whose interface is not known. Raises Failed and OutboundError."""
    headers = "\n".join(f"{name}: {value}" for name, value in config.sent().items())
    try:
        return await fetch_card(Source(config.url, Credentials(headers=headers)))
    except (Unlike, NoCard) as error:
        raise Failed(f"{urlsplit(config.url).netloc}: {error}", permanent=True) from None


def found_by_card(card: AgentCard, source: str, credentials: Credentials) -> Found:
    """Give what a card tells; `source` "": it was pasted."""
    interface = card.interface
    host = urlsplit(interface.url).netloc
    config: dict[str, object] = {
        "url": interface.url,
        "version": interface.version,
        "binding": interface.binding,
        "streaming": card.streaming,
        **({"tenant": interface.tenant} if interface.tenant else {}),
        **({"hub": True} if card.is_hub else {}),
        **credentials.fields(),
    }
    elsewhere = (sentence(ELSEWHERE, host=host),) if source and host != urlsplit(source).netloc else ()
    return Found(
        DESCRIPTOR.kind, config, card.name, card.description, card.skills, security=(*elsewhere, *card.security)
    )


def _places(source: Source) -> list[str]:
    if source.url.partition("?")[0].endswith(".json"):
        return [source.url]
    query = source.url.partition("?")[2]
    return [f"{url}?{query}" if query else url for url in source.under(*WELL_KNOWN)]


def _card(answer: Answer, url: str) -> AgentCard | None:
    """The card of an answer; None where it is no JSON. Raises NoCard's sentence for one that can't be used."""
    said = answer.said()
    if not isinstance(said, dict) or "name" not in said:
        return None
    try:
        return read_card(said, url)
    except NoCard as error:
        raise Unlike(sentence_of(error), complaint=sentence_of(error)) from None
