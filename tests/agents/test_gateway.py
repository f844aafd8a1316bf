import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import (
    AgentError,
    ArtifactMade,
    File,
    FoundPassage,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Sign,
    Usage,
    Writing,
)
from apps.agents.domain.failures import Failure
from apps.agents.gateway import calls, drafting, pool, run
from apps.agents.gateway.calls import BROKEN, Calls, HandedBack
from apps.agents.gateway.event_validation import MOST_FILE, MOST_PROGRESS, MOST_TEXT
from apps.agents.gateway.recent import Recent
from apps.agents.gateway.run import run_agent
from apps.chat.voices.agent import OwnVoice
from apps.chat.voices.member import AgentVoice
from apps.core.texts import one_line, replace_unstorable
from apps.teams.domain.states import TaskState
from tests.basket import Basket
from tests.chat.llm.briefings import briefing, task

REQUEST = RunRequest(key="k", goal="g", brief="b")
FILE = ArtifactMade(File("a.csv", "text/csv", b"a,b"))


class Playing:
    """A connector that sends what it was given; an exception among it is raised, a number is slept."""

    kind = "playing"

    def __init__(self, *events):
        self.events = events

    async def run(self, config, request):
        for event in self.events:
            if isinstance(event, Exception):
                raise event
            if isinstance(event, float):
                await asyncio.sleep(event)
            else:
                yield event


@pytest.fixture
def play(monkeypatch):
    """Let the only connector send these events and give the outcome and what was told on the way."""

    def outcome_of(*events, timeout=5.0, request=REQUEST, connector=None):
        told = []
        monkeypatch.setattr(run, "PROGRESS_GAP", 0.01)
        monkeypatch.setattr(run, "connector_for", lambda kind, **_: connector or Playing(*events))
        outcome = asyncio.run(run_agent(AgentAddress("1", "playing", {}, timeout), request, told.append, Basket()))
        return outcome, told

    return outcome_of


@pytest.fixture
def on_the_loop(settings):
    settings.IOA_CALLS = "loop"


def test_a_sound_call_gives_its_end_its_files_and_its_progress(play):
    end = Result("done", Usage(3, 4, 0.5))
    outcome, told = play(Progress("reading"), 0.1, FILE, end)
    assert (outcome.end, outcome.files) == (end, (FILE.file,))
    assert told == [Progress("reading"), FILE]


def test_a_call_that_is_over_at_once_told_of_no_progress(play):
    outcome, told = play(Progress("reading"), Result("done"))
    assert (outcome.end, told) == (Result("done"), [])


def test_progress_that_can_not_be_noted_does_not_end_the_call(monkeypatch, caplog):
    def refuse(event):
        raise OSError("no room")

    monkeypatch.setattr(run, "PROGRESS_GAP", 0.01)
    monkeypatch.setattr(run, "connector_for", lambda kind, **_: Playing(Progress("reading"), 0.1, Result("done")))
    assert asyncio.run(run_agent(AgentAddress("1", "playing"), REQUEST, refuse)).end == Result("done")
    assert "could not be noted" in caplog.text


def test_a_question_is_an_end(play):
    outcome, _ = play(InputRequired("which year?"))
    assert outcome.end == InputRequired("which year?")


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ((), "without an answer"),
        ((Progress("still here"),), "without an answer"),
        ((Result("a"), Result("b")), "went on after it had ended"),
        ((Result("a"), Progress("more")), "went on after it had ended"),
        (("text",), "not an answer"),
        ((None,), "not an answer"),
        (({"result": "a"},), "not an answer"),
        ((Result(None),), "not an answer"),
        ((Result("a", usage=None),), "not an answer"),
        ((InputRequired(" "),), "not an answer"),
        ((Progress(1),), "not an answer"),
        ((Progress("reading", "loudly"),), "not an answer"),
        ((ArtifactMade("file"),), "not an answer"),
        ((ArtifactMade(File("a", "b", "text")),), "file that is not one"),
        ((ArtifactMade(File("a", "a/b", b"x" * (MOST_FILE + 1))),), "larger than"),
        ((FILE,) * 51, "too many files, or too large ones: One call of an agent may have 50 files"),
        ((Result("x" * (MOST_TEXT + 1)),), "longer than"),
        ((Result("a", Usage(-1)),), "not a number of tokens"),
        ((Result("a", Usage("many")),), "not a number of tokens"),
        ((Result("a", Usage(money=float("nan"))),), "not an amount"),
        ((Result("a", Usage(money=float("inf"))),), "not an amount"),
        ((Result("a", Usage(money="1")),), "not an amount"),
    ],
)
def test_misbehaviour_is_a_permanent_error_with_a_plain_sentence(play, events, reason):
    outcome, _ = play(*events)
    assert isinstance(outcome.end, AgentError)
    assert reason in outcome.end.reason
    assert outcome.end.permanent


