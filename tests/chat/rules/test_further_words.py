"""What rules do with a person's further words: work in hand goes on, unless they plainly put something in its place."""

import pytest

from apps.agents.domain.profile import Skill
from apps.chat.domain.utterances import Assign, Conclude, Say, Verdict
from apps.chat.voices.rules.remarks import corrects, part_questions_on_state
from apps.teams.domain.states import TaskState
from tests.chat.rules.crew import CREW, DRAW, FIND, WRITE, agent, briefing, person, spoken, task

WORKING, PLANNED, FAILED, CANCELLED = TaskState.WORKING, TaskState.PLANNED, TaskState.FAILED, TaskState.CANCELLED
BALLAD = "Write a slow ballad about trains."
POET = agent("poet", Skill(id="poems", name="Write poems", tags=("poems", "ballads")))
TRAVEL = agent("wings", Skill(id="fly", name="Book flights", tags=("flights",)))
CREW_AND_POET = (*CREW, POET, TRAVEL)


def ballad(state=WORKING, number=1, **changes):
    values = {"owner": "poet", "needs": (), "state": state, "answer": True, "brief": BALLAD}
    return task(
        number, "Write a slow ballad", **{**values, "result": "" if state is WORKING else "Oh, trains.", **changes}
    )


def heard(text, *tasks, **changes):
    """What the rules say to a person's words."""
    values = {"tasks": tasks or (ballad(),), "messages": (person(text),), "shortlist": CREW_AND_POET, **changes}
    return spoken(briefing(BALLAD, **values))


def doers(said):
    assert isinstance(said, Assign)
    return [one.owner or one.needs[0] for one in said.tasks]


# --- while others work ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "What is the status?",
        "How far are you?",
        "Is the ballad done yet?",
        "When will it be ready?",
        "How long will it take?",
        "What's the progress, please?",
        "Give me a quick status report.",
        "What are you working on?",
    ],
)
def test_a_question_on_the_state_is_answered_in_words_and_changes_nothing(text):
    said = heard(text, task(1), ballad(number=2), task(3, "Plot", state=PLANNED, result="", after=(2,)))
    assert isinstance(said, Say)
    assert said.text == (
        "Done: “Find” (@document-search). At work: “Write a slow ballad” (@poet). "
        "Not begun yet: “Plot” (@document-search)."
    )


@pytest.mark.parametrize(
    "text",
    [
        "Which state has the highest revenue?",
        "Finish it.",
        "Does the ballad rhyme?",
        "How far is Berlin?",
        "Thank you!",
    ],
)
def test_what_is_about_something_else_is_no_question_on_the_state(text):
    assert part_questions_on_state(text, [BALLAD]) == (False, text)


@pytest.mark.parametrize(
    "text",
    [
        "Add a train to it.",
        "Add a train to the ballad.",
        "Make it shorter.",
        "Did you use rhymes in it?",
        "Use rhymes.",
        "Wie weit seid ihr?",
        "No, make it about ships.",
        "No, write it about ships instead.",
        "I changed my mind: write a villanelle of flutes instead.",
    ],
)
def test_what_is_about_the_work_in_hand_is_passed_on_to_who_is_at_it(text):
    said = heard(text)
    assert isinstance(said, Say)
    assert "passed on to the agents that are at work" in said.text
    assert text.rstrip(".") in said.text


def test_a_wish_for_more_adds_its_tasks_and_is_not_the_whole_answer():
    said = heard("Also make a chart.")
    assert doers(said) == [FIND, DRAW]
    assert (said.replaces, said.answer) == ((), None)
    assert doers(heard("Also write a ballad about dogs.")) == ["Write poems"]


def test_a_question_on_another_matter_gets_a_task_beside_the_work():
    said = heard("How much honey did urban hives make?")
    assert (doers(said), said.replaces, said.answer) == ([FIND], (), None)


def test_the_state_is_told_beside_what_else_is_wished():
    said = heard("How far are you? Also make a chart.")
    assert said.text.startswith("At work: “Write a slow ballad” (@poet).\n\nI plan by rules")
    assert doers(said) == [FIND, DRAW]
    both = heard("How far are you? Add a train to it.")
    assert both.text.startswith("At work: ")
    assert "How far" not in both.text.partition("cannot weigh")[2]


def test_what_stands_on_the_answer_in_hand_is_the_answer_itself():
    search = task(1, state=WORKING, result="", answer=True)
    said = heard("And write a report on it.", search)
    assert (doers(said), said.tasks[0].after, said.answer) == ([WRITE], ("#1",), said.tasks[0].key)


@pytest.mark.parametrize(
    "text", ["No, write a poem about ships.", "Write a sonnet instead.", "Forget that, write poems about dogs."]
)
def test_a_clear_correction_replaces_the_work_of_who_is_to_do_something_else_and_no_others(text):
    flight = task(2, "Book a flight", owner="wings", needs=("Book flights",), state=WORKING, result="")
    said = heard(text, ballad(), flight)
    assert said.replaces == (1,)
    assert "wings" not in {one.owner for one in said.tasks}


def test_what_waits_for_replaced_work_waits_for_what_takes_its_place():
    tasks = (
        task(1),
        task(2, "Plot", owner="chart-maker", needs=(DRAW,), after=(1,), state=WORKING, result=""),
        task(3, "Report", owner="report-writer", needs=(WRITE,), after=(1, 2), state=PLANNED, result="", answer=True),
        task(4, "Rhyme", owner="poet", needs=(), after=(3,), state=PLANNED, result="", brief="Rhyme it."),
    )
    said = heard("Plot it as a bar chart instead.", *tasks)
    drawn, report, rhyme = said.tasks
    assert (doers(said), report.title) == ([DRAW, WRITE, "poet"], "Report")
    assert (drawn.after, report.after, rhyme.after) == (("#1",), ("#1", drawn.key), (report.key,))
    assert (said.replaces, said.answer) == ((2, 3, 4), rhyme.key)


