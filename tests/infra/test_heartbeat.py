"""A part of a process is asked whether it still carries out what it is given."""

from concurrent.futures import ThreadPoolExecutor

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
