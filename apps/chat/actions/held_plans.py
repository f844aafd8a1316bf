"""The plan of a goal that shows it first: put before people, and what follows from what they say."""

from apps.chat.actions.scene import Scene
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import PersonSpoke
from apps.core.sentences import sentence
from apps.teams.actions import plans, tasks
from apps.teams.domain.states import OPEN_TASK, START_PLAN


def decide_plan(scene: Scene, answer: str, by: str) -> None:
    """Begin the tasks; other words than START_PLAN take them back, and the coordinator hears them."""
    if answer == START_PLAN:
        plans.start_plan(scene.log, scene.team, scene.tasks)
        return
    tasks.cancel(
        scene.log,
        [task for task in scene.tasks if task.state in OPEN_TASK],
        sentence("{by} asked for another plan.", by=by),
    )
    move(scene, PersonSpoke(answer))