def test_a_correction_to_other_work_replaces_all_but_what_that_stands_on():
    search = task(2, state=WORKING, result="")
    said = heard("Forget that, plot the revenue.", ballad(), search)
    assert (doers(said), said.tasks[0].after, said.replaces) == ([DRAW], ("#2",), (1,))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, about ships.", True),
        ("Replace the ballad with a sonnet.", True),
        ("Not a ballad but a sonnet.", True),
        ("I'd rather have a sonnet.", True),
        ("No hurry.", False),
        ("Write it about ships instead of trains.", True),
        ("Write a report, with euros instead of dollars.", False),
        ("Not only a ballad but also a chart.", False),
        ("And use ships instead of trains.", False),
        ("Also a rather long report.", False),
        ("Find the figures.", False),
    ],
)
def test_a_correction_is_known_by_plain_words(text, expected):
    assert corrects(text, [BALLAD]) is expected


def test_a_second_task_of_a_name_gets_a_name_of_its_own():
    search = task(1, "Find in documents", state=WORKING, result="")
    said = heard("How much honey did urban hives make?", search)
    assert said.tasks[0].title == "Find in documents (2)"


# --- how it ends ----------------------------------------------------------------------------------------------------


def test_the_answer_and_what_was_added_to_it_are_both_in_the_conclusion():
    added = task(2, "Count the trains", result="Seven.")
    said = spoken(briefing(BALLAD, tasks=(ballad(TaskState.DONE), added)))
    assert said.verdict is Verdict.DONE
    assert "Oh, trains." in said.answer
    assert "Seven." in said.answer


def test_where_what_was_added_fails_the_answer_stands_and_says_so():
    added = task(2, "Find in documents", state=FAILED, result="Nothing answers.")
    said = spoken(briefing(BALLAD, tasks=(ballad(TaskState.DONE), added)))
    assert said.verdict is Verdict.PARTIAL
    assert said.answer.startswith("Oh, trains.")
    assert "Nothing answers." in said.answer


def test_what_a_later_plan_replaced_is_not_said_to_be_lacking():
    replaced = ballad(CANCELLED, result="Replaced by a later plan.")
    said = spoken(briefing(BALLAD, tasks=(replaced, task(2, "Write a sonnet", result="Oh, ships."))))
    assert (said.verdict, said.answer) == (Verdict.DONE, "Oh, ships.")


def test_a_later_round_ends_with_what_it_gave():
    failed = task(1, "Book a flight", state=FAILED, result="No seat.")
    later = (task(2, "Sing", round=2), task(3, "Dance", round=2))
    said = spoken(briefing(BALLAD, round=2, tasks=(failed, *later)))
    assert said.verdict is Verdict.DONE
    assert "No seat." not in said.answer


def test_what_failed_in_an_earlier_round_is_not_tried_again():
    failed = task(1, state=FAILED, result="The service is down.")
    second = agent("second-searcher", *CREW[0].skills)
    said = spoken(briefing(BALLAD, round=2, tasks=(failed, task(2, "Sing", round=2)), shortlist=(*CREW, second)))
    assert isinstance(said, Conclude)


# --- after the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Now do it as a sonnet about dogs.", "Make that shorter.", "Do that again.", "Now as a sonnet about dogs."]
)
def test_a_follow_up_that_only_refers_back_goes_to_who_gave_the_last_answer(text):
    said = heard(text, ballad(TaskState.DONE), round=2)
    (given,) = said.tasks
    assert (given.owner, given.brief, given.after, said.answer) == ("poet", text, ("#1",), given.key)


def test_a_follow_up_that_names_a_skill_or_a_matter_of_its_own_does_not():
    assert doers(heard("Plot it as a bar chart.", task(1), ballad(TaskState.DONE, number=2), round=2)) == [DRAW]
    assert doers(heard("What do the documents say about Microsoft?", ballad(TaskState.DONE), round=2)) == [FIND]


def test_who_fits_plainly_and_works_on_what_there_is_gets_it_too():
    said = heard("Write poems about it.", ballad(TaskState.DONE, needs=("Write poems",)), round=2)
    assert (doers(said), said.tasks[0].after) == (["Write poems"], ("#1",))
    translator = agent("polyglot").model_copy(update={"description": "Translates texts into French."})
    told = heard("Translate it into French.", ballad(TaskState.DONE), round=2, shortlist=(*CREW, POET, translator))
    assert (doers(told), told.tasks[0].after) == (["polyglot"], ("#1",))


def test_thanks_and_who_cannot_be_reached_start_nothing():
    assert isinstance(heard("Lovely, I like it!", ballad(TaskState.DONE), round=2), Conclude)
    without = heard("Make it shorter.", ballad(TaskState.DONE), round=2, shortlist=CREW)
    assert "poet" not in str(without)


def test_a_question_on_the_state_after_the_end_is_answered_with_what_there_is():
    said = heard("Is it done?", ballad(TaskState.DONE), round=2)
    assert isinstance(said, Conclude)
    assert said.answer == "Done: “Write a slow ballad” (@poet).\n\nOh, trains."
