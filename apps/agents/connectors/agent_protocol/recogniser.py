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
        if answers[-1].fine and _are_tasks(answers[-1].said(), BASE in base):
            return Found(DESCRIPTOR.kind, {"url": base, **source.credentials.fields()})
    raise unlike(answers, sentence("It keeps no list of tasks."), asked=sentence("it was asked for its tasks"))


def _are_tasks(said: object, is_its_own_place: bool) -> bool:
    """An object with a list, as 1.0 has it, or the tasks themselves or their names, as before.

    An empty list may be anything's, so it is taken for theirs at an address that nothing else has.
    """
    if isinstance(said, dict):
        return "tasks" in said and isinstance(said["tasks"], list)
    if not isinstance(said, list):
        return False
    return all(_is_task(each) for each in said) and (bool(said) or is_its_own_place)


def _is_task(said: object) -> bool:
    return isinstance(said, str) or (isinstance(said, dict) and isinstance(said.get("task_id"), str))
