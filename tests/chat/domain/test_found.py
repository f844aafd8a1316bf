"""What was done about a finding, from what is known of it."""

import pytest

from apps.chat.domain.found import HANDLING_WORDS, KIND_WORDS, Handling, handling_of
from apps.teams.domain.findings import FindingKind
from apps.teams.domain.states import TaskState


@pytest.mark.parametrize(
    ("task", "prevented", "tried_again", "done"),
    [
        (TaskState.DONE, True, True, Handling.ASKED_AGAIN),
        (TaskState.FAILED, True, True, Handling.ASKED_AGAIN),
        (TaskState.FAILED, True, False, Handling.TASK_FAILED),
        (TaskState.CANCELLED, True, False, Handling.NOT_TAKEN),
        (TaskState.UNKNOWN, True, False, Handling.NOT_TAKEN),
        (TaskState.DONE, False, False, Handling.KEPT),
        (TaskState.DONE, False, True, Handling.KEPT),
        (None, True, False, Handling.LEAD_SPOKE),
    ],
)
def test_what_was_done_follows_from_the_task_and_its_tries(task, prevented, tried_again, done):
    assert handling_of(task, prevented=prevented, tried_again=tried_again) is done


def test_each_kind_and_each_handling_has_its_words():
    assert set(KIND_WORDS) == set(FindingKind)
    assert set(HANDLING_WORDS) == set(Handling)
