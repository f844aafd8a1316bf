"""Goals that the built-in agents really do: rules plan, agents work, nothing is scripted."""

import csv
import io
import json
import re

import pytest

from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, Passage
from apps.chat.actions import Upload, post_message
from apps.chat.models import Message
from apps.files.queries.contents import stored_content
from apps.teams.models import FileVersion, Task, Team
from apps.teams.queries.records import tries_of

DEMO = (
    "Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document, plot it, and write a short report "
    "with growth rates. Say which series is used."
)
REWORDED = (
    "Please write a brief report on what Microsoft earned in each fiscal year between 2014 and 2020, with the growth "
    "rates. Look the figures up in our documents and draw a chart of them. Mention the series you use."
)
SALES = b"region,2021,2022,2023,2024\nNorth,120,126,131,150\nSouth,80,96,110,121\nWest,200,190,195,199\n"


def graph(goal) -> list[tuple[int, list[str], list[int], bool]]:
    """The root team's tasks: number, skills, what each comes after, whether it is the answer."""
    tasks = Task.objects.filter(team__goal=goal, team__parent=None).order_by("number")
    return [
        (task.number, task.skills, sorted(task.depends_on.values_list("number", flat=True)), task.is_answer)
        for task in tasks
    ]


def files(goal) -> dict[str, bytes]:
    return {
        row.name: b"".join(stored_content(row.blob).chunks())
        for row in FileVersion.objects.filter(task__team__goal=goal)
    }


def file_ending(goal, ending: str) -> bytes:
    return next(content for name, content in files(goal).items() if name.endswith(ending))


def test_the_demo_goal_forms_a_team_and_a_subteam_and_answers_with_files(office):
    goal = office.until_ended(office.launch(DEMO))

    assert (goal.outcome, goal.failure, goal.missing_skills) == ("done", "", [])
    assert graph(goal) == [
        (1, ["search", "analyse"], [], False),
        (2, ["chart"], [1], False),
        (3, ["report"], [1, 2], True),
    ]
    subteam = Team.objects.get(goal=goal, depth=1)
    assert sorted(member.agent.handle for member in subteam.members.all()) == ["document-search", "table-analyst"]
    assert file_ending(goal, ".png").startswith(b"\x89PNG")
    assert file_ending(goal, ".svg").lstrip().startswith((b"<?xml", b"<svg"))
    assert "22.7" in goal.answer
    assert "14.3" in goal.answer
    assert "Series used" in goal.answer


def test_every_figure_from_the_document_is_in_the_passage_that_is_cited(office):
    goal = office.until_ended(office.launch(DEMO))

    search = Task.objects.get(team__goal=goal, team__depth=1, skills=["search"])
    source = "\n".join(Passage.objects.values_list("text", flat=True))
    found = list(csv.reader(io.StringIO(file_ending(goal, "fiscal-years.csv").decode())))
    assert all(cell in source for row in found for cell in row)
    figures = set(re.findall(r"\d[\d,.]*\d", search.result))
    assert {"86,833", "143,015"} <= figures
    assert {figure for figure in figures if figure not in source} == set()


def test_every_computed_figure_names_its_computation_and_its_inputs(office):
    goal = office.until_ended(office.launch(DEMO))

    computed = json.loads(file_ending(goal, "-figures.json"))
    figures = computed["figures"] if isinstance(computed, dict) else computed
    assert figures
    assert all(figure["computation"] and figure["inputs"] for figure in figures)


def test_the_same_graph_comes_of_other_words_and_other_names(office):
    for number, agent in enumerate(Agent.objects.filter(workspace=office.workspace)):
        agent.handle, agent.name = f"colleague-{number}", f"Colleague {number}"
        agent.save(update_fields=["handle", "name"])

    goal = office.until_ended(office.launch(REWORDED))

    assert goal.outcome == "done"
    assert [(skills, after, answer) for _, skills, after, answer in graph(goal)] == [
        (["search", "analyse"], [], False),
        (["chart"], [1], False),
        (["report"], [1, 2], True),
    ]


def test_an_agent_with_both_skills_makes_the_subteam_vanish(office):
    searcher, analyst = (Agent.objects.get(handle=handle) for handle in ("document-search", "table-analyst"))
    both = AgentProfile(
        handle="researcher",
        name="Researcher",
        description="Finds figures and computes with them",
        skills=searcher.skills + analyst.skills,
        connector="scripted",
        connector_config={"steps": [{"result": "Revenue was 86,833 in 2014 and 143,015 in 2020."}]},
    )
    agents.register_agent(office.workspace.id, both)

    goal = office.until_ended(office.launch(DEMO))

    assert [skills for _, skills, _, _ in graph(goal)] == [["search", "analyse"], ["chart"], ["report"]]
    assert not Team.objects.filter(goal=goal, depth=1).exists()
    assert Task.objects.get(team__goal=goal, number=1).owner.agent.handle == "researcher"


def test_a_question_about_an_attached_table_is_answered_in_its_first_sentence(office):
    goal = office.until_ended(
        office.launch("Which region grew most from 2021 to 2024?", files=(Upload("sales.csv", SALES),))
    )

    assert goal.outcome == "done"
    first = goal.answer.split(".")[0]
    assert "South" in first


def test_a_goal_that_nobody_can_do_names_the_missing_skill(office):
    goal = office.until_ended(office.launch("Book a flight to Oslo"))

    assert goal.outcome == "failed"
    assert goal.missing_skills == ["Book a flight to Oslo"]
    assert "rules" in Message.objects.filter(conversation__team__goal=goal).last().text


@pytest.mark.parametrize("text", ["🎉🎉🎉", "asdf qwer zxcv", "?"])
def test_nonsense_fails_with_an_explanation(office, text):
    goal = office.until_ended(office.launch(text))

    assert goal.outcome == "failed"
    assert goal.failure


def test_a_word_after_the_end_opens_a_round_that_builds_on_the_results(office):
    goal = office.until_ended(office.launch(DEMO))
    office.until(lambda: not Team.objects.filter(goal=goal, ended_at=None).exists())

    post_message(office.owner, office.root(goal).id, "Draw a line chart of the revenue")
    goal = office.until_ended(goal)

    assert goal.outcome == "done"
    again = Task.objects.filter(team__goal=goal, team__parent=None, round=2)
    assert [task.skills for task in again] == [["chart"]]
    conclusions = Message.objects.filter(
        conversation__team__goal=goal, conversation__team__parent=None, kind="conclusion"
    )
    assert conclusions.count() == 2


def test_a_search_that_finds_nothing_says_so_and_stands_in_nobodys_record(office):
    goal = office.until_ended(office.launch("What do our documents say about the migration of arctic terns?"))

    assert goal.outcome == "failed"
    searcher = Agent.objects.get(handle="document-search")
    assert (searcher.tasks_failed, tries_of(searcher.pk)) == (0, [])
    assert "Nothing in the workspace’s documents answers" in Task.objects.get(team__goal=goal).failure
