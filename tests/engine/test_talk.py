"""What members say to each other: waiting, asking people, plans, teams below, circles, ends."""

import pytest

from apps.accounts.domain.errors import Conflict, Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import begin_talk, decide, notifications, post_message
from apps.chat.domain.machine.utterance_effects import CONCLUDE, GO_ON, STOP
from apps.chat.domain.utterances import MAX_TASKS
from apps.chat.queries.briefing import briefing_for
from apps.teams.models import Attempt, Goal, Task, Team
from tests.asked import rows_of
from tests.engine.conftest import finish as ended
from tests.engine.conftest import task

NEEDS = ("finding old figures", "counting growth rates")
SAME = {"do": "say", "text": "We should think about this for a while.", "next_speaker": "coordinator"}


def two_at_work(stage, *then: dict) -> tuple[Goal, Attempt, Attempt]:
    """A goal with two tasks at their agents; what the floor says next is `then`."""
    stage.agent("one", {"result": "First."})
    stage.agent("two", {"result": "Second."})
    stage.voices([{"do": "assign", "tasks": [task("a", "one"), task("b", "two")]}, *then])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        return goal, stage.begin(1), stage.begin(2)


def finish(attempt: Attempt, text: str = "Done.") -> None:
    ended(attempt.id, CallOutcome(Result(text)))


# --- waiting --------------------------------------------------------------------------------------------------------


def test_waiting_for_all_ends_when_the_last_has_settled(stage):
    goal, one, two = two_at_work(stage)
    with stage.bells_lost():
        post_message(stage.owner, stage.root(goal).id, "Wait for both.")
        stage.speak(stage.claim(), {"do": "wait_for", "tasks": [1, 2]})
    stage.voices([SAME, SAME, {"do": "conclude", "answer": "Both."}])
    assert stage.room(goal).phase == "pause_trigger"

    finish(one)
    assert stage.room(goal).turn == 2
    finish(two)

    assert Goal.objects.get().answer == "Both."


def test_waiting_for_any_ends_with_the_first_and_the_other_goes_on(stage):
    goal, one, two = two_at_work(stage)
    with stage.bells_lost():
        post_message(stage.owner, stage.root(goal).id, "One will do.")
        stage.speak(stage.claim(), {"do": "wait_for", "tasks": [1, 2], "mode": "any"})
    stage.voices([SAME, SAME, {"do": "conclude", "answer": "The second was faster.", "abandon": [1]}])

    finish(two)

    goal = Goal.objects.get()
    assert goal.answer == "The second was faster."
    assert stage.states(goal) == {1: "cancelled", 2: "done"}
    finish(one)
    one.refresh_from_db()
    assert one.state == "late"


def test_waiting_for_what_has_settled_is_over_at_once(stage):
    _goal, one, _two = two_at_work(
        stage, {"do": "wait_for", "tasks": [1]}, {"do": "conclude", "answer": "Enough.", "abandon": [2]}
    )

    finish(one)

    assert Goal.objects.get().answer == "Enough."


