"""Whom rules choose beside the agents that come along: by discovery's ranking, and the next one after a failure."""

import pytest

from apps.agents.domain.profile import Availability, Skill
from apps.chat.domain.briefing import MessageBrief
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Verdict
from apps.teams.domain.states import TaskState
from tests.chat.rules.crew import (
    CREW,
    CSV,
    DRAW,
    FIND,
    LIBRARY,
    WRITE,
    agent,
    attached,
    briefing,
    planned,
    spoken,
    task,
)


def joined(handle, description, score, *skills, **changes):
    """An agent of which little is known, as a search found it for the goal."""
    found = agent(handle, *skills, score=score)
    return found.model_copy(update={"name": handle.title(), "description": description, **changes})


def found(score):
    """The agents that come along, as a search found them for the goal."""
    return tuple(one.model_copy(update={"score": score}) for one in CREW)


TIDES = joined("tides", "Gives the times of high and low tide for harbours.", 0.7)
SHIPS = joined("lookout", "Counts the ships in a harbour.", 0.6)
POET = joined("poet", "Writes poems.", 0.4)
POLYGLOT = joined("polyglot", "Translates texts between French, German and English.", 0.5)
FLIGHTS = joined("wings", "Books flights and trains.", 0.45)
TEXT = attached("letter.txt", "text/plain")


def owners(said):
    assert isinstance(said, Assign)
    return [one.owner or one.needs[0] for one in said.tasks]


@pytest.mark.parametrize("files", [(), (LIBRARY,)], ids=["no documents", "documents about something else"])
def test_an_agent_that_lists_no_skill_is_asked_where_its_description_fits_best(files):
    said = spoken(briefing("What are the times of low tide at Dover?", shortlist=(*found(0.5), TIDES), files=files))
    assert owners(said) == ["tides"]
    assert said.tasks[0].brief == "What are the times of low tide at Dover?"


def test_an_agent_that_hardly_fits_is_not_asked():
    far = joined("far", "Paints houses.", 0.2)
    said = spoken(briefing("Book a table for two.", shortlist=(*found(0.2), far)))
    assert (type(said), said.verdict) == (Conclude, Verdict.FAILED)


def test_a_calculation_in_the_text_is_not_given_away():
    said = spoken(briefing("What is 17% of 2,340?", shortlist=(*found(0.6), TIDES)))
    assert said.tasks[0].needs == (CREW[4].skills[0].name,)


def test_a_question_beside_a_calculation_is_not_left_to_who_calculates():
    reckon = CREW[4].skills[0].name
    text = "What is 17 percent of 4,250, and what is the yield of a hive?"
    assert owners(spoken(briefing(text))) == [reckon, FIND]
    alone = spoken(briefing(text, shortlist=CREW[4:5]))
    assert (owners(alone), alone.missing) == ([reckon], ("what is the yield of a hive",))


@pytest.mark.parametrize("unit", ["12 km in miles", "3.5 kg to pounds", "20 °C in Fahrenheit"])
def test_nobody_is_asked_for_a_measure_in_another_unit_but_who_converts(unit):
    said = spoken(briefing(f"What is 17 percent of 4,250, and what is {unit}?"))
    assert (owners(said), said.missing) == ([CREW[4].skills[0].name], (f"what is {unit}",))
    convert = Skill(id="c", name="Convert units", examples=("What is 5 km in miles?", "2 kg in pounds"))
    assert owners(spoken(briefing(f"What is {unit}?", shortlist=(*CREW, agent("converter", convert))))) == [
        "Convert units"
    ]
    assert FIND in owners(spoken(briefing("What did 20 companies in Europe earn?")))


def test_data_that_the_goal_brings_stays_with_who_computes_unless_somebody_fits_clearly_better():
    text = "Total the sales by region."
    near = joined("near", "Knows shops by region.", 0.7)
    better = joined("better", "Totals sales.", 0.95)
    assert owners(spoken(briefing(text, shortlist=(*found(0.6), near), files=(CSV,)))) == [CREW[1].skills[0].name]
    assert owners(spoken(briefing(text, shortlist=(*found(0.6), better), files=(CSV,)))) == ["better"]


