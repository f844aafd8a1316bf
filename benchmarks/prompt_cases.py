"""Situations of a team, from which prompts are written: for their sizes, and for the snapshots of the tests."""

from dataclasses import replace

from apps.agents.domain.calls import ColleagueResult
from apps.agents.domain.profile import Candidate, Skill
from apps.chat.domain.briefing import Briefing, FileBrief, MemberBrief, MessageBrief, TaskBrief
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, TaskState

GOAL = (
    "Find the yearly sales of our three halls in the attached table, compute the growth rates, plot them and write a "
    "report of one page for the board."
)
COORDINATOR = MemberBrief("coordinator", "Coordinator", MemberKind.COORDINATOR, lead=True)
ANN = MemberBrief("ann", "Ann", MemberKind.PERSON, lead=False)
SALES = FileBrief(
    "sales.csv",
    "text/csv",
    1200,
    attached=True,
    outline="rows: 21; columns: year, hall, sales (kEUR); first rows: 2014 | north | 86.8; 2014 | south | 41.2",
)


def _skill(name: str, description: str, *made: str) -> Skill:
    return Skill(id=name.lower(), name=name, description=description, output_modes=made or ("text/plain",))


def _agent(handle: str, about: str, *skills: Skill, connector: str = "builtin", done: int = 0) -> Candidate:
    return Candidate(
        agent_id=f"id-{handle}",
        handle=handle,
        name=handle.title(),
        description=about,
        skills=skills,
        score=0.5,
        connector=connector,
        tasks_done=done,
    )


READER = _agent(
    "document-search",
    "Finds passages and figures in the documents of the workspace and in attachments.",
    _skill("Find in documents", "Finds passages and figures in documents and says where they stand."),
)
ANALYST = _agent(
    "table-analyst",
    "Computes with tables.",
    _skill("Compute", "Statistics, growth and shares of tables, with the steps.", "text/markdown", "text/csv"),
    _skill("Draw charts", "Line, bar and pie charts of a table.", "image/png", "image/svg+xml"),
    done=12,
)
WRITER = _agent(
    "scribe",
    "Writes and edits texts.",
    _skill("Write reports", "A report from colleagues' results, with sources, for a reader that is named."),
    connector="openai",
    done=3,
)
THREE = (READER, ANALYST, WRITER)


def _crowd(count: int) -> tuple[Candidate, ...]:
    return tuple(
        _agent(
            f"specialist-{n}",
            "One of many.",
            _skill("Advise", f"Advises on subject {n} from its own experience and says what it rests on."),
            connector="http",
        )
        for n in range(1, count + 1)
    )


FIRST_TURN = Briefing(
    conversation="c-1",
    goal=GOAL,
    purpose=GOAL,
    needs=(),
    depth=0,
    round=1,
    turn=1,
    speaker=COORDINATOR,
    members=(COORDINATOR, ANN),
    shortlist=THREE,
    named_team=False,
    tasks=(),
    messages=(MessageBrief(1, "ann", "goal", GOAL, unread=True, from_person=True),),
    files=(SALES,),
    plan=(),
    left=Limits(),
)


def _task(number: int, title: str, owner: str, brief: str, result: str, **more: object) -> TaskBrief:
    row = TaskBrief(
        number=number,
        title=title,
        owner=owner,
        state=TaskState.DONE if result else TaskState.WORKING,
        needs=(),
        after=(),
        result=result,
        files=(),
        answer=False,
        brief=brief,
    )
    return replace(row, **more)  # type: ignore[arg-type]  # fields by name


TABLE = _task(
    1,
    "Sales and growth",
    "table-analyst",
    "Sum sales by year over all halls and give the growth of each year to the one before.",
    "| year | sales | growth |\n|---|---|---|\n| 2014 | 161.0 | |\n| 2015 | 172.4 | 7.1% |\n| 2016 | 169.9 | -1.5% |",
    files=("figures.csv",),
)
CHART = _task(2, "Chart", "table-analyst", "Draw sales by year as bars.", "Drawn.", after=(1,), files=("sales.png",))
REPORT = _task(
    3,
    "Report",
    "scribe",
    "Write one page for the board from the table and the chart.",
    "# Sales 2014 to 2016\n\nSales rose by 7.1% to 172.4 kEUR in 2015 and fell by 1.5% in 2016.",
    after=(1, 2),
    answer=True,
)
PLAN_SAID = MessageBrief(2, "coordinator", "assign", "Figures first, then a chart, then the page.", False, False)
CORRECTION = MessageBrief(3, "ann", "say", "Leave the south hall out: it was sold.", unread=True, from_person=True)
AT_WORK = replace(
    FIRST_TURN,
    turn=2,
    tasks=(TABLE, replace(CHART, state=TaskState.WORKING, result="", files=())),
    messages=(FIRST_TURN.messages[0], PLAN_SAID, CORRECTION),
    plan=("Figures", "Chart", "Page for the board"),
)
REVIEW = replace(AT_WORK, turn=3, tasks=(TABLE, CHART, REPORT), draft=3)
FOLLOW_UP = replace(
    FIRST_TURN,
    round=2,
    turn=4,
    tasks=(TABLE, CHART, REPORT),
    messages=(
        FIRST_TURN.messages[0],
        PLAN_SAID,
        replace(CORRECTION, unread=False),
        MessageBrief(4, "scribe", "conclusion", REPORT.result, unread=False, from_person=False),
        MessageBrief(5, "ann", "say", "Now the same by hall, please.", unread=True, from_person=True, round=2),
    ),
)
ASKED = replace(
    AT_WORK,
    tasks=(replace(TABLE, state=TaskState.ASKING, result="Which currency is the column sales in?", files=()),),
    messages=(
        FIRST_TURN.messages[0],
        MessageBrief(2, "table-analyst", "question", "Which currency is the column sales in?", True, False, task=1),
    ),
)
SUB_TEAM = replace(
    FIRST_TURN,
    purpose="Find what each hall sold and check it against the ledgers.",
    needs=("find figures", "check ledgers"),
    depth=1,
    given=(ColleagueResult("Halls", "Document search", "North, south and harbour; the ledgers are in ledgers.pdf."),),
    asked_check="a CSV file, else a table in it, must have the columns hall, sales",
)


def _talked(length: int) -> Briefing:
    """A room in which so much was said: the last two lines are new, and a person spoke at the beginning."""
    lines = tuple(
        MessageBrief(n, f"specialist-{n % 7}", "say", f"Point {n}: " + "as I see it, it depends. " * 12, False, False)
        for n in range(4, length - 1)
    )
    new = tuple(replace(line, number=length - 2 + n, unread=True) for n, line in enumerate(lines[-2:], 1))
    return replace(AT_WORK, messages=(FIRST_TURN.messages[0], PLAN_SAID, CORRECTION, *lines, *new))


CASES = {
    "first turn, 3 agents": FIRST_TURN,
    "first turn, 12 agents": replace(FIRST_TURN, shortlist=_crowd(12)),
    "first turn, 500 agents": replace(FIRST_TURN, shortlist=_crowd(500)),
    "at work, a person corrects": AT_WORK,
    "an agent asks": ASKED,
    "room of 10 messages": _talked(10),
    "room of 10,000 messages": _talked(10_000),
    "review": REVIEW,
    "a follow-up": FOLLOW_UP,
    "sub-team": SUB_TEAM,
}
