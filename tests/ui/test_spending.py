"""What a goal took, by team, agent and model, with what nobody said a price of."""

import csv
import io

import pytest

from apps.chat.domain.spending import Spending, as_csv, by, total
from apps.chat.models import Turn
from apps.chat.queries.spending import spending_of
from apps.teams.models import Attempt
from tests.markup import shown


@pytest.fixture
def url(world):
    return f"/goals/{world.goal.pk}/spend"


@pytest.fixture
def spent(world):
    """A model that spoke for the goal's team, an agent with a price, and one without."""
    turn = Turn.objects.get(conversation=world.root.conversation, number=15)
    Turn.objects.filter(pk=turn.pk).update(voice="m-1", prompt_tokens=900, completion_tokens=100, money=0.25)
    first, second = Attempt.objects.filter(task__team__goal=world.goal).order_by("id")[:2]
    Attempt.objects.filter(pk=first.pk).update(prompt_tokens=400, completion_tokens=100, money=0.5)
    Attempt.objects.filter(pk=second.pk).update(prompt_tokens=30, completion_tokens=12, money=None)
    first.connection.connector_config = {"model": "m-2"}
    first.connection.save(update_fields=["connector_config"])
    return first, second


def rows_of(client, url):
    return list(csv.DictReader(io.StringIO(client.get(f"{url}.csv").content.decode())))


def test_money_is_told_by_who_was_called_and_what_has_no_price_is_told_apart(signed_in, url, spent):
    first, second = spent
    rows = rows_of(signed_in, url)
    found = {(row["handle"] or row["who"]): row for row in rows if int(row["tokens"])}
    assert found["Coordinator"]["model"] == "m-1"
    assert (found["Coordinator"]["tokens"], found["Coordinator"]["money_usd"]) == ("1000", "0.250000")
    assert (found[first.agent.handle]["model"], found[first.agent.handle]["money_usd"]) == ("m-2", "0.500000")
    assert (found[second.agent.handle]["tokens"], found[second.agent.handle]["unpriced_tokens"]) == ("42", "42")


def test_the_page_never_shows_an_unknown_price_as_nothing(signed_in, url, spent):
    page = shown(signed_in.get(f"{url}/"))
    assert "m-1" in page
    assert "m-2" in page
    assert "tokens only" in page
    assert "$0.00" not in page
    assert "42 tokens cost" in " ".join(page.split())


def test_all_tables_say_the_same_in_all(world, spent):
    rows = spending_of(world.goal.pk)
    whole = total(rows)
    assert whole.money == pytest.approx(0.75)
    for key in ("team", "handle", "model"):
        assert total(by(lambda row, key=key: getattr(row, key), rows)).tokens == whole.tokens


def test_a_goal_of_others_has_no_spending_to_see(client, url):
    assert client.get(f"{url}/").status_code in (302, 404)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_what_others_wrote_begins_no_formula_in_a_spreadsheet(name):
    (row,) = csv.DictReader(io.StringIO(as_csv([Spending(name, name, "", "", 1, 2, 0.0, 2)])))
    assert row["team"] == row["who"] == f"'{name}"


def test_what_took_most_comes_first():
    rows = [Spending("a", "x", "", "", 1, 900, 0.0, 900), Spending("b", "y", "", "", 1, 1, 0.1, 0)]
    assert [row.team for row in by(lambda row: row.team, rows)] == ["b", "a"]


def test_what_is_wrong_with_a_budget_is_said_beside_the_field_in_the_readers_language(signed_in):
    sent = {"payer": "person", "tokens": "-1"}
    page = signed_in.post("/settings/budgets/", sent, headers={"Accept-Language": "de"})
    assert page.status_code == 422
    assert "Verwende eine ganze Zahl von 1 bis 1.000.000.000" in shown(page)
