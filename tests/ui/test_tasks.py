"""The page of a task: what people may do about it, and that it is done."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.agents.models import Document
from apps.journal.actions import recording
from apps.teams.actions.suspension import lose
from apps.teams.models import FileVersion, Task
from tests.markup import shown


@pytest.fixture
def failed(world):
    """A task of the root team that failed."""
    root = world.root
    return root.task("Check the figures", root.members["scribe"], "failed", failure="It had no sources.")


def address(task, name="task"):
    return reverse(name, args=[task.pk])


def test_a_task_in_the_list_leads_to_its_page(signed_in, world, failed):
    assert f'href="{address(failed)}"' in signed_in.get(reverse("room", args=[world.goal.pk])).content.decode()


def test_a_failed_task_says_what_went_wrong_and_is_tried_again(signed_in, failed):
    page = shown(signed_in.get(address(failed)))
    assert "It had no sources." in page
    assert "Take it back" not in page
    signed_in.post(address(failed, "task-retry"))
    assert Task.objects.get(pk=failed.pk).state == "ready"


def test_before_a_task_of_unknown_outcome_is_tried_again_its_page_says_what_that_may_do(signed_in, world):
    task = world.root.task("Send the letters", world.root.members["scribe"], "working")
    with recording(world.goal.pk) as log:
        lose(log, Task.objects.select_related("team__goal", "owner").get(pk=task.pk), "The line was cut.")
    page = shown(signed_in.get(address(task)))
    assert "may or may not have been done, and doing it twice could do harm. The line was cut." in page
    assert "Try again" in page


def test_a_task_that_asks_people_leads_to_where_they_answer(signed_in, world):
    scribe = world.root.members["scribe"]
    task = world.root.task("Book the hall", scribe, "asking")
    asked = world.root.ask("Which hall?", "question", (), task)
    Task.objects.filter(pk=task.pk).update(asks=asked.question)
    page = shown(signed_in.get(address(task)))
    assert "Which hall?" in page
    room = f"{reverse('room', args=[world.goal.pk])}?team={world.root.team.pk}"
    assert f'href="{room}">See it in the room' in signed_in.get(address(task)).content.decode()


def test_a_task_is_given_to_another_agent_that_fits(signed_in, failed):
    assert 'name="agent" value="tally"' in signed_in.get(address(failed)).content.decode()
    signed_in.post(address(failed, "task-reassign"), {"agent": "tally"})
    moved = Task.objects.get(pk=failed.pk)
    assert (moved.state, moved.owner.agent.handle) == ("ready", "tally")


def test_who_has_an_open_task_is_shown_and_is_not_offered_it(signed_in, world):
    task = world.root.task("Write the report", world.root.members["scribe"], "planned")
    html = signed_in.get(address(task)).content.decode()
    assert "It has the task now." in html
    assert 'value="scribe"' not in html


def test_an_open_task_is_taken_back(signed_in, world):
    task = world.root.task("Write the report", world.root.members["scribe"], "planned")
    signed_in.post(address(task, "task-cancel"))
    assert Task.objects.get(pk=task.pk).state == "cancelled"


def test_a_task_that_is_done_offers_nothing(signed_in, world):
    task = world.root.task("Write the report", world.root.members["scribe"], "done", result="Here.")
    html = signed_in.get(address(task)).content.decode()
    assert "Here." in html
    assert 'class="actions act"' not in html
    assert "Give it to another agent" not in html


def test_what_cannot_be_done_any_more_is_said(signed_in, world):
    task = world.root.task("Write the report", world.root.members["scribe"], "done", result="Here.")
    answer = signed_in.post(address(task, "task-retry"), follow=True)
    assert "Only a task that failed, or whose outcome is unknown, can be tried again" in shown(answer)


def test_a_task_shows_the_files_it_wrote_and_no_others(signed_in, world):
    table = FileVersion.objects.get(task__team__goal=world.goal, called="figures.csv")
    assert reverse("file", args=[table.pk]) in signed_in.get(address(table.task)).content.decode()
    other = world.root.task("Write the report", world.root.members["scribe"], "done", result="Here.")
    assert reverse("file", args=[table.pk]) not in signed_in.get(address(other)).content.decode()


def test_when_a_task_came_to_where_it_is_stands_for_the_zone_of_its_reader(signed_in, failed):
    assert " UTC</time>" in signed_in.get(address(failed)).content.decode().split("data-on-day")[1].split("</dd>")[0]


def test_what_a_person_sent_along_with_a_result_opens_from_its_task(signed_in, failed):
    table = SimpleUploadedFile("own.csv", b"year,sum\n2020,4\n", "text/csv")
    signed_in.post(address(failed, "task-do"), {"text": "Here it is.", "files": [table]})
    row = Document.objects.get(name="own.csv")
    assert reverse("document-page", args=[row.pk]) in signed_in.get(address(failed)).content.decode()
