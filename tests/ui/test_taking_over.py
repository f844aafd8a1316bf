"""Taking a task over on pages: where it is offered, what the person then sees of it, and how it goes back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.agents.models import Agent
from apps.teams.models import Attempt, FileVersion, Task
from tests.markup import shown


@pytest.fixture
def plot(world) -> Task:
    """A task that an agent is at."""
    return world.root.team.tasks.get(title="Plot revenue by year")


@pytest.fixture
def room_url(world):
    return f"/goals/{world.goal.pk}/?team={world.root.team.pk}&tab=tasks"


def test_a_task_that_an_agent_is_at_is_taken_over_in_its_room(signed_in, world, plot, room_url):
    address = reverse("task-take-over", args=[plot.pk])
    assert f'action="{address}"' in shown(signed_in.get(room_url))
    answer = signed_in.post(address, {"from": "room"})
    assert answer.headers["Location"] == f"/goals/{world.goal.pk}/?team={world.root.team.pk}"
    plot.refresh_from_db()
    assert plot.owner.user_id == world.owner.pk
    assert set(Attempt.objects.filter(task=plot).values_list("state", flat=True)) <= {"cancelled", "failed", "lost"}
    room = shown(signed_in.get(room_url))
    assert f'action="{address}"' not in room
    assert f'href="/tasks/{plot.pk}/#own-h"' in room


def test_what_is_done_or_done_by_a_team_is_not_offered(signed_in, world, room_url):
    room = shown(signed_in.get(room_url))
    others = world.root.team.tasks.exclude(state__in=["ready", "working", "asking", "held"])
    teams = world.root.team.tasks.exclude(seats=[])
    assert others.exists() or teams.exists()
    for task in [*others, *teams]:
        assert reverse("task-take-over", args=[task.pk]) not in room


def test_the_page_of_a_task_that_one_has_takes_the_result_with_files(signed_in, world, plot):
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    page = shown(signed_in.get(reverse("task", args=[plot.pk])))
    assert "You have taken it over" in page
    assert "Hand back to @contour" in page
    chart = SimpleUploadedFile("chart.csv", b"year,revenue\n2014,86.8\n", "text/csv")
    signed_in.post(reverse("task-do", args=[plot.pk]), {"text": "Drawn by hand.", "files": chart})
    plot.refresh_from_db()
    assert (plot.state, plot.result) == ("done", "Drawn by hand.\n\nAttached: chart.csv")
    assert FileVersion.objects.get(called="chart.csv").member.user_id == world.owner.pk


def test_the_page_of_a_task_has_what_it_builds_on_for_whoever_does_it(signed_in, world, plot):
    before, waiting = world.root.team.tasks.exclude(pk=plot.pk).order_by("number")[:2]
    Task.objects.filter(pk=before.pk).update(state="done", result="- 2014: **86.8** million", title="Read the figures")
    Task.objects.filter(pk=waiting.pk).update(state="working", result="", title="Is under way")
    file = FileVersion.objects.filter(task__team=world.root.team).first()
    FileVersion.objects.filter(pk=file.pk).update(task=before, called="figures.csv")
    plot.depends_on.set([before, waiting])
    page = shown(signed_in.get(reverse("task", args=[plot.pk])))
    told = page[page.index("What it builds on") :]
    assert f"Result of {before.owner.agent.name}: Read the figures" in told
    assert "<li>2014: <strong>86.8</strong> million</li>" in told
    assert reverse("file", args=[file.pk]) in told
    assert "Is under way" not in told


def test_the_page_of_a_sub_teams_task_has_what_its_teams_own_task_builds_on(signed_in, world, plot):
    before = world.root.team.tasks.exclude(pk=plot.pk).order_by("number").first()
    Task.objects.filter(pk=before.pk).update(state="done", result="Oak.", title="Choose the wood")
    part = Task.objects.filter(team__parent=world.root.team).first()
    part.team.task.depends_on.set([before])
    assert "Choose the wood" in shown(signed_in.get(reverse("task", args=[part.pk])))


def test_the_page_of_a_task_that_comes_first_builds_on_nothing(signed_in, plot):
    plot.depends_on.clear()
    assert "What it builds on" not in shown(signed_in.get(reverse("task", args=[plot.pk])))


def test_an_agent_that_was_switched_off_meanwhile_is_not_offered_it_back(signed_in, plot):
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    Agent.objects.filter(handle="contour").update(enabled=False)
    page = shown(signed_in.get(reverse("task", args=[plot.pk])))
    assert "Hand back to @contour" not in page
    assert "@contour is switched off: give it to another agent." in page


def test_another_person_sees_who_has_it(signed_in, world, plot):
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    signed_in.force_login(world.viewer)
    page = shown(signed_in.get(reverse("task", args=[plot.pk])))
    assert "Taken over by" in page
    assert "You have taken it over" not in page


def test_what_one_has_stands_in_ones_work_and_is_counted_in_the_frame(signed_in, plot):
    assert plot.title not in shown(signed_in.get("/work/"))
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    page = shown(signed_in.get("/work/"))
    assert "<title>(1) Your work" in page
    assert f'href="/tasks/{plot.pk}/#own-h"' in page
    signed_in.post(reverse("task-hand-back", args=[plot.pk]), {"text": "Use euros."})
    plot.refresh_from_db()
    assert (plot.state, plot.owner.agent.handle) == ("ready", "contour")
    assert plot.title not in shown(signed_in.get("/work/"))


def test_who_presses_too_late_is_told_so(signed_in, plot):
    Task.objects.filter(pk=plot.pk).update(state="done", result="Drawn.")
    answer = signed_in.post(reverse("task-take-over", args=[plot.pk]), HTTP_HX_REQUEST="true")
    assert (answer.status_code, "@contour was faster" in answer.content.decode()) == (409, True)


def test_a_result_that_is_refused_comes_back_with_the_page(signed_in, plot):
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    long = "Drawn by hand. " * 2_000
    answer = signed_in.post(reverse("task-do", args=[plot.pk]), {"text": long})
    page = answer.content.decode()
    assert (answer.status_code, page.count("Drawn by hand. ")) == (422, 2_000)
    assert "A message has at most 20,000 characters" in page
    assert "What you wrote was not taken" not in page
    assert "Choose the files again." not in page
    sent = {"text": long, "files": SimpleUploadedFile("plot.svg", b"<svg/>")}
    again = signed_in.post(reverse("task-do", args=[plot.pk]), sent)
    assert "Choose the files again." in again.content.decode(), "a browser puts no file into a form by itself"


def test_a_result_of_a_task_that_was_handed_back_meanwhile_is_given_back_to_who_wrote_it(signed_in, plot):
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    signed_in.post(reverse("task-hand-back", args=[plot.pk]))
    answer = signed_in.post(reverse("task-do", args=[plot.pk]), {"text": "Drawn by hand."})
    page = shown(answer)
    assert answer.status_code == 409
    assert "What you wrote was not taken" in page
    assert "Drawn by hand." in page
    assert "gets a person&#x27;s result" in page


def test_the_tries_of_the_agent_before_are_not_called_the_persons(signed_in, world, plot, room_url):
    first = plot.attempts.get()
    fields = ("origin_id", "agent_id", "connection_id", "not_before")
    Attempt.objects.create(task=plot, number=2, state="cancelled", **{name: getattr(first, name) for name in fields})
    signed_in.post(reverse("task-take-over", args=[plot.pk]))
    signed_in.post(reverse("task-do", args=[plot.pk]), {"text": "Drawn by hand."})
    assert f"{world.owner.display_name}, try 2" not in shown(signed_in.get(room_url))
