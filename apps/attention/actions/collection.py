"""What happened becomes notices, each once for each person; what is settled is over."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from apps.attention.bells import AttentionBell
from apps.attention.domain.notices import NoticeKind, letter_due
from apps.attention.models import Notice, NoticePosition, PushBrowser, PushDelivery
from apps.attention.queries.choices import wishes_by_person
from apps.attention.queries.news import (
    MOST,
    MovedWorkspace,
    Unnoticed,
    moved_workspaces,
    settled_notices,
    unnoticed_in,
    unnoticed_mentions,
    unnoticed_work,
)
from apps.chat.actions.separately import separately
from apps.core.sentences import Sentence, change_words, sentence
from apps.core.texts import one_line
from apps.journal.actions import give_back, take_alone
from apps.journal.bells import ring_all

ALONE = "notices in hand"
LONGEST = 400  # characters of what was asked or told
MOST_SECONDS = 30  # a look that takes longer may be joined by another process's


def collect_notices() -> None:
    """Look at what moved since the last time. One process looks at one time; another finds it done."""
    if not take_alone(ALONE, MOST_SECONDS):
        return
    try:
        now = timezone.now()
        for moved in moved_workspaces():
            separately(partial(_collect_in, moved, now), moved.workspace)
        for unnoticed in (unnoticed_work, unnoticed_mentions):
            separately(partial(_write_all, unnoticed, now), "what people were not told of")
        Notice.objects.filter(id__in=settled_notices()).update(over_at=now)
    finally:
        give_back(ALONE)


@transaction.atomic
def _collect_in(moved: MovedWorkspace, now: datetime) -> None:
    """The place in the stream moves with the notices, so that a worker that is lost leaves none out.

    It stays where there may be more decisions than a look takes.
    """
    found = unnoticed_in(moved, now)
    _write(found, now)
    if sum(one.kind is NoticeKind.DECISION for one in found) >= MOST:
        return
    NoticePosition.objects.bulk_create(
        [NoticePosition(workspace_id=moved.workspace, seq=moved.until)],
        update_conflicts=True,
        unique_fields=["workspace"],
        update_fields=["seq"],
    )


def _write_all(unnoticed: Callable[[datetime], Sequence[Unnoticed]], now: datetime) -> None:
    _write(unnoticed(now), now)


@transaction.atomic
def _write(found: Sequence[Unnoticed], now: datetime) -> None:
    by_workspace: dict[object, list[Unnoticed]] = {}
    for one in found:
        by_workspace.setdefault(one.workspace, []).append(one)
    for rows in by_workspace.values():
        wishes = wishes_by_person(rows[0].workspace, {one.user for one in rows})
        notices = [_notice(one, letter_due(wishes[one.user], one.kind, now), now) for one in rows]
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        _push([notice for notice, one in zip(notices, rows, strict=True) if one.kind in wishes[one.user].kinds], now)


def _notice(one: Unnoticed, due: datetime | None, now: datetime) -> Notice:
    return Notice(
        user_id=one.user,
        workspace_id=one.workspace,
        kind=one.kind.value,
        subject=one.subject,
        number=one.number,
        goal_id=one.goal,
        title=one_line(one.title, 200),
        text=_words(one),
        path=one.path,
        at=one.at,
        noticed_at=now,
        letter_due_at=due,
    )


def _words(one: Unnoticed) -> str:
    """On one line, and within its column; a sentence of ours that is, stays one."""
    text = one.text
    if one.kind is NoticeKind.WORK and one.number:
        text = sentence("Half of the time is over: {task}", task=one_line(one.text, 350))
    if isinstance(text, Sentence):
        for most in (LONGEST, 120, 40):  # of what others wrote in it, where it is too long for its column
            said = change_words(text, partial(one_line, most=most))
            if said == one_line(said, LONGEST):
                return said
    return one_line(text, LONGEST)


def _push(notices: Sequence[Notice], now: datetime) -> None:
    """Have each sent to the browsers of its person, in the workspace where it is; all are of one workspace."""
    written = set(Notice.objects.filter(id__in=[notice.id for notice in notices]).values_list("id", flat=True))
    due = [notice for notice in notices if notice.id in written]  # of the others another process was faster
    if not due:
        return
    people = {notice.user_id for notice in due}
    browsers = list(PushBrowser.objects.filter(user__in=people, workspace=due[0].workspace_id))
    pairs = [(browser, notice) for notice in due for browser in browsers if browser.user_id == notice.user_id]
    PushDelivery.objects.bulk_create(
        PushDelivery(browser=browser, notice=notice, due_at=now) for browser, notice in pairs
    )
    ring_all([(AttentionBell.PUSH_DUE, key) for key in dict.fromkeys(browser.id for browser, _ in pairs)])
