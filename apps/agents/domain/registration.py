"""What has to be known of an agent to register it."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Askers, Skill, Trust, check_bounds
from apps.core.numbers import Whole
from apps.core.sentences import sentence
from apps.core.texts import Text

HANDLE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_SKILLS = 50
MOST_CALLS = 10_000  # of one agent at one time, and begun within one minute
LONGEST_CALL = 86_400  # seconds
USUAL_TEST, LONGEST_TEST = 60, 300  # seconds; no connector hears silence for longer
MINUTE = timedelta(minutes=1)
"""The window in which an agent's calls are counted."""


def _handle(text: str) -> str:
    if not HANDLE.fullmatch(text):
        raise ValueError(sentence("Use lower-case letters, digits and single hyphens, for example chart-maker."))
    return text


def _require_distinct(skills: tuple[Skill, ...]) -> tuple[Skill, ...]:
    twice = [skill for skill, count in Counter(skill.id for skill in skills).items() if count > 1]
    if twice:
        raise ValueError(f"each skill needs an id of its own; used twice: {', '.join(twice)}")
    return skills


Skills = Annotated[tuple[Skill, ...], Field(max_length=MOST_SKILLS), AfterValidator(check_bounds)]
"""What an agent says that it can do, wherever that comes in."""


class AgentDescription(BaseModel):
    """What people and searches are told of an agent. Skills are read in A2A's spelling too."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, str_strip_whitespace=True)

    handle: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_handle)]
    name: Text = Field(min_length=1, max_length=120)
    description: Text = Field(default="", max_length=4000)
    skills: Annotated[Skills, AfterValidator(_require_distinct)] = ()


TOLD = tuple(name for name in AgentDescription.model_fields if name != "skills")
"""What an agent's row has as it is told."""


TEST_HINT = "How long a test message is waited for, in seconds; never longer than for a call."


class CallQuota(BaseModel):
    """What an agent takes on."""

    concurrency: Whole = Field(default=4, ge=1, le=MOST_CALLS, description="Most calls at one time.")
    calls_per_minute: Whole = Field(
        default=0, ge=0, le=MOST_CALLS, description="Most calls that begin within one minute; 0: as many as there are."
    )
    timeout_seconds: Whole = Field(default=300, ge=1, le=LONGEST_CALL, description="A call that takes longer fails.")
    test_seconds: Whole = Field(default=USUAL_TEST, ge=1, le=LONGEST_TEST, description=TEST_HINT)


QUOTA = tuple(CallQuota.model_fields)


class AgentProfile(AgentDescription, CallQuota):
    """An agent as it is registered: what is told of it, how it is reached, and what it may take on."""

    connector: str = Field(min_length=1, max_length=24)
    trust: Trust | None = Field(
        default=None, description="How far it is believed; left out: as it is, ordinary for a new one."
    )
    askers: Askers | None = Field(
        default=None,
        description="Which agents may set it to work by themselves; left out: as it is, everybody for a new one.",
    )
    connector_config: dict[str, object] = Field(default_factory=dict, repr=False)
    enabled: bool = True


def quota_problems(concurrency: int, calls_per_minute: int, timeout_seconds: int, test_seconds: int) -> dict[str, str]:
    """One sentence for each of the four that a profile would not take."""
    problems: dict[str, str] = {}
    if not 1 <= concurrency <= MOST_CALLS:
        problems["concurrency"] = sentence("Use 1 to {most:,} calls at one time.", most=MOST_CALLS)
    if not 0 <= calls_per_minute <= MOST_CALLS:
        problems["calls_per_minute"] = sentence(
            "Use 1 to {most:,} calls a minute, or 0 for no such limit.", most=MOST_CALLS
        )
    if not 1 <= timeout_seconds <= LONGEST_CALL:
        problems["timeout_seconds"] = sentence("Use 1 to {most:,} seconds, which is a day.", most=LONGEST_CALL)
    if not 1 <= test_seconds <= LONGEST_TEST:
        problems["test_seconds"] = sentence("Use 1 to {most} seconds.", most=LONGEST_TEST)
    return problems


def profile_text(name: str, description: str, skills: Sequence[Skill]) -> str:
    """Give the text that an agent's vector is made of."""
    told = "".join(f" {skill.name}: {skill.description}" for skill in skills)
    return f"{name}: {description}{told}"