def test_a_synchronous_task_keeps_the_floor_silent_until_all_are_in(stage):
    stage.agent("one")
    stage.agent("two")
    tasks = [task("a", "one", synchronous=True), task("b", "two", synchronous=True)]
    stage.voices([{"do": "assign", "tasks": tasks}, {"do": "conclude", "answer": "Both are in."}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        one, two = stage.begin(1), stage.begin(2)
    assert stage.room(goal).phase == "sync_task"

    finish(one)
    assert stage.room(goal).turn == 1
    finish(two)
    assert Goal.objects.get().answer == "Both are in."


def test_a_conclusion_awaits_open_tasks_that_it_does_not_abandon(stage):
    goal, one, two = two_at_work(stage, {"do": "conclude", "answer": "All is well."})

    finish(one)
    assert (stage.room(goal).phase, Goal.objects.get().outcome) == ("conclusion", "running")
    finish(two)

    assert Goal.objects.get().answer == "All is well."
    assert stage.states(goal) == {1: "done", 2: "done"}


# --- people ---------------------------------------------------------------------------------------------------------


def test_the_floor_asks_a_person_and_goes_on_with_the_answer(stage):
    ask = {"do": "ask_person", "question": "Shall I?", "kind": "approval", "options": ["Yes", "No"]}
    stage.voices([ask, {"do": "conclude", "answer": "As you said."}])
    goal = stage.launch()

    approval = stage.pending()
    assert (approval.kind, approval.options, approval.task) == ("approval", ["Yes", "No"], None)
    assert next(m for m in stage.messages(goal) if m.kind == "question").data["approval"] == str(approval.id)
    decide(stage.operator, approval.id, "Yes")

    goal = stage.until_ended(goal)
    assert goal.answer == "As you said."
    answer = next(message for message in stage.messages(goal) if message.kind == "answer")
    assert (answer.text, answer.read_in_turn) == ("Yes", 2)


def test_speaking_in_the_room_answers_the_floor_too(stage):
    stage.voices([{"do": "ask_person", "question": "Which year?"}, {"do": "conclude", "answer": "2014 it is."}])
    goal = stage.launch()
    approval = stage.pending()

    post_message(stage.owner, stage.root(goal).id, "2014")

    assert stage.until_ended(goal).answer == "2014 it is."
    approval.refresh_from_db()
    assert approval.state == "lapsed"


def test_the_floor_waits_for_a_person_for_as_long_as_it_takes(stage):
    stage.voices([{"do": "ask_person", "question": "Which year?"}, {"do": "conclude", "answer": "unasked"}])
    goal = stage.launch()
    stage.sweep()
    stage.sweep()

    assert stage.room(goal).turns.count() == 1
    assert stage.pending().question == "Which year?"


# --- plans ----------------------------------------------------------------------------------------------------------


def test_a_later_plan_takes_back_what_runs_and_what_nobody_has_begun(stage):
    stage.agent("one")
    stage.agent("two", {"result": "Better."})
    first = {"do": "assign", "tasks": [task("a", "one"), task("b", "two", after=("a",))]}
    second = {
        "do": "assign",
        "tasks": [task("c", "two") | {"brief": "Do it better."}],
        "replaces": [1, 2],
        "answer": "c",
    }
    stage.voices([first, second])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), first)
        stage.begin(1)
    post_message(stage.owner, stage.root(goal).id, "Do it better.")

    states = stage.states(goal)
    assert states == {1: "cancelled", 2: "cancelled", 3: "done"}
    assert Task.objects.get(number=2).failure == "Replaced by a later plan."


