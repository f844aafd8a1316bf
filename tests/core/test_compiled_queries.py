"""Queries and updates whose SQL is written once give and write what Django's own would."""

import threading
import uuid
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, connection
from django.db.models import CharField, F, Model, Value
from django.db.models.signals import post_init, pre_init
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Workspace
from apps.agents.models import Agent
from apps.core.columns import Telling
from apps.core.sentences import Sentence, sentence
from apps.core.updates import save_columns
from apps.journal.models import Event, Stream
from apps.journal.queries.compiled import CompiledQuery, first_column
from apps.teams.models import Goal
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


def test_a_row_in_which_the_hub_speaks_has_its_sentences_again(three):
    goal = factories.small_goal(three[0], factories.person(three[0])).goal
    goal.failure = sentence("The agent {agent} was switched off.", agent="finder")
    goal.save()
    (ours,) = CompiledQuery(lambda ids: Goal.objects.filter(workspace__any_of=ids), list).of([three[0].pk])
    assert parts_of(ours) == parts_of(Goal.objects.get(pk=goal.pk))
    assert isinstance(ours.failure, Sentence)


VALUES = {
    "json": lambda ids: Agent.objects.filter(workspace__any_of=ids).order_by("handle").values_list("handle", "skills"),
    "sorted by what is not given": lambda ids: (
        Agent.objects.filter(workspace__any_of=ids).order_by("workspace__slug").values_list("handle").distinct()
    ),
}


@pytest.mark.parametrize("build", VALUES.values(), ids=VALUES)
def test_values_are_as_django_gives_them(three, build):
    for place, handle in enumerate(("teller", "finder")):
        factories.agent(three[place], handle)
    ids, query = [one.pk for one in three], CompiledQuery(build, list)
    assert query.values(ids) == list(build(ids))
    assert len(query.values(ids)) > 1
    assert [tuple(row) for row in query.named(ids)] == list(build(ids))


def test_no_model_does_more_when_an_instance_is_made_than_rows_are_made_with():
    """See `journal.queries.statements`: it calls no initialiser and no `from_db`, and tells nobody."""
    for model in apps.get_models():
        assert model.__init__ is Model.__init__, model
        assert model.from_db.__func__ in (Model.from_db.__func__, Telling.from_db.__func__), model
        assert not model._meta.parents or model._meta.proxy, model
        assert not pre_init.has_listeners(model), model
        assert not post_init.has_listeners(model), model
