"""What the hub says on IoA's wire, in its own name and for members who are not on it: messages as they are sent."""

from collections.abc import Mapping
from uuid import UUID

from apps.agents.queries.wire_talks import Errand
from apps.api.ioa.wire_schemas import Assistant, ChatMessage, RecordState, RecordType
from apps.core.texts import one_line

HUB = "The hub"
"""Who speaks for the team of a task, and where something could not be done."""

Sent = dict[str, object]


def member_says(errand: Errand, kind: RecordType, text: str) -> Sent:
    """A native member's word. Nobody is named to speak after the result of a task that nobody waits for."""
    unasked = kind is RecordType.TASK_RESULT and errand.kind == RecordType.ASYNC_TASK
    task: dict[str, str] = {}
    if kind is not RecordType.DISCUSSION:
        task = {
            "task_id": errand.id.hex,
            "task_desc": errand.brief,
            "task_abstract": one_line(errand.brief, 100),
            "task_conclusion": text if kind is RecordType.TASK_RESULT else "",
        }
    message = ChatMessage(
        content=text,
        sender=errand.name,
        comm_id=str(errand.talk_id),
        next_speaker="" if unasked else errand.giver,
        state=RecordState.DISCUSSION,
        type=kind,
        **task,
    )
    return message.model_dump(mode="json")


def hub_concludes(talk_id: UUID, text: str) -> Sent:
    """The one end that a client knows."""
    state, kind = RecordState.DISCUSSION, RecordType.CONCLUSION
    return ChatMessage(content=text, sender=HUB, comm_id=str(talk_id), state=state, type=kind).model_dump(mode="json")


def hub_gives(call_id: UUID, request: Mapping[str, object], client: str) -> Sent:
    """A call of the hub's, as a task that is given in a talk of its own. `client`: the name of who does it."""
    hub = Assistant(name=HUB, desc="Gives the task and gets its result.")
    message = ChatMessage(
        content="\n\n".join(str(request[part]) for part in ("text", "material") if request.get(part)),
        sender=HUB,
        comm_id=str(call_id),
        next_speaker=[client],
        state=RecordState.DISCUSSION,
        type=RecordType.SYNC_TASK,
        goal=str(request.get("goal") or request.get("brief") or ""),
        team_members=[hub.model_dump(), Assistant(name=client, desc="").model_dump()],
    )
    return message.model_dump(mode="json")
