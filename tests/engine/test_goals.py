"""Goals from the door to the answer, with scripted voices and agents."""

from celery import current_app

from apps.agents.models import Agent, Experience, ExperienceMean
from apps.chat.actions import notifications
from apps.chat.bells import ChatBell
from apps.journal import bells
from apps.teams.models import Attempt, Goal, Team
from tests.engine.conftest import task


def test_a_plan_with_an_answer_task_concludes_without_another_turn(stage):
    stage.agent("figures", {"result": "Seven figures."})
    stage.agent(
        "chart", {"file": {"name": "c.svg", "media_type": "image/svg+xml", "text": "<svg/>"}}, {"result": "Drawn."}
    )
    stage.agent("report", {"result": "The report."})
    stage.voices(
        [
            {
                "do": "assign",
                "text": "Here is the plan.",
                "tasks": [
                    task("figures", "figures"),
                    task("chart", "chart", after=("figures",)),
                    task("report", "report", after=("figures", "chart")),
                ],
                "answer": "report",
            }
        ]
    )

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.answer) == ("done", "The report.")
    assert stage.states(goal) == {1: "done", 2: "done", 3: "done"}
    assert stage.kinds(goal) == ["goal", "formation", "assign", "result", "result", "conclusion"]
    assert [message.number for message in stage.messages(goal)] == [1, 2, 3, 4, 5, 6]
    assert stage.room(goal).turns.count() == 1
    assert Attempt.objects.filter(state="done").count() == 3


def test_a_goal_without_anything_to_do_concludes_in_its_first_turn(stage):
    stage.voices([{"do": "conclude", "answer": "It is 42."}])

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.answer) == ("done", "It is 42.")
    assert stage.kinds(goal) == ["goal", "conclusion"]


def test_a_task_with_two_needs_that_nobody_combines_is_done_by_a_subteam(stage):
    stage.agent("finder", {"result": "found"}, skill="finding old figures")
    stage.agent("counter", {"result": "counted"}, skill="counting growth rates")
    stage.voices(
        {
            "Do both.": [
                {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
            ],
            "*": [
                {
                    "do": "assign",
                    "tasks": [task("both", needs=("finding old figures", "counting growth rates"))],
                    "answer": "both",
                }
            ],
        }
    )

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.answer) == ("done", "counted")
    subteam = Team.objects.get(goal=goal, depth=1)
    assert sorted(member.agent.handle for member in subteam.members.all()) == ["counter", "finder"]
    assert subteam.ended_at is not None
    assert "delegation" in stage.kinds(goal)


def test_one_agent_with_both_skills_needs_no_subteam(stage):
    stage.agent("finder", skill="finding old figures")
    stage.agent("counter", skill="counting growth rates")
    stage.agent("both", {"result": "all by myself"}, skill="finding old figures, counting growth rates")
    stage.voices(
        [
            {
                "do": "assign",
                "tasks": [task("both", needs=("finding old figures", "counting growth rates"))],
                "answer": "both",
            }
        ]
    )

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "all by myself"
    assert not Team.objects.filter(goal=goal, depth=1).exists()


def test_agents_learn_from_a_goal_that_went_well(stage):
    agent = stage.agent("figures", {"result": "done"})
    stage.voices([{"do": "assign", "tasks": [task("figures", "figures")], "answer": "figures"}])

    goal = stage.until_ended(stage.launch("Count the ships in the harbour"))

    stage.until(lambda: Goal.objects.get(id=goal.id).learned_at is not None)
    assert Attempt.objects.get().agent_id == agent
    assert Attempt.objects.get().agent.goals_completed == 1


def test_goals_of_a_workspace_ring_for_one_look_however_many_end_together(stage):
    stage.agent("figures", {"result": "done"})
    stage.voices([{"do": "assign", "tasks": [task("figures", "figures")], "answer": "figures"}])
    heard = []

    def do_at_once(job, identifier, *known):
        heard.append((job, identifier))
        current_app.tasks[job](identifier, *known)

    bells.hear(do_at_once)
    try:
        ended = [stage.until_ended(stage.launch("Count the ships in the harbour")) for _ in range(2)]
    finally:
        bells.hear(None)

    rung = [identifier for job, identifier in heard if job == ChatBell.GOAL_DONE]
    assert len(rung) >= len(ended)
    assert set(rung) == {str(ended[0].workspace_id)}


def test_goals_that_wait_to_be_learned_from_are_learned_together_and_once(stage):
    stage.agent("figures", {"result": "done"})
    stage.voices([{"do": "assign", "tasks": [task("figures", "figures")], "answer": "figures"}])
    for _ in range(3):
        stage.until_ended(stage.launch("Count the ships in the harbour"))
    Goal.objects.update(learned_at=None)
    Agent.objects.update(goals_completed=0)
    Experience.objects.all().delete()
    ExperienceMean.objects.all().delete()
    for _ in range(2):
        notifications.learn_from_goals()
    assert not Goal.objects.filter(learned_at=None).exists()
    assert (Agent.objects.get().goals_completed, Experience.objects.count()) == (3, 3)


def test_a_goal_of_which_nothing_can_be_learned_keeps_no_other_waiting(stage, caplog):
    for handle in ("full", "worker"):
        stage.agent(handle)
    stage.voices([{"do": "assign", "tasks": [task("a", "full")], "answer": "a"}])
    bad = stage.until_ended(stage.launch())
    stage.voices([{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}])
    stage.until_ended(stage.launch())
    Goal.objects.update(learned_at=None)
    Experience.objects.all().delete()
    Agent.objects.filter(handle="worker").update(goals_completed=0)
    Agent.objects.filter(handle="full").update(goals_completed=2**31 - 1)

    notifications.learn_from_goals()

    assert not Goal.objects.filter(learned_at=None).exists()
    assert Agent.objects.get(handle="worker").goals_completed == 1
    assert f"nothing can be learned from goal {bad.id}" in caplog.messages
    caplog.clear()