def test_a_report_on_what_somebody_counts_needs_no_search():
    text = "Count the ships in the harbour and write a short report."
    said = spoken(briefing(text, shortlist=(*found(0.4), SHIPS), files=()))
    assert owners(said) == ["lookout", WRITE]
    assert said.tasks[1].after == (said.tasks[0].key,)
    assert said.answer == said.tasks[1].key


def test_steps_stand_in_the_order_of_the_requests_each_behind_what_it_waits_for():
    text = "Find Microsoft's annual revenue in the documents, plot it, and write a slow poem about it"
    bard = POET.model_copy(update={"score": 0.6})
    said = spoken(briefing(text, shortlist=(*found(0.4), bard)))
    assert owners(said) == [FIND, DRAW, "poet"]
    assert said.tasks[2].after == tuple(one.key for one in said.tasks[:2])
    first = spoken(briefing("Write a poem about rain. Then plot the costs.", shortlist=(*found(0.4), bard)))
    assert owners(first)[0] == "poet"


def test_each_of_four_requests_gets_a_task_or_is_named_as_missing():
    text = "Translate the letter into French. Book a flight to Rome. Write a poem about rain. Repair the roof."
    said = spoken(briefing(text, shortlist=(*found(0.3), POET, POLYGLOT, FLIGHTS), files=(TEXT,)))
    assert sorted(owners(said)) == ["poet", "polyglot", "wings"]
    assert said.missing == ("Repair the roof",)


def test_who_gets_a_part_is_told_its_part_and_not_the_others():
    text = "Translate the letter into French. Book a flight to Rome. Be polite."
    said = spoken(briefing(text, shortlist=(*found(0.3), POLYGLOT, FLIGHTS), files=(TEXT,)))
    briefs = {one.owner: one.brief for one in said.tasks}
    assert "Book" not in briefs["polyglot"]
    assert "Translate" not in briefs["wings"]
    assert all("Be polite" in brief for brief in briefs.values())


def test_every_member_of_a_named_team_is_asked():
    crew = tuple(one.model_copy(update={"score": 1.0}) for one in (TIDES, POET))
    said = spoken(briefing("Say something about Rome.", shortlist=crew, named_team=True))
    assert sorted(owners(said)) == ["poet", "tides"]


@pytest.mark.parametrize("text", ["Make it better", "Fix this, please.", "Translate this into French"])
def test_a_goal_that_only_points_is_asked_back_once(text):
    said = spoken(briefing(text, shortlist=(*CREW, POLYGLOT)))
    assert isinstance(said, AskPerson)
    assert text.rstrip(".") in said.question
    answer = MessageBrief(3, "ann", "answer", "The text: Good morning!", unread=True, from_person=True)
    assert not isinstance(spoken(briefing(text, shortlist=(*CREW, POLYGLOT), messages=(answer,))), AskPerson)


def test_a_goal_that_points_at_what_it_brings_is_not_asked_back():
    assert owners(spoken(briefing("Translate this into French", shortlist=(*CREW, POLYGLOT), files=(TEXT,))))


# --- after a failure ------------------------------------------------------------------------------------------------


def refused(*owners):
    text = "What are the times of low tide at Dover?"
    return tuple(
        task(at, text, owner=one, needs=(), state=TaskState.FAILED, result="Not my field.", brief=text)
        for at, one in enumerate(owners, 1)
    )


SECOND = joined("harbours", "Knows harbours and their tides.", 0.6)


def test_after_a_refusal_the_next_that_fits_is_asked_and_the_room_is_told():
    said = spoken(briefing(tasks=refused("tides"), shortlist=(*found(0.5), TIDES, POET, SECOND)))
    assert owners(said) == ["harbours"]
    assert "@tides" in said.text
    assert "@harbours" in said.text


def test_nobody_is_asked_twice_or_who_does_not_fit():
    painter = joined("painter", "Paints houses.", 0.0)
    said = spoken(briefing(tasks=refused("tides", "harbours"), shortlist=(*found(0.5), TIDES, SECOND, painter)))
    assert isinstance(said, Conclude)
    assert "Not my field." in said.answer


# --- what is said where nobody can ----------------------------------------------------------------------------------


def test_what_is_missing_is_not_among_what_the_agents_can():
    need = CREW[2].skills[0].name
    said = spoken(briefing("Plot it for the board.", repair=f"No agent covers: {need}.", files=(CSV,)))
    able = said.answer.partition("The agents here can:")[2]
    assert need not in able


