"""What an utterance does."""

from dataclasses import replace
from functools import partial
from typing import assert_never

from apps.chat.domain.machine import floor, loops, questions, review, talks
from apps.chat.domain.machine.conversation_state import ConversationState, OpenQuestion, Pending, Wait
from apps.chat.domain.machine.effects import (
    CancelTasks,
    OpenApproval,
    Post,
    SetPlan,
)
from apps.chat.domain.machine.inputs import Uttered
from apps.chat.domain.machine.step import (
    Step,
    conclude,
    due,
    give_up,
    keep_floor,
    member,
    repair,
    take_stock,
)
from apps.chat.domain.machine.work import assign_work, form_team, unite_needs
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind, Phase, TurnState
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    FormSubteam,
    Pass,
    Say,
    SendBack,
    Utterance,
    Verdict,
    WaitFor,
)
from apps.core.sentences import sentence
from apps.teams.domain.states import ApprovalKind, TaskState

MAX_REPAIRS = 2
GO_ON, CONCLUDE, STOP = "Go on", "Conclude with what there is", "Stop"
DECIDE = (
    "You lead, so decide now: give other work, hand the floor to somebody else, ask a person, or conclude. If it goes "
    "round once more, a person is asked."
)


def apply_utterance(standing: ConversationState, said: Uttered) -> Step:
    """The turn's answer. One for another turn is late and changes nothing."""
    if standing.turn_state is not TurnState.IN_FLIGHT or said.turn != standing.turn:
        return Step(standing)
    silent = replace(standing, turn_state=TurnState.NONE).remembering(repair="", failures=0)
    known, strays = floor.know_named(silent, said)
    return _accept(silent, known).after(*strays).then(wake_up).then(_floor_given_back)


def _accept(standing: ConversationState, said: Uttered) -> Step:
    utterance, speaker = said.utterance, standing.speaker or ""
    if talks.is_own_turn(standing):
        return talks.hear(standing, utterance)
    if talks.is_missing(standing, utterance):
        return _ask_for_talk(standing, said)
    if isinstance(utterance, Misspoken):
        if not utterance.text or standing.memory.repairs < MAX_REPAIRS:
            return _misspoken(standing, utterance.reason)
        utterance = Say(text=utterance.text)
    bar = floor.bar_to_team(standing, said)
    utterance = floor.confine(standing, utterance, bar)
    if circle := loops.circle(standing, utterance):
        return _in_circles(standing, circle)
    step = _beside_talk(standing, utterance, said).after(*floor.tell_bar(standing, bar))
    if step.standing.memory.repair:
        return step
    planned = step.after(SetPlan(utterance.plan)) if utterance.plan is not None else step
    return planned.then(partial(_remember, speaker=speaker, utterance=utterance))


def _ask_for_talk(standing: ConversationState, said: Uttered) -> Step:
    """A person wants a talk before work or an end: the lead is asked for it, and goes on without if it gives none."""
    if talks.may_be_held(standing, said.guests) and standing.memory.repairs < MAX_REPAIRS:
        wanted = standing.memory.wanted
        return _misspoken(
            standing,
            sentence("do: a person wants a talk first: answer with discuss, protocol {wanted}.", wanted=wanted),
        )
    return talks.skip(standing).then(partial(_accept, said=said))


def _remember(standing: ConversationState, speaker: str, utterance: Utterance) -> Step:
    """The loop breaker looks back on what was accepted in this round."""
    if standing.ended or isinstance(utterance, Pass):
        return Step(standing)
    return Step(replace(standing, memory=loops.remember(standing.memory, speaker, utterance)))


def wake_up(standing: ConversationState) -> Step:
    """What came while the turn was in flight makes another one due; a conclusion only a person's word takes back."""
    memory = standing.memory
    if standing.ended or not memory.wake:
        return Step(standing)
    quiet = standing.remembering(wake=False, person=False)
    if memory.pending is not None or (memory.talk is not None and not memory.person):
        return Step(quiet)
    return Step(due(quiet, standing.lead if memory.person else standing.floor))


def _floor_given_back(standing: ConversationState) -> Step:
    """In silence the floor is with whoever ends it, not with a colleague who helped out."""
    if standing.ended or standing.turn_state is not TurnState.NONE:
        return Step(standing)
    return Step(replace(standing, speaker=standing.floor))


