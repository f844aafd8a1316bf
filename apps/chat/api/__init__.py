"""The REST API of goals, teams, rooms and tasks. Each operation translates; queries read, actions write."""