def test_an_agent_that_is_offline_is_not_said_to_be_able():
    skill = Skill(id="s", name="Book flights")
    away = joined("wings", "Books flights.", 0.6, skill, availability=Availability.OFFLINE)
    said = spoken(briefing("Book a flight to Rome.", shortlist=(*found(0.3), away)))
    assert isinstance(said, Conclude)
    assert "Book flights" not in said.answer
    assert "Offline: @wings" in said.answer


@pytest.mark.parametrize("where", ["in a file", "in a new document", "into a file", "to another file"])
def test_where_a_result_is_to_be_kept_is_not_searched(where):
    ships = agent(
        "ships", Skill(id="count", name="Count ships", description="Counts the ships in a harbour."), score=0.6
    )
    made = planned(f"Count the ships in the harbour, and list them {where}.", crew=(*CREW, ships))
    assert made.tasks[0].owner == "ships"
    assert not any(FIND in task.needs for task in made.tasks)


def test_what_is_to_be_looked_up_in_what_there_is_is_searched():
    made = planned("Find in our files what was said of ships in a storm.")
    assert [task.needs for task in made.tasks] == [(FIND,)]


def able(handle, skill):
    return joined(
        handle, skill, 0.6, Skill(id=handle, name=skill, description=skill, tags=tuple(skill.lower().split()))
    )


WORKSHOP = (
    able("painter", "Paint walls"),
    able("poet", "Write poems"),
    able("gardener", "Plant trees"),
    able("herald", "Announce openings"),
)
OPENING = "Paint the walls of the hall, plant trees, write poems and announce the opening."


def test_each_of_four_requests_goes_to_the_agent_whose_skill_it_is_called_after():
    said = spoken(briefing(OPENING, shortlist=WORKSHOP))
    assert [one.needs or (one.owner,) for one in said.tasks] == [
        ("Paint walls",),
        ("Plant trees",),
        ("Write poems",),
        ("Announce openings",),
    ]


def test_each_thing_of_one_request_goes_to_whoever_makes_it():
    meteo = able("meteo", "Forecast weather")
    text = "I need a poem, a weather forecast and a chart of the sales."
    said = spoken(briefing(text, shortlist=(*found(0.4), *WORKSHOP, meteo), files=(CSV,)))
    assert sorted(one.needs[0] for one in said.tasks) == ["Draw charts", "Forecast weather", "Write poems"]


def test_who_writes_reports_is_not_asked_for_poems_where_a_poet_joined():
    said = spoken(briefing("Write poems and announce the opening.", shortlist=(*found(0.4), *WORKSHOP)))
    assert [one.needs for one in said.tasks] == [("Write poems",), ("Announce openings",)]


def test_who_writes_about_it_is_given_the_figures_and_not_their_picture():
    text = "Find the revenue in the documents, plot it and write poems about it."
    said = spoken(briefing(text, shortlist=(*found(0.4), *WORKSHOP), files=(LIBRARY,)))
    figures, _, poems = said.tasks
    assert (figures.needs, poems.needs, poems.after) == ((FIND,), ("Write poems",), (figures.key,))


def test_a_question_beside_a_chart_is_answered_in_the_conclusion_too():
    said = spoken(briefing("Which region sold the most, and plot sales by month.", shortlist=CREW, files=(CSV,)))
    assert [one.needs[0] for one in said.tasks] == [CREW[1].skills[0].name, CREW[2].skills[0].name]
    assert said.answer is None
    found, drawn = (
        task(1, result="North sold most."),
        task(
            2,
            "Plot sales",
            needs=("Draw charts",),
            result="![Sales](sales.svg)",
            after=(1,),
            files=("a.png", "sales.svg"),
        ),
    )
    ended = spoken(briefing("Which region sold the most, and plot sales by month.", tasks=(found, drawn)))
    assert "North sold most." in ended.answer
    assert "![Sales](sales.svg)" in ended.answer


def test_in_a_named_team_each_does_what_its_skill_is_named_for_while_the_others_are_asked_as_well():
    said = spoken(briefing("Paint the walls in green and plant trees.", shortlist=WORKSHOP, named_team=True))
    assert sorted(one.needs or (one.owner,) for one in said.tasks) == [
        ("Paint walls",),
        ("Plant trees",),
        ("herald",),
        ("poet",),
    ]
