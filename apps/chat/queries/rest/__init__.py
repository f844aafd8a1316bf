"""What the REST API shows of goals and rooms, beside what it shares with the pages."""

from apps.chat.queries.rest.goals import GoalCard, goal_card, goals_page
from apps.chat.queries.rest.messages import MessageRow, message, messages_after

__all__ = ["GoalCard", "MessageRow", "goal_card", "goals_page", "message", "messages_after"]
