"""Finding out whether an address speaks the Agent Protocol: does it list tasks?"""

from apps.agents.connectors.agent_protocol import DESCRIPTOR
from apps.agents.connectors.recognition import Source, ask_source, unlike
from apps.agents.domain.detection import Found
from apps.core.sentences import sentence

BASE = "/ap/v1"
TASKS = "/agent/tasks"


async def recognise(source: Source) -> Found:
    """Ask for the list of tasks. Raises Unlike and OutboundError."""
    answers = []
    places = [source.url] if BASE in source.url else source.under(BASE, "")
    for base in dict.fromkeys(place.rstrip("/").removesuffix(TASKS) for place in places):
        answers.append(await ask_source(source, "GET", f"{base}{TASKS}"))
        said = answers[-1].said()
        if answers[-1].fine and isinstance(said, dict | list) and (isinstance(said, list) or "tasks" in said):
            return Found(DESCRIPTOR.kind, {"url": base, **source.credentials.fields()})
    raise unlike(answers, sentence("It keeps no list of tasks."), asked=sentence("it was asked for its tasks"))
