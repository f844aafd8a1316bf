"""What a person is shown, for every kind of standing."""

import pytest

from apps.chat.domain.display import AT_WORK, ENDED, LOOKS, Display, Seen, display_state
from apps.chat.domain.states import Phase, TurnState
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.web.rendering.figures import short

TALKING = {"phase": Phase.DISCUSSION, "turn_state": TurnState.IN_FLIGHT}
WAITING = {"phase": Phase.ASYNC_TASK, "turn_state": TurnState.NONE}
OVER = {"turn_state": TurnState.NONE}

TABLE = [
    (TALKING | {"formed": False}, Display.FORMING),
    (TALKING | {"turn_state": TurnState.DUE, "begun": False, "quiet_for": 3.0}, Display.QUEUED),
    (TALKING | {"turn_state": TurnState.DUE, "begun": False, "quiet_for": 600.0}, Display.QUEUED),
    (TALKING | {"turn_state": TurnState.DUE, "begun": False, "quiet_for": 1.0, "formed": False}, Display.FORMING),
    (TALKING | {"turn_state": TurnState.DUE, "begun": False, "quiet_for": 9.0, "frozen": True}, Display.PAUSED),
    (TALKING, Display.DISCUSSING),
    (TALKING | {"turn_state": TurnState.DUE}, Display.DISCUSSING),
    (TALKING | {"open_tasks": [TaskState.WORKING]}, Display.WORKING),
    (TALKING | {"open_tasks": [TaskState.PLANNED]}, Display.DISCUSSING),
    (WAITING | {"open_tasks": [TaskState.READY]}, Display.WORKING),
    (WAITING | {"open_tasks": [TaskState.ASKING]}, Display.WORKING),
    (WAITING | {"open_tasks": [TaskState.DONE]}, Display.DISCUSSING),
    (WAITING | {"subteam_working": True}, Display.WAITING_TEAM),
    (WAITING | {"subteam_working": True, "open_tasks": [TaskState.PLANNED]}, Display.WAITING_TEAM),
    (WAITING | {"subteam_working": True, "open_tasks": [TaskState.WORKING]}, Display.WORKING),
    (WAITING | {"pending_approvals": 1, "quiet_for": 5000.0}, Display.NEEDS_YOU),
    (WAITING | {"quiet_for": 91.0, "open_tasks": [TaskState.WORKING]}, Display.STALLED),
    (WAITING | {"quiet_for": 90.0, "open_tasks": [TaskState.WORKING]}, Display.WORKING),
    (WAITING | {"quiet_for": 200.0, "usual_gap": 80.0, "open_tasks": [TaskState.WORKING]}, Display.WORKING),
    (WAITING | {"frozen": True, "pending_approvals": 2, "quiet_for": 900.0}, Display.PAUSED),
    (WAITING | {"frozen": True, "held_by_question": True, "pending_approvals": 1}, Display.NEEDS_YOU),
    (OVER | {"phase": Phase.CONCLUDED}, Display.DONE),
    (OVER | {"phase": Phase.CONCLUDED, "in_part": True}, Display.PARTIAL),
    (OVER | {"phase": Phase.FAILED, "in_part": True}, Display.FAILED),
    (OVER | {"phase": Phase.FAILED, "frozen": True}, Display.FAILED),
    (OVER | {"phase": Phase.STOPPED, "pending_approvals": 1}, Display.STOPPED),
    (OVER | {"phase": Phase.CONCLUDED, "outcome": GoalOutcome.PARTIAL}, Display.PARTIAL),
    (OVER | {"phase": Phase.CONCLUDED, "outcome": GoalOutcome.FAILED}, Display.FAILED),
    (OVER | {"phase": Phase.STOPPED, "outcome": GoalOutcome.STOPPED}, Display.STOPPED),
    (TALKING | {"outcome": GoalOutcome.RUNNING}, Display.DISCUSSING),
]


@pytest.mark.parametrize(("facts", "shown"), TABLE)
def test_a_standing_is_shown_as(facts, shown):
    assert display_state(Seen(**facts)) is shown


def test_every_state_has_a_word_and_a_help_text():
    assert set(LOOKS) == set(Display)
    assert all(look.word and look.help for look in LOOKS.values())


def test_no_state_is_both_ended_and_at_work():
    assert not ENDED & AT_WORK


@pytest.mark.parametrize(
    ("count", "words"),
    [(940, "940"), (12_300, "12.3k"), (999_950, "1,000k"), (4_312_000, "4.31M"), (10**9, "1bn"), (10**13, "10,000bn")],
)
def test_a_count_is_short_and_never_a_power_of_ten(count, words):
    assert short(count) == words