def test_an_exception_of_a_connector_is_an_error_without_its_text_and_a_traceback_in_the_log(play, caplog):
    outcome, _ = play(ValueError("the key is sesame"))
    assert outcome.end == AgentError("The way to this agent broke down.")
    assert "Traceback" in caplog.text


def test_an_agent_that_takes_too_long_is_given_up(play):
    outcome, _ = play(30.0, timeout=0.01)
    assert outcome.end == AgentError("The agent did not finish within 0.01 seconds.", failure=Failure.OVERDUE)


def test_an_agent_that_hangs_after_its_end_is_given_up_too(play):
    outcome, _ = play(Result("a"), 30.0, timeout=0.05)
    assert isinstance(outcome.end, AgentError)


def test_an_error_of_the_agent_is_handed_on_as_one_line(play):
    outcome, _ = play(AgentError("no\n such\x00 thing", permanent=True))
    assert outcome.end == AgentError("no such thing", permanent=True)


def test_an_error_without_a_reason_gets_one(play):
    outcome, _ = play(AgentError("  "))
    assert outcome.end == AgentError("The agent failed and did not say why.")


def test_a_connector_that_is_not_installed_is_said_so():
    outcome = asyncio.run(run_agent(AgentAddress("1", "pigeon"), REQUEST, lambda event: None))
    assert isinstance(outcome.end, AgentError)
    assert "pigeon" in outcome.end.reason


def test_a_connector_that_gives_no_events_is_an_error(play, caplog):
    class Mute:
        def run(self, config, request):
            return None

    outcome, _ = play(connector=Mute())
    assert outcome.end == AgentError("The way to this agent broke down.")


def test_of_a_stream_of_progress_the_last_is_passed_on_and_lines_are_cut(play):
    early, long, late = (Progress(text, Sign.LIFE) for text in ("early", "x" * 1000, "late"))
    outcome, told = play(*[early] * 50, long, 0.1, late, 0.1, Result("done"))
    assert [len(event.text) for event in told] == [MOST_PROGRESS, len("late")]
    assert outcome.end == Result("done")


def test_each_step_is_passed_on_and_those_that_are_left_come_with_the_end(play):
    tool, life = Progress("Uses search", Sign.TOOL), Progress("so far", Sign.LIFE)
    outcome, told = play(tool, life, tool, 0.1, Progress("reads"), life, Result("done"))
    assert told == [tool, tool]
    assert outcome.steps == (Progress("reads"),)


def test_no_more_steps_are_kept_of_one_call_than_a_reader_would_open(play, monkeypatch):
    monkeypatch.setattr(run, "MOST_STEPS", 3)
    outcome, _ = play(*[Progress("again")] * 9, Result("done"))
    assert outcome.steps == (Progress("again"),) * 3


def test_what_an_agent_writes_is_told_as_one_text_that_grows(play, monkeypatch):
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    outcome, told = play(Writing("Ten "), Writing("busy "), 0.1, Writing("bees."), 0.1, Result("Ten busy bees."))
    assert told == [Writing("Ten busy ", anew=True), Writing("Ten busy bees.", anew=True)]
    assert outcome.end == Result("Ten busy bees.")


def test_another_text_takes_the_place_of_the_first_one(play, monkeypatch):
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    _, told = play(Writing("Let me look."), Writing("Ten.", anew=True), 0.1, Result("Ten."))
    assert told == [Writing("Ten.", anew=True)]


def test_of_a_long_text_the_end_is_shown_from_the_beginning_of_a_line(play, monkeypatch):
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    lines = "".join(f"line {number}\n" for number in range(2000))
    _, told = play(Writing(lines), 0.1, Result("done"))
    shown = told[0].piece
    assert len(shown) <= drafting.MOST_SHOWN + len(drafting.CUT)
    assert shown.startswith(f"{drafting.CUT}line ")
    assert lines.endswith(shown.removeprefix(drafting.CUT))


