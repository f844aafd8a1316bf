"""Trials as a worker takes them up and as people look at them."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import person
from apps.accounts.queries.sealing import unseal
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.profile import Skill, skills_from_rows
from apps.agents.domain.skill_suggestions import suggest_skills
from apps.agents.domain.trials import GIVEN_UP, TrialKind, TrialState
from apps.agents.models import Trial, TrialFile
from apps.agents.queries.agents import address_over, line_for
from apps.agents.queries.credentials import ShownConfig, shown_config
from apps.core.sentences import recall, recall_beside, sentence, unpack_all
from apps.files.domain.quotas import Whose

LOST = sentence("The worker that was at it was lost, or none is running. Try it again.")


@dataclass(frozen=True)
class TrialWork:
    """What a worker has to do. `address`: of the agent to ask, of the connection to test; None: to be found first."""

    id: uuid.UUID
    kind: TrialKind
    source: str
    credentials: dict[str, str]
    address: AgentAddress | None
    whose: Whose  # its files
    lists_skills: bool  # what was found lists skills

    def __repr__(self) -> str:
        return f"TrialWork({self.id}, {self.kind})"


@dataclass(frozen=True)
class TrialFindings:
    """What was found out about an agent, as it may be shown and registered."""

    connector: str
    config: ShownConfig
    name: str
    handle: str
    description: str
    skills: tuple[Skill, ...]
    security: tuple[str, ...]
    tried: tuple[tuple[str, str], ...]
    models: tuple[str, ...]
    quirks: tuple[str, ...]
    reachable: bool  # something answered, be it an error
    concurrency: int | None  # calls that it takes at one time; None: as many as others
    read_skills: tuple[Skill, ...]  # that could be listed, as its server says; empty where it lists some

    @property
    def suggested_skills(self) -> tuple[Skill, ...]:
        """What could be listed for one that lists nothing."""
        return suggest_skills(self.skills, self.description, self.read_skills)


@dataclass(frozen=True)
class TrialFileView:
    """A file that an agent gave. `size` in bytes."""

    id: uuid.UUID
    name: str
    media_type: str
    size: int


@dataclass(frozen=True)
class TrialView:
    """A trial as people see it. `found` is None for a message to an agent.

    `reply` is the agent's own words; `reply_html` these as a page shows them, "" where it shows them plain.
    """

    id: uuid.UUID
    kind: TrialKind
    done: bool
    source: str
    progress: str
    problem: str
    reply: str
    reply_html: str
    latency_ms: int | None
    tokens: int
    money: float | None
    created_at: datetime
    begun_at: datetime  # its present step
    test_seconds: int  # that a test message is waited for
    found: TrialFindings | None
    files: tuple[TrialFileView, ...]

    @property
    def works(self) -> bool:
        """Whether the agent answered."""
        return self.done and not self.problem


def trial_of(actor: Actor, trial_id: uuid.UUID, agent_id: uuid.UUID | None = None) -> TrialView:
    """Give a trial of this person; with `agent_id` only one of that agent. Raises NotFound."""
    trial = _own(actor, trial_id)
    if agent_id is not None and trial.agent_id != agent_id:
        raise NotFound("There is no such trial of yours.")
    return _view(trial)


def findings_of(actor: Actor, trial_id: uuid.UUID) -> dict[str, object]:
    """Give what a trial found as it is stored; empty where it found nothing. Raises NotFound."""
    return dict(_own(actor, trial_id).found)


def config_of(actor: Actor, trial_id: uuid.UUID) -> dict[str, object]:
    """Give the configuration that a trial was made with, its secrets sealed; empty where there is none. NotFound."""
    return dict(_own(actor, trial_id).found.get("config", {}))


def trial_file(actor: Actor, file_id: uuid.UUID) -> TrialFile:
    """Give a file of one of this person's trials, to be read. Raises NotFound."""
    files = TrialFile.objects.filter(pk=file_id, trial__user_id=actor.user_id, trial__workspace_id=actor.workspace_id)
    file = files.select_related("blob").first()
    if file is None:
        raise NotFound("There is no such file here.")
    return file


def work_of(trial_id: uuid.UUID) -> TrialWork:
    """Give what a worker needs to carry a trial out. Raises NotFound where its agent was removed meanwhile."""
    trial = Trial.objects.get(pk=trial_id)
    credentials = json.loads(unseal(trial.sealed) or "{}")
    return TrialWork(
        trial.pk,
        TrialKind(trial.kind),
        trial.source,
        credentials,
        _address(trial),
        _whose(trial),
        lists_skills=bool(trial.found.get("skills")),
    )


def _whose(trial: Trial) -> Whose:
    return Whose(trial.workspace_id, agent_id=trial.agent_id)


def _address(trial: Trial) -> AgentAddress | None:
    if trial.agent_id is not None:
        return _over_theirs(trial)
    if trial.found:
        return AgentAddress("", trial.found["connector"], trial.found["config"], test_seconds=trial.test_seconds)
    return None


def _over_theirs(trial: Trial) -> AgentAddress:
    line = line_for(trial.agent_id, person(trial.user_id)) if trial.agent_id else None
    if line is None:
        raise NotFound("This agent is no longer registered, or no connection to it is yours to use: connect yours.")
    return address_over(line)


def _own(actor: Actor, trial_id: uuid.UUID) -> Trial:
    trial = Trial.objects.filter(pk=trial_id, user_id=actor.user_id, workspace_id=actor.workspace_id).first()
    if trial is None:
        raise NotFound("There is no such trial of yours.")
    return trial


def _view(trial: Trial) -> TrialView:
    done = trial.state == TrialState.DONE
    lost = not done and trial.created_at < timezone.now() - timedelta(seconds=GIVEN_UP)
    return TrialView(
        id=trial.pk,
        kind=TrialKind(trial.kind),
        done=done or lost,
        source=trial.source,
        progress=trial.progress,
        problem=LOST if lost else recall(trial.problem, unpack_all(trial.found.get("made_of"))),
        reply=trial.reply,
        reply_html=trial.reply_html,
        latency_ms=trial.latency_ms,
        tokens=trial.tokens,
        money=trial.money,
        created_at=trial.created_at,
        begun_at=trial.begun_at or trial.created_at,
        test_seconds=trial.test_seconds,
        found=_findings(trial.found) if "connector" in trial.found else None,
        files=tuple(
            TrialFileView(*row) for row in trial.files.order_by("pk").values_list("id", "name", "media_type", "size")
        ),
    )


def _findings(stored: dict[str, object]) -> TrialFindings:
    """From a row; what a connection that was entered by hand has not is empty."""
    told = recall_beside(stored)
    listed = {name: told.get(name) or [] for name in ("skills", "security", "tried", "models", "quirks", "read_skills")}
    return TrialFindings(
        connector=str(stored["connector"]),
        config=shown_config(stored["config"]),  # type: ignore[arg-type]  # a JSON object
        name=str(stored.get("name", "")),
        handle=str(stored.get("handle", "")),
        description=str(stored.get("description", "")),
        skills=skills_from_rows(listed["skills"]),
        security=tuple(listed["security"]),
        tried=tuple((kind, why) for kind, why in listed["tried"]),
        models=tuple(listed["models"]),
        quirks=tuple(listed["quirks"]),
        reachable=bool(stored.get("reachable", True)),
        concurrency=cast("int | None", stored.get("concurrency")),
        read_skills=skills_from_rows(listed["read_skills"]),
    )
