"""Finding out whether an address runs errands: does it introduce itself?"""

from apps.agents.connectors.recognition import Answer, Source, ask_source, needs_credentials
from apps.agents.domain.detection import Found, Unlike, skill_in
from apps.agents.domain.untrusted_json import text_in
from ioa_errand import DESCRIPTOR


async def recognise(source: Source) -> Found:
    """Ask for an introduction at the address, or below it. Raises Unlike and OutboundError."""
    answers: list[Answer] = []
    for url in source.under("", "/errand"):
        answers.append(await ask_source(source, "GET", url))
        said = answers[-1].said()
        if answers[-1].fine and isinstance(said, dict) and said.get("errand") == 1:
            return _found(source, url, said)
    if needs_credentials(answers):
        raise Unlike("It refused the credentials when it was asked who it is.")
    raise Unlike("It does not say that it runs errands.")


def _found(source: Source, url: str, said: dict[str, object]) -> Found:
    config: dict[str, object] = {"url": url, **source.credentials.fields()}
    listed = said.get("skills")
    skills = tuple(filter(None, map(skill_in, listed if isinstance(listed, list) else [])))
    return Found(DESCRIPTOR.kind, config, text_in(said, "name"), text_in(said, "about"), skills)
