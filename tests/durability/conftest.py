"""A workspace whose goals are worked on by real worker processes, which tests kill, stop and hold up."""

import os
import random
import signal
import time
from collections import Counter
from datetime import UTC, datetime
from urllib.parse import urlsplit

import kombu.pools
import pytest
from celery import current_app
from django.conf import settings as product
from django.db import connection

from apps.chat.actions import decide
from apps.chat.actions.sweeper import sweep
from apps.chat.models import Turn
from apps.journal import bells, gateway
from apps.teams.actions.suspension import ACCEPT
from apps.teams.models import Approval, Attempt, Goal
from ioa_web.supervisor.data_dir import leave_road, road_to
from ioa_web.supervisor.redis_server import RedisServer
from tests.durability.chains import assert_all_name_their_chain
from tests.durability.oracle import assert_sound
from tests.durability.workers import Broker, Workers
from tests.engine.conftest import Stage, task

TRIALS = int(os.environ.get("IOA_TRIALS", "0"))  # a soak: how often each random test is done
SWEEP_SECONDS = 0.5
PATIENCE = 120  # seconds; a machine may be busy with other things
PAUSE = 0.15
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Field(Stage):
    """A stage whose jobs are done by other processes. `effects` is the file in which agents leave their traces."""

    def __init__(self, folder, settings, workers: Workers, broker: Broker, script) -> None:
        super().__init__(script, settings)
        self.workers, self.broker = workers, broker
        self.effects = folder / "effects"
        self.mark = folder / "mark"
        self.goals: list[Goal] = []
        self._swept = 0.0

    def crew(self) -> None:
        """Agents that take their time and leave traces; one of them must not do a thing twice."""
        trace, pause = {"side_effect": str(self.effects)}, {"wait": PAUSE}
        self.agent(
            "finder", trace, pause, {"progress": "half"}, pause, {"result": "found"}, skill="finding old figures"
        )
        self.agent("counter", pause, trace, {"result": "counted"}, skill="counting growth rates")
        self.agent("sender", trace, pause, pause, {"result": "sent"}, skill="sending letters", repeatable=False)
        chart = {"file": {"name": "c.txt", "media_type": "text/plain", "content": "one"}}
        self.agent("drawer", pause, chart, {"result": "drawn"}, skill="drawing charts")
        self.voices(
            {
                "Do both.": [
                    {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
                ],
                "*": [
                    {"wait": PAUSE, "do": "say", "text": "Let us begin.", "next_speaker": "coordinator"},
                    {
                        "wait": PAUSE,
                        "do": "assign",
                        "tasks": [
                            task("letter", "sender"),
                            task("chart", "drawer"),
                            task("both", needs=("finding old figures", "counting growth rates"), after=("chart",)),
                        ],
                    },
                    {"do": "conclude", "answer": "All done."},
                ],
            }
        )

    def one_task(self, *steps: dict, wait: float = 0, **agent) -> None:
        """In place of the crew's: goals of one turn, which takes `wait` seconds, and one task that plays `steps`."""
        self.agent("solo", {"side_effect": str(self.effects)}, *steps, {"result": "done"}, **agent)
        self.voices([{"wait": wait, "do": "assign", "tasks": [task("solo", "solo")], "answer": "solo"}])

    def launch(self, text: str = "Do the work", **request) -> Goal:
        """Give a goal to the workers."""
        goal = super().launch(text, **request)
        self.goals.append(goal)
        return goal

    def until(self, held, seconds: float = PATIENCE) -> None:
        """Keep the workers running, sweep, and accept what is unknown, until `held()` is true."""
        give_up = time.monotonic() + seconds
        while not held():
            assert time.monotonic() < give_up, f"it did not come about: {self.story()}"
            self.workers.keep()
            self.sweep_now_and_then()
            time.sleep(0.05)

    def sweep_now_and_then(self) -> None:
        """What beat has a worker do."""
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            sweep()
            self.accept_unknown_outcomes()

    def accept_unknown_outcomes(self) -> None:
        """A person says that what may have been done was done."""
        for approval in Approval.objects.filter(kind="outcome", state="pending"):
            decide(self.owner, approval.id, ACCEPT)

    def until_all_ended(self, seconds: float = PATIENCE) -> None:
        """Every goal has ended, and nothing of any runs on."""
        self.until(lambda: not Goal.objects.filter(outcome="running").exists() and self.is_quiet(), seconds)

    def is_quiet(self) -> bool:
        """Whether no worker is at anything."""
        held = Turn.objects.filter(outcome="open").exists() or Attempt.objects.filter(state="running").exists()
        return not held and not Goal.objects.filter(outcome__in=["done", "partial"], learned_at=None).exists()

    def at_work(self) -> bool:
        """Whether an agent's call is in flight."""
        return Attempt.objects.filter(state="running").exists()

    def hold_up(self, pid: int) -> None:
        """SIGSTOP, while no process is in a transaction: the goal would be held up until Postgres ends that."""
        self.until(_nobody_is_in_a_transaction)
        os.kill(pid, signal.SIGSTOP)

    def let_leases_run_out(self, *pids: int) -> None:
        """What ten seconds would do to what these processes hold, which are dead or stopped: those that died."""
        for pid in pids or self.workers.dead:
            held = {"worker__contains": f":{pid}:"}
            Attempt.objects.filter(state="running", **held).update(lease_until=LONG_AGO)
            Turn.objects.filter(outcome="open", **held).update(lease_until=LONG_AGO)

    def traces(self) -> Counter:
        """How often agents did what they did, by idempotency key."""
        return Counter(self.effects.read_text().split()) if self.effects.exists() else Counter()

    def assert_all_is_well(self, outcome: str = "done") -> None:
        """Each goal ended once, as it should; what must not be done twice was not."""
        for goal in self.goals:
            assert_sound(goal)
            assert_all_name_their_chain(goal)
            assert goal.outcome == outcome, self.story()
        once = Attempt.objects.filter(agent__handle="sender").values_list("task_id", flat=True)
        traces = self.traces()
        assert max((traces[str(key)] for key in once), default=0) <= 1

    def story(self) -> str:
        """What a failed test tells of where it stood."""
        attempts = list(Attempt.objects.values_list("task__title", "number", "state", "worker", "failure"))
        turns = list(Turn.objects.values_list("number", "outcome", "failure"))
        goals = list(Goal.objects.values_list("outcome", "failure"))
        log = self.workers.log.read_text()[-3000:]
        return f"goals {goals} turns {turns} attempts {attempts} workers {self.workers.pids}\n{log}"


def _nobody_is_in_a_transaction() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'"
        )
        return cursor.fetchone() == (0,)


