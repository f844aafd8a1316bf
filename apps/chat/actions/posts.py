"""What the machine says, as lines of the conversation."""

from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.domain.machine.effects import Post
from apps.chat.domain.states import MessageKind
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import Task


def post(scene: Scene, said: Post, speaker: Seated | None) -> None:
    """Save a line of the conversation, with what belongs to its kind."""
    task = scene.task(said.task) if said.task is not None else None
    member = speaker if said.by_speaker else None
    if said.by_owner and task is not None:
        member = scene.member_with_id(task.owner_id)
    line = messages.NewMessage(
        said.kind,
        said.text,
        member=member,
        voice=scene.voice if said.by_speaker else "",
        data=_data(scene, said, task),
        task_number=said.task,
        next_speaker=said.next_speaker,
    )
    messages.save(scene, line)


def set_plan(scene: Scene, lines: tuple[str, ...]) -> None:
    """Replace the shared plan, where the goal has one."""
    if not scene.goal.shares_plan:
        return
    row = scene.conversation
    row.plan = list(lines)
    row.plan_version += 1
    scene.changed("plan", "plan_version")


def _data(scene: Scene, said: Post, task: Task | None) -> dict[str, object]:
    match said.kind:
        case MessageKind.ASSIGN:
            return {"tasks": list(said.tasks)}
        case MessageKind.RESULT | MessageKind.FAILURE:
            return {"task": said.task, "artifacts": messages.files_data(task) if task else []}
        case MessageKind.QUESTION:
            return {"task": said.task, "approval": None}
        case MessageKind.NOTICE:
            return {"about": said.about}
        case MessageKind.CONCLUSION:
            files, others = messages.files_of_conclusion(task, scene.tasks)
            return {
                "verdict": said.about,
                "missing": list(said.missing),
                "task": said.task,
                "artifacts": [*files, *others],
            }
        case _:
            return {}
