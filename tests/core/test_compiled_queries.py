"""Queries and updates whose SQL is written once give and write what Django's own would."""

import threading
import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.models import CharField, F, Value
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Workspace
from apps.agents.models import Agent
from apps.core.updates import save_columns
from apps.journal.models import Event, Stream
from apps.journal.queries.compiled import CompiledQuery, first_column
from tests import factories

pytestmark = pytest.mark.django_db

BY_SLUG = CompiledQuery(lambda slug: Workspace.objects.filter(slug=slug), str)
AMONG = CompiledQuery(lambda ids: Workspace.objects.filter(pk__any_of=ids).order_by("slug"), list)
OF_WORKSPACES = CompiledQuery(
    lambda ids: Agent.objects.filter(workspace__any_of=ids).select_related("workspace").order_by("handle"), list
)
SEQS = CompiledQuery(
    lambda stream, after, until: (
        Event.objects.filter(stream_id=stream, seq__gt=after, at__lte=until).order_by("seq").values_list("seq", "kind")
    ),
    uuid.UUID,
    int,
    type(timezone.now()),
)


@first_column(list)
def slugs_of(ids):
    """Slugs."""
    return Workspace.objects.filter(pk__any_of=ids).order_by("slug").values_list("slug", flat=True)


def made(slug):
    return Workspace.objects.create(slug=slug, name=slug)


@pytest.fixture
def three():
    return [made(f"w{number}") for number in range(3)]


def test_a_text_is_looked_for_again_and_again(three):
    assert [BY_SLUG.of(one.slug) for one in three] == [[one] for one in three]
    assert BY_SLUG.of("nobody's") == []
    with pytest.raises(Workspace.DoesNotExist):
        BY_SLUG.one("nobody's")


@pytest.mark.parametrize("chosen", [[], [1], [0, 2], [0, 1, 2]])
def test_any_number_of_ids_goes_into_the_same_statement(three, chosen):
    with CaptureQueriesContext(connection) as told:
        assert AMONG.of([three[place].pk for place in chosen]) == [three[place] for place in chosen]
        assert slugs_of([three[place].pk for place in chosen]) == [f"w{place}" for place in chosen]
    assert len(told) == 2


def test_what_is_joined_comes_along_and_json_is_read(three):
    agent = factories.agent(three[1], "finder")
    Agent.objects.filter(pk=agent.pk).update(skills=[{"name": "Find"}])
    (found,) = OF_WORKSPACES.of([one.pk for one in three])
    with CaptureQueriesContext(connection) as told:
        assert (found.workspace, found.skills[0]["name"]) == (three[1], "Find")
    assert len(told) == 0


def test_numbers_and_moments_are_compared_and_nothing_equals_nobody():
    stream, now = Stream.objects.create(id=uuid.uuid4(), kind="goal"), timezone.now()
    for seq in range(1, 5):
        Event.objects.create(stream=stream, seq=seq, at=now + timedelta(seconds=seq), kind=f"k{seq}", payload={})
    assert SEQS.values(stream.id, 1, now + timedelta(seconds=3)) == [(2, "k2"), (3, "k3")]
    assert SEQS.values(None, 0, now + timedelta(seconds=9)) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection():
    known = made("shared")
    found = []

    def look():
        found.append(BY_SLUG.one("shared").pk)
        connection.close()

    threads = [threading.Thread(target=look) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [known.pk] * 4


def test_the_columns_that_are_named_are_written_and_no_others(three):
    workspace = three[0]
    workspace.name, workspace.default_limits, workspace.slug = "Other", {"turns": 5}, "not-written"
    save_columns(workspace, "name", "default_limits")
    workspace.refresh_from_db()
    assert (workspace.name, workspace.default_limits, workspace.slug) == ("Other", {"turns": 5}, "w0")


def test_a_row_that_is_gone_is_not_written_in_silence(three):
    Workspace.objects.filter(pk=three[0].pk).delete()
    with pytest.raises(DatabaseError, match="no row"):
        save_columns(three[0], "name")


def parts_of(row, *above):
    """All that an instance has, those that came along by a join too; of one that it came with itself only its key."""
    if row is None or any(row is one for one in above):
        return row and row.pk
    own = {name: value for name, value in vars(row).items() if name != "_state"}
    along = {name: parts_of(one, row, *above) for name, one in row._state.fields_cache.items()}
    return type(row), own, row._state.adding, row._state.db, along


QUERIES = {
    "all of a row": lambda ids: Agent.objects.filter(workspace__any_of=ids).order_by("handle"),
    "some of it, and what is joined": lambda ids: (
        Agent.objects.filter(workspace__any_of=ids)
        .select_related("workspace", "connection__owner")
        .only("handle", "skills", "workspace__slug", "connection__owner__username")
        .order_by("handle")
    ),
    "all but some of it, and what is computed": lambda ids: (
        Agent.objects.filter(workspace__any_of=ids)
        .defer("vector", "profile_vector")
        .annotate(place=F("workspace__slug"), none=Value(None, output_field=CharField()))
        .order_by("-handle")
    ),
    "two in one": lambda ids: (
        Agent.objects.filter(workspace__any_of=ids, handle="finder")
        .union(Agent.objects.filter(workspace__any_of=ids, handle="teller"))
        .order_by("handle")
    ),
}


@pytest.mark.parametrize("build", QUERIES.values(), ids=QUERIES)
def test_rows_are_as_django_makes_them(three, build):
    for place, handle in enumerate(("finder", "teller", "writer")):
        factories.agent(three[place], handle)
    ids = [one.pk for one in three]
    ours, theirs = CompiledQuery(build, list).of(ids), list(build(ids))
    assert len(ours) > 1
    assert list(map(parts_of, ours)) == list(map(parts_of, theirs))
    assert ours[0].get_deferred_fields() == theirs[0].get_deferred_fields()
