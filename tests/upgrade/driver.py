"""A process that works off what a database holds, in one thread, and tells how each goal ended and what is unsound."""

import json
import sys
import time

import django

django.setup()

from celery import current_app  # noqa: E402

from apps.accounts.domain.access import Actor, Role  # noqa: E402
from apps.chat.actions import GoalRequest, launch_goal  # noqa: E402
from apps.chat.actions.sweeper import sweep  # noqa: E402
from apps.teams.models import Goal  # noqa: E402
from tests.durability.oracle import assert_sound  # noqa: E402

PATIENCE = 90  # seconds


def launch_one_more():
    """A goal of this release beside the old ones."""
    old = Goal.objects.first()
    launch_goal(Actor(old.created_by_id, old.workspace_id, Role.OWNER, "Ann"), GoalRequest(text="Calculate 6 * 7"))


def work_off():
    """Sweep until no goal runs."""
    until = time.monotonic() + PATIENCE
    while Goal.objects.filter(outcome="running").exists() and time.monotonic() < until:
        sweep()
        time.sleep(0.1)


def told(goal):
    """How a goal ended, and what the oracle has against it."""
    try:
        assert_sound(goal)
    except AssertionError as fault:
        return {"text": goal.text, "outcome": goal.outcome, "fault": str(fault)[:400]}
    return {"text": goal.text, "outcome": goal.outcome, "fault": ""}


current_app.autodiscover_tasks(related_name="jobs", force=True)
launch_one_more()
work_off()
json.dump([told(goal) for goal in Goal.objects.order_by("id")], sys.stdout)
