"""A conclusion says line by line what was asked and whether it was answered, and what may be done about the rest."""

import pytest
from django.utils import timezone

from apps.accounts.models import Workspace
from apps.chat.models import Conversation, Message
from apps.teams.models import Goal, Task
from tests import factories
from tests.markup import shown


@pytest.fixture
def painted(world):
    """A goal with two tasks, of which one failed, that then ends: `url`, `conclude(verdict, missing)`."""
    story = factories.small_goal(world.workspace, world.owner, "Paint the walls and plant trees")
    story.agents = world.agents
    with story.telling():
        story.root.join("contour", "scout")
        story.root.task("Paint the walls", story.root.members["contour"], "done")
        story.task = story.root.task("Plant trees", story.root.members["scout"], "failed", failure="No spade.")
    story.url = f"/goals/{story.goal.pk}/"

    def conclude(verdict="partial", missing=(), voice="rules"):
        with story.telling():
            said = {"verdict": verdict, "missing": list(missing)}
            story.root.say(story.root.seat, story.words, "conclusion", data=said, voice=voice)
        Goal.objects.filter(pk=story.goal.pk).update(outcome=verdict, ended_at=timezone.now())
        story.root.ends("concluded")

    story.words, story.conclude = "The walls are painted.", conclude
    return story


def lines(html):
    return html.split('<details class="fold asked"')[1].split("</article>")[0]


def test_each_thing_that_was_asked_is_a_line_and_what_was_not_answered_says_why(signed_in, painted):
    painted.conclude(missing=["translate the deeds"])
    card = lines(shown(signed_in.get(painted.url)))
    assert "1 of 3 answered" in card
    rows = card.split("<li>")[1:4]
    assert "Paint the walls" in rows[0]
    assert "Contour" in rows[0]
    assert 'data-state="failed"' in rows[1]
    assert "No spade." in rows[1]
    assert "translate the deeds" in rows[2]
    assert "No agent was found for it." in rows[2]


def test_what_was_not_answered_can_be_asked_again_given_to_somebody_or_to_a_model(signed_in, painted):
    painted.conclude()
    card = lines(shown(signed_in.get(painted.url)))
    assert "Done in part" in shown(signed_in.get(painted.url))
    words = "Do what is still missing:\n- Plant trees"
    assert 'value="Do what is still missing: - Plant trees"' in card
    assert 'value="@scout Do what is still missing: - Plant trees"' in card
    assert "Connect a model" in card
    signed_in.post(f"/teams/{painted.root.team.pk}/say/", {"text": words})
    assert Message.objects.filter(conversation=painted.root.conversation, text=words).exists()
    assert Conversation.objects.get(pk=painted.root.conversation.pk).round == 2


def test_what_a_line_says_is_not_said_twice(signed_in, painted):
    painted.words = "Not done:\n- Plant trees: No spade."
    painted.conclude(missing=["translate the deeds"])
    page = shown(signed_in.get(painted.url))
    conclusion = page.split('aria-label="Conclusion"')[1].split("</article>")[0]
    assert conclusion.count("No spade.") == 1
    assert conclusion.count("translate the deeds") == 1 + 3  # its line, and what is asked again, or given to one of two


def test_a_goal_that_nobody_was_asked_for_offers_to_ask_again_or_to_connect_a_model(signed_in, world):
    story = factories.small_goal(world.workspace, world.owner, "Fly kites")
    with story.telling():
        said = {"verdict": "failed", "missing": [], "no_team": True}
        story.root.say(story.root.seat, "No agent fits.", "conclusion", data=said, voice="rules")
    Goal.objects.filter(pk=story.goal.pk).update(outcome="failed", ended_at=timezone.now())
    story.root.ends("concluded")
    card = lines(shown(signed_in.get(f"/goals/{story.goal.pk}/")))
    assert "0 of 1 answered" in card
    assert 'value="Fly kites"' in card
    assert "Connect a model" in card


def test_where_the_result_is_the_answer_a_model_is_offered_if_there_is_none(signed_in, painted):
    painted.conclude(voice="")
    assert "Connect a model" in lines(shown(signed_in.get(painted.url)))
    Workspace.objects.filter(pk=painted.root.team.goal.workspace_id).update(
        model_name="m-1", model_base_url="https://models.example/v1"
    )
    assert "Connect a model" not in lines(shown(signed_in.get(painted.url)))


def test_what_was_answered_as_a_whole_is_folded_and_offers_nothing(signed_in, painted):
    painted.task.state, painted.task.failure = "done", ""
    painted.task.save()
    painted.conclude("done", voice="a-model")
    card = lines(shown(signed_in.get(painted.url)))
    assert "2 of 2 answered" in card
    assert "open" not in card.split(">")[0]
    assert "Ask again" not in card


def test_while_the_goal_runs_on_nothing_is_asked_again(signed_in, painted):
    painted.conclude()
    Goal.objects.filter(pk=painted.goal.pk).update(outcome="running", ended_at=None)
    Conversation.objects.filter(pk=painted.root.conversation.pk).update(phase="discussion", turn_state="due")
    assert "Ask again" not in lines(shown(signed_in.get(painted.url)))


def test_a_later_round_has_only_what_was_asked_in_it(signed_in, painted):
    Task.objects.filter(team__goal=painted.goal).update(round=1)
    painted.conclude(missing=["translate the deeds"])
    Message.objects.filter(conversation__team__goal=painted.goal, kind="conclusion").update(round=2)
    card = lines(shown(signed_in.get(painted.url)))
    assert "0 of 1 answered" in card
    assert "Paint the walls" not in card


def test_a_chart_that_a_result_has_shown_is_folded_below_the_conclusion(signed_in, world):
    root = world.root
    task = Task.objects.get(team=root.team, title="Plot revenue by year")
    with world.story.telling():
        chart = root.artifact(task, "growth.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
        data = {"verdict": "done", "missing": [], "artifacts": [chart], "task": None}
        said = root.say(root.seat, "Concluded.", "conclusion", data=data)
    page = shown(signed_in.get(f"/goals/{world.goal.pk}/?team={root.team.pk}"))
    conclusion = page.split(f'id="e{said.event_seq}"')[1]
    assert "growth.svg, shown above" in conclusion
    assert conclusion.count("<figure") == 0
