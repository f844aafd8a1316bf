"""What was said stays said under the name of then, whatever its speaker is called today."""

from importlib import import_module

from django.db import connection
from django.utils import timezone

from apps.agents.models import Agent
from apps.chat.models import Message
from apps.chat.queries.message_rows import messages_after
from apps.chat.queries.rooms import room
from apps.teams.models import Member, Team
from apps.web.rendering.messages import Links, Setting, render_message
from apps.web.rendering.screens import Screen
from tests.engine.conftest import task


def spoken(stage, name="Courier"):
    """A goal in which an agent called `name` gave a result."""
    stage.agent("courier", {"result": "Sent."})
    Agent.objects.update(name=name)
    stage.voices([{"do": "assign", "tasks": [task("send", "courier")], "answer": "send"}])
    return stage.until_ended(stage.launch())


def senders(stage, goal):
    """The names of agents in the root room, then and now."""
    said = [row.sender for row in messages_after(stage.root(goal).id, 0, 50)]
    return {(sender.name, sender.now_called) for sender in said if sender.kind == "agent"}


def page(stage, goal):
    view = room(stage.workspace.id, goal.id, None, timezone.now())
    setting = Setting(view, Links("/goals/one/", view.node.id, Screen()))
    return "".join(str(render_message(one, setting)) for one in view.messages)


def test_an_agent_that_calls_itself_otherwise_does_not_rename_what_it_said(stage):
    goal = spoken(stage)
    Agent.objects.update(name="Ann, your colleague")
    assert senders(stage, goal) == {("Courier", "Ann, your colleague")}
    shown = page(stage, goal)
    assert '<bdi class="name">Courier</bdi>' in shown
    assert "now called <bdi>Ann, your colleague</bdi>" in shown


def test_one_that_keeps_its_name_is_shown_without_a_second_one(stage):
    goal = spoken(stage)
    assert senders(stage, goal) == {("Courier", "")}
    assert "now called" not in page(stage, goal)


def test_what_was_said_before_names_were_kept_stays_under_the_name_of_that_day(stage):
    goal = spoken(stage)
    Message.objects.update(said_as="")
    with connection.cursor() as cursor:
        cursor.execute(import_module("apps.teams.migrations.0020_called_before").KEEP)
    assert set(Member.objects.values_list("called_before", flat=True)) == {"Courier", "Coordinator", str(stage.user)}
    Agent.objects.update(name="Somebody else")
    assert senders(stage, goal) == {("Courier", "Somebody else")}


def test_a_team_that_a_model_names_shows_what_it_is_called_and_hides_nothing(stage):
    stage.agent("finder", {"result": "found"}, skill="finding figures")
    stage.agent("counter", {"result": "counted"}, skill="counting rates")
    both = task("both", needs=("finding figures", "counting rates")) | {"title": "Co\u200bunt \u202efigures"}
    alone = [{"do": "conclude", "answer": "Done."}]
    stage.voices({"Do both.": alone, "*": [{"do": "assign", "tasks": [both], "answer": "both"}]})
    stage.until_ended(stage.launch())
    assert Team.objects.exclude(parent=None).get().name == "Count figures"


def test_the_mark_of_a_kind_stands_outside_the_name(stage):
    goal = spoken(stage, name='Ann</bdi></b> <span class="kind kind-person">Person</span>')
    shown = page(stage, goal)
    assert shown.count('class="kind kind-agent"') >= 1
    assert '<span class="kind kind-person" aria-hidden="true">Person</span>' in shown, "the person who asked"
    assert "&lt;span class=&quot;kind kind-person&quot;&gt;" in shown
    assert 'role="img" aria-label="Agent"' in shown
