"""Goals over REST."""

from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from ninja import File, Form, Query, Router, Status
from ninja.files import UploadedFile

from apps.accounts.domain.access import Actor, ApiRequest
from apps.accounts.domain.errors import refusals_under
from apps.api.rest.files import goal_file_out, shown_file
from apps.api.rest.goal_requests import body_schemas, goal_request, sent_file
from apps.api.rest.schemas.files import GoalFileOut, VersionProblem
from apps.api.rest.schemas.goals import EventOut, EventsOut, FileOut, GoalDetail, GoalOut, LimitsChange, ResultOut
from apps.api.rest.schemas.tasks import TaskOut
from apps.api.rest.schemas.teams import TeamOut
from apps.chat import actions
from apps.chat.actions.launching import Launch
from apps.chat.domain.display import Display
from apps.chat.queries.goals import goal_card, goals_page, new_goal_card
from apps.chat.queries.tasks import shown_tasks
from apps.chat.queries.tree import tree
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, id_in, moment_cursor, moment_in, word_cursor
from apps.core.problems import answers
from apps.files.domain.quotas import FileQuota, QuotaScope, Used
from apps.files.queries.quotas import quotas_of, usage_of
from apps.journal.queries import events_after
from apps.teams.actions.uploads import FileUpload, upload_file
from apps.teams.domain.states import TaskState
from apps.teams.domain.versions import VersionState
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.lists import tasks_after
from apps.teams.queries.rows import Goal, Team
from apps.teams.queries.trees import files_after, files_of, named_file

router = Router(tags=["goals"])
Limit = Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")]
BIGGEST = 2**63 - 1
REPLAYED = "Idempotent-Replayed"


@router.post("", response=answers(GoalDetail, 201) | {200: GoalDetail}, openapi_extra=body_schemas())
def create_goal(request: HttpRequest, response: HttpResponse) -> Status[GoalDetail]:
    """Give a goal. 201 with the new goal, or 200 with the one that the same idempotency key made before."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    asked = goal_request(request)
    launched = actions.launch(actor, asked)
    if launched.root is None:
        return tell_of(launched, response)
    point_to(launched.goal, response)
    return Status(201, _new(launched.goal, launched.root, with_files=bool(asked.files)))


@router.post("/demo", response=answers(GoalDetail, 201))
def watch_demo(request: ApiRequest) -> Status[GoalDetail]:
    """Begin the demo: scripted agents play a goal of about a minute, with an approval to press. It needs no model."""
    launched = actions.watch_demo(request.auth)
    return Status(201, _new(launched.goal, launched.root) if launched.root else goal_detail(launched.goal))


@router.get("", response=answers(Page[GoalOut]))
def list_goals(
    request: ApiRequest, status: Display | None = None, cursor: str = "", limit: Limit = USUAL_PER_PAGE
) -> Page[GoalOut]:
    """The workspace's goals, newest first; with `status`, those that show it now."""
    workspace_id = request.auth.workspace_id
    listing = f"goals {workspace_id} {status or ''}"
    after = moment_in(cursor, listing) if cursor else None
    cards = goals_page(workspace_id, status, after, limit + 1, timezone.now())
    shown, following = cut(cards, limit, lambda card: moment_cursor(listing, card.goal.created_at, card.goal.id))
    return Page(items=[GoalOut.model_validate(card) for card in shown], next=following)


@router.get("/{uuid:goal_id}", response=answers(GoalDetail))
def get_goal(request: ApiRequest, goal_id: UUID) -> GoalDetail:
    """One goal."""
    goal = goal_visible_to(request.auth, goal_id)
    return goal_detail(goal)


@router.post("/{uuid:goal_id}/pause", response=answers(GoalDetail))
def pause_goal(request: ApiRequest, goal_id: UUID) -> GoalDetail:
    """Freeze the goal and all its teams; what agents are at goes on, nothing new starts."""
    actions.pause(request.auth, _root(request, goal_id))
    return get_goal(request, goal_id)


@router.post("/{uuid:goal_id}/resume", response=answers(GoalDetail))
def resume_goal(request: ApiRequest, goal_id: UUID) -> GoalDetail:
    """Let a paused goal go on."""
    actions.resume(request.auth, _root(request, goal_id))
    return get_goal(request, goal_id)


@router.post("/{uuid:goal_id}/stop", response=answers(GoalDetail))
def stop_goal(request: ApiRequest, goal_id: UUID) -> GoalDetail:
    """End the goal and all its teams now."""
    actions.stop(request.auth, _root(request, goal_id))
    return get_goal(request, goal_id)


@router.patch("/{uuid:goal_id}/limits", response=answers(GoalDetail))
def change_limits(request: ApiRequest, goal_id: UUID, change: LimitsChange) -> GoalDetail:
    """Give the goal other limits; one that a limit had paused goes on, one that has ended has them in a new round."""
    actions.change_limits(request.auth, goal_id, change.limits.model_dump(exclude_unset=True))
    return get_goal(request, goal_id)


@router.get("/{uuid:goal_id}/result", response=answers(ResultOut))
def get_result(request: ApiRequest, goal_id: UUID) -> ResultOut:
    """The answer with its files; while the goal runs, what there is so far, with `answer` and `verdict` null."""
    goal = goal_visible_to(request.auth, goal_id)
    return ResultOut.of(goal_card(goal_id, timezone.now()), goal.answer, _standing(goal_id))


