"""The team tree that outline, map and lists show."""

from django.utils import timezone

from apps.chat.domain.display import Display
from apps.chat.queries.inbox import inbox_items
from apps.chat.queries.tree import tree


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
