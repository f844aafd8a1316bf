"""A workspace as it stands in the middle of its day: people, agents, and a goal with nested teams at work.

Rows are written directly, so that pages can be looked at in every state without running a goal.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from types import SimpleNamespace

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Member as WorkspaceMember
from apps.accounts.models import Origin, User, Workspace
from apps.agents.models import Agent, AgentCheck, AgentVersion, Connection, Document, Trial, TrialFile
from apps.agents.queries import embed
from apps.chat.models import Conversation, Message, Turn
from apps.core import prose
from apps.core.chains import ChainIds
from apps.files.actions.storage import keep, turn_hold_into_reference
from apps.files.domain.names import name_key
from apps.files.domain.quotas import Whose
from apps.journal.actions import Log, open_stream, recording
from apps.journal.domain.streams import StreamKind
from apps.teams.actions.plans import hold_plan
from apps.teams.domain.limits import Limits
from apps.teams.models import (
    Approval,
    Attempt,
    FileVersion,
    Goal,
    GoalFile,
    Member,
    Question,
    QuestionHop,
    Task,
    Team,
)

_numbers = count(1)

CHART = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 200" font-family="sans-serif" font-size="12">
<rect width="520" height="200" fill="#fff"/><g fill="#5d7aa6"><rect x="40" y="90" width="40" height="80"/>
<rect x="110" y="82" width="40" height="88"/><rect x="180" y="86" width="40" height="84"/>
<rect x="250" y="80" width="40" height="90"/><rect x="320" y="66" width="40" height="104"/>
<rect x="390" y="50" width="40" height="120"/><rect x="460" y="32" width="40" height="138"/></g>
<g fill="#636a73" text-anchor="middle"><text x="60" y="188">2014</text><text x="200" y="188">2016</text>
<text x="340" y="188">2018</text><text x="480" y="188">2020</text></g></svg>"""
TABLE = b"year,revenue,growth\n2014,86.8,\n2015,93.6,7.8\n2016,91.2,-2.6\n2017,96.6,5.9\n2018,110.4,14.3\n"

SKILLS = {
    "scout": ("Scout", "Finds sources and proves them", "Search documents"),
    "tally": ("Tally", "Checks figures twice and says where they differ", "Analyse tables"),
    "contour": ("Contour", "Draws charts as plain SVG from small tables", "Draw charts"),
    "scribe": ("Scribe", "Writes short reports with footnotes", "Write reports"),
    "quill": ("Quill", "Edits for tone and length; never changes a figure", "Edit texts"),
    "harbor": ("Harbor", "Searches archives of public records", "Search archives"),
    "financial-statements-extractor-eu-west-2": (
        "Financial statements extractor",
        "Extracts statements from scanned filings in eleven languages",
        "Extract statements",
    ),
}


def workspace(name: str = "Northwind") -> Workspace:
    """An empty workspace with its stream."""
    row = Workspace.objects.create(slug=f"w{next(_numbers)}", name=name)
    open_stream(row.id, StreamKind.WORKSPACE)
    return row


def person(of: Workspace, role: str = "owner", name: str = "") -> User:
    """Somebody who belongs to the workspace."""
    number = next(_numbers)
    user = User.objects.create(username=f"{role}{number}", display_name=name, password="!")
    WorkspaceMember.objects.create(workspace=of, user=user, role=role)
    return user


def agent_over(connection: dict[str, object], **columns: object) -> Agent:
    """An agent with these columns, and its workspace's connection with those."""
    line = Connection(**connection)
    line.agent = row = Agent(connection=line, **columns)
    with transaction.atomic():  # each needs the other
        row.save()
        line.save()
    return row


def agent(of: Workspace, handle: str, *, availability: str = "online") -> Agent:
    """A registered agent; the known handles have a name and a skill."""
    name, description, skill = SKILLS.get(handle, (handle.capitalize(), "Does what it can", "Anything"))
    seen_at = timezone.now() - timedelta(hours=3 if availability == "offline" else 0)
    return agent_over(
        {"connector": "builtin", "availability": availability, "last_seen_at": seen_at},
        workspace=of,
        handle=handle,
        name=name,
        description=description,
        tasks_done=41,
        tasks_failed=2,
        vector=embed([f"{name}: {description} {skill}"])[0],
        skills=[{"id": skill.lower().replace(" ", "-"), "name": skill, "description": description, "tags": ["demo"]}],
    )


