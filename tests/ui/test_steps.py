"""What an agent did on the way to a result or a failure, calls of tools among it: a line that is opened in place."""

import re
from datetime import timedelta

import pytest

from apps.agents.domain.calls import Sign
from apps.teams.actions.attempts import note_progress
from apps.teams.models import Attempt
from tests import factories
from tests.markup import shown


@pytest.fixture
def done(world):
    """A task that an agent did, which took a minute, and of which it told nothing as yet."""
    task = world.root.task("Call the tools", world.root.members["scribe"], "done")
    attempt = Attempt.objects.filter(task=task).latest("number")
    begun = world.root.story.moment() - timedelta(seconds=75)
    Attempt.objects.filter(pk=attempt.pk).update(started_at=begun, ended_at=begun + timedelta(seconds=64))
    return task


def tell(world, task, *texts):
    with world.root.story.telling():
        for text in texts:
            world.root.story.tell("attempt.progress", world.root, task=str(task.pk), number=task.number, text=text)
    Attempt.objects.filter(task=task).update(steps=len(texts))


def room_of(client, world):
    return client.get(f"/goals/{world.goal.pk}/").content.decode()


def test_steps_are_one_folded_line_with_how_many_and_how_long(signed_in, world, done):
    tell(world, done, "Calling search", "Calling fetch", "Calling fetch")
    world.root.say(world.root.members["scribe"], "It is done.", "result", task_number=done.number)
    html = room_of(signed_in, world)
    assert "3 steps · 1:04" in shown(signed_in.get(f"/goals/{world.goal.pk}/"))
    assert "Calling fetch" not in html.split('class="fold steps"')[1].split("</details>")[0]
    assert f'hx-get="/tasks/{done.pk}/steps/"' in html


def test_a_result_of_which_nothing_was_told_has_no_such_line(signed_in, world, done):
    world.root.say(world.root.members["scribe"], "It is done.", "result", task_number=done.number)
    assert f"/tasks/{done.pk}/steps/" not in room_of(signed_in, world)


def test_they_are_read_in_their_order_as_words_and_on_a_page_without_a_script(signed_in, world, done):
    tell(world, done, "Calling <i hx-get='/'>search</i>", "Reading what it found")
    rows = signed_in.get(f"/tasks/{done.pk}/steps/", headers={"HX-Request": "true"}).content.decode()
    assert rows.index("search") < rows.index("Reading what it found")
    assert "<i hx-get" not in rows
    assert "<html" not in rows
    assert "<h1>Steps</h1>" in signed_in.get(f"/tasks/{done.pk}/steps/").content.decode()


def test_what_an_agent_does_is_counted_and_shown_and_a_mere_sign_of_life_is_not(signed_in, world):
    attempt = Attempt.objects.filter(state="running").latest("pk")
    told = ((Sign.STEP, "Reads it"), (Sign.TOOL, "Uses search"), (Sign.THOUGHT, "Thinks"), (Sign.LIFE, "so that the"))
    for sign, text in told:
        note_progress(attempt.pk, text, sign)
    assert Attempt.objects.get(pk=attempt.pk).steps == attempt.steps + 3
    assert Attempt.objects.get(pk=attempt.pk).progress == "so that the"
    rows = shown(signed_in.get(f"/tasks/{attempt.task_id}/steps/"))
    assert [text in rows for _, text in told] == [True, True, True, False]


def test_nobody_reads_the_steps_of_another_workspace(signed_in, world):
    stranger = factories.workspace("Elsewhere")
    other = factories.small_goal(stranger, factories.person(stranger))
    task = other.root.task("Secret", other.root.seat, "done")
    assert signed_in.get(f"/tasks/{task.pk}/steps/").status_code == 404


def test_an_edge_of_the_map_says_how_much_was_said_below_it_so_that_a_page_sees_what_passes(signed_in, world):
    def said():
        html = signed_in.get(f"/goals/{world.goal.pk}/?view=map").content.decode()
        return int(re.search(rf'id="l-{world.write.team.pk}"\s+data-said="(\d+)"', html).group(1))

    before = said()
    world.write.say(world.write.members["scribe"], "Half of it stands.")
    assert said() == before + 1
