"""What an utterance does."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from apps.chat.domain.machine import loops
from apps.chat.domain.machine.effects import (
    AskParent,
    CancelTasks,
    CreateTasks,
    Effect,
    NumberedDraft,
    OpenApproval,
    PassAnswer,
    Post,
    SetPlan,
)
from apps.chat.domain.machine.inputs import Uttered
from apps.chat.domain.machine.standing import Pending, Standing, Wait
from apps.chat.domain.machine.step import (
    Step,
    conclude,
    due,
    give_up,
    open_up,
    take_stock,
    wait_for_open,
)
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    FormSubteam,
    Say,
    TaskDraft,
    Utterance,
    Verdict,
    WaitFor,
)
from apps.teams.domain.states import ApprovalKind, TaskState

MAX_REPAIRS = 2
GO_ON, CONCLUDE, STOP = "Go on", "Conclude with what there is", "Stop"
NOT_STARTED = frozenset({TaskState.PLANNED, TaskState.READY})


def uttered(standing: Standing, said: Uttered) -> Step:
    """The turn's answer. One for another turn is late and changes nothing."""
    if standing.turn_state is not TurnState.IN_FLIGHT or said.turn != standing.turn:
        return Step(standing)
    silent = replace(standing, turn_state=TurnState.NONE).remembering(
        repair="", failures=0
    )
    step = _accept(silent, said)
    return _woken(step)


def _accept(standing: Standing, said: Uttered) -> Step:
    utterance = said.utterance
    if isinstance(utterance, Misspoken):
        return _misspoken(standing, utterance)
    reason = loops.circle(standing.memory, standing.speaker or "", utterance)
    if reason:
        return _in_circles(standing, utterance, reason)
    memory = loops.remember(standing.memory, standing.speaker or "", utterance)
    step = _speak(replace(standing, memory=memory), utterance, said.unstaffed)
    return step.after(SetPlan(utterance.plan)) if utterance.plan is not None else step


def _woken(step: Step) -> Step:
    """What came while the turn was in flight makes another one due."""
    standing = step.standing
    if standing.ended or not standing.memory.wake:
        return step
    awake = due(standing).remembering(wake=False, person=False)
    return replace(step, standing=awake)


def _speak(
    standing: Standing, utterance: Utterance, unstaffed: Mapping[str, tuple[str, ...]]
) -> Step:
    match utterance:
        case Say():
            return _say(standing.remembering(repairs=0), utterance)
        case Assign():
            return _assign(standing, utterance, unstaffed)
        case FormSubteam():
            return _assign(standing, _as_assign(utterance), unstaffed, subteam=True)
        case WaitFor():
            return _wait_for(standing.remembering(repairs=0), utterance)
        case AskPerson():
            return _ask_person(standing.remembering(repairs=0), utterance)
        case Conclude():
            return _conclude(standing.remembering(repairs=0), utterance)
        case _:
            assert_never(utterance)


# --- what is not an utterance ---------------------------------------------------------------------------------------


def _misspoken(standing: Standing, said: Misspoken) -> Step:
    if standing.memory.repairs < MAX_REPAIRS:
        return repair(standing, said.reason)
    spent = standing.remembering(repairs=0)
    if said.text:
        return _say(spent, Say(text=said.text))
    return give_up(spent, f"The answers could not be used: {said.reason}")


def repair(standing: Standing, reason: str) -> Step:
    """Ask the same speaker again and say why."""
    memory = standing.memory
    asked = due(
        standing.remembering(repair=reason, repairs=memory.repairs + 1),
        standing.speaker,
    )
    return Step(
        asked, (Post(MessageKind.NOTICE, f"Asked again: {reason}", about="repair"),)
    )


def _in_circles(standing: Standing, utterance: Utterance, reason: str) -> Step:
    loops_so_far = standing.memory.loops
    warned = standing.remembering(loops=loops_so_far + 1)
    notice = Post(MessageKind.NOTICE, f"Loop breaker: {reason}", about="loop")
    if loops_so_far == 0:
        return Step(due(warned.remembering(repair=reason), standing.speaker), (notice,))
    question = "The team goes in circles. What now?"
    asked = replace(warned, phase=Phase.PAUSE_TRIGGER, wait=Wait(person=True))
    return Step(
        asked,
        (notice, OpenApproval(ApprovalKind.LIMIT, question, (GO_ON, CONCLUDE, STOP))),
    )


# --- things said ----------------------------------------------------------------------------------------------------


def _say(standing: Standing, said: Say) -> Step:
    effects: list[Effect] = [
        Post(
            MessageKind.SAY,
            said.text,
            by_speaker=True,
            task=said.answers,
            next_speaker=said.next_speaker or "",
        )
    ]
    if said.answers is not None and _is_asking(standing, said.answers):
        effects.append(PassAnswer(said.answers, said.text))
    return _after_saying(standing, said.next_speaker).after(*effects)


def _is_asking(standing: Standing, number: int) -> bool:
    task = standing.tasks.get(number)
    return task is not None and task.state is TaskState.ASKING


def _after_saying(standing: Standing, next_speaker: str | None) -> Step:
    if next_speaker in standing.members:
        return Step(due(standing, next_speaker))
    if standing.wait is not None and not standing.heard(standing.wait):
        return Step(standing)
    if standing.open_tasks and standing.memory.pending is None:
        return Step(wait_for_open(standing))
    return take_stock(replace(standing, speaker=standing.lead))


# --- work given -----------------------------------------------------------------------------------------------------


