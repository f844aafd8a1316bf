"""What a transaction makes and changes is written together, seen by whoever reads, and nothing of it is lost."""

import contextlib
import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.accounts.models import Workspace
from apps.core.read_once import read_for_all, read_once
from apps.core.sentences import sentence
from apps.core.unit_of_work import unit_of_work
from apps.core.updates import add_to_columns, finish_rows, insert_rows, new_rows_unseen, save_columns
from apps.journal.actions.log import Log, write_all
from apps.journal.models import Event, Stream
from apps.journal.queries.compiled import EarlierQuery, KeyedQuery, RowQuery
from apps.teams.models import Goal
from tests.factories import person, small_goal

pytestmark = pytest.mark.django_db


def workspaces(ids):
    return Workspace.objects.filter(pk__any_of=ids)


BY_SLUG = KeyedQuery(workspaces, lambda row: row.pk)
BY_ID, BEFORE = RowQuery(workspaces), EarlierQuery(workspaces, lambda row: row.pk)


@pytest.fixture
def three():
    return [Workspace.objects.create(slug=f"w{number}", name=f"W {number}") for number in range(3)]


def event(stream: Stream, seq: int, **payload) -> Event:
    """A row whose key the database gives."""
    return Event(stream_id=stream.pk, seq=seq, at=timezone.now(), kind="test.made", payload=payload)


def written(seen: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in seen.captured_queries if query["sql"].startswith(("INSERT", "UPDATE"))]


def test_what_many_rows_have_made_and_changed_is_one_statement_each(three):
    with CaptureQueriesContext(connection) as seen, transaction.atomic(), unit_of_work() as unit:
        for workspace in three:
            workspace.name = workspace.slug.upper()
            save_columns(workspace, "name")
            insert_rows([Workspace(slug=f"{workspace.slug}-new", name="New")])
        assert not written(seen)
        unit.write()
    assert len(written(seen)) == 2
    assert Workspace.objects.filter(name__in=["W0", "W1", "W2"]).count() == 3
    assert Workspace.objects.filter(name="New").count() == 3


def test_what_a_row_is_given_twice_is_written_once_and_as_it_was_given_last(three):
    new = Workspace(slug="new", name="First")
    with CaptureQueriesContext(connection) as seen, transaction.atomic(), unit_of_work() as unit:
        insert_rows([new])
        for name in ("Second", "Third"):
            new.name = three[0].name = name
            save_columns(new, "name")
            save_columns(three[0], "name")
        new.name = "Not saved"
        unit.write()
    assert len(written(seen)) == 2
    assert Workspace.objects.filter(name="Third").count() == 2


@pytest.fixture
def named_together():
    """Give how many rows were finished at a time, and what finishes them: each gets its slug as its name."""
    times = []

    def finish(rows):
        times.append(len(rows))
        for row in rows:
            row.name = row.slug
            save_columns(row, "name")

    return times, finish


def test_rows_are_finished_once_for_all_of_them_and_written_finished(named_together):
    times, finish = named_together
    with CaptureQueriesContext(connection) as seen, transaction.atomic(), unit_of_work() as unit:
        for number in range(3):
            row = Workspace(slug=f"new-{number}", name="?")
            insert_rows([row])
            finish_rows(finish, [row])
        assert times == []
        unit.write()
    assert (times, len(written(seen))) == ([3], 1)
    assert set(Workspace.objects.filter(slug__startswith="new-").values_list("name", flat=True)) == {
        "new-0",
        "new-1",
        "new-2",
    }


def test_whoever_reads_rows_that_are_not_written_finds_them_finished(named_together):
    times, finish = named_together
    with transaction.atomic(), unit_of_work() as unit:
        for slug in ("one", "two"):
            row = Workspace(slug=slug, name="?")
            insert_rows([row])
            finish_rows(finish, [row])
            assert Workspace.objects.get(slug=slug).name == slug
        unit.write()
    assert times == [1, 1]


