"""Leave that nobody decided about in time is not given: the task that waited for it fails, and its team goes on."""

import uuid

from apps.accounts.queries import approval_policy
from apps.chat.actions import messages
from apps.chat.actions.scene import open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.teams.actions import approvals, permits
from apps.teams.queries.permit_times import permit_time, permit_time_in_words
from apps.teams.queries.rows import Approval


def expire_permit(approval_id: uuid.UUID) -> None:
    """Deny in nobody's name what waited for leave too long. Of this and a person's answer the first one counts."""
    team = Approval.objects.values_list("team", flat=True).get(pk=approval_id)
    with open_scene(Conversation.objects.values_list("id", flat=True).get(team_id=team)) as scene:
        approval = Approval.objects.select_related("team__goal", "task__team").get(pk=approval_id)
        if approval.task is None:
            return
        within = permit_time(approval_policy(approval.team.goal.workspace_id))
        if within is None or not approvals.expire(scene.log, approval):
            return
        time = permit_time_in_words(within)
        said = messages.NewMessage(
            MessageKind.NOTICE,
            sentence("Nobody decided within {time}: “{title}” is not permitted.", time=time, title=approval.task.title),
        )
        messages.save(scene, said)
        permits.deny(
            scene.log,
            scene.task(approval.task.number),
            sentence("Not permitted: nobody decided within {time}.", time=time),
        )