def test_who_writes_gives_signs_of_life_seldom_because_these_are_stored(play, monkeypatch):
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    monkeypatch.setattr(run, "WRITER_GAP", 5.0)
    _, told = play(*[Writing("a"), Progress("a")] * 20, 0.1, Result("done"))
    assert [type(one) for one in told] == [Writing]


def test_a_text_that_is_whole_at_once_is_not_told_twice(play):
    _, told = play(Writing("Ten."), Result("Ten."))
    assert told == []


@pytest.mark.parametrize("piece", [1, None, b"Ten"])
def test_a_piece_that_is_no_text_is_misbehaviour(play, piece):
    outcome, _ = play(Writing(piece))
    assert "not an answer" in outcome.end.reason


async def test_a_call_that_is_given_up_leaves_nobody_telling(monkeypatch):
    monkeypatch.setattr(run, "PROGRESS_GAP", 0.0)
    telling, go_on = threading.Event(), threading.Event()

    def tell_slowly(_):
        telling.set()
        go_on.wait(10)

    others = asyncio.all_tasks()
    listener = run._Listener(tell_slowly, None)
    await listener.hear(Progress("reading"))
    await asyncio.to_thread(telling.wait, 10)
    ending = asyncio.create_task(listener.__aexit__(None, None, None))
    await asyncio.sleep(0)
    assert not ending.done(), "it waits for what is being told"
    ending.cancel()
    try:
        for _ in range(10):
            await asyncio.sleep(0)
        assert asyncio.all_tasks() == others
    finally:
        go_on.set()


def test_files_of_one_call_have_names_of_their_own_and_no_paths(play):
    evil = ArtifactMade(File("../../etc/a.csv", "text/html; x=<script>", b""))
    outcome, _ = play(FILE, evil, ArtifactMade(File("\x00", "text/csv", b"")), Result("done"))
    assert [file.name for file in outcome.files] == ["a.csv", "a (2).csv", "file"]
    assert outcome.files[1].media_type == "application/octet-stream"


def test_the_library_of_a_request_can_be_asked(play):
    found = FoundPassage("d", "", "t", 0, 1.0)

    class Asking:
        async def run(self, config, request):
            yield Result(request.library("text")[0].text)

    outcome, _ = play(connector=Asking(), request=RunRequest("k", "g", "b", library=lambda text: [found]))
    assert outcome.end == Result("t")


@given(st.text())
def test_any_text_can_be_stored_and_shown_on_a_line(text):
    assert "\x00" not in replace_unstorable(text + "\x00\ud800")
    assert replace_unstorable(text + "\ud800").encode()
    assert len(one_line(text, 20)) <= 20
    assert "\n" not in one_line(text, 20)


class Door:
    """A call that waits at a door until the test opens it."""

    def __init__(self):
        self.entered = threading.Event()
        self._loop = None
        self._open = None

    async def wait(self):
        self._loop, self._open = asyncio.get_running_loop(), asyncio.Event()
        self.entered.set()
        await self._open.wait()
        return "came through"

    def open(self):
        self._loop.call_soon_threadsafe(self._open.set)


class Ends:
    """Collects what calls end with."""

    def __init__(self):
        self.all = []
        self._more = threading.Semaphore(0)

    def __call__(self, end):
        self.all.append(end)
        self._more.release()

    def next(self):
        assert self._more.acquire(timeout=10)
        return self.all[-1]


async def failing():
    raise ValueError("inside")


async def answering():
    return 42


def test_a_call_runs_on_the_loop_and_its_end_is_delivered(on_the_loop):
    process, ends, door = Calls(slots=1), Ends(), Door()
    assert process.try_slot()
    process.start("a", door.wait, ends)
    assert door.entered.wait(10)
    assert process.in_flight() == ["a"]
    door.open()
    assert ends.next() == "came through"
    assert process.drain(10) == []


def test_when_all_slots_are_taken_there_is_none_until_one_is_given_back(on_the_loop):
    process = Calls(slots=2)
    assert [process.try_slot() for _ in range(3)] == [True, True, False]
    process.release_slot()
    assert process.try_slot()


def test_a_slot_is_free_again_after_its_call(on_the_loop):
    process, ends = Calls(slots=1), Ends()
    assert process.try_slot()
    process.start("a", answering, ends)
    assert ends.next() == 42
    assert process.drain(10) == []
    assert process._free == 1