def test_without_a_transaction_rows_are_finished_at_once(named_together):
    times, finish = named_together
    row = Workspace(slug="alone", name="?")
    insert_rows([row])
    finish_rows(finish, [row])
    assert (times, Workspace.objects.get(slug="alone").name) == ([1], "alone")


def test_rows_are_finished_before_what_goals_share_is_locked():
    order = []
    log = Log(uuid.uuid4(), 0, timezone.now())
    log.at_end(lambda _: order.append("shared"), "connection")
    with transaction.atomic(), unit_of_work() as unit:
        finish_rows(lambda _: order.append("finished"), ["row"])
        write_all([log], unit)
    assert order == ["finished", "shared"]


def test_what_is_undone_is_not_finished(named_together):
    times, finish = named_together
    with transaction.atomic(), unit_of_work() as unit:
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            row = Workspace(slug="gone", name="?")
            insert_rows([row])
            finish_rows(finish, [row])
            raise ZeroDivisionError
        unit.write()
    assert (times, Workspace.objects.filter(slug="gone").count()) == ([], 0)


def test_rows_whose_keys_the_database_gives_are_all_written_though_nobody_holds_them(three):
    stream = Stream.objects.create(id=uuid.uuid4(), kind="goal", seq=0)
    with transaction.atomic(), unit_of_work() as unit:
        for number in range(50):
            insert_rows([event(stream, number + 1)])
        unit.write()
    assert list(Event.objects.filter(stream_id=stream.pk).order_by("id").values_list("seq", flat=True)) == list(
        range(1, 51)
    )


def test_whoever_reads_a_table_sees_what_was_written_before(three):
    with transaction.atomic(), unit_of_work():
        three[0].name = "Changed"
        save_columns(three[0], "name")
        assert Workspace.objects.get(pk=three[0].pk).name == "Changed"
        assert Workspace.objects.filter(slug="late").update(name="Nobody") == 0
        insert_rows([Workspace(slug="late", name="Late")])
        assert Workspace.objects.filter(slug="late").update(name="Somebody") == 1


def test_what_is_read_is_written_and_the_rest_waits_on(three):
    stream = Stream.objects.create(id=uuid.uuid4(), kind="goal")
    with transaction.atomic(), unit_of_work() as unit:
        three[0].name = "Read"
        save_columns(three[0], "name")
        insert_rows([event(stream, 1)])
        with CaptureQueriesContext(connection) as seen:
            assert Workspace.objects.filter(name="Read").exists()
            three[0].name = "Later"
            save_columns(three[0], "name")
        assert [sql for sql in written(seen) if "journal_event" in sql] == []
        unit.write()
    assert Event.objects.filter(stream=stream).exists()
    assert Workspace.objects.filter(name="Later").exists()


def test_where_new_rows_need_not_be_seen_they_wait_on_and_what_changed_is_seen(three):
    with transaction.atomic(), unit_of_work() as unit:
        insert_rows([new := Workspace(slug="late", name="Late")])
        with CaptureQueriesContext(connection) as seen, new_rows_unseen(Workspace):
            assert not Workspace.objects.filter(name="Late").exists()
            assert written(seen) == []
            three[0].name = "Changed"
            save_columns(three[0], "name")
            assert Workspace.objects.filter(name="Changed").exists()
            assert not Workspace.objects.filter(name="Late").exists()
        assert len(written(seen)) == 1
        new.name = "Later"
        save_columns(new, "name")
        with CaptureQueriesContext(connection) as seen:
            unit.write()
        assert len(written(seen)) == 1
    assert Workspace.objects.get(slug="late").name == "Later"


def test_what_a_row_is_given_and_what_is_added_to_it_is_one_statement():
    streams = [Stream.objects.create(id=uuid.uuid4(), kind="goal", seq=5) for _ in range(3)]
    with CaptureQueriesContext(connection) as seen, transaction.atomic(), unit_of_work() as unit:
        for number, stream in enumerate(streams):
            stream.kind = "workspace"
            save_columns(stream, "kind")
            if number:
                add_to_columns(stream, seq=number)
        unit.write()
    assert len(written(seen)) == 1
    for number, stream in enumerate(streams):
        stream.refresh_from_db()
        assert (stream.kind, stream.seq) == ("workspace", 5 + number)