def _as_assign(utterance: FormSubteam) -> Assign:
    draft = TaskDraft(
        key="team",
        title=utterance.title,
        brief=utterance.purpose,
        needs=utterance.needs,
    )
    return Assign(tasks=(draft,), next_speaker=utterance.next_speaker)


def _assign(
    standing: Standing,
    assign: Assign,
    unstaffed: Mapping[str, tuple[str, ...]],
    *,
    subteam: bool = False,
) -> Step:
    uncovered = tuple(
        dict.fromkeys(need for needs in unstaffed.values() for need in needs)
    )
    if uncovered and standing.memory.repairs == 0:
        names = "; ".join(uncovered)
        return repair(
            standing,
            f"No agent covers: {names}. Word the need otherwise, or name it in `missing`.",
        )
    missing = tuple(
        dict.fromkeys((*standing.memory.missing, *assign.missing, *uncovered))
    )
    standing = standing.remembering(repairs=0, missing=missing)
    drafts = _number(standing, assign, unstaffed, subteam=subteam)
    if not drafts:
        return give_up(
            standing, f"No agent of this workspace covers: {'; '.join(missing)}."
        )
    return _given(standing, assign, drafts)


def _number(
    standing: Standing,
    assign: Assign,
    unstaffed: Mapping[str, tuple[str, ...]],
    *,
    subteam: bool,
) -> tuple[NumberedDraft, ...]:
    """The tasks that can be staffed, with their numbers; a dependency on one that can't is dropped."""
    kept = [draft for draft in assign.tasks if draft.key not in unstaffed]
    first = max(standing.tasks, default=0) + 1
    numbers = {draft.key: first + place for place, draft in enumerate(kept)}
    earlier = {f"#{number}": number for number in standing.tasks}
    known = {**earlier, **numbers}
    return tuple(
        NumberedDraft(
            number=numbers[draft.key],
            draft=draft,
            after=tuple(known[key] for key in draft.after if key in known),
            is_answer=draft.key == assign.answer,
            subteam=subteam,
        )
        for draft in kept
    )


def _given(
    standing: Standing, assign: Assign, drafts: tuple[NumberedDraft, ...]
) -> Step:
    numbers = tuple(draft.number for draft in drafts)
    replaced = tuple(
        number
        for number in assign.replaces
        if standing.tasks[number].state in NOT_STARTED
    )
    answer = next((draft.number for draft in drafts if draft.is_answer), None)
    synchronous = any(draft.draft.synchronous for draft in drafts)
    mode = WaitMode.ALL if synchronous or answer is not None else WaitMode.ANY
    phase = Phase.SYNC_TASK if synchronous else Phase.ASYNC_TASK
    waiting = replace(
        standing, phase=phase, wait=Wait(mode=mode, tasks=numbers), answer_task=answer
    )
    effects: list[Effect] = [
        CreateTasks(drafts),
        Post(
            MessageKind.ASSIGN,
            assign.text,
            by_speaker=True,
            tasks=numbers,
            next_speaker=assign.next_speaker or "",
        ),
    ]
    if replaced:
        effects.insert(0, CancelTasks(replaced, "Replaced by a later plan."))
    return Step(waiting.remembering(pending=None), tuple(effects))


# --- silence, questions, the end ------------------------------------------------------------------------------------


def _wait_for(standing: Standing, utterance: WaitFor) -> Step:
    known = tuple(number for number in utterance.tasks if number in standing.tasks)
    if not known:
        return repair(
            standing, f"tasks: there is no task {utterance.tasks[0]} to wait for."
        )
    silent = replace(
        standing, phase=Phase.PAUSE_TRIGGER, wait=Wait(mode=utterance.mode, tasks=known)
    )
    said = (
        (Post(MessageKind.SAY, utterance.text, by_speaker=True),)
        if utterance.text
        else ()
    )
    return take_stock(silent).after(*said)


def _ask_person(standing: Standing, utterance: AskPerson) -> Step:
    about = (
        utterance.task
        if utterance.task is not None and _is_asking(standing, utterance.task)
        else None
    )
    asked = replace(
        standing, phase=Phase.PAUSE_TRIGGER, wait=Wait(person=True)
    ).remembering(asking=about)
    post = Post(MessageKind.QUESTION, utterance.question, by_speaker=True, task=about)
    if standing.nested:
        return Step(asked, (post, AskParent(utterance.question)))
    kind = ApprovalKind(utterance.kind.value)
    return Step(
        asked, (post, OpenApproval(kind, utterance.question, utterance.options, about))
    )


def _conclude(standing: Standing, utterance: Conclude) -> Step:
    if standing.memory.person:
        said = Post(MessageKind.SAY, utterance.answer, by_speaker=True)
        return Step(
            due(open_up(standing)).remembering(wake=False, person=False), (said,)
        )
    abandoned = tuple(
        number for number in utterance.abandon if number in standing.open_tasks
    )
    dropped = {
        number: replace(standing.tasks[number], state=TaskState.CANCELLED)
        for number in abandoned
    }
    rest = replace(standing, tasks={**standing.tasks, **dropped})
    missing = tuple(dict.fromkeys((*standing.memory.missing, *utterance.missing)))
    verdict = (
        Verdict.PARTIAL
        if missing and utterance.verdict is Verdict.DONE
        else utterance.verdict
    )
    step = conclude(
        rest, Pending(answer=utterance.answer, verdict=verdict, missing=missing)
    )
    return (
        step.after(CancelTasks(abandoned, "Abandoned by the conclusion."))
        if abandoned
        else step
    )
