"""What a turn did, for those whose words it read: told with the receipt of each message."""

from collections.abc import Sequence

from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.domain.receipts import Deed
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message

_DEEDS = {
    MessageKind.ASSIGN: Deed.TASKS,
    MessageKind.DELEGATION: Deed.TASKS,
    MessageKind.CONCLUSION: Deed.CONCLUSION,
    MessageKind.QUESTION: Deed.QUESTION,
    MessageKind.SAY: Deed.ANSWER,
}
"""What a turn may say, what it weighs most first -> what that is to people who spoke before."""


class TurnDeeds:
    """What one turn does in a room, from when this is made to when it is noted."""

    def __init__(self, scene: Scene, read: Sequence[Message]) -> None:
        """`read`: the messages that the turn has read."""
        self._scene = scene
        self._heard = [message for message in read if message.begins_chain and message.number > 1 and not message.deed]
        self._said, self._plan = len(scene.said), scene.conversation.plan_version

    def note(self) -> None:
        """Have those who spoke told what was done, if anything was."""
        deed, shown = self._deed()
        if self._heard and deed is not None:
            messages.note_deed(self._scene, self._heard, deed, shown.event_seq if shown else None)

    def _deed(self) -> tuple[Deed | None, Message | None]:
        """What weighs most of what was done, and the message that shows it."""
        new = self._scene.said[self._said :]
        shown = next((one for kind in _DEEDS for one in new if one.kind == kind), None)
        deed = _DEEDS[MessageKind(shown.kind)] if shown else None
        planned = self._scene.conversation.plan_version != self._plan
        return (Deed.PLAN if planned and deed in (None, Deed.ANSWER) else deed), shown