@pytest.fixture(scope="session")
def ground(tmp_path_factory):
    """A folder for sockets and logs."""
    return tmp_path_factory.mktemp("durability")


@pytest.fixture(scope="module")
def broker(ground):
    """A Redis for the tests of one module; this process rings and publishes there meanwhile."""
    folder = ground / "redis"
    road = road_to(folder)
    broker = Broker(RedisServer(folder, road), ground / "redis.log")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(product, "REDIS_URL", broker.url)
        ring_at(broker.url, eager=False)
        yield broker
    ring_at(product.CELERY_BROKER_URL, eager=True)
    broker.stop()
    leave_road(road, folder)


def ring_at(url: str, *, eager: bool) -> None:
    """Have this process ring at another broker, or do the jobs itself."""
    gateway._client.cache_clear()
    bells._broker.cache_clear()  # one that is gone would keep the breaker open
    gateway._breaker._until = bells._breaker._closed_again_at = 0.0
    current_app.conf.task_always_eager = eager
    current_app.conf.broker_url = url.replace("unix://", "redis+socket://", 1)
    kombu.pools.reset()
    current_app._pool = None
    current_app.amqp._producer_pool = None


def environment_of(broker: Broker) -> dict[str, str]:
    """What a process needs to work on the test's database."""
    name = connection.settings_dict["NAME"]
    return {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl(),
        "REDIS_URL": broker.url,
        "IOA_CALLS": "loop",
        "IOA_JOBS": "worker",
        "IOA_DATABASE_POOL": "16",
    }


@pytest.fixture(scope="module")
def crowd(ground, broker, django_db_setup, django_db_blocker):
    """The processes of one module."""
    with django_db_blocker.unblock():
        workers = Workers(ground, environment_of(broker) | {"IOA_SCRIPT": str(ground / "script.json")})
    yield workers
    workers.end()


@pytest.fixture
def field(transactional_db, tmp_path, settings, ground, crowd, broker):
    """A workspace with a crew at work."""
    settings.IOA_CALLS = "loop"
    field = Field(tmp_path, settings, crowd, broker, ground / "script.json")
    field.crew()
    yield field
    crowd.close()


@pytest.fixture
def chance(request):
    """Chances that a failed test names."""
    seed = random.randrange(1 << 32)
    request.node.add_report_section("call", "chances", f"seed {seed}")
    return random.Random(seed)
