"""A process that has the product loaded and forks others: a start costs milliseconds, and each can really be killed.

It reads an order a line, JSON: `{"do": "worker" | "launch", "log": path, "environment": {}, ...}`, and answers each
with the id of the process it made for it. All of them die with it.
"""

import json
import os
import signal
import sys
import uuid

import django

django.setup()

from apps.accounts.domain.access import Actor, Role  # noqa: E402
from apps.agents import queries as agents  # noqa: E402
from apps.chat.actions import GoalRequest, launch_goal  # noqa: E402
from ioa_web.celery import app  # noqa: E402
from ioa_web.supervisor.processes import _dies_with_parent  # noqa: E402
from tests.durability import poison  # noqa: E402

OPTIONS = "--pool threads --concurrency 8 --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"


def work(order):
    """A worker with the options of the product's own."""
    poison.spread()
    app.worker_main(["--quiet", "worker", *OPTIONS.split()])


def launch(order):
    """A door: one goal comes in."""
    actor = Actor(uuid.UUID(order["user"]), uuid.UUID(order["workspace"]), Role.OWNER, "Ann")
    launch_goal(actor, GoalRequest(text=order["text"]))


def become(order):
    """What the forked process does, and nothing after it."""
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ |= order["environment"]
    {"worker": work, "launch": launch}[order["do"]](order)


def say(what):
    """Answer."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main():
    """Fork for each order until nobody gives any."""
    app.loader.import_default_modules()
    agents.embed(["what takes long to load is loaded once"])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead need not be waited for
    say("ready")
    for line in sys.stdin:
        before = _dies_with_parent(signal.SIGKILL)
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                if before is not None:
                    before()
                become(json.loads(line))
                code = 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        say(pid)


main()
