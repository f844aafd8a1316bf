"""Who in a workspace can do something: by meaning, and by the words of what agents say of themselves."""

import re
import time
import uuid
from collections.abc import Iterable, Sequence
from functools import lru_cache

from apps.agents.domain.demo_team import DEMO, PARTS
from apps.agents.domain.profile import Candidate
from apps.agents.domain.ranking import clauses
from apps.agents.queries.agents import askable_agents, first_candidates
from apps.agents.queries.near_agents import NearAgent, near_with_scores, nearest_of_workspace
from apps.agents.queries.neighbours import NARROW, nearest_agents
from apps.agents.queries.scores import known_scores, skill_scores
from apps.agents.queries.sought import SoughtText, seek

# Chosen on 199 profiles and 3,000 questions: of real questions 1% find nobody, of nonsense nothing gets through.
THRESHOLD = 0.38  # unless the best match reaches this, nobody fits
FLOOR = 0.25  # below this an agent is not listed beside better ones
# Between the needs that the built-in skills cover (from .64) and those that they don't ("order a pizza", to .45).
NEED_THRESHOLD = 0.5  # a skill below this does not cover a need
NEAR_BEST = 0.75  # nor does one that falls so far behind the best: it resembles the need, it does not meet it

COUNTED_SECONDS = 10  # agents are counted again this often
FIELD = 48  # how many of the nearest agents are looked at closely; more are not worth their time

MENTION = re.compile(r"@([\w-]+)")


def search_agents(
    workspace_id: uuid.UUID,
    text: str,
    *,
    limit: int = 12,
    threshold: float = THRESHOLD,
    only: Iterable[str] | None = None,
    origin: uuid.UUID | None = None,
) -> list[Candidate]:
    """Give the agents that fit `text`, best first, with scores from FLOOR to 1; nobody where none reaches `threshold`.

    Searched are the workspace's agents that are switched on (`only`: with these handles). One that is offline or busy
    is among them and says so, as it is for whom `origin` names. An agent that the text mentions by @handle comes first.
    Those of the demo team are found only by name.
    """
    handles = None if only is None else tuple(only)
    _, found = _look(workspace_id, text, limit, handles, origin)
    return found[:limit] if found and found[0].score >= threshold else []


def shortlist(workspace_id: uuid.UUID, text: str, limit: int, origin: uuid.UUID | None = None) -> list[Candidate]:
    """Give the agents that fit `text` as a whole, as `search_agents` does, filled up with others: one may fit a part.

    The others have score 0; those with the most goals completed come first.
    """
    field, found = _look(workspace_id, text, limit, None, origin)
    if (room := limit - len(found)) > 0:
        found += _others(workspace_id, field, room, origin, {one.agent_id for one in found})
    return found[:limit]


def _look(
    workspace_id: uuid.UUID, text: str, limit: int, only: tuple[str, ...] | None, origin: uuid.UUID | None
) -> tuple[list[NearAgent], list[Candidate]]:
    """The agents near a text, and those of them and of the mentioned ones that reach FLOOR, best first."""
    sought = seek(text, clauses(text))
    field = _field(workspace_id, sought, limit, only, origin)
    found = _with_mentioned(workspace_id, text, _rescore(workspace_id, sought, field), only, origin)
    return field, sorted((one for one in found if one.score >= FLOOR), key=lambda one: -one.score)


def _others(
    workspace_id: uuid.UUID, field: Sequence[NearAgent], limit: int, origin: uuid.UUID | None, besides: set[str]
) -> list[Candidate]:
    """As `first_candidates`; where the field has all agents of the workspace, none is read again."""
    if not _has_all(workspace_id, field):
        return first_candidates(workspace_id, limit, origin, map(uuid.UUID, besides))
    others = [near.candidate for near in field if near.candidate.agent_id not in besides]
    first = sorted(others, key=lambda one: (-one.goals_completed, one.agent_id))[:limit]
    return [one.model_copy(update={"score": 0.0}) for one in first]