def document(of: Workspace, **columns: object) -> Document:
    """A file in the workspace's library, or with `goal_id` one that is attached to a goal."""
    content = b"# Filings"
    known = {"name": "filings.md", "media_type": "text/markdown", "size": len(content)}
    kept = {"blob_id": blob(of, content, goal_id=columns.get("goal_id"))}
    row = Document.objects.create(workspace=of, **known | kept | columns)
    if row.goal_id:
        FileVersion.objects.create(
            file=GoalFile.objects.create(goal_id=row.goal_id, name=row.name, key=name_key(row.name)),
            number=1,
            called=row.name,
            media_type=row.media_type,
            size=row.size,
            blob_id=row.blob_id,
            document=row,
            created_at=row.created_at,
        )
    return row


def blob(of: Workspace, content: bytes, **owners: object) -> uuid.UUID:
    """A content that is counted for the workspace and these owners, for a row that refers to it."""
    kept = keep(Whose(of.pk, **owners), [content])
    turn_hold_into_reference([kept.hold_id])
    return kept.content.blob_id


def trial(of: Workspace, by: User, **columns: object) -> Trial:
    """Somebody's trial of an agent, which ended well unless the columns say otherwise."""
    now = timezone.now()
    values = {"kind": "look", "state": "done", "source": "https://atlas.example", "created_at": now, "ended_at": now}
    return Trial.objects.create(workspace=of, user=by, **values | columns)


def _trials(of: Workspace, by: User, scout: Agent) -> dict[str, Trial]:
    """A look at an agent that works, and a message to one."""
    found = {
        "connector": "http",
        "config": {"url": "https://atlas.example/run"},
        "name": "Atlas",
        "handle": "atlas",
        "description": "Knows maps, routes and distances.",
        "skills": [{"id": "routes", "name": "Plan routes", "description": "Finds the way between two places"}],
        "security": ["Needs a bearer token."],
        "tried": [["mcp", "It answers initialize with a web page."]],
    }
    looked = trial(of, by, found=found, reply="Hello, I plan routes.", latency_ms=1400)
    asked = trial(of, by, kind="ask", agent=scout, source="Find the revenue.", reply="**86.8** billion", latency_ms=900)
    found_file = {"name": "found.csv", "media_type": "text/csv", "size": len(TABLE)}
    TrialFile.objects.create(trial=asked, blob_id=blob(of, TABLE, agent_id=scout.pk), **found_file)
    return {"looked": looked, "asked": asked}


def _history(scout: Agent) -> None:
    """Versions and checks of an agent."""
    profile = {"name": "Scout", "description": "Finds sources", "skills": scout.skills, "connector": "builtin"}
    more = {"config": {}, "secrets": {}, "concurrency": 2, "calls_per_minute": 0, "timeout_seconds": 300}
    for number, change in enumerate(({}, {"concurrency": 4}, {"description": scout.description}), start=1):
        AgentVersion.objects.create(
            agent=scout, number=number, profile=profile | more | change, by="Yara Okafor", at=timezone.now()
        )
        more |= change
    AgentCheck.objects.bulk_create(
        AgentCheck(
            connection=scout.connection,
            at=timezone.now(),
            tested=number == 0,
            reachable=number != 7,
            latency_ms=40 + 17 * (number % 5),
            problem="scout.example can't be reached; is it running?" if number == 7 else "",
        )
        for number in range(12)
    )


def _past_work(story: "Story", agents: dict[str, Agent]) -> None:
    """Tries of agents in the last weeks, most of which went well."""
    root = story.root
    story.agents = agents
    root.join("scout", "contour", "scribe")
    tasks = {
        handle: root.task("Compare halls", root.members[handle], "planned")
        for handle in agents
        if handle in root.members
    }
    Attempt.objects.bulk_create(
        _past_try(tasks[handle], agents[handle], number, place)
        for place, handle in enumerate(tasks)
        for number in range(1, 25, 2)
    )


