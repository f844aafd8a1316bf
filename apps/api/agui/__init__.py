"""The hub, its agents and its teams for pages that speak AG-UI: a thread is a goal, and a run is a round of it."""
