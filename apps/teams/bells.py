"""What teams ring for. The jobs are of the app above, which knows of conversations."""

from apps.journal.bells import Bell


class TeamsBell(Bell):
    """Each value is the name of the one job that answers."""

    ATTEMPT_READY = "chat.run_attempt"  # (attempt id): an attempt waits for a worker
    SUBTEAM_DUE = "chat.form_subteam"  # (task id): a task that a sub-team shall do is ready
    CHECK_DUE = "chat.begin_check"  # (task id): a task is claimed to be done, and somebody else is to look at it
    TASK_SETTLED = "chat.heed_task"  # (task id): a task ended and its conversation has not heard of it
    LIMIT_REACHED = "chat.heed_limit"  # (team id): a step could not be dispatched, a limit of the team is used up
    AGENT_ASKED = "chat.heed_question"  # (task id): a task's agent asked and its conversation has not heard of it
