"""Contents: each once in its workspace, counted for each reference, gone with the last one."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import psycopg
import pytest
from django.db import connection, transaction
from django.db.models import RestrictedError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Workspace
from apps.agents.actions import add_document, remove_document
from apps.agents.actions.shelf import Shelf
from apps.agents.domain.calls import File
from apps.agents.models import Document
from apps.files.actions import garbage_collection
from apps.files.actions.quotas import recount
from apps.files.actions.storage import SMALL, SmallContent, keep, keep_together, turn_hold_into_reference
from apps.files.domain.contents import PIECE, LostContentError, Stored
from apps.files.domain.quotas import OverQuota, QuotaScope, Used, Whose
from apps.files.models import Blob, BlobPiece, FileUse, Hold
from apps.files.queries.contents import beginnings, read_piece, stored_content
from apps.files.queries.quotas import usage_of
from tests import factories

pytestmark = pytest.mark.django_db
LONG = bytes(range(256)) * (3 * PIECE // 256) + b"the end"


@pytest.fixture
def workspace():
    return factories.workspace()


def quotas(settings, **named):
    settings.IOA_FILE_QUOTAS = settings.IOA_FILE_QUOTAS | named


def test_a_content_is_stored_in_pieces_and_comes_back_as_it_was(workspace):
    kept = keep(Whose(workspace.pk), [LONG[:100], LONG[100:]])
    blob = Blob.objects.get()
    assert (blob.size, blob.digest) == (len(LONG), hashlib.sha256(LONG).hexdigest())
    assert BlobPiece.objects.count() == 4
    assert b"".join(kept.content.chunks()) == LONG
    assert b"".join(stored_content(blob).chunks(PIECE - 2, PIECE + 3)) == LONG[PIECE - 2 : PIECE + 3]
    assert beginnings([blob.pk], 5) == {blob.pk: LONG[:5]}


def test_it_is_read_a_piece_at_a_time_and_only_when_it_is_asked_for(workspace):
    content = keep(Whose(workspace.pk), [LONG]).content
    with CaptureQueriesContext(
        connection,
    ) as asked:
        file = File("a.bin", "", content)
        assert file.size == len(LONG)
        assert len(asked) == 0
        assert file.beginning(10) == LONG[:10]
        assert len(asked) == 1
    assert max(map(len, content.chunks())) == PIECE


def test_what_two_files_have_in_common_is_stored_once_in_a_workspace_and_never_across(workspace):
    first, second = keep(Whose(workspace.pk), [LONG]), keep(Whose(workspace.pk), [LONG])
    assert first.content == second.content
    other = keep(Whose(factories.workspace().pk), [LONG])
    assert other.content.blob_id != first.content.blob_id
    assert Blob.objects.count() == 2
    assert BlobPiece.objects.count() == 8


def test_each_reference_counts_for_itself(workspace):
    for name in ("a.txt", "b.txt"):
        add_document(workspace.pk, None, name, b"the same words")
    assert Blob.objects.count() == 1
    assert usage_of(QuotaScope.WORKSPACE, workspace.pk) == Used(2, 28)


def test_a_content_goes_with_the_last_thing_that_refers_to_it(workspace):
    keys = [add_document(workspace.pk, None, name, b"the same words") for name in ("a.txt", "b.txt")]
    remove_document(workspace.pk, keys[0])
    assert (Blob.objects.count(), usage_of(QuotaScope.WORKSPACE, workspace.pk)) == (1, Used(1, 14))
    remove_document(workspace.pk, keys[1])
    assert (Blob.objects.count(), BlobPiece.objects.count()) == (0, 0)
    assert usage_of(QuotaScope.WORKSPACE, workspace.pk) == Used(0, 0)


def test_a_content_that_is_referred_to_can_not_be_deleted(workspace):
    add_document(workspace.pk, None, "a.txt", b"words")
    with pytest.raises(RestrictedError):
        Blob.objects.get().delete()
    assert garbage_collection.free([Blob.objects.get().pk]) == 0


def test_a_content_that_has_gone_is_an_error_and_no_empty_file():
    with pytest.raises(LostContentError):
        b"".join(Stored(factories.uuid.uuid4(), 10, read_piece).chunks())


def test_a_workspace_goes_with_its_contents(workspace):
    add_document(workspace.pk, None, "a.txt", b"words")
    keep(Whose(workspace.pk), [LONG])
    Workspace.objects.all().delete()
    assert not Blob.objects.exists()
    assert not FileUse.objects.exists()


def test_the_sweeper_frees_what_a_lost_worker_held_and_what_went_with_others(workspace):
    goal = factories.uuid.uuid4()
    kept = keep(Whose(workspace.pk, goal), [LONG])
    add_document(workspace.pk, goal, "a.txt", b"words")
    garbage_collection.sweep()
    assert Blob.objects.count() == 2, "both are held or referred to"
    Hold.objects.filter(pk=kept.hold_id).update(until=timezone.now() - timedelta(seconds=1))
    Document.objects.all().delete()  # as a cascade would, without a word
    garbage_collection.sweep()
    assert not Blob.objects.exists()
    assert usage_of(QuotaScope.GOAL, goal) == usage_of(QuotaScope.WORKSPACE, workspace.pk) == Used(0, 0)


def test_counts_that_went_wrong_are_put_right(workspace):
    story = factories.world()
    before = sorted(FileUse.objects.values_list("scope", "owner_id", "files", "bytes"))
    assert {scope for scope, *_ in before} == {"agent", "goal", "workspace"}
    FileUse.objects.filter(scope="goal").delete()
    FileUse.objects.update(files=7, bytes=7)
    recount(story.workspace.pk)
    kept = [row for row in before if row[2]]
    assert sorted(FileUse.objects.filter(files__gt=0).values_list("scope", "owner_id", "files", "bytes")) == kept


def test_a_hold_is_used_once(workspace):
    kept = keep(Whose(workspace.pk), [b"words"])
    turn_hold_into_reference([kept.hold_id])
    with pytest.raises(LookupError):
        turn_hold_into_reference([kept.hold_id])


LOCK = "SELECT FROM files_blob WHERE id = %s FOR UPDATE NOWAIT"
WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"


def refer(*held):
    with transaction.atomic():
        turn_hold_into_reference([kept.hold_id for kept in held])
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_contents_are_locked_in_one_order_however_they_come(workspace):
    kept = [keep(Whose(workspace.pk), [words]) for words in (b"one", b"two")]
    first, second = sorted(kept, key=lambda one: one.content.blob_id)
    with ThreadPoolExecutor(1) as hand, psycopg.connect(**connection.get_connection_params()) as letting_go:
        letting_go.execute(LOCK, [first.content.blob_id])
        referring = hand.submit(refer, second, first)
        while not letting_go.execute(WAITING).fetchone()[0]:
            assert not referring.done()
        letting_go.execute(LOCK, [second.content.blob_id])
        letting_go.rollback()
        referring.result(30)
    assert not Hold.objects.exists()


@pytest.mark.parametrize("scope", ["workspace", "goal", "agent"])
@pytest.mark.parametrize(("quota", "said"), [((1, 2**30), "may have 1 files"), ((9, 12), r"\b2 bytes are left")])
@pytest.mark.parametrize("content", [b"four", b"more than all of it", b"w" * (SMALL + 1)])
def test_what_does_not_fit_is_refused_and_leaves_nothing(workspace, settings, scope, quota, said, content):
    quotas(settings, **{scope: quota})
    whose = Whose(workspace.pk, factories.uuid.uuid4(), factories.uuid.uuid4())
    keep(whose, [b"ten bytes."])
    before = list(FileUse.objects.values_list("scope", "files", "bytes"))
    with pytest.raises(OverQuota, match=said) as over:
        keep(whose, [content])
    assert over.value.scope == scope
    assert (Blob.objects.count(), Hold.objects.count()) == (1, 1)
    assert list(FileUse.objects.values_list("scope", "files", "bytes")) == before


@pytest.fixture
def whose(workspace):
    """Two goals of the workspace."""
    return [Whose(workspace.pk, factories.uuid.uuid4()) for _ in range(2)]


def small(whose, *contents):
    return [SmallContent(one, content, "a.md") for one, content in zip(whose * len(contents), contents, strict=False)]


def used():
    return sorted(FileUse.objects.values_list("scope", "files", "bytes"))


def test_contents_that_are_kept_together_are_as_if_each_was_kept_by_itself(workspace, whose):
    known = keep(whose[0], [b"known"]).content
    contents = [b"new", b"known", b"", b"new", b"w" * SMALL]
    kept = keep_together(small(whose, *contents))

    assert [b"".join(one.content.chunks()) for one in kept] == contents
    assert [one.content.size for one in kept] == [3, 5, 0, 3, SMALL]
    assert {one.media_type for one in kept} == {"text/markdown"}
    assert kept[1].content.blob_id == known.blob_id
    assert kept[0].content.blob_id == kept[3].content.blob_id
    assert (Blob.objects.count(), BlobPiece.objects.count(), Hold.objects.count()) == (4, 3, 6)
    assert used() == [("goal", 2, 8), ("goal", 4, 3 + 5 + SMALL), ("workspace", 6, 5 + 3 + 5 + 3 + SMALL)]
    garbage_collection.release([one.hold_id for one in kept])
    assert used() == [("goal", 0, 0), ("goal", 1, 5), ("workspace", 1, 5)]


@pytest.mark.parametrize(
    ("quota", "scope"),
    [({"goal": (1, 99)}, "goal"), ({"goal": (9, 10)}, "goal"), ({"workspace": (3, 99)}, "workspace")],
)
@pytest.mark.parametrize("before", [[], [b"one"]])
def test_of_contents_that_do_not_all_fit_none_is_kept(settings, whose, quota, scope, before):
    quotas(settings, **quota)
    for one in before:
        keep(whose[0], [one])
    counted = used()
    with pytest.raises(OverQuota) as over:
        keep_together(small(whose, b"first", b"second", b"third!", b"fourth"))
    assert over.value.scope == scope
    assert (Blob.objects.count(), Hold.objects.count()) == (len(before), len(before))
    assert used() == counted


def test_the_most_that_fits_together_is_kept(settings, whose):
    quotas(settings, goal=(2, 11), workspace=(4, 22))
    keep(whose[0], [b"5 by."])
    keep_together(small(whose, b"6 byte", b"7 bytes"))
    keep_together(small(whose[1:], b"4 by"))
    with pytest.raises(OverQuota):
        keep_together(small(whose[1:], b""))


@pytest.mark.django_db(transaction=True)
def test_contents_that_two_keep_together_while_others_let_them_go_are_all_kept(workspace, whose):
    words = [f"words {number}".encode() for number in range(12)]

    def keep_and_let_go(turn):
        times = 0
        for _ in range(10):
            try:
                kept = keep_together(small([whose[turn % 2]], *(words if turn < 2 else reversed(words))))
            except LookupError:  # one was let go between its two looks
                continue
            assert [b"".join(one.content.chunks()) for one in kept] == (words if turn < 2 else words[::-1])
            garbage_collection.release([one.hold_id for one in kept])
            times += 1
        connection.close()
        return times

    with ThreadPoolExecutor(4) as hands:
        assert sum(done.result(60) for done in [hands.submit(keep_and_let_go, turn) for turn in range(4)]) > 0
    assert (Blob.objects.count(), Hold.objects.count()) == (0, 0)
    assert {(files, size) for _, files, size in used()} == {(0, 0)}


def test_others_are_not_held_up_by_somebody_who_has_used_up_a_quota(workspace, settings):
    quotas(settings, workspace=(1, 100), goal=(1, 100))
    keep(Whose(workspace.pk, factories.uuid.uuid4()), [b"words"])
    keep(Whose(factories.workspace().pk, factories.uuid.uuid4()), [b"words"])


def test_the_largest_file_that_fits_is_taken(workspace, settings):
    quotas(settings, workspace=(1, len(LONG)))
    assert keep(Whose(workspace.pk), [LONG]).content.size == len(LONG)


def test_a_call_has_a_quota_of_its_own(workspace, settings):
    quotas(settings, call=(2, 10))
    shelf = Shelf(Whose(workspace.pk))
    shelf.keep(File("a", "", b"12345"))
    with pytest.raises(OverQuota, match="one call") as over:
        shelf.keep(File("b", "", b"123456"))
    shelf.keep(File("c", "", b"12345"))
    with pytest.raises(OverQuota, match="One call of an agent may have 2 files"):
        shelf.keep(File("d", "", b""))
    assert over.value.scope is QuotaScope.CALL
    assert Shelf(Whose(workspace.pk)).keep(File("e", "", b"1")).size == 1, "the next call begins anew"


def test_what_a_call_let_go_counts_no_more(workspace):
    shelf = Shelf(Whose(workspace.pk))
    shelf.let_go([shelf.keep(File("a", "", LONG))])
    assert not Blob.objects.exists()
    assert usage_of(QuotaScope.WORKSPACE, workspace.pk) == Used(0, 0)
