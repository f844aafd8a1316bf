"""The hub, its agents and its teams as A2A servers (Agent2Agent 1.0 and 0.3), so that they can be a part elsewhere.

A task is one round of a goal: its context is the goal, and a message to a context whose goal has ended opens the next.
"""
