"""What the registry rings for."""

from apps.journal.bells import Bell


class AgentsBell(Bell):
    """Each value is the name of the one job that answers."""

    TRIAL_DUE = "agents.run_trial"  # (trial id): somebody waits for what becomes of trying an agent
