"""Work that is claimed to be done is put before somebody else: another member, or a person; and what they say of it."""

import uuid

from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.chat.queries.checkers import checker_for
from apps.core.sentences import join_sentences, sentence
from apps.teams.actions import checking, new_tasks
from apps.teams.domain.checks import CheckOutcome, Verification, check_of, leave_unchecked
from apps.teams.domain.checks.briefs import brief_of_check
from apps.teams.domain.checks.kinds import MemberCheck, PersonCheck, ProgramCheck
from apps.teams.domain.checks.verdicts import read_run, read_verdict
from apps.teams.domain.formation import Seat
from apps.teams.domain.states import TaskState
from apps.teams.queries.checks import is_being_checked, is_newest_check, why_done_anew
from apps.teams.queries.conversation_tasks import task_with_id, tasks_before
from apps.teams.queries.rows import Task

NOBODY = sentence("Nobody but who did it could be asked to look at it.")
LOST = "@{who} gave no verdict: {why}"


def begin_check(task_id: uuid.UUID) -> None:
    """Have somebody else look at a task that is claimed to be done; where nobody can, it is done and unchecked."""
    claimed = task_with_id(task_id)
    check = check_of(claimed.planned_check)
    if not claimed.is_claimed or not isinstance(check, MemberCheck | ProgramCheck | PersonCheck):
        return
    seat = None if isinstance(check, PersonCheck) else checker_for(claimed, check)
    room = Conversation.objects.values_list("id", flat=True).get(team__tasks=task_id)
    with open_scene(room) as scene:
        task = scene.task_with_id(task_id)
        if task.is_claimed and scene.team.frozen_at is None and not is_being_checked(task):
            _put(scene, task, check, seat)


def _put(scene: Scene, task: Task, check: MemberCheck | ProgramCheck | PersonCheck, seat: Seat | None) -> None:
    if isinstance(check, PersonCheck):
        checking.ask_person(scene.log, task, check.what)
    elif seat is None:
        checking.settle_claim(scene.log, task, leave_unchecked(NOBODY))
    else:
        _give(scene, task, check, seat)


def _give(scene: Scene, task: Task, check: MemberCheck | ProgramCheck, seat: Seat) -> None:
    row, author = scene.conversation, scene.member_with_id(task.owner_id)
    number = max(one.number for one in scene.tasks) + 1
    new = new_tasks.NewTask(
        number=number,
        title=sentence("Check of “{title}”", title=task.title)[:120],
        brief=brief_of_check(check, task.title, author.handle if author else "", task.brief, why_done_anew(task)),
        seats=(seat,),
        as_team=False,
        after=(*(one.number for one in tasks_before(task)), task.number),
        needs=(),
        synchronous=False,
        is_answer=False,
        origin=task.origin_id,
        heard=[uuid.UUID(key) for key in task.heard],
        checks=task,
    )
    known = {one.number: one for one in scene.tasks}
    new_tasks.add(
        scene.log, scene.team, [new], known, turn=row.turn, round_=task.round, briefed_after=task.briefed_after
    )
    scene.refresh_members()
    said = sentence(
        "@{handle} checks task {number}, “{title}”.", handle=seat.handle, number=task.number, title=task.title
    )
    save(scene, NewMessage(MessageKind.NOTICE, said, data={"about": "check"}, task_number=number))


def conclude(scene: Scene, check: Task, task: Task) -> None:
    """A check has settled: what it says is told in the room, and the `task` it looked at settles, or is done again."""
    if not task.is_claimed or not is_newest_check(check):
        return
    who = scene.member_with_id(check.owner_id)
    outcome = _outcome(check, task, who.handle if who else "")
    said = NewMessage(MessageKind.RESULT, _words(task, outcome), member=who, task_number=check.number)
    save(scene, said)
    checking.settle_claim(scene.log, task, outcome, check.owner_id)


def _outcome(check: Task, task: Task, who: str) -> CheckOutcome:
    if check.state != TaskState.DONE:
        return leave_unchecked(sentence(LOST, who=who, why=check.failure or sentence("it was taken back.")))
    is_run = isinstance(check_of(task.planned_check), ProgramCheck)
    return (read_run if is_run else read_verdict)(check.result, who)


def _words(task: Task, outcome: CheckOutcome) -> str:
    head = sentence(_HEADS[outcome.verification], number=task.number)
    seen = [sentence("- {line}", line=line) for line in outcome.evidence if line not in outcome.found]
    lines = [join_sentences(" ", [head, outcome.found]), *(["", *seen] if seen else [])]
    return join_sentences("\n", lines)


_HEADS = {
    Verification.VERIFIED: "Task {number} holds.",
    Verification.REFUTED: "Task {number} does not hold:",
    Verification.UNCHECKED: "Task {number} stays unchecked.",
}
