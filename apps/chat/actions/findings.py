"""Ways of failing that show in what an agent gave: kept when it comes, and told in the room."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import InputRequired, Result
from apps.agents.queries import files_in_view
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import Scene, scene_of_team
from apps.chat.domain.states import MessageKind
from apps.chat.models import Finding, Message
from apps.chat.queries.told import told_by_persons
from apps.journal.actions import Log
from apps.teams.domain.findings import FindingKind, Symptom, asks_again, findings_in
from apps.teams.domain.flaws import FlawKind, flaw_in
from apps.teams.domain.states import AttemptState
from apps.teams.queries.evidence import answered_questions, evidence_of
from apps.teams.queries.rows import Attempt

MOST_QUOTED = 400
"""Characters of what was not taken that the room is shown; the attempt has all of it."""

_OF_FLAWS = {FlawKind.CUT: FindingKind.ENDS_EARLY, FlawKind.MISSING_FILE: FindingKind.ACTS_OTHERWISE}
WORDS = {
    FindingKind.DISOBEYS_TASK: "does not do what was asked",
    FindingKind.DISOBEYS_ROLE: "leaves its role",
    FindingKind.REPEATS: "repeats itself",
    FindingKind.LOSES_HISTORY: "forgets what was said",
    FindingKind.TALKS_ON: "talks on after the end",
    FindingKind.RESETS: "begins anew",
    FindingKind.DOES_NOT_ASK: "makes up what it should ask",
    FindingKind.DERAILS: "speaks of something else",
    FindingKind.WITHHOLDS: "keeps something back",
    FindingKind.IGNORES_INPUT: "ignores what it was given",
    FindingKind.ACTS_OTHERWISE: "does not do what it says",
    FindingKind.ENDS_EARLY: "ends too early",
    FindingKind.SKIPS_CHECK: "skips the check",
    FindingKind.CHECKS_WRONGLY: "checks wrongly",
}


def found_in(attempt: Attempt, outcome: CallOutcome, begun: datetime | None) -> tuple[Symptom, ...]:
    """What shows in how the call of a locked attempt ended; nothing where it ended too late to count."""
    if attempt.state != AttemptState.RUNNING or attempt.started_at != begun:
        return ()
    match outcome.end:
        case Result() as result:
            return _in_result(attempt, result, [file.name for file in outcome.files])
        case InputRequired(question=question):
            again = asks_again(question, answered_questions(attempt.task_id))
            return (again,) if again else ()
    return ()


def _in_result(attempt: Attempt, result: Result, made: list[str]) -> tuple[Symptom, ...]:
    flaw = flaw_in(result.text, brief=attempt.task.brief, made=made, cut=result.cut)
    if flaw is not None:
        kind = _OF_FLAWS.get(flaw.kind)
        return (Symptom(kind, flaw.reason),) if kind else ()
    goal = attempt.task.team.goal
    evidence = evidence_of(attempt, result.text, made, told_by_persons(goal.id))
    found = findings_in(evidence)
    if any(one.kind is FindingKind.DOES_NOT_ASK for one in found):
        names = tuple(file.name for file in files_in_view(goal.workspace_id, goal.id))
        found = findings_in(replace(evidence, files=names))
    return found


def record(log: Log, attempt: Attempt, found: Sequence[Symptom]) -> None:
    """Keep what was found in how an attempt ended, and tell the room, with the words that were not taken."""
    scene = scene_of_team(log, attempt.task.team)
    prevented = attempt.state == AttemptState.FAILED
    told = [_tell(scene, attempt, one, attempt.result if prevented else "") for one in found]
    scene.close()
    Finding.objects.bulk_create(
        [
            Finding(
                goal_id=attempt.task.team.goal_id,
                message=message,
                kind=one.kind,
                agent_id=attempt.agent_id,
                task_id=attempt.task_id,
                why=one.why[:400],
                prevented=prevented,
                created_at=log.now,
            )
            for one, message in zip(found, told, strict=True)
        ]
    )


def _tell(scene: Scene, attempt: Attempt, found: Symptom, words: str) -> Message:
    said = f"@{attempt.agent.handle} {WORDS[found.kind]}: {found.why}"
    shown = words if len(words) <= MOST_QUOTED else f"{words[: MOST_QUOTED - 1].rstrip()}…"
    text = f"{said} Not taken: “{shown}”" if shown else said
    data = {"about": "finding", "kind": found.kind.value, "task": attempt.task.number}
    return save(scene, NewMessage(MessageKind.NOTICE, text, data=data, task_number=attempt.task.number))
