"""What must outlive the program is on the disk before it is sent, and a crash in the middle spoils nothing."""

import pytest

from ioa_connect import wire
from ioa_connect.spool import Spool, Taken
from ioa_connect.tasks import Answer
from ioa_connect.wire import Call

CALL = Call("0193a000-0000-7000-8000-000000000001", 2, 3, {})


@pytest.fixture
def spool(tmp_path):
    spool = Spool(tmp_path / "spool")
    yield spool
    spool.close()


def test_an_installation_is_the_same_after_a_restart(spool):
    spool.close()
    again = Spool(spool.folder)
    assert again.client == spool.client
    again.close()


def test_two_programs_do_not_share_a_spool(spool):
    with pytest.raises(Taken, match="--spool"):
        Spool(spool.folder)


def test_a_story_is_read_back(spool):
    story = spool.story(CALL.id)
    story.begin(CALL)
    story.add(wire.working(CALL, 4, "half"))
    story.add(wire.completed(CALL, 5, Answer("Seven.")), last=True)
    ((call, events, again),) = spool.stories()
    assert (call.id, call.fence, call.seq) == (CALL.id, 2, 3)
    assert [wire.seq_of(event) for event in events] == [4, 5]
    assert [wire.is_end(event) for event in events] == [False, True]
    again.forget()
    assert list(spool.stories()) == []
    story.forget()


def test_a_line_that_was_cut_off_counts_as_not_written(spool):
    story = spool.story(CALL.id)
    story.begin(CALL)
    story.add(wire.completed(CALL, 4, Answer("Seven."))[:40])
    ((_, events, _),) = spool.stories()
    assert events == []
    story.forget()


def test_a_file_without_a_beginning_is_thrown_away(spool):
    (spool.folder / f"{CALL.id}.jsonl").write_text("")
    assert list(spool.stories()) == []
    assert not list(spool.folder.glob("*.jsonl"))


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "x" * 36, f"{CALL.id}/.."])
def test_a_hub_can_not_name_another_file(spool, name):
    with pytest.raises(ValueError, match="proper id"):
        spool.story(name)
