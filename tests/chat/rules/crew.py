"""Agents, files and briefings for the tests of planning by rules."""

import json
from pathlib import Path

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.agents.queries import skill_scores
from apps.chat.domain.briefing import Briefing, FileBrief, MemberBrief, MessageBrief, TaskBrief
from apps.chat.domain.protocol import parse
from apps.chat.voices.rules.planning import Ground, plan
from apps.chat.voices.rules.voice import utterance_for
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, TaskState

SEED = Path("apps/agents/seed/builtin_agents.json")
LIBRARY = FileBrief("notes.md", "text/markdown", 900, attached=False)


def seeded():
    """The built-in agents, as a search would give them."""
    return tuple(
        Candidate(
            agent_id=f"id-{one['handle']}",
            handle=one["handle"],
            name=one["name"],
            description=one["description"],
            skills=tuple(Skill.model_validate(skill) for skill in one["skills"]),
            score=0.5,
            free_slots=4,
            connector=one["connector"],
        )
        for one in json.loads(SEED.read_text())
    )


CREW = seeded()
SKILL_IDS = {skill.name: skill.id for one in CREW for skill in one.skills}
FIND, COMPUTE, DRAW, WRITE, RECKON, READ = (one.skills[0].name for one in CREW)


def agent(handle, *skills, score=0.5, availability=Availability.ONLINE):
    return Candidate(
        agent_id=f"id-{handle}",
        handle=handle,
        name=handle,
        description="",
        skills=skills,
        score=score,
        availability=availability,
    )


def renamed(crew=CREW):
    """The same agents under other names, in another order."""
    return tuple(
        one.model_copy(update={"handle": f"x{place}", "name": f"Agent {place}", "agent_id": str(place)})
        for place, one in enumerate(reversed(crew))
    )


def attached(name, media_type):
    return FileBrief(name, media_type, 400, attached=True)


CSV = attached("data.csv", "text/csv")


def planned(text, *files, crew=CREW, earlier=()):
    return plan(text, Ground(crew, (*files, LIBRARY), skill_scores, earlier))


def graph(made):
    """A plan as skills and edges: {key: (skill ids, keys waited for)}, keys by order."""
    names = {task.key: chr(ord("a") + place) for place, task in enumerate(made.tasks)}
    tasks = {
        names[task.key]: (
            sorted(SKILL_IDS.get(need, need) for need in task.needs),
            sorted(names.get(key, key) for key in task.after),
        )
        for task in made.tasks
    }
    return tasks, names.get(made.answer)


COORDINATOR = MemberBrief("coordinator", "Coordinator", MemberKind.COORDINATOR, lead=True)


def briefing(text="Find the yearly costs and plot them.", **changes):
    values = {
        "conversation": "c",
        "goal": text,
        "purpose": text,
        "needs": (),
        "depth": 0,
        "round": 1,
        "turn": 1,
        "speaker": COORDINATOR,
        "members": (COORDINATOR,),
        "shortlist": CREW,
        "named_team": False,
        "tasks": (),
        "messages": (MessageBrief(1, "ann", "goal", text, unread=True, from_person=True),),
        "files": (LIBRARY,),
        "plan": (),
        "left": Limits(),
    }
    return Briefing(**{**values, **changes})


def task(number, title="Find", *, owner="document-search", needs=(FIND,), after=(), **changes):
    values = {"state": TaskState.DONE, "result": f"Result {number}", "files": (), "answer": False}
    return TaskBrief(number=number, title=title, owner=owner, needs=needs, after=after, **{**values, **changes})


def person(text, number=9):
    return MessageBrief(number, "ann", "say", text, unread=True, from_person=True)


def spoken(told, scores=skill_scores):
    """What the rules say, as the engine reads it."""
    utterance = utterance_for(told, scores)
    return parse(utterance.model_dump(mode="json", exclude_none=True), known_tasks=[one.number for one in told.tasks])
