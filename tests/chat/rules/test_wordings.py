"""One goal in many words, and many wordings of what is and is not a kind of work."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.agents.domain.profile import Skill
from apps.agents.queries import skill_scores
from apps.chat.domain.utterances import Assign, Conclude
from apps.teams.domain.formation import Draft, SearchResult, agents_in, staff
from tests.chat.rules.crew import (
    COMPUTE,
    CREW,
    CSV,
    DRAW,
    FIND,
    SKILL_IDS,
    WRITE,
    agent,
    briefing,
    graph,
    planned,
    renamed,
    spoken,
)

DEMO = """
Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document, plot it, and write a short report with growth rates. State which series is used.
Microsoft's annual revenue from 2014 to 2020: find it in the workspace's document, plot it, write a short report with growth rates and say which series is used.
Look up how much revenue Microsoft made each year between 2014 and 2020, draw a chart of it and summarise it in a brief report including year-over-year growth. Mention which figures you used.
I need a short write-up on Microsoft's yearly revenue (2014 to 2020) with the growth rates and a graph; take the numbers from our documents and say which series you used.
Please write a brief report about how Microsoft's revenue grew from 2014 to 2020. Get the figures from the library, compute the year-on-year growth, and include a chart.
Plot Microsoft's annual revenue for 2014-2020, calculate its growth rates and write a short summary, using the figures in our files. Say which series is used!
Could you retrieve the yearly sales of Microsoft for 2014 through 2020, visualise them and put together a short memo with percentage changes, noting which series is used?
Compile a short report with a diagram and growth rates for the revenue of Microsoft in the years 2014 to 2020; the source is in the library.
Dig up Microsoft's revenue for fiscal 2014 to 2020, make a line chart, work out the growth per year and sum everything up in a one-page report that names the series used.
Report on Microsoft revenue growth 2014-2020 with a plot.
Show me a bar chart and a short report on Microsoft's annual revenue 2014–2020 with its growth rates.
Search our documents for the number of beds in the city's hospitals since 2009, draw it, and write an overview with the change from year to year.
""".strip().splitlines()  # noqa: E501

FIGURES_CHART_REPORT = (
    {"a": (["analyse", "search"], []), "b": (["chart"], ["a"]), "c": (["report"], ["a", "b"])},
    "c",
)


@pytest.mark.parametrize("crew", [CREW, renamed()], ids=["named as seeded", "renamed"])
@pytest.mark.parametrize("wording", DEMO)
def test_figures_a_chart_and_a_report_are_the_same_graph_in_any_words(wording, crew):
    made = planned(wording, crew=crew)
    assert graph(made) == FIGURES_CHART_REPORT
    assert made.missing == ()


def found_for(need, crew):
    """What a search gives for a need, by the same scores and threshold."""
    from apps.agents.queries.discovery import NEED_THRESHOLD

    skills, candidates = {}, []
    for one in crew:
        (row,) = skill_scores([need], [one])[0]
        best = max(range(len(row)), key=row.__getitem__)
        if row[best] >= NEED_THRESHOLD:
            candidates.append(one.model_copy(update={"score": row[best]}))
            skills[one.agent_id] = one.skills[best].id
    return SearchResult(candidates=tuple(sorted(candidates, key=lambda one: -one.score)), skills=skills)


def staffed(made, crew):
    drafts = [Draft(key=task.key, title=task.title, needs=task.needs) for task in made.tasks]
    found = {need: found_for(need, crew) for draft in drafts for need in draft.needs}
    return staff("goal", drafts, found, {}, may_nest=True)


def test_the_figures_take_a_sub_team_of_two():
    staffing = staffed(planned(DEMO[0]), CREW)
    owners = {key: [seat.handle for seat in task.seats] for key, task in staffing.tasks.items()}
    assert owners == {"t1": ["document-search", "table-analyst"], "t2": ["chart-maker"], "t3": ["report-writer"]}
    assert [agents_in(task.seats) for task in staffing.tasks.values()] == [2, 1, 1]


def test_an_agent_with_both_skills_makes_the_sub_team_vanish_and_changes_no_task():
    crew = (*CREW, agent("both", *CREW[0].skills, *CREW[1].skills))
    made = planned(DEMO[0], crew=crew)
    assert graph(made) == FIGURES_CHART_REPORT
    staffing = staffed(made, crew)
    assert [seat.handle for seat in staffing.tasks["t1"].seats] == ["both", "both"]
    assert {agents_in(task.seats) for task in staffing.tasks.values()} == {1}


RIVAL = agent(
    "studio",
    Skill(
        id="chart",
        name="Make diagrams",
        tags=("diagram", "plot", "line chart", "pie chart"),
        input_modes=("text/csv",),
        output_modes=("image/png", "image/svg+xml"),
    ),
)


@pytest.mark.parametrize("crew", [(*CREW, RIVAL), (RIVAL, *CREW)], ids=["behind", "before"])
def test_two_agents_for_one_kind_of_work_do_not_make_two_tasks(crew):
    made = planned("Find the yearly costs, plot them as a line chart, then write a report with a diagram.", crew=crew)
    assert [len(one.needs) for one in made.tasks] == [1, 1, 1]


NOTHING_MISSING = [
    "Plot the costs and state which series is used.",
    "Plot the costs, with sources.",
    "Plot the costs by Friday.",
    "Plot the costs, keep it simple and use calm colours.",
    "Plot the costs and make it blue.",
    "Plot the costs. Make sure the labels are readable.",
    "Plot the costs, add a title and include the units.",
    "Plot the costs for the board, please, in two pages at most.",
    "Plot the costs to show the trend to the board.",
    "Plot the costs to convince the board.",
    "Plot the costs; if there are gaps, say so.",
    "Plot the costs and explain why they rose.",
    "Plot the costs but do not translate anything.",
    "Plot the costs and don't book a flight.",
    "Plot the costs and send me the chart.",
    "Plot the costs, sales and order numbers.",
    "Plot the costs that the team booked in 2020.",
    "Plot the costs of the flights we booked.",
    "What does the manual say about how to reset the router and install the driver?",
    "Tell me how the handbook describes the way to order a new laptop.",
    "Work out the mean of the costs.",
    "Crunch the growth numbers and turn them into a diagram.",
    "Give me the costs.",
    "Show me the costs.",
]


@pytest.mark.parametrize("text", NOTHING_MISSING)
def test_manner_time_purpose_and_speech_are_no_missing_skill(text):
    made = planned(text)
    assert made.tasks
    assert made.missing == ()


MISSING = {
    "Plot the costs and book a flight to Rome.": "book a flight to Rome",
    "Plot the costs, then translate them into French.": "translate them into French",
    "Plot the costs and email John the chart.": "email John the chart",
    "Plot the costs and fizzle the widget.": "fizzle the widget",
    "Plot the costs. Please also order a cake for Friday!": "order a cake for Friday",
    "Could you deploy the new release and plot the costs?": "deploy the new release",
    "Plot the costs and create a website about them.": "create a website about them",
    "Plot the costs and write a poem about them.": "write a poem about them",
    "Plot the costs and convert the document into a film.": "convert the document into a film",
}


@pytest.mark.parametrize("text", MISSING)
def test_an_order_that_no_skill_names_is_missing_in_the_persons_words(text):
    made = planned(text)
    assert made.missing == (MISSING[text],)
    assert DRAW in [need for task in made.tasks for need in task.needs]


UNDOABLE = [
    "Book a flight to Oslo.",
    "Translate the handbook into French.",
    "Draw a cat.",
    "Write a poem about the sea.",
    "Buy milk, eggs and bread.",
    "Check the spelling of the handbook.",
    "I want a pizza.",
]


@pytest.mark.parametrize("text", UNDOABLE)
def test_a_goal_that_nobody_can_do_fails_and_names_what_is_missing(text):
    said = spoken(briefing(text))
    assert isinstance(said, Conclude)
    assert said.verdict == "failed"
    assert len(said.missing) == 1
    assert said.missing[0] in said.answer


@pytest.mark.parametrize("text", ["🦄🦄🦄", "asdf qwer zxcv", "purple monkey dishwasher", "Hello there!", "...", "42"])
def test_nonsense_fails_and_says_which_skills_there_are(text):
    said = spoken(briefing(text))
    assert isinstance(said, Conclude)
    assert said.verdict == "failed"
    assert all(name in said.answer for name in (FIND, COMPUTE, DRAW, WRITE))


ATTACHED = {
    "Plot it.": [["chart"]],
    "Which rows look odd?": [["analyse"]],
    "What is in this file?": [["analyse"]],
    "Find the hall with the highest use.": [["analyse"]],
    "Write a short report on this data.": [["analyse"], ["report"]],
    "Compare the attached numbers with the figures in our documents.": [["search"], ["analyse"]],
    "Show me the five largest customers in a pie chart.": [["analyse"], ["chart"]],
    "Find and plot the top five products.": [["analyse"], ["chart"]],
}


@pytest.mark.parametrize("text", ATTACHED)
def test_an_attached_table_spares_the_search_unless_documents_are_named(text):
    tasks, _ = graph(planned(text, CSV))
    assert [needs for needs, _ in tasks.values()] == ATTACHED[text]


@pytest.mark.parametrize(
    "text", ["Revenue after 2024-02-01", "Revenue of Widget and not Gadget", "Units, Widget vs Gadget", "Best month"]
)
def test_what_a_text_only_names_is_looked_for_in_the_table_that_came_along(text):
    tasks, _ = graph(planned(text, CSV))
    assert [needs for needs, _ in tasks.values()] == [["analyse"]]
    assert planned(text).tasks == ()


@pytest.mark.parametrize("text", ["Hello there!", "Thanks", "Good morning", "..."])
def test_a_greeting_asks_nothing_of_a_table(text):
    assert planned(text, CSV).tasks == ()


def statistician():
    modes = {"input_modes": ("text/csv",), "output_modes": ("application/json",)}
    return agent(
        "numbers",
        Skill(id="growth", name="Growth", tags=("growth",), **modes),
        Skill(id="median", name="Medians", tags=("median",), **modes),
    )


def test_the_same_kind_of_work_of_one_agent_is_one_task():
    made = planned("Compute the growth. Calculate the median too.", CSV, crew=(statistician(),))
    assert graph(made) == ({"a": (["Growth", "Medians"], [])}, "a")


@pytest.mark.parametrize(("crew", "needs"), [(CREW, [["analyse"]]), (CREW[:1], [["search"]])])
def test_to_find_something_in_an_attached_table_is_the_analysts_work_where_there_is_one(crew, needs):
    tasks, _ = graph(planned("Find the lonely hall.", CSV, crew=crew))
    assert [task[0] for task in tasks.values()] == needs


def test_an_agent_whose_skill_has_no_name_is_asked_as_a_whole():
    (task,) = planned("Plot it.", crew=(agent("blank", Skill(id="s", name=" ", tags=("plot",))),)).tasks
    assert (task.owner, task.needs) == ("blank", ())


def test_data_that_is_asked_for_by_its_form_is_a_task_of_its_own():
    tasks, answer = graph(planned("Give me a table of growth rates for the revenue and plot it."))
    assert tasks == {"a": (["search"], []), "b": (["analyse"], ["a"]), "c": (["chart"], ["a", "b"])}
    assert answer == "c"


def test_several_ends_have_no_single_answer():
    poet = agent("poet", Skill(id="poem", name="Write poems", tags=("poem", "poetry")))
    made = planned("Write a poem and plot the costs.", crew=(*CREW, poet))
    assert [task.needs for task in made.tasks][-1] != made.tasks[0].needs
    assert made.answer is None


@pytest.mark.parametrize(
    "text",
    [
        "Plot the sales and tell me the growth rates.",
        "Give me the totals by region and draw a pie chart.",
        "Plot the sales and compute the average.",
        "Plot the sales and tell me which region grew most.",
    ],
)
def test_what_is_asked_for_beside_a_picture_is_no_mere_step_towards_it(text):
    assert graph(planned(text, CSV)) == ({"a": (["analyse"], []), "b": (["chart"], ["a"])}, None)


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("Compute the growth rates and plot them.", 2),
        ("Plot the growth of sales by region.", 2),
        ("Plot the sales. Note that 2020 is preliminary.", 1),
    ],
)
def test_where_a_picture_shows_all_that_is_asked_for_it_is_the_answer(text, tasks):
    made = planned(text, CSV)
    assert (len(made.tasks), made.answer) == (tasks, made.tasks[-1].key)


@pytest.mark.parametrize("whose", ["its", "their", "the"])
def test_a_report_on_what_is_drawn_is_a_request_of_its_own(whose):
    needs, answer = graph(planned(f"Plot the sales and report {whose} growth.", CSV))
    assert (needs[answer][0], len(needs)) == (["report"], 3)


def test_what_continues_a_text_waits_for_it():
    poet = agent("poet", Skill(id="poem", name="Write poems", tags=("poem", "poetry")))
    translator = agent("polyglot", Skill(id="translate", name="Translate texts", tags=("translate",)))
    made = planned("Write a poem about rain and translate it into French.", crew=(poet, translator))
    assert graph(made) == ({"a": (["Write poems"], []), "b": (["Translate texts"], ["a"])}, "b")


def test_a_brief_carries_the_words_what_to_use_and_what_to_give():
    first, second, third = planned(DEMO[0]).tasks
    assert "Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document" in first.brief
    assert "growth rates" in first.brief
    assert first.title in second.brief
    assert "SVG" in second.brief
    assert "State which series is used" in third.brief
    assert "Markdown" in third.brief


def test_titles_are_the_persons_verbs_and_objects():
    titles = [task.title for task in planned("Find the yearly costs and plot the totals.").tasks]
    assert titles[-1] == "Plot the totals"
    assert titles[0].startswith("Find the yearly costs")


words = st.sampled_from(
    "find plot write report a the it chart growth , and . ? book flight translate summarise don't with in to of our "
    "documents attached table me by for what how which this state 2020 ( ) : – 🦄 as into without most total".split()
)
salads = st.lists(words, max_size=30).map(" ".join)


@given(st.one_of(st.text(max_size=300), salads), st.booleans())
@example("to", False)
@example("0+0", False)
@example("and and , then", False)
@example("don't", True)
@example("please", True)
@example("()", False)
@example("find\x00and\ud800plot", False)
def test_any_text_gives_an_utterance_that_the_engine_accepts(text, with_table):
    said = spoken(briefing(text, files=(CSV,) if with_table else ()))
    assert isinstance(said, Assign | Conclude)
    if isinstance(said, Assign):
        assert {need for task in said.tasks for need in task.needs} <= SKILL_IDS.keys()
        assert said == spoken(briefing(text, files=(CSV,) if with_table else ()))


names = st.text(max_size=20)
modes = st.lists(
    st.sampled_from(["text/plain", "text/csv", "text/markdown", "image/png", "application/json", "x/y", ""]), max_size=4
)
skills = st.builds(
    lambda name, tags, takes, gives: Skill.model_construct(
        id="s", name=name, description="", tags=tuple(tags), examples=(), input_modes=takes, output_modes=gives
    ),
    names,
    st.lists(names | words, max_size=4),
    modes.map(tuple),
    modes.map(tuple),
)
crews = st.lists(st.lists(skills, max_size=3), max_size=4).map(
    lambda several: tuple(
        agent(f"h{place}", *(Skill.model_validate(one.model_dump() | {"name": one.name or "?"}) for one in each))
        for place, each in enumerate(several)
    )
)


@given(salads, crews)
def test_any_agents_give_an_utterance_that_the_engine_accepts(text, crew):
    said = spoken(briefing(text, shortlist=crew))
    assert isinstance(said, Assign | Conclude)