def find_for_need(
    workspace_id: uuid.UUID,
    need: str,
    *,
    limit: int = 8,
    only: Iterable[str] | None = None,
    origin: uuid.UUID | None = None,
) -> list[tuple[Candidate, str]]:
    """Give the agents that cover a need, best first, each with the id of the skill that fits best.

    The id is empty where only its name and description cover the need. Agents whose best score is below NEED_THRESHOLD,
    or far behind the best, are left out.
    """
    sought = seek(need)
    field = [near.candidate for near in _field(workspace_id, sought, limit, only, origin)]
    complete = [one.model_copy(update={"skills": one.all_skills}) for one in field]
    (rows,) = skill_scores(sought.texts, complete, sought.meanings)
    found = [_best_skill(one, row) for one, row in zip(field, rows, strict=True)]
    least = max([NEED_THRESHOLD, *(NEAR_BEST * one.score for one, _ in found)])
    covering = [pair for pair in found if pair[0].score >= least]
    return sorted(covering, key=lambda pair: -pair[0].score)[:limit]


def _field(
    workspace_id: uuid.UUID, sought: SoughtText, limit: int, only: Iterable[str] | None, origin: uuid.UUID | None
) -> list[NearAgent]:
    vector, parts, nearest = sought.vector, sought.parts, max(FIELD, 4 * limit)
    if vector is None:
        return []
    if only is not None:
        near = nearest_agents(askable_agents(workspace_id, only), vector, nearest)
        return near_with_scores(near, parts, origin)
    rows = _searched(workspace_id, int(time.time() / COUNTED_SECONDS))
    if rows <= NARROW:
        found = nearest_of_workspace(workspace_id, vector, parts, nearest, origin)
    else:
        near = nearest_agents(askable_agents(workspace_id), vector, nearest, rows=rows)
        found = near_with_scores(near, parts, origin)
    return [one for one in found if one.candidate.connector != DEMO]


@lru_cache(maxsize=256)
def _searched(workspace_id: uuid.UUID, tick: int) -> int:
    """How many agents are searched, up to one more than NARROW; it only chooses the way, and counting takes long."""
    return askable_agents(workspace_id).filter(vector__isnull=False)[: NARROW + 1].count()


def _has_all(workspace_id: uuid.UUID, field: Sequence[NearAgent]) -> bool:
    """Whether a field has all agents of the workspace that are not the demo team's."""
    tick = int(time.time() / COUNTED_SECONDS)
    was_cut = len(field) + len(PARTS) >= FIELD or _searched(workspace_id, tick) > NARROW
    return bool(field) and not was_cut and not _has_undescribed(workspace_id, tick)


@lru_cache(maxsize=256)
def _has_undescribed(workspace_id: uuid.UUID, tick: int) -> bool:
    """Whether there are agents that no search finds, as what they say has no word."""
    return askable_agents(workspace_id).filter(vector__isnull=True).exists()


def _rescore(workspace_id: uuid.UUID, sought: SoughtText, field: Sequence[NearAgent]) -> list[Candidate]:
    """Give each candidate the better score of its best skill and of all that is known of it."""
    if not field:
        return []
    candidates = [near.candidate for near in field]
    (rows,) = skill_scores(sought.texts[:1], candidates, sought.meanings[:1])
    whole = known_scores(workspace_id, sought, field)
    best = [max([known, *row]) for known, row in zip(whole, rows, strict=True)]
    return [one.model_copy(update={"score": score}) for one, score in zip(candidates, best, strict=True)]


def _best_skill(candidate: Candidate, scores: Sequence[float]) -> tuple[Candidate, str]:
    """The candidate with its best score, and the id of the listed skill that covers the need by itself, if one does."""
    best = max(range(len(candidate.skills)), key=scores.__getitem__, default=None)
    listed = best is not None and scores[best] >= NEED_THRESHOLD
    found = candidate.model_copy(update={"score": max(scores)})
    return found, candidate.skills[best].id if listed and best is not None else ""


def _with_mentioned(
    workspace_id: uuid.UUID,
    text: str,
    found: list[Candidate],
    only: tuple[str, ...] | None,
    origin: uuid.UUID | None,
) -> list[Candidate]:
    handles = MENTION.findall(text.lower())
    if not handles:
        return found
    named = askable_agents(workspace_id, only).filter(handle__in=handles)
    mentioned = dict.fromkeys(named.values_list("pk", flat=True), 1.0)
    first = [near.candidate for near in near_with_scores(mentioned, (), origin)]
    return first + [one for one in found if uuid.UUID(one.agent_id) not in mentioned]
