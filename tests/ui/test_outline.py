"""The outline of a goal's teams: all of them on the page, and on the socket only those that look different."""

import re

import pytest
from django.utils import timezone

from apps.chat.queries.tree import tree
from apps.teams.models import Team
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.outline import outline_links
from apps.web.rendering.screens import Screen
from tests import factories

TARGETS = re.compile(r'hx-target="([^"]*)"')


@pytest.fixture
def feed(world):
    feed = RoomFeed(world.goal.workspace_id, world.goal.pk, world.root.team.pk, Screen())
    feed.news()
    return feed


def targets(markup):
    return set(TARGETS.findall(markup))


def test_a_team_that_changes_is_pushed_without_the_others(feed, world):
    Team.objects.filter(pk=world.find.team.pk).update(name="Find the numbers")
    pushed = feed.news()
    assert f"#a-{world.find.team.pk}" in targets(pushed)
    assert "#outline" not in targets(pushed)
    assert f"#a-{world.write.team.pk}" not in targets(pushed)
    assert "Find the numbers" in pushed


def test_a_new_team_brings_the_whole_outline(feed, world):
    task = world.root.task("Draw it", world.root.seat, "working")
    room = factories.Room(world.story, world.root, "Drawing", "Draw it.", task)
    pushed = feed.news()
    assert "#outline" in targets(pushed)
    assert f'id="b-{room.team.pk}"' in pushed
    assert f'id="a-{world.find.team.pk}"' in pushed
    assert f"#a-{room.team.pk}" not in targets(pushed), "it has no place yet"


def test_a_newcomer_gets_the_whole_outline(feed, world):
    caught_up = feed.catch_up(feed.seq)
    for team in Team.objects.filter(goal=world.goal):
        assert f'id="a-{team.pk}"' in caught_up


def test_a_name_is_no_markup(world):
    Team.objects.filter(pk=world.find.team.pk).update(name='<b onclick="x">Find</b>')
    links = outline_links(tree(world.goal.pk, timezone.now()), world.root.team.pk, '/goals/"x/')
    link = links[f"a-{world.find.team.pk}"]
    assert "<b onclick" not in link
    assert "&lt;b onclick=&quot;x&quot;&gt;Find" in link
    assert 'href="/goals/&quot;x/' in link


def test_the_outline_is_a_tree_in_which_one_team_is_selected(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?team={world.find.team.pk}").content.decode()
    items = re.findall(r'<li role="treeitem" id="b-([^"]*)" aria-level="(\d)" aria-selected="(true|false)"', html)
    assert len(items) == Team.objects.filter(goal=world.goal).count()
    assert [key for key, _, selected in items if selected == "true"] == [str(world.find.team.pk)]
    assert items[0] == (str(world.root.team.pk), "1", "false")
    assert {level for _, level, _ in items} == {"1", "2", "3"}
