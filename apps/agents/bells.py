"""What the registry rings for."""

from apps.journal.bells import Bell


class AgentsBell(Bell):
    """Each value is the name of the one job that answers."""

    LINE_OPEN = "chat.begin_over_line"  # (connection id): one was made, switched on or has a free slot, work may wait
    TRIAL_DUE = "agents.run_trial"  # (trial id): somebody waits for what becomes of trying an agent
