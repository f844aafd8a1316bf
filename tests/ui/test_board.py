"""The board: each task of a goal as a card in the column of its state, in narrower views too, pushed by column."""

import re

import pytest
from django.http import QueryDict
from django.utils import timezone

from apps.chat.queries.tree import tree
from apps.teams.models import Task
from apps.web.rendering.board import CARDS, PAGE, board_cards, board_columns, column_of
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.messages import links_of
from apps.web.rendering.screens import Screen, screen_of
from tests.markup import shown

CARD = r"\sdata-card\s"
WAITING = re.compile(r'id="col-waiting".*?</section>', re.DOTALL)


@pytest.fixture
def url(world):
    return f"/goals/{world.goal.pk}/?view=board"


def columns_of(world, **narrowed):
    """Column -> the titles of its cards."""
    screen = Screen("board", **narrowed)
    found = tree(world.goal.pk, timezone.now())
    links = links_of(world.goal.pk, found.root.id, screen)
    return {
        column.key: [card.row.task.title for card in column.cards] for column in board_columns(found, screen, links)
    }


def test_every_task_of_the_goal_stands_in_one_column(world):
    cards = [title for titles in columns_of(world).values() for title in titles]
    assert sorted(cards) == sorted(Task.objects.filter(team__goal=world.goal).values_list("title", flat=True))


@pytest.mark.parametrize(
    ("state", "column"),
    [
        ("planned", "waiting"),
        ("ready", "queued"),
        ("held", "you"),
        ("working", "working"),
        ("asking", "waiting"),
        ("unknown", "you"),
        ("done", "done"),
        ("failed", "failed"),
        ("skipped", "dropped"),
        ("cancelled", "dropped"),
    ],
)
def test_a_task_stands_where_its_state_says(world, state, column):
    task = world.root.task("Weigh it", world.root.members["scribe"], state)
    cards = {card.row.task.id: column_of(card) for card in board_cards(tree(world.goal.pk, timezone.now()), Screen())}
    assert cards[task.pk] == column


def test_a_claim_that_is_looked_at_is_being_checked(world):
    task = world.root.task("Weigh it", world.root.members["scribe"], "working")
    Task.objects.filter(pk=task.pk).update(claimed_at=timezone.now(), verification="unchecked")
    assert "Weigh it" in columns_of(world)["checked"]


def test_what_a_person_is_asked_about_needs_them(world):
    task = world.root.task("Weigh it", world.root.members["scribe"], "asking")
    world.root.ask("Which scale?", "question", (), task=task)
    assert "Weigh it" in columns_of(world)["you"]


def test_the_board_can_be_narrowed_to_a_team_with_those_below_and_to_an_agent(world):
    of_team = [title for titles in columns_of(world, only=world.write.team.pk).values() for title in titles]
    below = Task.objects.filter(team__goal=world.goal).exclude(team=world.root.team).exclude(team=world.find.team)
    assert sorted(of_team) == sorted(below.values_list("title", flat=True))

    mine = [title for titles in columns_of(world, agent="scribe").values() for title in titles]
    owned = Task.objects.filter(team__goal=world.goal, owner__agent__handle="scribe")
    assert mine
    assert sorted(mine) == sorted(owned.values_list("title", flat=True))


def test_a_long_column_is_folded_and_has_pages_of_its_own(signed_in, world, url):
    for number in range(PAGE + 5):
        world.root.task(f"Weigh sack {number}", world.root.members["scribe"], "planned")
    html = signed_in.get(url).content.decode()
    assert len(re.findall(CARD, WAITING.search(html).group())) == CARDS

    alone = signed_in.get(f"{url}&column=waiting").content.decode()
    assert len(re.findall(CARD, alone)) == PAGE
    assert 'id="col-done"' not in alone
    after = re.search(r'href="([^"]+start=60[^"]*)"', alone).group(1).replace("&amp;", "&")
    rest = signed_in.get(after).content.decode()
    assert 5 <= len(re.findall(CARD, rest)) < CARDS


@pytest.mark.parametrize(
    "query", ["only=x&agent=%00&column=none&start=-1", "column=done&start=99999", "only=" + "a" * 99]
)
def test_an_address_that_makes_no_sense_shows_the_board(signed_in, url, query):
    assert signed_in.get(f"{url}&{query}").status_code == 200


def test_a_screen_says_the_address_that_it_came_from(world):
    screen = Screen("board", only=world.write.team.pk, agent="scribe", column="done", start=60)
    assert screen_of(dict(QueryDict(screen.query).lists())) == screen


def test_only_the_columns_between_which_a_card_moved_are_pushed(world):
    task = world.root.task("Weigh it", world.root.members["scribe"], "ready")
    feed = RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen("board"))
    feed.news()
    Task.objects.filter(pk=task.pk).update(state="working")

    pushed = set(re.findall(r'hx-target="#col-(\w+)"', feed.news()))

    assert pushed == {"queued", "working"}


def test_cards_lead_to_the_task_and_say_its_team_and_its_owner(signed_in, world, url):
    task = world.root.task("Weigh it", world.root.members["scribe"], "working")
    html = shown(signed_in.get(url))
    card = re.search(rf'<li[^>]*id="k-{task.pk}".*?</li>', html, re.DOTALL).group()
    assert f'href="/tasks/{task.pk}/"' in card
    assert "Scribe" in card
    assert "Revenue report" in card