@router.get("/{uuid:goal_id}/files", response=answers(Page[FileOut]))
def list_files(request: ApiRequest, goal_id: UUID, cursor: str = "", limit: Limit = USUAL_PER_PAGE) -> Page[FileOut]:
    """The files that the goal's tasks made, newest first."""
    goal_visible_to(request.auth, goal_id)
    listing = f"files {goal_id}"
    rows = files_after(goal_id, moment_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: moment_cursor(listing, row.created_at, row.id))
    return Page(items=[shown_file(row) for row in shown], next=following)


@router.post("/{uuid:goal_id}/files", response=answers(GoalFileOut, 201) | {409: VersionProblem})
def upload_goal_file(
    request: ApiRequest,
    goal_id: UUID,
    file: Annotated[UploadedFile, File()],
    base_version: Annotated[
        int | None,
        Form(ge=1, le=2**31 - 1, description="The version that you have read, and replace; without it: a new file."),
    ] = None,
) -> Status[GoalFileOut]:
    """Put a file on a goal, or a new version of the one of that name. Operators.

    A new file is one that agents read, under a name with a number where the name is taken. 409 with both versions
    where something newer than `base_version` is current: nothing was written then.
    """
    sent = FileUpload(file.name or "file", sent_file(file), base_version)
    with refusals_under(files="file"):
        kept = upload_file(request.auth, goal_id, sent)
    return Status(201, goal_file_out(named_file(kept.id)))


@router.get("/{uuid:goal_id}/events", response=answers(EventsOut))
def list_events(
    request: ApiRequest,
    goal_id: UUID,
    after: Annotated[int, Query(ge=0, le=BIGGEST, description="Only events with a higher number.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> EventsOut:
    """What happened to the goal, in order, without a gap."""
    goal_visible_to(request.auth, goal_id)
    events = [EventOut.model_validate(event) for event in events_after(goal_id, after, limit)]
    return EventsOut(items=events, last=events[-1].seq if events else after)


@router.get("/{uuid:goal_id}/teams", response=answers(Page[TeamOut]), tags=["teams"])
def list_teams(request: ApiRequest, goal_id: UUID, cursor: str = "", limit: Limit = USUAL_PER_PAGE) -> Page[TeamOut]:
    """The goal's teams in the order they were formed, so parents stand before their sub-teams."""
    goal_visible_to(request.auth, goal_id)
    listing, now = f"teams {goal_id}", timezone.now()
    after = id_in(cursor, listing) if cursor else None
    nodes = sorted(tree(goal_id, now).nodes.values(), key=lambda node: node.id)
    rest = [node for node in nodes if after is None or node.id > after]
    shown, following = cut(rest, limit, lambda node: word_cursor(listing, str(node.id)))
    return Page(items=[TeamOut.model_validate(node) for node in shown], next=following)


@router.get("/{uuid:goal_id}/tasks", response=answers(Page[TaskOut]), tags=["tasks"])
def list_tasks(
    request: ApiRequest,
    goal_id: UUID,
    team: UUID | None = None,
    state: TaskState | None = None,
    cursor: str = "",
    limit: Limit = USUAL_PER_PAGE,
) -> Page[TaskOut]:
    """The goal's tasks in the order they were given; with `team` or `state`, those of that team or state."""
    goal_visible_to(request.auth, goal_id)
    listing = f"tasks {goal_id} {team or ''} {state or ''}"
    rows = tasks_after(goal_id, team, state, id_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    how = shown_tasks([goal_id], timezone.now())
    return Page(items=[TaskOut.of(row, how[row.id]) for row in shown], next=following)


def _root(request: ApiRequest, goal_id: UUID) -> UUID:
    goal_visible_to(request.auth, goal_id)
    return goal_card(goal_id, timezone.now()).team_id


def _new(goal: Goal, root: Team, *, with_files: bool = False) -> GoalDetail:
    """As `goal_detail`, of a goal that was given this moment: what was written is not read."""
    used = usage_of(QuotaScope.GOAL, goal.id) if with_files else Used()
    return GoalDetail.whole(new_goal_card(goal, root), goal, used, _quota(goal))


def tell_of(launched: Launch, response: HttpResponse) -> Status[GoalDetail]:
    """What came of a request for a goal: 201 with a new one, or 200 with the one that its key had made before."""
    point_to(launched.goal, response)
    if launched.root is None:
        response[REPLAYED] = "true"
    return Status(201 if launched.root else 200, goal_detail(launched.goal))


def point_to(goal: Goal, response: HttpResponse) -> None:
    """Say where the goal is."""
    response["Location"] = reverse("api:get_goal", args=[goal.id])


def goal_detail(goal: Goal) -> GoalDetail:
    """A goal as it stands, with what its files count."""
    used = usage_of(QuotaScope.GOAL, goal.id)
    return GoalDetail.whole(goal_card(goal.id, timezone.now()), goal, used, _quota(goal))


def _quota(goal: Goal) -> FileQuota:
    return quotas_of(goal.workspace_id)[QuotaScope.GOAL]


def _standing(goal_id: UUID) -> list[FileOut]:
    """What is current of the files that tasks made, and the conflicts beside it."""
    return [shown_file(file) for file in files_of(goal_id) if file.is_current or file.state is VersionState.CONFLICT]
