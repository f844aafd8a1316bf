"""Who can be asked, and what there is to read, as a model is told."""

from collections.abc import Iterable, Sequence

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import Briefing, FileBrief
from apps.chat.voices.llm.costs import clip, estimate_tokens
from apps.chat.voices.llm.prompt.detail import Detail
from apps.teams.domain.states import MemberKind

MAX_AGENTS = 12
NAME, SKILL_NAME = 16, 32  # tokens
_MADE_OF = {"builtin": "program", "openai": "model"}  # by connector; of others nobody knows
TEXTS = frozenset({"text/plain", "text/markdown"})


def agents_to_ask(briefing: Briefing) -> tuple[Candidate, ...]:
    """Those of the shortlist that can be reached."""
    return tuple(one for one in briefing.shortlist if one.availability is not Availability.OFFLINE)[:MAX_AGENTS]


def handles_of(briefing: Briefing) -> tuple[str, ...]:
    """The agents that may own a task."""
    members = (one.handle for one in briefing.members if one.kind is MemberKind.AGENT and not briefing.named_team)
    return tuple(dict.fromkeys((*(one.handle for one in agents_to_ask(briefing)), *members)))


def list_agents(briefing: Briefing, detail: Detail) -> list[object]:
    """Each with what it can do."""
    return [_agent(one, detail.agent) for one in agents_to_ask(briefing)]


def _agent(candidate: Candidate, room: int) -> dict[str, object]:
    skills = _whole_skills(candidate.skills, room)
    hidden = len(candidate.skills) - len(skills)
    told: dict[str, object] = {
        "handle": candidate.handle,
        "about": "" if candidate.skills else clip(candidate.description, room),
        "is": _MADE_OF.get(candidate.connector, ""),
        "price": _price(candidate),
        "record": _record(candidate),
        "skills": skills,
        "more_skills": hidden,
        "busy": candidate.free_slots <= 0,
    }
    return {key: value for key, value in told.items() if value}


def _price(candidate: Candidate) -> str:
    if candidate.prices is None:
        return ""
    prompt, answer = (f"{dollars:.10f}".rstrip("0").rstrip(".") for dollars in candidate.prices)
    return f"${prompt} in, ${answer} out per 1M tokens"


def _record(candidate: Candidate) -> str:
    done, failed = candidate.tasks_done, candidate.tasks_failed
    return f"{done} done, {failed} failed" if done or failed else ""


def _whole_skills(skills: Sequence[Skill], room: int) -> list[str]:
    """As many as there is room for, none cut in the middle: one that is too long is told by its name alone."""
    told: list[str] = []
    for skill in skills:
        words = next((one for one in _wordings(skill) if estimate_tokens(one) <= room), None)
        if words is None:
            break
        told.append(words)
        room -= estimate_tokens(words) + 1
    return told


def _wordings(skill: Skill) -> Iterable[str]:
    """The skill in full, then in fewer words."""
    made = ", ".join(mode for mode in skill.output_modes if mode not in TEXTS)
    result = f" -> {clip(made, NAME)}" if made else ""
    name = clip(skill.name, SKILL_NAME)
    if skill.description:
        yield f"{name}: {clip(skill.description, 2 * len(skill.description))}{result}"
        yield f"{name}: {_first_sentence(skill.description)}{result}"
    yield f"{name}{result}"


def _first_sentence(text: str) -> str:
    return clip(text.split(". ", 1)[0].rstrip(".") + ".", len(text) + 1)


def list_files(files: Sequence[FileBrief], detail: Detail) -> list[object]:
    """Attached ones first."""
    return [_file(one, detail.outline) for one in sorted(files, key=lambda one: not one.attached)[: detail.files]]


def _file(file: FileBrief, room: int) -> str:
    told = f"{clip(file.name, NAME)} ({clip(file.media_type, NAME)}{', attached' if file.attached else ', library'})"
    return f"{told}: {clip(file.outline, room)}" if file.outline and room else told
