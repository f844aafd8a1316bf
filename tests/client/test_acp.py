"""Coding agents of the Agent Client Protocol as agents of the hub: a real process each, as `ioa-connect` starts it."""

import asyncio
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ioa_connect.colleagues import ColleagueError
from ioa_connect.tasks import Answer, Failed, File, Progress, Task, Writing
from ioa_connect.wrapped.acp import CodingAgent, wrapped
from ioa_connect.wrapped.reaching import Reach, Unusable
from tests.client.acp_rude_agent import BAD

CODER = Path(__file__).parent / "acp_agent.py"


class People:
    """Who may be asked: gives one answer, or nobody is there."""

    tools = ("https://hub.example/api/v1/colleagues/mcp", "ioa_task_x")

    def __init__(self, answer=None):
        self.answer, self.asked = answer, []

    async def ask(self, question, seconds, options=(), *, people_only=False):
        self.asked.append((question, tuple(options), people_only))
        if self.answer is None:
            raise ColleagueError("The team went on without an answer.")
        return self.answer


class Coding:
    """The agent on one machine: what it told of the last task."""

    def __init__(self, here, program=None, flags="", **more):
        self.sessions = here / "sessions"
        self.sessions.mkdir(exist_ok=True)
        command = f"{sys.executable} {CODER} {self.sessions} {flags}"
        self.program = program or CodingAgent(command, here / "work", **more)
        self.told, self.written, self.files = [], [], {}
        self.heard = asyncio.Event()

    async def do(self, brief, people=None, seconds=20.0, **about):
        """Do a task, and give its answer."""
        agent = await wrapped(self.program, Reach(seconds=seconds))
        task = Task(**({"key": "k", "goal": brief, "brief": brief} | about))
        return await self.given(agent, replace(task, _tell=self._tell, _colleagues=people or People()))

    async def given(self, agent, task):
        self.told, self.files = [], {}
        end = None
        async for told in agent.work(task):
            end = told if isinstance(told, Answer) else end
        return end

    async def _tell(self, told):
        self.heard.set()
        if isinstance(told, Progress):
            self.told.append(told.text)
        elif isinstance(told, Writing):
            self.written.append(told.text)
        else:
            self.files[told.name] = told.content


@pytest.fixture
def coding(tmp_path):
    return Coding(tmp_path)


async def test_it_says_what_it_is_and_what_it_can(coding):
    agent = await wrapped(coding.program, Reach())
    assert agent.card()["name"] == "Coder"
    assert [skill["id"] for skill in agent.card()["skills"]] == ["coding"]
    assert agent.repeatable


async def test_its_words_after_its_last_deed_are_the_answer_and_all_shows_while_it_works(coding):
    answer = await coding.do("[say:Let me look.] [tool:Reading notes] [say:It is ] [say:done.]")
    assert answer.text == "It is done."
    assert coding.told == ["Let me look.", "Reading notes", "It is ", "It is done."]
    assert coding.written == ["Let me look.", "It is ", "It is done."]


async def test_files_of_the_goal_lie_in_its_folder_and_what_it_changed_comes_back(coding):
    given = (File("notes.txt", b"seven ships"), File("same.txt", b"as it was"))
    answer = await coding.do(
        "[read:notes.txt] [write:notes.txt=eight ships] [own:made/count.txt=8] [own:.cache/x=1]", files=given
    )
    assert answer.text == "seven ships"
    assert coding.files == {"notes.txt": b"eight ships", "made__count.txt": b"8"}


async def test_no_path_leads_out_of_its_folder(coding, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("do not tell")
    answer = await coding.do(
        f"[read:../../../secret.txt] [read:{secret}] [write:{secret}=changed] [link:there={secret}] [read:there]"
    )
    assert answer.text.count("outside of the folder") == 4
    assert secret.read_text() == "do not tell"
    assert coding.files == {}


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("Allow once", "selected once"),
        ("always allow", "selected always"),
        ("Reject", "selected no"),
        ("Yes, but be careful", "selected no"),
        (None, "cancelled "),
    ],
)
async def test_leave_is_given_by_a_person_who_sees_what_it_wants_to_do(coding, said, outcome):
    people = People(said)
    answer = await coding.do("[may:rm -rf build]", people)
    assert answer.text == outcome.strip()
    [(question, options, people_only)] = people.asked
    assert "Run rm -rf build" in question
    assert '"command": "rm -rf build"' in question
    assert options == ("Allow once", "Always allow", "Reject")
    assert people_only