def test_an_exception_reaches_the_end_as_an_error_and_the_log_as_a_traceback(on_the_loop, caplog):
    process, ends = Calls(), Ends()
    process.try_slot()
    process.start("a", failing, ends)
    assert ends.next() == BROKEN
    assert "ValueError: inside" in caplog.text


def test_an_end_that_cannot_be_handled_is_in_the_log_and_frees_its_slot(on_the_loop, caplog):
    process = Calls(slots=1)
    process.try_slot()

    def refuse(end):
        raise ValueError("cannot store it")

    process.start("a", answering, refuse)
    assert process.drain(10) == []
    assert "cannot store it" in caplog.text
    assert process._free == 1


def test_a_drain_gives_no_slots_waits_and_names_what_it_left(on_the_loop):
    process, ends, stuck, quick = Calls(), Ends(), Door(), Door()
    for name, door in (("stuck", stuck), ("quick", quick)):
        process.try_slot()
        process.start(name, door.wait, ends)
        assert door.entered.wait(10)
    quick.open()
    ends.next()
    assert process.drain(0.2) == ["stuck"]
    assert not process.try_slot()
    assert ends.all == ["came through"]


def test_periodic_duties_are_done_while_a_call_is_in_flight(on_the_loop):
    process, ends, door, done = Calls(), Ends(), Door(), threading.Event()
    process.try_slot()
    process.start("a", door.wait, ends)
    process.every(0.01, done.set)
    process.every(0.01, done.set)
    assert done.wait(10)
    assert len(process._periodic) == 1
    door.open()
    assert ends.next() == "came through"
    assert process.drain(10) == []


def test_a_periodic_duty_waits_for_nothing_that_others_have_to_do(on_the_loop):
    process, stuck, duty = Calls(), threading.Event(), threading.Event()
    for number in range(pool.THREADS + 1):
        process.try_slot()
        process.start(f"call {number}", answering, lambda _: stuck.wait(10))
    process.every(0.01, duty.set)
    assert duty.wait(5), "it waited for the threads that deliver ends"
    stuck.set()
    assert process.drain(10) == []


@pytest.mark.parametrize("handed_back", [True, False], ids=["handed back", "done elsewhere"])
def test_what_is_handed_over_is_delivered_here_only_where_it_is_handed_back(on_the_loop, handed_back):
    process, ends, handed = Calls(), Ends(), []

    def hand_over(end):
        handed.append(Future())
        if handed_back:
            handed[0].set_exception(HandedBack())
        else:
            handed[0].set_result(None)
        return handed[0]

    process.try_slot()
    process.start("a", answering, ends, hand_over)
    assert process.leave(10) == []
    assert (len(handed), ends.all) == (1, [42] if handed_back else [])


def test_a_call_is_in_flight_until_what_was_handed_over_is_done(on_the_loop):
    process, handed = Calls(), Future()
    process.try_slot()
    process.start("a", answering, Ends(), lambda _: handed)
    assert process.leave(0.1) == ["a"]
    handed.set_result(None)
    assert process.leave(10) == []


def test_what_the_loop_was_given_has_begun_when_a_thread_has_let_it_begin(on_the_loop, monkeypatch):
    monkeypatch.setattr(calls, "LET_BEGIN_SECONDS", 10)
    monkeypatch.setattr(pool.lanes, "_much", Recent())
    process, begun, door = Calls(), [], Door()

    async def beginning():
        begun.append("a")
        return await door.wait()

    process.try_slot()
    process.start("a", beginning, Ends())
    process.let_begin()
    assert begun == ["a"]
    door.open()
    assert process.drain(10) == []


def test_where_somebody_has_much_nothing_is_let_begin_first(on_the_loop, monkeypatch):
    monkeypatch.setattr(calls, "LET_BEGIN_SECONDS", 10)
    monkeypatch.setattr(pool.lanes, "_much", Recent())
    pool.lanes._much.note("somebody", 60)
    process, held = Calls(), threading.Event()
    process.try_slot()
    process.start("a", answering, Ends())
    process.on_loop(lambda: held.wait(10))
    with ThreadPoolExecutor(1) as threads:
        threads.submit(process.let_begin).result(5)
    held.set()
    assert process.drain(10) == []


