"""Which events may be sent, and which are proposed. Pure."""

from apps.chat.events import ChatEvent
from apps.teams.events import TeamEvent

GOAL_KINDS: frozenset[str] = frozenset({*TeamEvent, *ChatEvent})
"""All that a goal's stream tells."""

USUAL_KINDS = (TeamEvent.GOAL_CREATED, TeamEvent.APPROVAL_ASKED, TeamEvent.GOAL_ENDED)

DESCRIBED = {
    TeamEvent.GOAL_CREATED: "A goal was given",
    TeamEvent.GOAL_ENDED: "A goal ended, with its answer",
    TeamEvent.GOAL_REOPENED: "A goal was opened again",
    TeamEvent.APPROVAL_ASKED: "Something waits for a person",
    TeamEvent.APPROVAL_DECIDED: "A person decided",
    TeamEvent.TEAM_FORMED: "A team was formed",
    TeamEvent.TEAM_ENDED: "A team ended",
    TeamEvent.TASK_CHANGED: "A task changed",
    TeamEvent.ANSWER_FILED: "An answer was filed",
    TeamEvent.ARTIFACT_MADE: "A task made a file",
    ChatEvent.MESSAGE_ADDED: "A message was said, with its words",
}
"""Those that a form offers; programs may ask for any."""