def _past_try(task: Task, agent: Agent, number: int, place: int) -> Attempt:
    ended = timezone.now() - timedelta(days=28 - number, hours=place + number % 5)
    failed = (number + 3 * place) % 9 == 0
    return Attempt(
        task=task,
        number=number,
        agent=agent,
        connection=agent.connection,
        state="failed" if failed else "done",
        not_before=ended,
        started_at=ended - timedelta(seconds=4 + (number * 7 + place * 5) % 23),
        ended_at=ended,
        prompt_tokens=400 + 90 * (number % 6),
        completion_tokens=200,
        money=0.002 * (1 + number % 4),
    )


class Room:
    """A team with its conversation, for writing history into it; `minutes` count from the goal's start."""

    def __init__(self, story: "Story", parent: "Room | None", name: str, purpose: str, task: Task | None) -> None:
        self.story = story
        self.parent = parent
        self.team = Team.objects.create(
            goal=story.goal,
            parent=parent.team if parent else None,
            task=task,
            name=name,
            purpose=purpose,
            depth=parent.team.depth + 1 if parent else 0,
            grant=Limits(money=2.0, turns=40).model_dump(),
            created_at=story.moment(),
            origin=story.goal.origin,
        )
        if task is not None:  # what a sub-team carries out has the seats that were found for it
            task.seats = [_seat("scout", purpose, "search-documents", 0.8)]
            task.save(update_fields=["seats"])
        self.members: dict[str, Member] = {}
        self.seat = self._join("coordinator", lead=True)
        self.conversation = Conversation.objects.create(
            team=self.team, phase_at=story.moment(), speaker_id=self.seat.pk, turn_state="due", origin=story.goal.origin
        )
        story.tell("team.formed", self, team=str(self.team.pk), name=name, parent=str(parent.team.pk) if parent else "")

    def _join(self, kind: str, *, lead: bool = False, **who: object) -> Member:
        return Member.objects.create(team=self.team, kind=kind, lead=lead, joined_at=self.story.moment(), **who)

    def join(self, *handles: str) -> None:
        """Agents of the workspace become members."""
        for handle in handles:
            self.members[handle] = self._join("agent", agent=self.story.agents[handle])

    def join_person(self, user: User) -> Member:
        """A person becomes a member."""
        self.members[user.username] = self._join("person", user=user)
        return self.members[user.username]

    def say(self, member: Member | None, text: str, kind: str = "say", **more: object) -> Message:
        """A message in this room, with its event."""
        self.story.pass_time(20)
        talk = self.conversation
        talk.last_number += 1
        talk.save(update_fields=["last_number"])
        row = uuid.uuid4()
        seq = self.story.tell("message.added", self, message=str(row), number=talk.last_number)
        if "html" not in more:
            more = {"html": prose.render(text), "html_version": prose.VERSION} | more
        return Message.objects.create(
            id=row,
            conversation=talk,
            number=talk.last_number,
            kind=kind,
            member=member,
            text=text,
            origin=self.story.goal.origin,
            created_at=self.story.moment(),
            event_seq=seq,
            **more,
        )

    def task(self, title: str, owner: Member, state: str, after: tuple[Task, ...] = (), **more: object) -> Task:
        """A task of this team; working and settled ones get an attempt where an agent owns them."""
        row = Task.objects.create(
            team=self.team,
            number=self.team.tasks.count() + 1,
            title=title,
            brief=f"{title}. Say where every figure comes from.",
            origin=self.story.goal.origin,
            owner=owner,
            assigned_turn=1,
            briefed_after=1,
            state=state,
            state_at=self.story.moment(),
            **more,
        )
        row.depends_on.set(after)
        live = {"working": "running", "done": "done", "failed": "failed", "asking": "asked"}.get(state)
        if live and owner.agent_id:
            self._attempt(row, live)
        return row

    def _attempt(self, task: Task, state: str) -> Attempt:
        now = self.story.moment()
        running = state == "running"
        return Attempt.objects.create(
            task=task,
            number=1,
            origin=task.origin,
            agent_id=task.owner.agent_id,
            connection=task.owner.agent.connection,
            state=state,
            not_before=now,
            started_at=now,
            ended_at=None if running else now,
            lease_until=now + timedelta(minutes=5) if running else None,
            progress="naming the restated years" if running else "",
            progress_at=now if running else None,
            failure=task.failure,
        )

    def artifact(self, task: Task, name: str, media_type: str, content: bytes) -> dict:
        """A file that a task made, as a result message refers to it."""
        attempt = task.attempts.last() or self._attempt(task, "done")
        row = FileVersion.objects.create(
            file=GoalFile.objects.create(goal=self.team.goal, name=name, key=name_key(name)),
            number=1,
            called=name,
            task=task,
            attempt=attempt,
            member=task.owner,
            media_type=media_type,
            size=len(content),
            blob_id=blob(self.team.goal.workspace, content, goal_id=self.team.goal_id, agent_id=attempt.agent_id),
            created_at=self.story.moment(),
        )
        return {"id": str(row.pk), "name": name, "media_type": media_type, "size": len(content)}

    def ask(
        self, question: str, kind: str, options: tuple[str, ...], task: Task | None = None
    ) -> Approval | QuestionHop:
        """A question that waits for a person."""
        if kind == "question":
            return self._put_to_people(question, options, task)
        row = Approval.objects.create(
            team=self.team, task=task, kind=kind, question=question, options=options, asked_at=self.story.moment()
        )
        self.story.tell("approval.asked", self, approval=str(row.pk), question=question)
        return row

    def _put_to_people(self, text: str, options: tuple[str, ...], task: Task | None) -> QuestionHop:
        at, put_to = self.story.moment(), "anybody" if task else "people"
        question = Question.objects.create(
            room=self.team, task=task, text=text, options=options, answerable_by=put_to, asked_at=at
        )
        hop = QuestionHop.objects.create(
            question=question, room=self.team, task=task, to_people=True, answerable_by=put_to, at=at
        )
        Question.objects.filter(pk=question.pk).update(hop=hop)
        self.story.tell("approval.asked", self, approval=str(hop.pk), question=text)
        return hop

    def stands(self, **columns: object) -> None:
        """Set the conversation's columns."""
        Conversation.objects.filter(pk=self.conversation.pk).update(phase_at=self.story.moment(), **columns)

    def ends(self, phase: str) -> None:
        """The conversation and its team are over."""
        self.stands(phase=phase, turn_state="none", wait=None)
        Team.objects.filter(pk=self.team.pk).update(ended_at=self.story.moment())

    def spends(self, **columns: object) -> None:
        """What it and all below it have used."""
        Team.objects.filter(pk=self.team.pk).update(**columns)