def test_a_place_that_becomes_free_may_be_taken_in_the_same_transaction(three):
    with transaction.atomic(), unit_of_work() as unit:
        insert_rows([Workspace(slug="w0", name="The next")])
        three[0].slug = "gone"
        save_columns(three[0], "slug")
        unit.write()
    assert Workspace.objects.get(slug="w0").name == "The next"


def test_numbers_add_up_in_the_table_and_in_hand(three):
    stream = Stream.objects.create(id=uuid.uuid4(), kind="goal", seq=5)
    other = Stream.objects.get(pk=stream.pk)
    with transaction.atomic(), unit_of_work() as unit:
        add_to_columns(stream, seq=2)
        add_to_columns(other, seq=-1)
        unit.write()
    assert (stream.seq, other.seq) == (7, 4)
    stream.refresh_from_db()
    assert stream.seq == 6


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside other changes"])
def test_a_row_of_which_a_part_is_loaded_keeps_what_its_other_sentences_were_made_of(three, beside):
    goal = small_goal(three[0], person(three[0])).goal
    goal.failure, goal.found = (
        sentence("Stopped by {name}.", name="Olga"),
        sentence("There is no {thing}.", thing="cat"),
    )
    goal.save()
    part = Goal.objects.only("failure").get(pk=goal.pk)
    with transaction.atomic(), unit_of_work() as unit:
        if beside:
            part.title = "Another"
            save_columns(part, "title")
        part.failure = sentence("Paused.")
        save_columns(part, "failure")
        unit.write()
    kept = Goal.objects.get(pk=goal.pk)
    assert (kept.failure.template, kept.found.template) == ("Paused.", "There is no {thing}.")
    assert (kept.title == "Another") is beside


def undo_one_made_within() -> None:
    with contextlib.suppress(KeyError), transaction.atomic():
        insert_rows([Workspace(slug="within", name="Within")])
        raise KeyError


def test_what_was_made_since_a_savepoint_goes_with_it(three):
    with transaction.atomic(), unit_of_work() as unit:
        insert_rows([Workspace(slug="before", name="Before")])
        undo_one_made_within()
        insert_rows([Workspace(slug="after", name="After")])
        unit.write()
    assert set(Workspace.objects.exclude(slug__startswith="w0").values_list("slug", flat=True)) >= {"before", "after"}
    assert not Workspace.objects.filter(slug="within").exists()


def test_a_row_that_is_gone_is_not_written_in_silence(three):
    Workspace.objects.filter(pk=three[0].pk).delete()
    with transaction.atomic(), unit_of_work() as unit:
        save_columns(three[0], "name")
        with pytest.raises(DatabaseError, match="no row"):
            unit.write()


TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(TEXTS, one, max_size=3),
    max_leaves=8,
)


