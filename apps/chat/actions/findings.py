"""Ways of failing that show in what an agent gave: kept when it comes, and told in the room."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import InputRequired, Result
from apps.agents.queries import embed, files_in_view
from apps.agents.queries.handles import handles_of
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import Scene, conversation_state, scene_of_team
from apps.chat.domain.found import KIND_WORDS
from apps.chat.domain.idle_talk import is_idle_talk
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind
from apps.chat.domain.utterances import Say, Utterance
from apps.chat.models import Finding, Message
from apps.chat.queries.told import rows_about
from apps.core.sentences import Sentence, sentence
from apps.journal.actions import Log
from apps.teams.domain.findings import FindingKind, Symptom, addressed_handles, asks_again, findings_in
from apps.teams.domain.flaws import FlawKind, flaw_in
from apps.teams.domain.states import AttemptState
from apps.teams.queries.evidence import answered_questions, evidence_of
from apps.teams.queries.rows import Attempt

MOST_ADDRESSED = 50
"""Handles with which lines of a result begin that are looked up."""
MOST_QUOTED = 400
"""Characters of what was not taken that the room is shown; the attempt has all of it."""

_OF_FLAWS = {FlawKind.CUT: FindingKind.ENDS_EARLY, FlawKind.MISSING_FILE: FindingKind.ACTS_OTHERWISE}


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
    evidence = evidence_of(attempt, result.text, made, rows_about(attempt))
    members = {attempt.agent.handle, *(name.casefold() for name in evidence.others)}
    if strangers := addressed_handles(result.text) - members:
        known = handles_of(goal.workspace_id, sorted(strangers)[:MOST_ADDRESSED])
        evidence = replace(evidence, others=frozenset({*evidence.others, *known}))
    suspected = {one.kind for one in findings_in(evidence)}
    if suspected & {FindingKind.DOES_NOT_ASK, FindingKind.ACTS_OTHERWISE}:
        names = tuple(file.name for file in files_in_view(goal.workspace_id, goal.id))
        evidence = replace(evidence, files=names)
    if FindingKind.DERAILS in suspected:
        evidence = replace(evidence, closeness=_closeness(f"{evidence.goal} {evidence.brief}", result.text))
    return findings_in(evidence) if suspected else ()


def _closeness(one: str, other: str) -> float:
    """How near two texts are in meaning: the cosine of their unit vectors; 1 where one has no words."""
    first, second = embed([one, other])
    if first is None or second is None:
        return 1.0
    return sum(a * b for a, b in zip(first, second, strict=True))


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
                certain=one.certain,
                prevented=prevented,
                created_at=log.now,
            )
            for one, message in zip(found, told, strict=True)
        ]
    )


def end_idle_talk(scene: Scene, said: Utterance | Misspoken) -> Utterance | Misspoken:
    """What was said; where talk goes on though nothing is left to do, the room is told and the lead speaks next."""
    standing = conversation_state(scene)
    speaker = scene.member(standing.speaker)
    if speaker is None or not isinstance(said, Say) or not is_idle_talk(standing, said):
        return said
    why = sentence("All work is done, nobody else is waited for, and the talk goes on: the lead speaks next.")
    data = {"about": "finding", "kind": FindingKind.TALKS_ON.value, "task": None}
    text = _words(speaker.handle, FindingKind.TALKS_ON, why)
    Finding.objects.create(
        goal_id=scene.goal.id,
        message=save(scene, NewMessage(MessageKind.NOTICE, text, data=data)),
        kind=FindingKind.TALKS_ON,
        agent_id=speaker.agent_id,
        why=why,
        certain=True,
        prevented=True,
        created_at=scene.log.now,
    )
    return said.model_copy(update={"next_speaker": None})


def _words(handle: str, kind: FindingKind, why: str) -> Sentence:
    return sentence("@{handle} {does}: {why}", handle=handle, does=sentence(KIND_WORDS[kind]), why=why)


def _tell(scene: Scene, attempt: Attempt, found: Symptom, words: str) -> Message:
    said = _words(attempt.agent.handle, found.kind, found.why)
    shown = words if len(words) <= MOST_QUOTED else f"{words[: MOST_QUOTED - 1].rstrip()}…"
    text = sentence("{said} Not taken: “{shown}”", said=said, shown=shown) if shown else said
    data = {"about": "finding", "kind": found.kind.value, "task": attempt.task.number}
    return save(scene, NewMessage(MessageKind.NOTICE, text, data=data, task_number=attempt.task.number))