class Story:
    """A goal being told: it has a clock that is set forward, and a stream."""

    def __init__(self, of: Workspace, by: User, agents: dict[str, Agent], text: str, started: datetime) -> None:
        self.agents = agents
        self._now = started
        origin = Origin.objects.create(workspace=of, kind="person", user=by, created_at=started)
        self.goal = Goal.objects.create(
            workspace=of,
            created_by=by,
            paid_by=by,
            origin=origin,
            text=text,
            title=text.split(".", maxsplit=1)[0][:120],
            limits=Limits(money=2.0, turns=40).model_dump(),
            created_at=started,
            last_event_at=started,
            started_at=started,
        )
        self._log: Log | None = None
        open_stream(self.goal.pk, StreamKind.GOAL)
        with self.telling():
            self.tell("goal.created")

    def moment(self) -> datetime:
        """The story's time."""
        return self._now

    def pass_time(self, seconds: float) -> None:
        """Set the story's clock forward."""
        self._now += timedelta(seconds=seconds)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What is told in here is written at once, at its end."""
        with recording(self.goal.pk) as self._log:
            yield
        self._log = None
        Goal.objects.filter(pk=self.goal.pk).update(last_event_at=self._now)

    def tell(self, kind: str, room: Room | None = None, **payload: object) -> int:
        """An event on the goal's stream."""
        if self._log is None:
            with self.telling():
                return self.tell(kind, room, **payload)
        chain = ChainIds(origin=self.goal.origin_id, goal=self.goal.pk, team=room.team.pk if room else None)
        return self._log.add(kind, chain, **payload)


def small_goal(of: Workspace, by: User, text: str = "Reading list on index tuning", **columns: object) -> Story:
    """A goal with one team that has just begun."""
    story = Story(of, by, {}, text, timezone.now() - timedelta(seconds=20))
    with story.telling():
        room = Room(story, None, story.goal.title, text, None)
        room.say(room.join_person(by), text, "goal")
    if columns:
        Goal.objects.filter(pk=story.goal.pk).update(**columns)
    story.root = room
    return story


