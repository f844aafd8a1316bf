"""The team tree that outline, map and lists show."""

from django.utils import timezone

from apps.chat.domain.display import Display
from apps.chat.queries.inbox import inbox_items
from apps.chat.queries.tree import tree
from tests.markup import shown


def test_each_team_has_the_state_that_its_work_gives_it(world):
    found = tree(world.goal.pk, timezone.now())
    states = {node.name: node.state for node in found.nodes.values() if node.facts.depth < 2}
    assert states == {
        "Revenue report": Display.NEEDS_YOU,
        "Find the figures": Display.DONE,
        "Report": Display.NEEDS_YOU,
    }
    assert found.count(Display.PAUSED) == 1


def test_a_tree_is_read_in_the_same_number_of_statements_whatever_its_size(world, django_assert_num_queries):
    with django_assert_num_queries(9):
        tree(world.goal.pk, timezone.now())


def test_the_decision_that_holds_up_most_teams_comes_first(world):
    waiting = inbox_items(world.workspace.pk, timezone.now())
    assert [(need.node.name, need.teams) for need in waiting] == [("Report", 2), ("Revenue report", 1)]


def test_a_team_whose_conclusion_lacks_something_is_done_in_part(world):
    world.find.team.conversation.messages.filter(kind="conclusion").update(data={"verdict": "partial"})
    found = tree(world.goal.pk, timezone.now())
    assert found.nodes[world.find.team.pk].state is Display.PARTIAL


def test_a_goal_at_its_limit_needs_a_person_and_one_that_a_person_paused_is_paused(world):
    world.root.spends(frozen_at=timezone.now())
    assert tree(world.goal.pk, timezone.now()).root.state is Display.PAUSED, "though a question waits"

    with world.story.telling():
        world.root.ask("The limit on turns is reached. What now?", "limit", ("More",))
    assert tree(world.goal.pk, timezone.now()).root.state is Display.NEEDS_YOU


def test_a_map_is_zoomed_to_a_team_with_all_below_it(signed_in, world):
    url = f"/goals/{world.goal.pk}/?view=map"
    whole = shown(signed_in.get(url))
    zoom = f'id="z-{world.find.team.pk}"'
    assert zoom in whole
    assert f"only={world.find.team.pk}" in whole.split(zoom)[1].split(">")[0]
    part = shown(signed_in.get(f"{url}&only={world.find.team.pk}")).split('id="map"')[1]
    assert f'id="t-{world.find.team.pk}"' in part
    assert f'id="t-{world.root.team.pk}"' not in part
    assert f'id="t-{world.write.team.pk}"' not in part
    assert zoom not in part


def test_a_zoom_to_a_team_of_another_goal_shows_the_whole_map(signed_in, world):
    page = shown(signed_in.get(f"/goals/{world.goal.pk}/?view=map&only={world.goal.pk}"))
    assert f'id="t-{world.root.team.pk}"' in page.split('id="map"')[1]
