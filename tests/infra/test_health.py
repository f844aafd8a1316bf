"""What /healthz, /readyz and /metrics say, against things that are so."""

import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone

from apps.agents.models import Agent, Connection
from apps.chat.models import Conversation, Turn
from apps.chat.queries.due_work import SWEEPER
from apps.chat.queries.vitals import WORKER
from apps.journal.actions import beat
from apps.journal.models import Pulse
from apps.teams.models import Attempt, Goal, LoweredBudgets, Task
from apps.teams.queries.limits import forget_budgets
from ioa_web import health, heartbeat
from ioa_web.supervisor import keeper
from ioa_web.supervisor.keeper import Keeper
from ioa_web.supervisor.logs import ProcessLog
from ioa_web.supervisor.processes import Program
from tests import snapshot

PATIENCE = 20  # seconds


@pytest.fixture
def at_work(db):
    """An installation whose worker and sweeper have just been heard of."""
    beat(WORKER)
    beat(SWEEPER)


@pytest.fixture
def ready(client, at_work):
    def asked():
        health.readiness_kept.forget()
        answer = client.get(reverse("readiness"))
        assert (answer.status_code == 503) == ("Retry-After" in answer)
        return answer.status_code, answer.json()

    return asked


def silence(name, now=None):
    Pulse.objects.filter(name=name).update(at=(now or timezone.now()) - timedelta(minutes=1))


def test_healthz_asks_nobody_else(client):
    answer = client.get("/healthz")  # without a database
    assert (answer.status_code, answer.json()) == (200, {"process": "ok"})


def test_an_installation_at_work_is_ready(ready):
    status, found = ready()
    assert (status, set(found.values())) == (200, {"ok"})
    assert found.keys() == {"database", "schema", "redis", "disk", "worker", "sweeper", "work"}


@pytest.mark.parametrize("name", [WORKER, SWEEPER])
def test_a_worker_or_sweeper_that_is_silent_is_named_with_its_age(ready, monkeypatch, name):
    now = timezone.now()
    monkeypatch.setattr(health, "clock", lambda: now)  # a busy machine may take its time to look
    silence(name, now)
    assert ready()[1][name] == "silent for 60 s"
    Pulse.objects.filter(name=name).delete()
    assert ready() == (503, ready()[1] | {name: "never seen"})