def test_there_is_no_room_for_new_calls_while_much_waits_for_a_thread(on_the_loop):
    process, stuck = Calls(), threading.Event()
    assert process.room() == calls.MOST_WAITING
    waiting = [pool.lanes.submit(lambda: stuck.wait(10)) for _ in range(pool.THREADS + calls.MOST_WAITING)]
    assert process.try_slot(), "what is begun may still be gone on with"
    assert process.room() == 0
    stuck.set()
    wait(waiting)
    assert process.room() == calls.MOST_WAITING


def test_what_is_being_prepared_is_in_hand_too(on_the_loop):
    process = Calls()
    with process.preparing("a"):
        assert process.in_flight() == ["a"]
    assert process.in_flight() == []


def test_inline_the_end_is_there_before_start_returns(caplog):
    ends = Ends()
    assert calls.try_slot()
    calls.start("a", answering, ends)
    calls.start("b", failing, ends)
    assert ends.all == [42, BROKEN]
    assert calls.in_flight() == []


LOOKING = AgentAddress("1", "scripted", {"steps": [{"progress": "looking"}, {"wait": 0.1}, {"result": "done"}]})


@pytest.fixture
def told_soon(monkeypatch):
    monkeypatch.setattr(run, "PROGRESS_GAP", 0.01)


def test_inline_progress_may_use_the_database_of_the_test(workspace, told_soon):
    from apps.accounts.models import Workspace

    seen = []
    calls.start(
        "a", lambda: run_agent(LOOKING, REQUEST, lambda event: seen.append(Workspace.objects.count())), seen.append
    )
    assert seen[0] == 1
    assert seen[1].end == Result("done")


def test_on_the_loop_progress_is_told_in_a_thread_that_may_use_the_database(on_the_loop, told_soon):
    threads, ends = [], Ends()
    calls = Calls()
    calls.try_slot()
    calls.start(
        "a", lambda: run_agent(LOOKING, REQUEST, lambda event: threads.append(threading.current_thread().name)), ends
    )
    assert ends.next().end == Result("done")
    assert threads[0].startswith("agent-results")
    assert calls.drain(10) == []


def test_a_duty_that_fails_is_done_again(on_the_loop, caplog):
    process, ends, door, again = Calls(), Ends(), Door(), threading.Event()
    tries = []

    def failing_first():
        tries.append(1)
        if len(tries) > 1:
            again.set()
        raise ValueError("not this time")

    process.try_slot()
    process.start("a", door.wait, ends)
    process.every(0.01, failing_first)
    assert again.wait(10)
    assert "not this time" in caplog.text
    door.open()
    assert process.drain(10) == []


def test_the_calls_of_the_process_drain_for_all(monkeypatch, on_the_loop):
    process, leaving = Calls(), threading.Event()
    monkeypatch.setattr(calls, "_of_process", process)
    monkeypatch.setattr(calls, "shutting_down", leaving)
    process.every(60, lambda: None)
    assert process.try_slot()
    process.release_slot()
    assert not leaving.is_set()
    assert calls.drain(0) == []
    assert not process.try_slot()
    assert leaving.is_set(), "what breaks off now is left to another worker"


class Voices:
    """The two ways in which an agent speaks in a talk."""

    address = AgentAddress(str(UUID(int=1)), "playing", {}, connection_id=str(UUID(int=2)))
    member = AgentVoice(address)
    colleague = OwnVoice(address, task(1, TaskState.ASKING))


@pytest.mark.parametrize("voice", [Voices.member, Voices.colleague], ids=["a member", "a colleague who was asked"])
def test_an_agent_that_speaks_in_a_talk_is_seen_writing(voice, monkeypatch):
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    events = (Writing("Ten "), Progress("counting"), Writing("bees."), 0.1, Result("Ten bees."))
    monkeypatch.setattr(run, "connector_for", lambda kind, **_: Playing(*events))
    shown = []
    asyncio.run(voice.speak(briefing(show=shown.append)))
    assert shown == ["Ten bees."]


def test_a_connector_that_would_end_the_process_ends_its_own_call_alone(on_the_loop):
    process, ends = Calls(), Ends()

    async def leave():
        raise SystemExit(2)

    for make in (leave, answering):
        process.try_slot()
        process.start(make.__name__, make, ends)
        ends.next()
    assert ends.all[0] == BROKEN
    assert process.drain(10) == []