async def test_a_task_that_was_broken_off_goes_on_in_its_session_and_its_folder(coding):
    with pytest.raises(Failed):
        await coding.do("[own:half.txt=1] [crash:out of ink]")
    answer = await coding.do("[listed:] [say:; ] [kept:]", again=True)
    assert answer.text == "half.txt; prompted prompted"
    assert coding.files == {"half.txt": b"1"}
    assert (await coding.do("[listed:] [kept:]")).text == "prompted"  # done, so nothing is left of it


async def test_a_session_that_runs_is_adopted_with_its_folder(coding, tmp_path):
    (coding.sessions / "mine").write_text("by hand ")
    project = tmp_path / "project"
    project.mkdir()
    (project / "old.txt").write_text("as it was")
    adopting = Coding(tmp_path, folder=project, session="mine")
    assert (await adopting.do("[kept:] [own:new.txt=1]")).text == "by hand prompted"
    assert adopting.files == {"new.txt": b"1"}
    assert (await wrapped(adopting.program, Reach())).limit == 1
    gone = Coding(tmp_path, folder=project, session="lost")
    with pytest.raises(Failed, match="not found"):
        await gone.do("[say:hello]")


async def test_who_is_not_signed_in_is_told_how(tmp_path):
    with pytest.raises(Failed, match=r"sign it in.*Log in with a browser: --auth login") as failed:
        await Coding(tmp_path, flags="--signed-out").do("[say:hello]")
    assert failed.value.permanent


@pytest.mark.parametrize(
    ("brief", "words", "permanent"),
    [
        ("[end:refusal]", "refused", True),
        ("[end:max_tokens]", "longer than its model", False),
        ("[end:end_turn]", "answered with nothing", False),
        ("[crash:out of ink]", "out of ink", False),
    ],
)
async def test_how_it_fails_is_said(coding, brief, words, permanent):
    with pytest.raises(Failed, match=words) as failed:
        await coding.do(brief)
    assert failed.value.permanent is permanent


async def test_one_that_gives_no_sign_has_failed(coding):
    with pytest.raises(Failed, match="no sign for 2 seconds"):
        await coding.do("[wait:]", seconds=2.0)


async def test_work_that_nobody_waits_for_is_stopped_at_the_agent(coding):
    agent = await wrapped(coding.program, Reach(seconds=60))
    task = Task("k", "[say:begun] [wait:]", "[say:begun] [wait:]", _tell=coding._tell, _colleagues=People())
    work = asyncio.ensure_future(coding.given(agent, task))
    await coding.heard.wait()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert (coding.sessions / "cancelled").exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [("/no/such/program", "No such file"), (f"{sys.executable} -c 1/0", "ZeroDivisionError"), ("", "Name the command")],
)
async def test_a_program_that_is_no_agent_is_refused_at_once(command, words, tmp_path):
    with pytest.raises(Unusable, match=words):
        await wrapped(CodingAgent(command, tmp_path / "work"), Reach())


async def test_it_is_signed_in_in_the_way_that_is_named(tmp_path):
    assert (await Coding(tmp_path, flags="--signed-out", auth="login").do("[say:hello]")).text == "hello"


async def test_its_model_gets_the_tools_of_its_team_where_it_takes_them(coding, tmp_path):
    told = (await coding.do("[servers_told:]")).text
    assert told == "https://hub.example/api/v1/colleagues/mcp Authorization: Bearer ioa_task_x"
    takes_none = Coding(tmp_path, flags="--signed-out", auth="login")
    assert (await takes_none.do("[servers_told:]")).text == "none"


def rude(here, how):
    command = [sys.executable, str(CODER.with_name("acp_rude_agent.py")), how]
    return Coding(here, CodingAgent(shlex.join(command), here / "work"))


@pytest.mark.parametrize("how", [how for how in BAD if how != "no object"])
async def test_one_that_speaks_the_protocol_badly_is_heard_as_far_as_it_goes(tmp_path, how):
    answer = await rude(tmp_path, how).do("Work.")
    assert answer.text == "The end."


async def test_one_whose_messages_are_no_objects_has_failed(tmp_path):
    with pytest.raises(Failed, match="ended in the middle of its work"):
        await rude(tmp_path, "no object").do("Work.")
