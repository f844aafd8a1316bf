"""The inspector's Raw tab: a room's events as they are recorded, with the message or the tries that each tells of."""

import json
import re
from html import unescape

import pytest

from apps.chat.queries.raw import PAGE
from apps.teams.models import Attempt
from tests import factories

SECRET = "the-agents-name-of-its-work"


@pytest.fixture
def rows(signed_in):
    """The rows of a room's Raw tab, as the page's script reads them."""

    def rows(goal, team=None, **asked):
        query = "&".join(f"{name}={value}" for name, value in (asked | ({"team": team.pk} if team else {})).items())
        return signed_in.get(f"/goals/{goal.pk}/raw/?{query}", headers={"HX-Request": "true"}).content.decode()

    return rows


def texts(html):
    return [json.loads(unescape(text)) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", html, re.DOTALL)]


def test_the_tab_has_an_address_that_shows_the_newest_events_first(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?tab=raw").content.decode()
    panel = html.split('id="tab-raw"')[1].split("</section>")[0]
    seqs = [int(seq) for seq in re.findall(r'<li data-seq="(\d+)"', panel)]
    assert seqs == sorted(seqs, reverse=True)
    assert "hx-trigger" not in panel  # they are there already


def test_another_tab_reads_them_once_it_is_opened(signed_in, world):
    panel = signed_in.get(f"/goals/{world.goal.pk}/").content.decode().split('id="tab-raw"')[1].split("</section>")[0]
    assert "<pre" not in panel
    assert 'hx-trigger="opened once"' in panel


def test_an_event_of_a_message_has_the_message_beside_it_and_is_no_markup(rows, world):
    world.root.say(world.root.members["scribe"], "I <i hx-get='/'>begin</i>.")
    html = rows(world.goal)
    assert "<i hx-get" not in html
    event, message, *_ = texts(html)
    assert event["kind"] == "message.added"
    assert message["text"] == "I <i hx-get='/'>begin</i>."


def test_an_event_of_a_task_has_its_tries_beside_it_without_what_would_let_one_go_on_with_the_work(rows, world):
    Attempt.objects.update(handle=SECRET, worker="worker-7")
    task = Attempt.objects.filter(task__team=world.root.team).latest("pk").task
    with world.root.story.telling():
        world.root.story.tell("task.changed", world.root, task=str(task.pk), number=task.number)
    html = rows(world.goal)
    tries = [found for text in texts(html) if isinstance(text, list) for found in text]
    assert {"number", "state", "agent_handle", "prompt_tokens"} <= set(tries[0])
    assert SECRET not in html
    assert "worker-7" not in html


def test_a_room_shows_its_own_events_and_the_first_one_those_of_the_goal(rows, world):
    below = {
        event["team"]
        for event in texts(rows(world.goal, world.write.team))
        if isinstance(event, dict) and "seq" in event
    }
    assert below == {str(world.write.team.pk)}
    assert "goal.created" in rows(world.goal, before=5)


def test_earlier_ones_follow_until_there_are_none(rows, world):
    for number in range(PAGE + 3):
        world.root.say(world.root.members["scribe"], f"Line {number}")
    first = rows(world.goal)
    assert first.count("<li data-seq") == PAGE
    before = int(re.findall(r"before=(\d+)", first)[0])
    assert max(int(seq) for seq in re.findall(r'<li data-seq="(\d+)"', rows(world.goal, before=before))) < before
    assert "Earlier ones" not in rows(world.goal, before=2)


def test_a_very_long_text_is_cut_and_says_so(rows, world):
    world.root.say(world.root.members["scribe"], "x" * 50_000)
    html = rows(world.goal)
    assert "more characters are not" in html
    assert len(html) < 200_000


def test_without_a_script_earlier_ones_are_a_page(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/raw/?before=5").content.decode()
    assert "<h1>Events of this room</h1>" in html


def test_nobody_reads_those_of_another_workspace(signed_in, world):
    stranger = factories.workspace("Elsewhere")
    other = factories.small_goal(stranger, factories.person(stranger), "A secret goal").goal
    assert signed_in.get(f"/goals/{other.pk}/raw/").status_code == 404
    assert signed_in.get(f"/goals/{world.goal.pk}/raw/?team=x").status_code == 404
