"""Statements over a kept cursor are to everybody else what they are over Django's own."""

import uuid

import pytest
from django.db import ProgrammingError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from apps.core.statements import MOST_KEPT, fetch_rows, run_statement
from tests import factories

NAMES = "SELECT id, name, created_at FROM accounts_workspace WHERE name = %s"


def by_django(sql, params):
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


@pytest.mark.django_db(transaction=True)
def test_rows_are_the_same_within_a_transaction_and_without_one():
    workspace = factories.workspace("Harbour")
    expected = [(workspace.id, "Harbour", workspace.created_at)]
    assert fetch_rows(NAMES, ["Harbour"]) == expected == by_django(NAMES, ["Harbour"])
    with transaction.atomic():
        assert fetch_rows(NAMES, ["Harbour"]) == expected
        assert fetch_rows("SELECT %(one)s::int, '100%%'", {"one": 1}) == [(1, "100%")]
        assert fetch_rows(NAMES, ["nobody"]) == []


@pytest.mark.django_db
@pytest.mark.parametrize("names", [[], ["one"], ["one", "{two}"]], ids=str)
def test_lists_are_arrays_of_what_they_hold(names):
    ids = [uuid.uuid4() for _ in names]
    mixed, nobody = [*ids, None], [None for _ in names]
    found = fetch_rows("SELECT %s::uuid[], %s::text[], %s::uuid[], %s::uuid[]", [ids, names, mixed, nobody])
    assert found == [(ids, names, mixed, nobody)]


@pytest.mark.django_db(transaction=True)
def test_a_cursor_that_gave_much_is_not_kept():
    many = "SELECT generate_series(1, %s)"
    with transaction.atomic():
        assert len(fetch_rows(many, [MOST_KEPT])) == MOST_KEPT
        kept = connection.connection.kept_cursor
        assert len(fetch_rows(many, [MOST_KEPT + 1])) == MOST_KEPT + 1
        assert fetch_rows(many, [1]) == [(1,)]
        assert connection.connection.kept_cursor is not kept


@pytest.mark.django_db
def test_a_wrapper_sees_a_statement_and_may_run_others_before_it():
    seen = []

    def wrapper(execute, sql, params, many, context):
        seen.append((sql, params, many, context["connection"].alias))
        if sql.startswith("SELECT 2"):
            assert fetch_rows("SELECT 1", []) == [(1,)]
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        assert fetch_rows("SELECT 2", []) == [(2,)]
    assert seen == [("SELECT 2", [], False, "default"), ("SELECT 1", [], False, "default")]


@pytest.mark.django_db(transaction=True)
def test_what_was_written_is_counted_also_in_a_pipeline():
    factories.workspace("Harbour")
    rename = "UPDATE accounts_workspace SET name = %s WHERE name = %s"
    assert run_statement(rename, ["Port", "Harbour"]).rowcount == 1
    with transaction.atomic():
        assert run_statement(rename, ["Harbour", "Port"]).rowcount == 1
        with connection.connection.pipeline():
            written = [run_statement(rename, [one, "Harbour"]) for one in ("Port", "Harbour")]
        assert [one.rowcount for one in written] == [1, 0]


@pytest.mark.django_db
def test_who_counts_statements_counts_it():
    with CaptureQueriesContext(connection) as counted:
        assert fetch_rows("SELECT 1", []) == [(1,)]
    assert [query["sql"] for query in counted] == ["SELECT 1"]


@pytest.mark.django_db(transaction=True)
def test_an_error_is_djangos_and_the_next_transaction_goes_on():
    with pytest.raises(ProgrammingError), transaction.atomic():
        fetch_rows("SELECT nothing", [])
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            fetch_rows("SELECT 1", [])
    key = uuid.uuid4()
    with transaction.atomic():
        assert fetch_rows("SELECT %s::uuid", [key]) == [(key,)]
