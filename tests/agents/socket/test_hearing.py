"""What an agent tells is put together: pieces become files, which count once there is a result."""

import pytest

from apps.agents.connectors.socket import hearing
from apps.agents.connectors.socket.hearing import Hearing
from apps.agents.connectors.socket.mailbox import Heard
from apps.agents.domain.calls import AgentError, ArtifactMade, File, InputRequired, Progress, Result, Usage
from apps.agents.domain.failures import Failure
from tests.basket import in_memory


def heard(*told):
    """What comes of these events, and the hearing after them."""
    listener = Hearing()
    batch = [Heard(seq, kind, body, content) for seq, (kind, body, content) in enumerate(told, start=1)]
    return list(listener.hear(batch)), listener


def chunk(content, *, last=True, file="one"):
    return ("chunk", {"file": file, "name": f"{file}.txt", "media_type": "text/plain", "last": last}, content)


def text(kind, words, **more):
    return (kind, {"text": words, **more}, None)


RESULT = text("result", "done", usage={"promptTokens": 3, "money": 0.5})
DONE = Result("done", Usage(3, 0, 0.5))


def test_progress_comes_at_once_and_a_result_ends_it():
    events, listener = heard(text("progress", "half"), RESULT, text("progress", "more"))
    assert events == [Progress("half"), DONE]
    assert listener.ended


def test_pieces_of_two_files_may_come_in_turns():
    events, _ = heard(
        chunk(b"a", last=False), chunk(b"x", file="two", last=False), chunk(b"b"), chunk(b"y", file="two"), RESULT
    )
    files = [ArtifactMade(File("one.txt", "text/plain", b"ab")), ArtifactMade(File("two.txt", "text/plain", b"xy"))]
    assert in_memory(events) == [*files, DONE]


def test_files_of_work_that_was_begun_anew_do_not_count():
    events, _ = heard(chunk(b"old"), chunk(b"half", last=False), ("restart", {}, None), chunk(b"new"), RESULT)
    assert in_memory(events) == [ArtifactMade(File("one.txt", "text/plain", b"new")), DONE]


@pytest.mark.parametrize(
    ("told", "end"),
    [
        (text("question", "Which year?"), InputRequired("Which year?")),
        (
            ("error", {"reason": "No.", "permanent": True}, None),
            AgentError("No.", permanent=True, failure=Failure.SAID),
        ),
        (
            ("error", {"reason": "No.", "permanent": True, "uncertain": True}, None),
            AgentError("No.", permanent=True, failure=Failure.CUT),
        ),
        (("end", {}, None), AgentError(hearing.NO_ANSWER, failure=Failure.CUT)),
    ],
)
def test_other_ends(told, end):
    events, listener = heard(told)
    assert (events, listener.ended) == ([end], True)


def test_a_file_that_never_ends_is_an_error(monkeypatch):
    monkeypatch.setattr(hearing, "MOST_FILE", 3)
    events, listener = heard(chunk(b"ab", last=False), chunk(b"cd", last=False))
    assert (events[0].permanent, listener.ended) == (True, True)


INVISIBLE = "\u200b\u2060 \n"


def test_an_answer_that_nobody_can_see_is_none_but_costs_what_it_cost():
    [end], listener = heard(text("result", INVISIBLE, usage={"promptTokens": 3}))
    assert end == AgentError("The agent answered with nothing.", usage=Usage(3), failure=Failure.UNREADABLE)
    assert listener.ended


def test_files_without_words_that_anybody_sees_are_an_answer():
    events, _ = heard(chunk(b"a"), text("result", INVISIBLE, usage={}))
    file = ArtifactMade(File("one.txt", "text/plain", b"a"))
    assert in_memory(events) == [file, Result("Done; see the files.")]