def _beside_talk(standing: ConversationState, utterance: Utterance, said: Uttered) -> Step:
    """What is said between two turns of a talk leaves it on; work, a wait or an end does not."""
    if not talks.is_ended_by(standing, utterance):
        return _speak(standing, utterance, said)
    over = talks.break_off(standing)
    step = _speak(over.standing, utterance, said)
    if step.standing.memory.repair:
        return replace(step, standing=step.standing.remembering(talk=standing.memory.talk))
    return step.after(*over.effects)


def _speak(standing: ConversationState, utterance: Utterance, said: Uttered) -> Step:
    match utterance:
        case Say() | Pass() | Discuss():
            return _talk(standing, utterance, said)
        case Assign():
            return assign_work(standing, utterance, said.unstaffed)
        case FormSubteam():
            return form_team(standing, utterance, said.unstaffed)
        case WaitFor():
            return _wait_for(standing, utterance)
        case AskPerson():
            return _ask_person(standing.remembering(repairs=0), utterance)
        case SendBack():
            return _send_back(standing, utterance)
        case Conclude():
            return _conclude(standing.remembering(repairs=0), utterance)
        case _:
            assert_never(utterance)


# --- what is not an utterance ---------------------------------------------------------------------------------------


def _misspoken(standing: ConversationState, reason: str) -> Step:
    if standing.memory.repairs < MAX_REPAIRS:
        return repair(standing, reason)
    return give_up(standing.remembering(repairs=0), sentence("The answers could not be used: {reason}", reason=reason))


def _in_circles(standing: ConversationState, circle: loops.Circle) -> Step:
    """The lead decides once what to do about it; after that a person does."""
    hits = standing.memory.loops
    warned = standing.remembering(loops=hits + 1)
    if hits == 0:
        told = _told_of(circle, sentence("@{lead} decides what now.", lead=standing.lead))
        return Step(due(warned.remembering(repair=f"{circle} {DECIDE}"), standing.lead), (told,))
    card = OpenApproval(
        ApprovalKind.LIMIT,
        sentence("The team goes in circles. {circle} What now?", circle=circle.words),
        (GO_ON, CONCLUDE, STOP),
    )
    told = _told_of(circle, sentence("@{lead} has decided once; a person decides now.", lead=standing.lead))
    return Step(_await_person(warned.remembering(floor="")), (told, card))


def _told_of(circle: loops.Circle, then: str) -> Post:
    return Post(
        MessageKind.NOTICE, sentence("Loop breaker: {circle} {then}", circle=circle.words, then=then), about="loop"
    )


def _await_person(standing: ConversationState) -> ConversationState:
    silent = replace(standing, phase=Phase.PAUSE_TRIGGER, wait=Wait(person=True))
    return silent.remembering(pending=None)


def _talk(standing: ConversationState, utterance: Say | Pass | Discuss, said: Uttered) -> Step:
    match utterance:
        case Say():
            seated = floor.seat_guest(standing.remembering(repairs=0), utterance.next_speaker, said.guests)
            return seated.then(partial(_say, said=utterance))
        case Pass():
            return floor.pass_floor(standing, utterance, said.guests) or _misspoken(standing, floor.MUST_ACT)
        case Discuss():
            return _discuss(standing, utterance, said)
        case _:
            assert_never(utterance)


# --- things said ----------------------------------------------------------------------------------------------------


def _say(standing: ConversationState, said: Say) -> Step:
    about = said.answers if said.answers in standing.tasks else None
    post = Post(
        MessageKind.SAY,
        said.text,
        by_speaker=True,
        about=said.stance.value if said.stance else "",
        task=about,
        next_speaker=member(standing, said.next_speaker),
    )
    heard_by = floor.hearer(standing, said)
    if about is None or not standing.is_asking(about):
        return floor.hand_on(standing, heard_by).after(post)
    answered = questions.answer_question(standing, about, said.text).after(post)
    return answered.then(partial(floor.hand_on, next_speaker=heard_by))


def _discuss(standing: ConversationState, utterance: Discuss, said: Uttered) -> Step:
    """A talk begins, with agents who are brought in for it where the lead wants it."""
    seated = Step(standing)
    for handle in utterance.members:
        seated = seated.then(partial(floor.seat_guest, handle=handle, guests=said.guests))
    if reason := talks.refusal(seated.standing, utterance):
        return _misspoken(standing, reason)
    return seated.then(partial(talks.begin, said=utterance))


