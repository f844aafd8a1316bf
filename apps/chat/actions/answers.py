"""Whose words an answer to an agent's question is made of, and whether the agent may have them."""

import uuid

from apps.chat.actions.scene import Scene
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import OWN_VOICE
from apps.chat.domain.utterances import Say, Utterance
from apps.chat.queries.provenance import heard_in
from apps.teams.queries.authority import may_be_told
from apps.teams.queries.members import Seated


def answer_sources(scene: Scene, speaker: Seated | None) -> frozenset[uuid.UUID]:
    """The agents whose words an answer is made of: a person's none, an agent's its own, the hub's all it had heard."""
    if not scene.voice:
        return frozenset()
    if scene.voice == OWN_VOICE and speaker is not None and speaker.agent_id is not None:
        return frozenset({speaker.agent_id})
    return heard_in(scene.conversation)


def confine_answer(scene: Scene, said: Utterance | Misspoken) -> Utterance | Misspoken:
    """What was said; for the room alone where it would answer an agent at work that may not be told it unasked.

    Such an agent acts on what it is told, and its call, which was judged before, is not judged again. So the next in
    line is asked, at last a person.
    """
    if not isinstance(said, Say) or said.answers is None:
        return said
    asking = next((task for task in scene.tasks if task.number == said.answers), None)
    speaker = scene.member_with_id(scene.conversation.speaker_id)
    if asking is None or may_be_told(asking, answer_sources(scene, speaker)):
        return said
    return said.model_copy(update={"answers": None})