def _formation() -> dict:
    return {
        "query": "annual revenue in filings, check figures, chart, short report",
        "considered": 61,
        "seats": [
            _seat("contour", "plot revenue by year", "draw-charts", 0.91),
            _seat("scout", "find the figures", "search-documents", 0.83),
            _seat("scribe", "write a one-page report", "write-reports", 0.79),
        ],
        "left_out": [
            {"handle": "harbor", "name": "Harbor", "score": 0.81, "reason": "offline"},
            {"handle": "quill", "name": "Quill", "score": 0.77, "reason": "busy: 2 of 2 slots"},
            {
                "handle": "financial-statements-extractor-eu-west-2",
                "name": "Financial statements extractor",
                "score": 0.74,
                "reason": "lacks: plot revenue by year",
            },
        ],
        "missing": ["translate into Basque"],
    }


def _seat(handle: str, need: str, skill: str, score: float) -> dict:
    return {
        "agent_id": handle,
        "handle": handle,
        "name": SKILLS[handle][0],
        "need": need,
        "skill": skill,
        "score": score,
    }


def world() -> SimpleNamespace:
    """A workspace with every state to look at: `owner`, `operator`, `viewer`, `agents`, `story`, `root`, `plot`, ..."""
    of = workspace()
    people = {role: person(of, role, name) for role, name in ROLES.items()}
    agents = {
        handle: agent(of, handle, availability="offline" if handle == "harbor" else "online") for handle in SKILLS
    }
    story = Story(of, people["owner"], agents, GOAL, timezone.now() - timedelta(minutes=9))
    with story.telling():
        rooms = _tell(story, people["owner"])
    _past_work(_other_goals(of, people["owner"]), agents)
    document(of, goal_id=story.goal.pk)
    _history(agents["scout"])
    trials = _trials(of, people["owner"], agents["scout"])
    return SimpleNamespace(workspace=of, **people, agents=agents, story=story, goal=story.goal, **rooms, **trials)


def held_plan(world: SimpleNamespace) -> tuple[Task, Task]:
    """Two planned tasks of the root team, the second after the first, which wait until somebody starts them."""
    root, goal = world.root, world.goal
    goal.shows_plan = True
    goal.save(update_fields=["shows_plan"])
    first = root.task("Check the figures", root.members["scribe"], "planned")
    second = root.task("Write the report", root.members["scribe"], "planned", after=(first,))
    with recording(goal.pk) as log:
        hold_plan(log, Task.objects.get(pk=first.pk).team)
    return first, second


ROLES = {"owner": "Yara Okafor", "operator": "Ola Berg", "viewer": "Vic Stone"}
GOAL = (
    "Microsoft's annual revenue 2014-2020: find, plot, report. Use the company's own filings, plot one chart, "
    "and write a one-page report that says where every number comes from."
)


def _tell(story: Story, owner: User) -> dict[str, Room]:
    root = Room(story, None, "Revenue report", "Find the revenue of seven fiscal years, plot it and report it.", None)
    me = root.join_person(owner)
    root.say(me, GOAL, "goal", read_in_turn=1)
    Team.objects.filter(pk=root.team.pk).update(formation=_formation())
    root.join("contour", "scout", "scribe")
    root.say(None, "Three agents cover the goal.", "formation", voice="rules")
    figures = root.task("Find the figures", root.members["scout"], "done", result="Seven years.")
    plot = root.task("Plot revenue by year", root.members["contour"], "working", (figures,))
    report = root.task("Write the one-page report", root.members["scribe"], "planned", (figures, plot), is_answer=True)
    root.say(
        root.seat,
        "Three pieces of work. The chart and the report both need the figures, so the figures go first.",
        "assign",
        data={"tasks": [1, 2, 3]},
        voice="rules",
    )
    find = _find(story, root, figures)
    root.say(me, "@scribe say in the report why 2016 dips. One page, please.", read_in_turn=11)
    chart = root.artifact(plot, "revenue.svg", "image/svg+xml", CHART)
    root.say(root.members["contour"], "First version.\n\n![Revenue by year](revenue.svg)\n\nThe axis starts at zero.")
    root.say(root.members["contour"], "Growth per year is in `figures.csv` if you want a second chart.")
    root.say(root.members["contour"], "The chart is drawn.", "result", data={"task": 2, "artifacts": [chart]})
    write = _write(story, root, report)
    root.say(
        root.seat,
        "Fact check stopped: Beacon did not answer for 3 minutes.",
        "failure",
        data={"task": 3, "artifacts": []},
    )
    story.pass_time(15)
    yes = root.ask("Send the report to the whole board?", "approval", ("Approve", "Deny"))
    root.say(root.members["scribe"], yes.question, "question", data={"approval": str(yes.pk), "task": None})
    root.say(me, "Add a footnote: first reported, 2016 was 85.3.", delivery="next_turn")
    root.say(me, "Ask legal before this leaves the house.", delivery="note")
    root.stands(phase="async_task", turn_state="in_flight", turn=15, speaker_id=root.members["scribe"].pk)
    Turn.objects.create(
        conversation=root.conversation, number=15, fence=1, voice="rules", reading=1, started_at=story.moment()
    )
    root.spends(spent_turns=15, spent_tokens=61_200, spent_money=0.74, spent_teams=6)
    return {"root": root, "find": find, "write": write}


