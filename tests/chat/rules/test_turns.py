"""What the rules say after the first turn, and in a sub-team."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.briefs import words_repeated
from apps.agents.domain.profile import Availability, Skill
from apps.chat.domain.briefing import MessageBrief
from apps.chat.domain.protocol import Misspoken, parse
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Say, Verdict, WaitFor
from apps.chat.voices.rules import RuleVoice
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import OPEN_TASK, TaskState
from tests.chat.rules.crew import COMPUTE, CREW, DRAW, FIND, READ, WRITE, agent, briefing, person, spoken, task

WORKING, FAILED, SKIPPED = TaskState.WORKING, TaskState.FAILED, TaskState.SKIPPED
CHART = {"title": "Plot", "owner": "chart-maker", "needs": (DRAW,), "after": (1,)}


# --- the first turn -------------------------------------------------------------------------------------------------


def test_the_voice_says_that_it_is_rules_and_costs_nothing():
    answer = asyncio.run(RuleVoice().speak(briefing()))
    assert answer.voice == "rules"
    assert answer.usage.prompt_tokens == 0
    assert "rules, without a model" in parse(answer.raw).text


def test_the_plan_is_shared_and_tasks_are_staffed_by_needs():
    said = spoken(briefing())
    assert said.plan == tuple(one.title for one in said.tasks)
    assert [one.owner for one in said.tasks] == [None] * len(said.tasks)


def test_a_goal_that_was_given_to_one_agent_goes_to_it_whole_and_unplanned():
    said = spoken(briefing("Plot the costs; write a report. " * 400, given_to="chart-maker"))
    (given,) = said.tasks
    assert (given.owner, given.needs, said.answer) == ("chart-maker", (), given.key)
    assert given.brief.startswith("Plot the costs")
    assert len(given.brief) <= 8000


def test_a_later_round_goes_to_it_as_what_the_person_said():
    later = {"round": 2, "messages": (person("And the revenue? Draw it; write it down."),), "tasks": (task(1),)}
    (given,) = spoken(briefing("Plot the costs.", given_to="chart-maker", **later)).tasks
    assert (given.owner, given.brief) == ("chart-maker", "And the revenue? Draw it; write it down.")


def test_where_it_can_not_be_given_to_that_agent_it_is_planned_as_ever():
    said = spoken(briefing("Plot the costs.", given_to="nobody", repair="There is no agent @nobody."))
    assert "nobody" not in {one.owner for one in getattr(said, "tasks", ())}


def test_in_a_named_team_what_its_agents_cannot_do_is_missing():
    said = spoken(briefing("Plot the costs and write a report.", shortlist=CREW[:3], named_team=True))
    assert DRAW in [need for one in said.tasks for need in one.needs]
    assert said.missing == ("write a report",)


def test_what_a_person_said_before_the_first_turn_is_planned_with_the_goal():
    said = spoken(briefing("Find the yearly costs.", messages=(person("Also plot them."),)))
    assert [one.needs[0] for one in said.tasks] == [FIND, DRAW]


def test_a_plan_that_was_answered_with_words_is_made_anew_with_them():
    note = MessageBrief(9, "ann", "answer", "Also plot them.", unread=True, from_person=True)
    said = spoken(briefing("Find the yearly costs.", tasks=(task(1, state=TaskState.CANCELLED),), messages=(note,)))
    assert [one.needs[0] for one in said.tasks] == [FIND, DRAW]


def test_a_plan_of_a_later_round_is_made_anew_of_what_was_said_in_it():
    words = (
        MessageBrief(8, "ann", "say", "Now plot them.", unread=False, from_person=True, round=2),
        MessageBrief(9, "ann", "answer", "And write a report on it.", unread=True, from_person=True, round=2),
    )
    tasks = (task(1), task(2, "Plot", state=TaskState.CANCELLED, round=2))
    said = spoken(briefing("Find the yearly costs.", tasks=tasks, messages=words, round=2))
    assert [one.needs for one in said.tasks] == [(DRAW,), (WRITE,)]


def test_without_agents_it_fails_at_once():
    said = spoken(briefing(shortlist=()))
    assert (said.verdict, "No agent" in said.answer) == (Verdict.FAILED, True)


def test_a_need_that_the_hub_found_nobody_for_is_planned_around():
    refused = f"No agent covers: {DRAW}. Word the need otherwise, or name it in `missing`."
    said = spoken(briefing("Find the costs, plot them and write a report.", repair=refused))
    assert [one.needs for one in said.tasks] == [(FIND,), (WRITE,)]
    assert said.missing == ("plot them", DRAW)


def test_a_plan_that_is_refused_for_another_reason_is_given_up_with_the_reason():
    said = spoken(briefing(repair="Too many tasks."))
    assert said.verdict is Verdict.FAILED
    assert "Too many tasks." in said.answer


# --- a sub-team -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("needs", [(FIND, COMPUTE), (COMPUTE, FIND)])
def test_a_sub_team_has_a_task_for_each_need_in_the_order_of_what_feeds_what(needs):
    said = spoken(briefing("Find the costs and their growth.", needs=needs, depth=1, shortlist=CREW[:2]))
    assert [(one.needs, one.after) for one in said.tasks] == [((FIND,), ()), ((COMPUTE,), ("t1",))]
    assert said.answer == "t2"
    assert all("Find the costs and their growth." in one.brief for one in said.tasks)


def test_the_last_task_of_a_sub_team_has_the_results_of_all_others():
    said = spoken(briefing("All of it.", needs=(DRAW, FIND, COMPUTE, WRITE), depth=1))
    assert said.tasks[-1].needs == (WRITE,)
    assert said.tasks[-1].after == ("t1", "t2", "t3")


def test_a_sub_team_without_members_leaves_its_needs_to_the_search():
    said = spoken(briefing("x", needs=("anything", "else"), depth=1, shortlist=()))
    assert [one.needs for one in said.tasks] == [("anything",), ("else",)]


# --- a person speaks ------------------------------------------------------------------------------------------------


def test_further_work_stands_on_the_results_there_are():
    told = briefing("Find the costs.", tasks=(task(1),), messages=(person("Please plot them as a bar chart."),))
    said = spoken(told)
    assert [(one.needs, one.after) for one in said.tasks] == [((DRAW,), ("#1",))]
    assert said.answer == "t1"


def test_further_work_waits_for_work_in_hand():
    told = briefing(tasks=(task(1, state=WORKING, result=""),), messages=(person("And write a report on it."),))
    assert [(one.needs, one.after) for one in spoken(told).tasks] == [((WRITE,), ("#1",))]


def test_words_that_name_no_skill_are_passed_on_while_others_work():
    told = briefing(tasks=(task(1, state=WORKING),), messages=(person("Mind the gap of 2016."),))
    said = spoken(told)
    assert isinstance(said, Say)
    assert "rules" in said.text
    assert "Mind the gap of 2016." in said.text
    assert "passed on" in said.text


def test_words_that_name_no_skill_leave_a_finished_result_as_it_is():
    said = spoken(briefing(tasks=(task(1),), messages=(person("Lovely, thank you!"),), round=2))
    assert isinstance(said, Conclude)
    assert "Result 1" in said.answer
    assert "cannot weigh" in said.answer


def test_a_message_that_was_read_is_not_planned_again():
    read = MessageBrief(9, "ann", "say", "Please plot it.", unread=False, from_person=True)
    assert isinstance(spoken(briefing(tasks=(task(1),), messages=(read,))), Conclude)


def test_what_an_agent_says_is_no_order():
    hostile = MessageBrief(9, "document-search", "say", "Plot it and write a report.", unread=True, from_person=False)
    assert isinstance(spoken(briefing(tasks=(task(1),), messages=(hostile,))), Conclude)


# --- an agent asks --------------------------------------------------------------------------------------------------


def test_an_agents_question_goes_to_a_person():
    asking = task(1, state=TaskState.ASKING, result="Which currency?")
    told = briefing(
        tasks=(asking,), messages=(MessageBrief(9, "a", "question", "Which currency?", unread=True, from_person=False),)
    )
    said = spoken(told)
    assert isinstance(said, AskPerson)
    assert (said.question, said.task) == ("Which currency?", 1)


def test_a_question_that_was_passed_on_is_waited_for():
    said = spoken(briefing(tasks=(task(1, state=TaskState.ASKING, result="Which currency?"),)))
    assert isinstance(said, WaitFor)


# --- work fails -----------------------------------------------------------------------------------------------------


SECOND = agent("second-searcher", *CREW[0].skills)


def test_a_failed_task_goes_once_to_another_agent_with_the_skill_and_takes_its_dependants_along():
    tasks = (
        task(1, "Find in documents", state=FAILED, result="The service is down."),
        task(2, state=SKIPPED, result="", answer=True, **CHART),
    )
    said = spoken(briefing(tasks=tasks, shortlist=(*CREW, SECOND)))
    assert isinstance(said, Assign)
    assert [(one.owner, one.needs, one.after) for one in said.tasks] == [
        ("second-searcher", (), ()),
        (None, (DRAW,), ("r1",)),
    ]
    assert (said.answer, said.replaces) == ("r2", ())


def test_a_dependant_of_finished_work_keeps_it():
    tasks = (task(1), task(2, state=FAILED, result="no", **CHART))
    other = agent("second-drawer", *CREW[2].skills)
    (draft,) = spoken(briefing(tasks=tasks, shortlist=(*CREW, other))).tasks
    assert (draft.owner, draft.after) == ("second-drawer", ("#1",))


OFFLINE = SECOND.model_copy(update={"availability": Availability.OFFLINE})
OTHER_MODES = agent(
    "poet", Skill(id="x", name="Find in documents too", input_modes=("audio/wav",), output_modes=("image/png",))
)


@pytest.mark.parametrize(
    "others", [(), (OFFLINE,), (OTHER_MODES,), (agent("idle"),)], ids=["nobody", "offline", "other work", "no skill"]
)
def test_where_nobody_else_can_try_it_concludes_and_names_the_failure(others):
    tasks = (task(1, state=FAILED, result="The service is down."), task(2, state=SKIPPED, result="", **CHART))
    said = spoken(briefing(tasks=tasks, shortlist=(*CREW, *others)))
    assert isinstance(said, Conclude)
    assert said.verdict is Verdict.FAILED
    assert "The service is down." in said.answer


def test_a_page_that_could_not_be_read_is_not_looked_for_in_documents():
    read = "Read https://example.org/page"
    tasks = (task(1, read, owner="web-page-reader", needs=(READ,), state=FAILED, result="Nobody is there."),)
    said = spoken(briefing(read, tasks=tasks))
    assert isinstance(said, Conclude)
    assert "Nobody is there." in said.answer


def test_what_failed_three_times_is_not_tried_again():
    owners = ("document-search", "second-searcher", "third")
    tasks = tuple(task(at, owner=one, state=FAILED, result="no, really") for at, one in enumerate(owners, 1))
    others = [agent(handle, *CREW[0].skills) for handle in ("third", "fourth")]
    said = spoken(briefing(tasks=tasks, shortlist=(*CREW, SECOND, *others)))
    assert isinstance(said, Conclude)
    assert "no, really" in said.answer


def test_a_failure_beside_a_result_is_a_partial_conclusion():
    tasks = (task(1), task(2, state=FAILED, result="No columns to draw.", **CHART))
    said = spoken(briefing(tasks=tasks))
    assert said.verdict is Verdict.PARTIAL
    assert "Result 1" in said.answer
    assert "No columns to draw." in said.answer


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_answer_tasks_result_concludes():
    said = spoken(briefing(tasks=(task(1), task(2, answer=True, **CHART))))
    assert (said.answer, said.verdict) == ("Result 2", Verdict.DONE)


def test_several_ends_are_all_in_the_conclusion():
    said = spoken(briefing(tasks=(task(1, "Plot"), task(2, "Sing"))))
    assert said.verdict is Verdict.DONE
    assert all(words in said.answer for words in ("Plot", "Result 1", "Sing", "Result 2"))


def test_open_tasks_are_waited_for():
    said = spoken(briefing(tasks=(task(1), task(2, state=WORKING, **CHART))))
    assert (said.do, said.tasks) == ("wait_for", (2,))


def test_with_the_last_turn_it_concludes_and_abandons_what_is_open():
    said = spoken(briefing(tasks=(task(1), task(2, state=WORKING, **CHART)), left=Limits(turns=1)))
    assert (said.verdict, said.abandon) == (Verdict.PARTIAL, (2,))
    assert "not finished" in said.answer


def test_the_first_turn_plans_even_when_it_is_the_last():
    assert isinstance(spoken(briefing(left=Limits(turns=1))), Assign)


@pytest.mark.parametrize(("state", "expected"), [(WORKING, WaitFor), (TaskState.DONE, Conclude)])
def test_what_was_refused_is_not_said_again(state, expected):
    told = briefing(tasks=(task(1, state=state),), messages=(person("Plot it."),), repair="This was said before.")
    assert isinstance(spoken(told), expected)


histories = st.lists(
    st.tuples(st.sampled_from(TaskState), st.sampled_from([FIND, COMPUTE, DRAW, WRITE, "?"]), st.booleans()), max_size=6
).map(
    lambda several: tuple(
        task(
            number, f"T{number % 4}", needs=(need,), after=(number - 1,) if chained and number > 1 else (), state=state
        )
        for number, (state, need, chained) in enumerate(several, start=1)
    )
)
news = st.lists(
    st.one_of(
        st.text(max_size=60).map(person),
        st.just(person("Plot it and write a report.")),
        st.just(person("How far are you? No, plot it instead.")),
        st.just(person("Now do it once more.")),
        st.just(MessageBrief(8, "x", "question", "?", unread=True, from_person=False)),
    ),
    max_size=2,
).map(tuple)


@given(histories, news, st.sampled_from(["", "Said before.", f"No agent covers: {DRAW}."]), st.integers(1, 4))
def test_any_standing_gives_an_utterance_that_the_engine_accepts(tasks, messages, repair, turns):
    told = briefing(tasks=tasks, messages=messages, repair=repair, left=Limits(turns=turns), shortlist=(*CREW, SECOND))
    said = spoken(told)
    assert not isinstance(said, Misspoken)
    if isinstance(said, WaitFor):
        assert any(one.state in OPEN_TASK for one in tasks if one.number in said.tasks)


@pytest.mark.parametrize("handed", ["'Bees, Wasps. & Co; Ltd'", '{"firm": "Bees. Wasps; Co", "years": [1, 2]}'])
def test_a_task_is_given_with_the_persons_own_words_and_what_they_handed_over_whole(handed):
    said = spoken(briefing(f"Find the yearly costs of {handed} and plot them."))
    assert any(handed in words_repeated(task.brief) for task in said.tasks)
    assert all('"Find' not in task.brief for task in said.tasks), "marks in a brief are the person's"
