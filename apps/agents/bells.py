"""What the registry rings for."""

from apps.journal.bells import Bell


class AgentsBell(Bell):
    """Each value is the name of the one job that answers."""

    LINE_OPEN = "chat.begin_over_line"  # (connection id): a connection was made or switched on, work may wait for it
    TRIAL_DUE = "agents.run_trial"  # (trial id): somebody waits for what becomes of trying an agent