def _find(story: Story, root: Room, task: Task) -> Room:
    find = Room(story, root, "Find the figures", "Read the filings twice and compare.", task)
    find.join("scout", "tally")
    find.say(None, "Read the filings twice and compare.", "goal")
    root.say(
        root.seat, "Two agents should read the filings.", "delegation", data={"team": str(find.team.pk), "task": 1}
    )
    read = find.task("Read the filings", find.members["scout"], "done")
    deep = Room(story, find, "Read the filings", "Every annual report, 2014 to 2020.", read)
    deep.join("scout")
    deep.say(None, "Every annual report, 2014 to 2020.", "goal")
    deep.ends("concluded")
    find.task("Cross-check totals", find.members["tally"], "failed", (read,), failure="Two totals differ in 2017.")
    figures = find.artifact(read, "figures.csv", "text/csv", TABLE)
    done = {"verdict": "done", "missing": [], "artifacts": [figures], "task": 1}
    table = "| Year | $ billions |\n|---|--:|\n| 2014 | 86.8 |\n| 2015 | 93.6 |\n"
    text = f"Seven fiscal years, each read twice; the two readings agree.\n\n{table}"
    find.say(find.members["scout"], text, "conclusion", data=done)
    find.ends("concluded")
    root.say(root.members["scout"], text, "result", data={"task": 1, "artifacts": [figures]})
    find.spends(spent_turns=9, spent_tokens=22_000, spent_money=0.31, spent_teams=2)
    return find


def _write(story: Story, root: Room, task: Task) -> Room:
    write = Room(story, root, "Report", "One page with footnotes.", task)
    write.join("scribe", "quill")
    write.say(None, "One page with footnotes.", "goal")
    check = write.task("Fact check", write.members["quill"], "working")
    proof = write.task("Proofread the final one-page report for the owner", write.members["quill"], "planned", (check,))
    inner = Room(story, write, "Fact check", "Every figure against its source.", check)
    inner.join("tally")
    inner.say(None, "Every figure against its source.", "goal")
    inner.stands(phase="discussion", turn_state="in_flight")
    last = Room(story, write, proof.title, "Tone and length.", proof)
    last.join("quill")
    last.say(None, "Tone and length.", "goal")
    last.spends(frozen_at=story.moment())
    text = "Which series should the report use?"
    asked = write.ask(text, "question", ("As restated", "As first reported"), check)
    write.say(write.members["quill"], text, "question", data={"approval": str(asked.pk), "task": 1})
    write.stands(phase="async_task", turn_state="none", wait={"tasks": [1], "mode": "all"})
    write.spends(spent_turns=6, spent_tokens=11_000, spent_money=0.18, spent_teams=3)
    return write


def _other_goals(of: Workspace, by: User) -> Story:
    running = small_goal(of, by, "Translate the handbook into four languages")
    paused = small_goal(of, by, "Supplier quotes for the autumn order")
    paused.root.spends(frozen_at=timezone.now())
    for text, outcome, phase in (
        ("Reading list on pgvector index tuning", "done", "concluded"),
        ("Collect the fire-safety certificates of all sites", "failed", "failed"),
        ("Compare three data halls", "partial", "concluded"),
        ("Draft the autumn newsletter", "stopped", "stopped"),
    ):
        ended = small_goal(of, by, text, outcome=outcome, ended_at=timezone.now() - timedelta(hours=2))
        ended.root.ends(phase)
    return running
