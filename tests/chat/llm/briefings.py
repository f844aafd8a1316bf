"""Briefings to speak from."""

from dataclasses import replace

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import Briefing, FileBrief, MemberBrief, MessageBrief, TaskBrief
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, TaskState

COORDINATOR = MemberBrief("coordinator", "Coordinator", MemberKind.COORDINATOR, lead=True)
LOOKUP = Skill(id="lookup", name="Find in documents", description="Finds passages and figures in documents.")
COMPUTE = Skill(id="compute", name="Compute", description="Statistics, growth and shares of tables.")
DRAW = Skill(id="draw", name="Draw charts", description="Line, bar and pie charts.", output_modes=("image/png",))
WRITE = Skill(id="write", name="Write reports", description="A report from colleagues' results, with sources.")


def agent(handle, *skills, **more):
    defaults = {"agent_id": f"id-{handle}", "name": handle.title(), "description": "An agent.", "score": 0.5}
    return Candidate(handle=handle, skills=skills, **defaults | more)


READER = agent("reader", LOOKUP)
ANALYST = agent("analyst", COMPUTE, DRAW)
WRITER = agent("writer", WRITE)
AWAY = agent("away", WRITE, availability=Availability.OFFLINE)


def briefing(**changes):
    """The first turn of a team of three agents."""
    goal = "Find the yearly figures, plot them and write a short report with growth rates."
    first = Briefing(
        conversation="c-1",
        goal=goal,
        purpose=goal,
        needs=(),
        depth=0,
        round=1,
        turn=1,
        speaker=COORDINATOR,
        members=(COORDINATOR,),
        shortlist=(READER, ANALYST, WRITER),
        named_team=False,
        tasks=(),
        messages=(said(1, goal, kind="goal", sender="ann"),),
        files=(FileBrief("figures.md", "text/markdown", 1200, attached=True),),
        plan=(),
        left=Limits(),
    )
    return replace(first, **changes)


def said(number, text, *, kind="say", sender="reader", unread=True, from_person=False, **more):
    return MessageBrief(number, sender, kind, text, unread, from_person, **more)


def task(number, state=TaskState.DONE, **changes):
    row = TaskBrief(
        number=number,
        title=f"Task {number}",
        owner="reader",
        state=state,
        needs=(),
        after=(),
        result="A result." if state is TaskState.DONE else "",
        files=(),
        answer=False,
    )
    return replace(row, **changes)
