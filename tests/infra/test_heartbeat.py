"""A part of a process is asked whether it still carries out what it is given."""

from concurrent.futures import ThreadPoolExecutor

from celery.beat import SchedulingError

from ioa_web.beat import BeatingScheduler
from ioa_web.celery import app
from ioa_web.heartbeat import Part


def test_a_part_that_answers_is_asked_again_and_one_that_does_not_grows_silent():
    asked = []
    part = Part(asked.append)

    first = part.silent_for()
    assert part.silent_for() >= first
    assert len(asked) == 1

    asked[0]()
    part.silent_for()
    assert len(asked) == 2


def test_a_part_that_takes_nothing_more_ends_nobody_s_beat():
    pool = ThreadPoolExecutor(1)
    part = Part(pool.submit)
    pool.shutdown()

    silent = part.silent_for()

    assert part.silent_for() >= silent >= 0


def test_a_broker_that_is_away_is_one_line_of_the_log_until_it_was_back(tmp_path, monkeypatch, caplog):
    def away(*_, **__):
        raise SchedulingError("Couldn't apply scheduled task chat.sweep")

    scheduler = BeatingScheduler(app, lazy=True, schedule_filename=str(tmp_path / "beat"))
    for answer in (away, away, lambda *_, **__: None, away):
        monkeypatch.setattr(scheduler, "apply_async", answer)
        scheduler.apply_entry(None)

    assert [record.exc_info for record in caplog.records] == [None, None]
    assert caplog.messages[0] == "Couldn't apply scheduled task chat.sweep: it is tried again until Redis is back"
