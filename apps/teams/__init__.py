"""Who works together on what: goals, teams, members, tasks, attempts, approvals, files."""
