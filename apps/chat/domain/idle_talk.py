"""Talk that goes on when there is nothing left to do, outside of a protocol, which has bounds of its own."""

from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.utterances import Say

MOST_TURNS = {1: 4, 2: 6, 12: 10}
"""By how many members, turns in a row without the lead since the last task settled or a person spoke."""


def is_idle_talk(standing: ConversationState, utterance: object) -> bool:
    """Whether a member hands the floor on once more though all work is done and the lead was not heard for long."""
    if not isinstance(utterance, Say) or utterance.next_speaker in (None, standing.lead):
        return False
    if standing.open_tasks or not standing.done_tasks or standing.memory.talk is not None:
        return False
    speakers = (*standing.memory.speakers, standing.speaker)
    return any(_is_run(speakers[-turns:], turns, members, standing.lead) for members, turns in MOST_TURNS.items())


def _is_run(last: tuple[str | None, ...], turns: int, members: int, lead: str) -> bool:
    return len(last) == turns and lead not in last and len(set(last)) <= members