# --- silence, questions, the end ------------------------------------------------------------------------------------


def _wait_for(standing: ConversationState, utterance: WaitFor) -> Step:
    known = tuple(number for number in utterance.tasks if number in dict(standing.work))
    if not known:
        return _misspoken(standing, sentence("tasks: there is no task {tasks} to wait for.", tasks=utterance.tasks[0]))
    silent = replace(standing, phase=Phase.PAUSE_TRIGGER, wait=Wait(mode=utterance.mode, tasks=known))
    said = (Post(MessageKind.SAY, utterance.text, by_speaker=True),) if utterance.text else ()
    kept = keep_floor(silent, utterance.next_speaker).remembering(pending=None, repairs=0)
    return take_stock(kept).after(*said)


def _ask_person(standing: ConversationState, utterance: AskPerson) -> Step:
    kind = ApprovalKind(utterance.kind.value)
    if utterance.task is not None and standing.is_asking(utterance.task):
        if questions.is_for_people_only(standing, utterance.task):
            return _misspoken(
                standing, sentence("task: a person has been asked what task {task} waits for.", task=utterance.task)
            )
        return _pass_question_on(standing, utterance, utterance.task, kind)
    post = Post(MessageKind.QUESTION, utterance.question, by_speaker=True)
    silent = keep_floor(_await_person(standing), utterance.next_speaker)
    if not standing.nested:
        return Step(silent, (post, OpenApproval(kind, utterance.question, utterance.options)))
    return questions.ask_above(silent, utterance.question).after(post)


def _pass_question_on(standing: ConversationState, utterance: AskPerson, task: int, kind: ApprovalKind) -> Step:
    """An agent's question goes to a person; the floor waits for the tasks as before."""
    post = Post(MessageKind.QUESTION, utterance.question, by_speaker=True, task=task)
    question = OpenQuestion(task=task, text=utterance.question)
    step = questions.ask_person(standing, question, kind, utterance.options, people_only=True).after(post)
    return step.then(partial(floor.hand_on, next_speaker=None))


def _send_back(standing: ConversationState, utterance: SendBack) -> Step:
    if reason := review.refusal_to_send_back(standing, utterance.task):
        return _misspoken(standing, reason)
    return review.send_back(standing, utterance)


def _conclude(standing: ConversationState, utterance: Conclude) -> Step:
    pending = _pending(standing, utterance)
    if not pending.answer:
        return _misspoken(standing, sentence("accepts: task {accepts} has no result.", accepts=utterance.accepts))
    if not standing.tasks:
        return _end_with(standing, utterance, pending.model_copy(update={"why": utterance.why}))
    told = (Post(MessageKind.NOTICE, utterance.why, about="review"),) if utterance.why else ()
    return _end_with(standing, utterance, pending).after(*told)


def _end_with(standing: ConversationState, utterance: Conclude, pending: Pending) -> Step:
    if standing.memory.person:
        said = (Post(MessageKind.SAY, utterance.answer, by_speaker=True),) if utterance.answer else ()
        return conclude(standing, pending).after(*said)
    abandoned = tuple(number for number in utterance.abandon if number in standing.open_tasks)
    dropped = {number: replace(standing.tasks[number], state=TaskState.CANCELLED) for number in abandoned}
    rest = replace(keep_floor(standing), tasks={**standing.tasks, **dropped})
    step = conclude(rest, pending)
    return step.after(CancelTasks(abandoned, sentence("Abandoned by the conclusion."))) if abandoned else step


def _pending(standing: ConversationState, utterance: Conclude) -> Pending:
    """The answer that was written, with the files of the draft that it is made of; else the result that is accepted."""
    missing = unite_needs(standing.memory.missing, utterance.missing)
    verdict = Verdict.PARTIAL if missing and utterance.verdict is Verdict.DONE else utterance.verdict
    draft = standing.draft_task
    if utterance.answer:
        number = draft.number if draft else None
        return Pending(
            answer=utterance.answer, verdict=verdict, missing=missing, task=number, by_lead=draft is not None
        )
    accepted = standing.tasks.get(utterance.accepts or 0)
    result = accepted.result if accepted is not None and accepted.state is TaskState.DONE else ""
    return Pending(answer=result, verdict=verdict, missing=missing, task=utterance.accepts)