@given(payload=st.dictionaries(TEXTS, JSON, max_size=4), actor=TEXTS, late=st.timedeltas(timedelta(0), timedelta(9999)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_comes_back_as_django_would_have_written_it(three, payload, actor, late):
    stream = Stream.objects.create(id=uuid.uuid4(), kind="goal", seq=0)
    ours, theirs = event(stream, 1, **payload), event(stream, 2, **payload)
    for one in (ours, theirs):
        one.actor, one.at = actor, timezone.now() - late
    theirs.at = ours.at
    insert_rows([ours])
    theirs.save(force_insert=True)
    first, second = Event.objects.filter(stream_id=stream.pk).order_by("seq")
    assert (first.payload, first.actor, first.at) == (second.payload, second.actor, second.at)


def test_what_was_read_ahead_is_given_once_and_to_the_step_that_it_was_read_for(three):
    here, there = uuid.uuid4(), uuid.uuid4()
    with transaction.atomic(), unit_of_work() as unit:
        BY_SLUG.read_ahead({three[0].pk: here, three[1].pk: there})
        with unit.step_of(here), CaptureQueriesContext(connection) as seen:
            assert [row.slug for row in BY_SLUG.of(three[0].pk)] == ["w0"]
            assert not seen.captured_queries
            assert [row.slug for row in BY_SLUG.of(three[1].pk)] == ["w1"]
            assert [row.slug for row in BY_SLUG.of(three[0].pk)] == ["w0"]
        assert len(seen.captured_queries) == 2


def test_what_was_read_ahead_is_not_given_once_the_step_has_changed_such_a_row(three):
    here = uuid.uuid4()
    with transaction.atomic(), unit_of_work() as unit:
        BY_SLUG.read_ahead({three[0].pk: here})
        with unit.step_of(here):
            three[0].name = "Changed"
            save_columns(three[0], "name")
            assert BY_SLUG.of(three[0].pk)[0].name == "Changed"


def test_a_row_by_its_id_stands_whatever_happens_to_others_of_its_table(three):
    here, (one, other, third) = uuid.uuid4(), three
    with transaction.atomic(), unit_of_work() as unit, CaptureQueriesContext(connection) as seen:
        BY_ID.read_ahead({one.pk: here})
        with unit.step_of(here):
            for row in (one, other):
                row.name = "Changed"
            save_columns(other, "name")
            insert_rows([Workspace(slug="new", name="New")])
        BY_ID.read_ahead({one.pk: here, third.pk: here})
        assert len(seen.captured_queries) == 2, "the first is not read again, and nothing was written for the second"
        with unit.step_of(here):
            assert [row.name for row in BY_ID.of(one.pk)] == ["W 0"]
            assert len(seen.captured_queries) == 2
            save_columns(one, "name")
        BY_ID.read_ahead({one.pk: here})
        with unit.step_of(here):
            assert [row.name for row in BY_ID.of(one.pk)] == ["Changed"]


def test_what_may_be_of_before_the_transaction_is_read_once_and_has_nothing_written(three):
    here, (one, *_) = uuid.uuid4(), three
    with transaction.atomic(), unit_of_work() as unit, CaptureQueriesContext(connection) as seen:
        with unit.step_of(here):
            one.name = "Changed"
            save_columns(one, "name")
        BEFORE.read_ahead({one.pk: here})
        with unit.step_of(here):
            one.name = "Changed again"
            save_columns(one, "name")
            assert [row.name for row in BEFORE.of(one.pk)] == ["W 0"]
        assert len(seen.captured_queries) == 1


def test_what_is_kept_is_read_again_once_somebody_else_has_written_to_its_table(three):
    reads = []

    def read():
        reads.append(1)
        return list(Workspace.objects.order_by("slug"))

    def holds(rows, row):
        return any(one is row for one in rows) if isinstance(row, Workspace) else None

    def kept():
        return read_once("all", (Workspace._meta.db_table,), read, holds)

    with transaction.atomic(), unit_of_work():
        kept()[0].name = "In place"
        save_columns(kept()[0], "name")
        assert len(reads) == 1, "a row that it holds was changed in place"
        save_columns(three[1], "name")
        assert kept()[0].name == "In place"
        assert len(reads) == 2, "another instance of a row was changed"
        Workspace.objects.filter(pk=three[2].pk).update(name="By a statement")
        assert [row.name for row in kept()][2] == "By a statement"
        insert_rows([Workspace(slug="zz", name="New")])
        assert [row.slug for row in kept()][-1] == "zz"


def test_what_all_steps_share_is_read_once(three):
    counts = iter(range(9))
    with transaction.atomic(), unit_of_work() as unit:
        for stream in (uuid.uuid4(), uuid.uuid4()):
            with unit.step_of(stream):
                assert read_for_all("count", lambda: next(counts)) == 0
    assert read_for_all("count", lambda: next(counts)) == 1, "without a unit of work it is read each time"