def test_redis_that_does_not_answer_is_named(ready, settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    assert ready() == (503, ready()[1] | {"redis": "down"})


def test_a_full_disk_is_named(ready, monkeypatch):
    monkeypatch.setattr(health, "MIN_FREE", 1 << 60)
    status, found = ready()
    assert (status, found["disk"].split(":")[0]) == (503, "full")


def test_a_database_that_takes_nothing_is_named(ready):
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")  # as one whose disk is full
    status, found = ready()
    assert (status, found["database"]) == (503, "takes nothing: is its disk full?")


def test_data_of_another_release_is_named_with_the_way_out(ready):
    MigrationRecorder(connection).record_applied("teams", "9999_from_the_future")
    status, found = ready()
    assert status == 503
    assert "newer release" in found["schema"]


@pytest.fixture
def backlog(at_work):
    """A turn that has waited for five minutes."""
    world = snapshot.world()
    Conversation.objects.filter(turn_state="due").update(turn_due_at=None)
    Attempt.objects.filter(state="ready").update(not_before=timezone.now() + timedelta(hours=1))
    Turn.objects.exclude(ended_at=None).update(ended_at=timezone.now() - timedelta(hours=1))
    Attempt.objects.exclude(ended_at=None).update(ended_at=timezone.now() - timedelta(hours=1))
    early = timezone.now() - timedelta(minutes=5)
    Conversation.objects.filter(team=world.root.team).update(turn_state="due", turn_due_at=early)
    return world


def end_a_turn(world, outcome):
    room, now = world.root.team.conversation, timezone.now()
    Turn.objects.create(conversation=room, number=1, fence=77, outcome=outcome, reading=1, started_at=now, ended_at=now)


def test_work_that_waits_while_none_ends_is_a_standstill(ready, backlog):
    status, found = ready()
    assert (status, found["work"].split(":")[0]) == (503, "stands still")


def test_a_goal_that_may_not_begin_yet_is_no_standstill(ready, backlog):
    goal = backlog.root.team.goal
    others = Goal.objects.filter(workspace=goal.workspace, outcome="running").exclude(pk=goal.pk)
    others.update(started_at=timezone.now())
    Goal.objects.filter(pk=goal.pk).update(started_at=None)
    assert ready()[0] == 503
    row = LoweredBudgets.objects.create(pk=goal.workspace_id, values={"person": {"running": others.count()}})
    forget_budgets()
    assert ready()[0] == 200
    row.values = {"workspace": {"running": others.count()}}
    row.save()
    forget_budgets()
    assert ready()[0] == 200


@pytest.mark.parametrize(("enabled", "status"), [(True, 200), (False, 503)])
def test_a_call_that_waits_for_a_slot_of_its_agent_is_no_standstill(ready, backlog, enabled, status):
    Conversation.objects.filter(turn_state="due").update(turn_due_at=None)
    at_it = Attempt.objects.filter(state="running", task__team__frozen_at=None).first()
    early = timezone.now() - timedelta(minutes=5)
    waits = at_it.task.team.tasks.exclude(attempts__state__in=["ready", "running"]).first()
    waits.attempts.create(agent=at_it.agent, number=77, not_before=early)
    Task.objects.filter(pk=waits.pk).update(state_at=early)
    assert ready()[0] == 503
    running = Attempt.objects.filter(agent=at_it.agent, state="running").count()
    Agent.objects.filter(pk=at_it.agent_id).update(enabled=enabled)
    Connection.objects.filter(agent=at_it.agent_id).update(concurrency=running)
    assert ready()[0] == status


def test_a_backlog_that_moves_is_none(ready, backlog):
    end_a_turn(backlog, "spoken")
    assert ready()[0] == 200


def test_turns_that_are_lost_again_and_again_do_not_count_as_movement(ready, backlog):
    end_a_turn(backlog, "lost")
    assert ready()[0] == 503


def test_who_asks_often_has_the_tables_read_once_a_second(client, at_work, django_assert_num_queries):
    health.readiness_kept.forget()
    client.get("/readyz")
    with django_assert_num_queries(0):
        client.get("/readyz")


@pytest.mark.django_db
def test_metrics_are_for_staff_and_for_the_token(client, admin_client, settings):
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403
    settings.IOA_METRICS_TOKEN = "scrape"
    assert client.get("/metrics", headers={"Authorization": "Bearer scraped"}).status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer scrape"}).status_code == 200
    assert admin_client.get("/metrics").status_code == 200


def test_metrics_tell_what_the_tables_hold(admin_client, backlog):
    said = dict(
        line.rsplit(" ", 1) for line in admin_client.get("/metrics").content.decode().splitlines() if line[0] != "#"
    )
    assert float(said['ioa_goals{outcome="running"}']) == 3
    assert 299 < float(said["ioa_oldest_turn_seconds"]) < 400
    assert float(said["ioa_worker_pulse_age_seconds"]) < 60
    assert float(said["ioa_attempts_running"]) == Attempt.objects.filter(state="running").count()
    assert float(said["ioa_sockets"]) == 0


def test_a_part_is_silent_for_as_long_as_it_has_not_carried_out_what_it_was_asked():
    held = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(held.wait)
        part = heartbeat.Part(threads.submit)
        first = part.silent_for()
        assert part.silent_for() > first
        held.set()
    assert part._asked is None


def test_the_check_of_a_container_says_whether_a_process_has_beaten(tmp_path, monkeypatch, capsys):
    file = tmp_path / "worker"
    assert heartbeat.main(str(file)) == 1
    monkeypatch.setenv(heartbeat.VARIABLE, str(file))
    heartbeat.note_beat()
    assert heartbeat.main(str(file)) == 0


BEATING = "import pathlib, time\nwhile True: pathlib.Path({!r}).touch(); print('beat', flush=True); time.sleep(0.05)"


@pytest.mark.processes
def test_a_process_that_is_alive_and_does_not_beat_is_started_again(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "SILENT", 1.0)
    said, file = [], tmp_path / "beat"
    program = Program([sys.executable, "-c", BEATING.format(str(file))], cwd=Path.cwd(), env={}, heartbeat=file)
    kept = Keeper()
    child = kept.add(lambda: program, ProcessLog("child", tmp_path, said.append))
    until(kept, lambda: child._beaten > child._started)
    first = child.process
    first.send_signal(signal.SIGSTOP)
    until(kept, lambda: child.process is not first and child._beaten > child._started)
    kept.stop([child], 5)
    assert first.returncode == -signal.SIGKILL
    assert "child    | is alive and has not worked for a while: ended" in said


@pytest.mark.processes
def test_one_that_beats_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "SILENT", 1.0)
    said, file = [], tmp_path / "beat"
    program = Program([sys.executable, "-c", BEATING.format(str(file))], cwd=Path.cwd(), env={}, heartbeat=file)
    kept = Keeper()
    child = kept.add(lambda: program, ProcessLog("child", tmp_path, said.append))
    until(kept, lambda: said.count("child    | beat") > 60)  # three seconds
    kept.stop([child], 5)
    assert set(said) == {"child    | beat"}


def until(kept, held):
    give_up = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < give_up, "it never came true"
        kept.tick()
