"""What is usual among the agents of a workspace: read from some of them, remembered for a while."""

import time
import uuid

from apps.agents.domain.profile import Skill, skills_from_rows
from apps.agents.domain.ranking import AgentWords, Background, WordCounts, background_of
from apps.agents.domain.registration import profile_text
from apps.agents.domain.words import profile_stems
from apps.agents.models import Agent

SAMPLE = 500  # agents; how rare a word is needs no more
SECONDS = 60.0
WORKSPACES = 64  # of which it is remembered


def background(workspace_id: uuid.UUID) -> Background:
    """Give what is usual in a workspace, as it was at most SECONDS ago."""
    known, now = _known.get(workspace_id), time.monotonic()
    if known is None or now - known[0] > SECONDS:
        _known.pop(workspace_id, None)
        _known[workspace_id] = known = now, _read(workspace_id)
    if len(_known) > WORKSPACES:
        _known.pop(next(iter(_known)), None)
    return known[1]


_known: dict[uuid.UUID, tuple[float, Background]] = {}


def _read(workspace_id: uuid.UUID) -> Background:
    agents = Agent.objects.filter(workspace_id=workspace_id, enabled=True)
    rows = agents.values_list("name", "handle", "description", "skills", "goal_words")[:SAMPLE]
    return background_of(
        agent_words(name, handle, description, skills_from_rows(skills), goals)
        for name, handle, description, skills, goals in rows
    )


def agent_words(name: str, handle: str, description: str, skills: tuple[Skill, ...], goals: WordCounts) -> AgentWords:
    """Give an agent's words: of its profile, its handle and its skills' tags, and of the goals that it did well."""
    tags = " ".join(tag for skill in skills for tag in skill.tags)
    return AgentWords(profile_stems(f"{profile_text(name, description, skills)} {handle} {tags}"), goals)