def test_what_depends_on_a_task_taken_back_is_skipped(stage):
    stage.agent("one")
    stage.agent("two", {"result": "Better."})
    chain = [task("a", "one"), task("b", "two", after=("a",)), task("c", "two", after=("b",))]
    stage.voices([{"do": "assign", "tasks": chain}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        stage.begin(1)
        post_message(stage.owner, stage.root(goal).id, "Not that.")
        stage.speak(stage.claim(), {"do": "assign", "tasks": [task("d", "two")], "replaces": [2]})

    assert stage.states(goal) == {1: "working", 2: "cancelled", 3: "skipped", 4: "ready"}


def test_what_depends_on_a_task_taken_back_and_on_what_that_skips_is_skipped_once(stage):
    stage.agent("one")
    stage.agent("two", {"result": "Better."})
    chain = [task("a", "one"), task("b", "two", after=("a",)), task("c", "two", after=("a", "b"))]
    stage.voices([{"do": "assign", "tasks": chain}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        post_message(stage.owner, stage.root(goal).id, "Not that.")
        stage.speak(stage.claim(), {"do": "assign", "tasks": [task("d", "two")], "replaces": [1]})

    assert stage.states(goal) == {1: "cancelled", 2: "skipped", 3: "skipped", 4: "ready"}


def test_the_shared_plan_has_versions(stage):
    stage.voices(
        [
            {**SAME, "plan": ["Look", "Count"]},
            {
                "do": "say",
                "text": "Something else entirely now.",
                "next_speaker": "coordinator",
                "plan": ["Look", "Draw", "Count"],
            },
            {"do": "conclude", "answer": "Done."},
        ]
    )

    goal = stage.until_ended(stage.launch())

    assert (stage.room(goal).plan, stage.room(goal).plan_version) == (["Look", "Draw", "Count"], 2)


def test_a_next_speaker_who_is_no_member_is_ignored(stage):
    stage.voices([{**SAME, "next_speaker": "napoleon"}, {"do": "conclude", "answer": "Alone."}])

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "Alone."
    assert stage.messages(goal)[1].next_speaker == ""


def test_a_plan_of_the_most_tasks_runs_to_its_end(stage):
    stage.agent("one", concurrency=3)
    names = [f"t{number}" for number in range(MAX_TASKS - 1)]
    tasks = [*(task(name, "one") for name in names), task("sum", "one", after=tuple(names))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "sum"}])

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "done"
    assert set(stage.states(goal).values()) == {"done"}
    assert len(stage.states(goal)) == MAX_TASKS


# --- the floor ------------------------------------------------------------------------------------------------------


def test_an_agent_that_is_given_the_floor_before_there_is_any_work_joins_and_speaks(stage):
    stage.agent("thinker")
    stage.voices(
        [
            {"do": "say", "text": "What do you think?", "next_speaker": "thinker"},
            "It can be done.",
            {"do": "conclude", "answer": "It can be done, says the thinker."},
        ]
    )

    goal = stage.until_ended(stage.launch())

    said = [(one.kind, one.member.agent and one.member.agent.handle) for one in stage.messages(goal)[1:] if one.member]
    assert said == [("say", None), ("say", "thinker"), ("conclusion", None)]
    assert [one.text for one in stage.messages(goal) if one.kind == "notice"] == ["@thinker joins."]
    member = stage.root(goal).members.get(agent__handle="thinker")
    assert (member.proposed_by, member.lead) == (None, False)


def test_passing_costs_no_turn(stage):
    stage.agent("thinker")
    stage.voices(
        [{"do": "pass", "next_speaker": "thinker"}, {"do": "pass"}, {"do": "conclude", "answer": "Then I say it."}]
    )

    goal = stage.until_ended(stage.launch(limits={"turns": 1}))

    assert (goal.answer, stage.room(goal).turn) == ("Then I say it.", 3)
    assert stage.root(goal).spent_turns == 1


# --- circles --------------------------------------------------------------------------------------------------------


def test_saying_the_same_again_is_stopped_and_then_a_person_is_asked(stage):
    stage.voices([SAME])
    goal = stage.launch()

    notices = [message for message in stage.messages(goal) if message.kind == "notice"]
    assert [one.data["about"] for one in notices] == ["loop", "loop"]
    assert all("@coordinator says nearly word for word what it said before" in one.text for one in notices)
    assert "“We should think about this for a while.”" in stage.pending().question
    assert stage.pending().options == [GO_ON, CONCLUDE, STOP]
    assert stage.room(goal).turns.count() == 3


def test_the_lead_gets_its_team_out_of_a_circle_and_no_person_is_asked(stage):
    stage.agent("thinker")
    stage.voices([{"do": "say", "text": "Who has read the lease?", "next_speaker": "thinker"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        stage.speak(stage.claim(), {"do": "say", "text": "Who has read the lease?"})
        briefing = briefing_for(rows_of(stage.room(goal).id))

        assert briefing.speaker.lead
        assert "@thinker says nearly word for word what @coordinator said" in briefing.repair
        assert "You lead, so decide now" in briefing.repair
        stage.speak(stage.claim(), {"do": "conclude", "answer": "Nobody has."})

    assert (Goal.objects.get().answer, stage.root(goal).approvals.count()) == ("Nobody has.", 0)


def test_a_person_lets_a_circle_go_on(stage):
    stage.voices([SAME, SAME, SAME, {"do": "conclude", "answer": "At last."}])
    goal = stage.launch()

    decide(stage.owner, stage.pending().id, GO_ON)

    assert stage.until_ended(goal).answer == "At last."


@pytest.mark.parametrize(("choice", "outcome"), [(CONCLUDE, "failed"), (STOP, "stopped")])
def test_a_person_ends_a_circle(stage, choice, outcome):
    stage.voices([SAME])
    stage.launch()

    decide(stage.owner, stage.pending().id, choice)

    assert Goal.objects.get().outcome == outcome


def test_giving_the_same_work_twice_is_a_circle(stage):
    stage.agent("one", {"result": "First."})
    assign = {"do": "assign", "tasks": [task("a", "one")]}
    stage.voices([assign, assign, {"do": "conclude", "answer": "Once is enough."}])

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "Once is enough."
    assert Task.objects.count() == 1


# --- teams below ----------------------------------------------------------------------------------------------------


def test_a_team_that_is_asked_for_is_formed_though_one_agent_could_do_it(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.voices(
        {
            "Find it.": [{"do": "assign", "tasks": [task("find", "finder")], "answer": "find"}],
            "*": [
                {"do": "form_subteam", "title": "Search", "purpose": "Find it.", "needs": [NEEDS[0]]},
                {"do": "conclude", "answer": "The team found it."},
            ],
        }
    )

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "The team found it."
    assert (stage.subteam().name, stage.subteam().purpose) == ("Search", "Find it.")
    delegation = next(message for message in stage.messages(goal) if message.kind == "delegation")
    assert delegation.data == {"team": str(stage.subteam().id), "task": 1}


def test_a_team_below_that_needs_just_what_it_was_formed_for_nests_no_further(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.agent("counter", {"result": "counted"}, skill=NEEDS[1])
    same = {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}
    stage.voices({"*": [same, {"do": "conclude", "answer": "As it is.", "verdict": "partial"}]})

    goal = stage.until_ended(stage.launch())

    assert Team.objects.count() == 2
    assert goal.ended_at is not None


def test_a_team_asked_for_again_below_is_its_one_agents_task(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    form = {"do": "form_subteam", "title": "Search", "purpose": "Find it.", "needs": [NEEDS[0]]}
    stage.voices([form, {"do": "conclude", "answer": "Found."}])

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "Found."
    assert Team.objects.count() == 2
    assert Task.objects.filter(team__depth=1).get().state == "done"


def test_teams_nest_two_deep_and_the_answer_comes_up(stage):
    for number, need in enumerate(("finding old maps", "counting growth rates", "painting fences")):
        stage.agent(f"agent-{number}", {"result": f"part {number}"}, skill=need)
    stage.voices(
        {
            "Do inner.": [
                {"do": "assign", "tasks": [task("x", "agent-1"), task("y", "agent-2", after=("x",))], "answer": "y"}
            ],
            "Do outer.": [
                {
                    "do": "assign",
                    "tasks": [
                        task("first", "agent-0"),
                        task("inner", needs=("counting growth rates", "painting fences"), after=("first",)),
                    ],
                    "answer": "inner",
                }
            ],
            "*": [
                {
                    "do": "assign",
                    "tasks": [task("outer", needs=("finding old maps", "counting growth rates", "painting fences"))],
                    "answer": "outer",
                }
            ],
        }
    )

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "part 2"
    assert sorted(Team.objects.values_list("depth", flat=True)) == [0, 1, 2]
    assert not Team.objects.filter(ended_at=None).exists()
    assert list(Team.objects.order_by("depth").values_list("spent_turns", flat=True)) == [3, 2, 1]


def test_files_of_a_team_below_come_up_with_its_answer(stage):
    drawing = {"file": {"name": "c.svg", "media_type": "image/svg+xml", "content": "<svg/>"}}
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.agent("drawer", drawing, {"result": "drawn"}, skill=NEEDS[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "drawer", after=("a",))], "answer": "b"}
    stage.voices(
        {"Do both.": [nested], "*": [{"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}]}
    )

    goal = stage.until_ended(stage.launch())

    conclusion = stage.messages(goal)[-1]
    assert [file["name"] for file in conclusion.data["artifacts"]] == ["do-the-work.md", "c.svg"]


def test_the_end_of_a_team_below_that_failed_is_told_above(stage):
    stage.agent("finder", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices(
        {
            "Do both.": [{"do": "conclude", "answer": "It can't be done.", "verdict": "failed"}],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"},
                {"do": "conclude", "answer": "They could not.", "verdict": "failed"},
            ],
        }
    )

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert Task.objects.get().failure == "It can't be done."


def test_a_bell_that_rings_twice_forms_one_team(stage):
    stage.agent("finder", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices([{"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        notifications.form_subteam(Task.objects.get().id)
        notifications.form_subteam(Task.objects.get().id)

    assert Team.objects.count() == 2


# --- talks under a protocol -----------------------------------------------------------------------------------------

DEBATE = {"do": "discuss", "protocol": "debate", "question": "Rent or buy?", "members": ["renter", "buyer"]}
ANSWER = {"do": "conclude", "answer": "Rent, says most of the team."}


def test_a_goal_may_want_a_talk_first_and_rules_hold_it(stage):
    for handle in ("renter", "buyer"):
        stage.agent(handle, {"result": "Rents fell."}, skill="comparing rents")
    goal = stage.launch("Compare rents.", protocol="disclosure")

    talk = next(one for one in stage.messages(goal) if one.data.get("about") == "talk")
    assert talk.text.startswith("Disclosure round of @")


def test_a_protocol_that_is_not_there_is_refused(stage):
    with pytest.raises(Refused) as refused:
        stage.launch(protocol="duel")
    assert "protocol" in refused.value.fields


def test_a_person_has_members_talk_in_the_middle(stage):
    stage.agent("renter")
    stage.agent("buyer")
    stage.voices(["Not heard: the talk takes this turn.", "Rent.", "AGREE", ANSWER])
    with stage.bells_lost():
        goal = stage.launch()
    asked = {"protocol": "debate", "question": "Rent or buy?", "members": ["renter", "@buyer"]}
    begin_talk(stage.owner, stage.root(goal).id, asked)

    assert stage.until_ended(goal).answer.endswith("Debate: @renter signed; @buyer signed.")
    with pytest.raises(Conflict):
        begin_talk(stage.owner, stage.root(goal).id, asked)


def instructions(stage, goal):
    return briefing_for(rows_of(stage.room(goal).id)).instruction


def test_a_debate_brings_its_members_in_and_ends_with_names_and_dissent(stage):
    stage.agent("renter")
    stage.agent("buyer")
    stage.voices([DEBATE, "Rent.", "OBJECT\nToo dear.", "AGREE", "OBJECT\nToo dear, still.", ANSWER])

    goal = stage.until_ended(stage.launch())

    signed = "The text that was to be signed:\n\n> Rent.\n\nDebate: @renter signed."
    assert goal.answer.startswith(f"Rent, says most of the team.\n\n{signed}\n\nDissent of @buyer:")
    outcome = next(one.data["outcome"] for one in stage.messages(goal) if one.data.get("outcome"))
    assert [(one["handle"], one["stance"]) for one in outcome["positions"]] == [
        ("renter", "signed"),
        ("buyer", "dissents"),
    ]
    said = [one.member.agent.handle for one in stage.messages(goal) if one.kind == "say"]
    assert said == ["renter", "buyer", "renter", "buyer"]


def test_a_member_of_a_talk_is_told_what_its_turn_is_for(stage):
    stage.agent("renter")
    stage.agent("buyer")
    stage.voices([DEBATE])
    with stage.bells_lost():
        goal = stage.launch()
        assert instructions(stage, goal) == ""
        stage.speak(stage.claim(), DEBATE)
        told = instructions(stage, goal)
        assert told.startswith("Debate on: “Rent or buy?” Taking part: @renter, @buyer.\nDebate, round 1 of 2.")
        post_message(stage.owner, stage.root(goal).id, "Not above 900 a month.")
        stage.speak(stage.claim(), {"do": "say", "text": "Rent."})
        assert "is going on, 1 turns so far" in instructions(stage, goal)
        stage.speak(stage.claim(), {"do": "say", "text": "Not above 900, please."})
        assert "On the table is what @renter said: “Rent.”" in instructions(stage, goal)
