"""What a goal that went well teaches."""

import uuid
from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """A goal that went well, its text, and the agents that finished a task of it."""

    goal_id: uuid.UUID
    text: str
    agent_ids: frozenset[uuid.UUID]
