import uuid
from importlib import import_module

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.domain.errors import NotFound
from apps.agents import embedding
from apps.agents.actions import learn_from_goals, register_agent, set_availability, set_enabled, update_agent
from apps.agents.actions.call_limits import count_question
from apps.agents.domain.lessons import Lesson
from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, ExperienceMean
from apps.agents.queries import (
    agent_by_handle,
    candidates_by_handle,
    find_for_need,
    search_agents,
    shortlist,
    skill_scores,
)
from apps.agents.queries.agents import askable_agents
from apps.agents.queries.discovery import FIELD
from apps.agents.queries.neighbours import nearest_agents
from apps.agents.queries.sought import seek
from tests import factories

NONSENSE = [
    "asdf qwer zxcv",
    "xyzzy plugh frobnicate",
    "lorem ipsum dolor sit amet",
    "flurb the glorp with wibble",
    "colorless green ideas sleep furiously",
    "purple monkey dishwasher",
    "blah blah",
    "foo bar baz",
    "the of and to",
    "1234567890",
    "!!!???",
    "🎉🎉🎉",
    "",
]


@pytest.fixture
def crew(workspace, register):
    return {
        agent.handle: agent
        for agent in (
            register(workspace, "cook", "Plans meals and writes recipes for dinner", skills=["write recipes"]),
            register(workspace, "drawer", "Draws charts and plots of figures", skills=["plot a chart"]),
            register(
                workspace, "guide", "Plans trips: flights, hotels, sights", skills=["book flights", "find hotels"]
            ),
        )
    }


def handles(found):
    return [candidate.handle for candidate in found]


def test_the_best_match_by_meaning_comes_first(workspace, crew):
    assert handles(search_agents(workspace.pk, "graph of the sales numbers"))[:1] == ["drawer"]
    assert handles(search_agents(workspace.pk, "a vacation in Rome with a hotel"))[:1] == ["guide"]


def test_scores_fall_and_lie_between_0_and_1(workspace, crew):
    scores = [candidate.score for candidate in search_agents(workspace.pk, "plan dinner and plot a chart")]
    assert scores == sorted(scores, reverse=True)
    assert scores
    assert all(0 < score <= 1 for score in scores)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_finds_nobody(workspace, crew, text):
    assert search_agents(workspace.pk, text) == []
    assert find_for_need(workspace.pk, text) == []


def test_a_search_stays_in_its_workspace(workspace, other_workspace, crew, register):
    register(other_workspace, "stranger", "Draws charts and plots of figures", skills=["plot a chart"])
    assert handles(search_agents(workspace.pk, "plot a chart")) == ["drawer"]
    assert handles(search_agents(other_workspace.pk, "plot a chart")) == ["stranger"]
    assert candidates_by_handle(workspace.pk, ["stranger"]) == {}
    with pytest.raises(NotFound):
        agent_by_handle(workspace.pk, "stranger")


def test_an_agent_that_is_switched_off_is_not_found_and_one_offline_says_so(workspace, crew):
    set_enabled([crew["cook"].pk], False)
    set_availability(crew["drawer"].connection_id, Availability.OFFLINE)
    assert search_agents(workspace.pk, "write recipes for dinner") == []
    (found,) = search_agents(workspace.pk, "plot a chart")
    assert found.availability is Availability.OFFLINE


def test_a_search_among_named_agents_finds_no_others(workspace, crew):
    assert search_agents(workspace.pk, "plot a chart", only=["cook", "@Guide"]) == []
    assert handles(search_agents(workspace.pk, "plot a chart", only=["@Drawer"])) == ["drawer"]


def test_an_agent_that_is_mentioned_comes_first(workspace, crew):
    assert handles(search_agents(workspace.pk, "@Cook plot a chart of the figures")) == ["cook", "drawer"]


def test_handles_are_found_in_any_case(workspace, crew):
    found = candidates_by_handle(workspace.pk, ["@Cook", "DRAWER", "nobody"])
    assert {asked: candidate.handle for asked, candidate in found.items()} == {"@Cook": "cook", "DRAWER": "drawer"}
    assert agent_by_handle(workspace.pk, "@COOK").handle == "cook"


def test_a_candidate_says_how_many_calls_its_agent_can_take(workspace, register):
    register(workspace, "drawer", "Draws charts", concurrency=3)
    assert candidates_by_handle(workspace.pk, ["drawer"])["drawer"].free_slots == 3


def test_one_that_takes_few_calls_a_minute_can_take_what_is_left_of_them(workspace, register):
    drawer = register(workspace, "drawer", "Draws charts", concurrency=3, calls_per_minute=2)
    assert count_question(drawer.connection_id)
    assert candidates_by_handle(workspace.pk, ["drawer"])["drawer"].free_slots == 1


def test_a_need_is_covered_by_the_skill_that_fits_best(workspace, crew):
    found = find_for_need(workspace.pk, "find a hotel")
    assert [(candidate.handle, skill) for candidate, skill in found] == [("guide", "find-hotels")]


def test_a_need_that_no_skill_covers_finds_nobody(workspace, crew):
    assert find_for_need(workspace.pk, "translate a contract into French") == []


def test_an_agent_that_lists_no_skill_covers_what_its_name_and_description_say(workspace, register):
    register(workspace, "drawer", "plot a chart")
    ((drawer, skill),) = find_for_need(workspace.pk, "plot a chart")
    assert (drawer.handle, skill) == ("drawer", "")


def test_goals_done_well_move_an_agent_up(workspace, register):
    register(workspace, "almanac", "Keeps facts about weather and seasons")
    veteran = register(workspace, "veteran", "A generalist")
    goal = "What will the weather be in Oslo this weekend?"
    assert handles(search_agents(workspace.pk, goal))[:1] == ["almanac"]
    for text in ("Weather in Oslo tomorrow", "Will it rain in Oslo at the weekend?", "Weekend weather for Bergen"):
        learn_from_goals([Lesson(uuid.uuid4(), text, frozenset({veteran.pk}))])
    assert handles(search_agents(workspace.pk, goal))[:1] == ["veteran"]
    veteran.refresh_from_db()
    assert veteran.goals_completed == 3


def test_a_goal_is_learned_once(workspace, crew):
    goal = uuid.uuid4()
    for _ in range(2):
        learn_from_goals([Lesson(goal, "a three course dinner", frozenset({crew["cook"].pk}))])
    cook = Agent.objects.get(handle="cook")
    assert (cook.goals_completed, cook.experiences.count()) == (1, 1)


def test_many_lessons_at_once_teach_what_they_teach_one_after_the_other(workspace, register):
    together, alone = (register(workspace, handle, "A generalist", name="General") for handle in ("one", "other"))
    texts = ("Weather in Oslo tomorrow", "🎉", "Weekend weather for Bergen")
    learn_from_goals([Lesson(uuid.uuid4(), text, frozenset({together.pk})) for text in texts])
    for text in texts:
        learn_from_goals([Lesson(uuid.uuid4(), text, frozenset({alone.pk}))])
    first, second = (Agent.objects.get(pk=agent.pk) for agent in (together, alone))
    assert (first.goal_words, first.goals_completed) == (second.goal_words, 3)
    assert list(first.vector) == pytest.approx(list(second.vector), abs=1e-3)


def test_the_mean_that_is_kept_is_that_of_all_experience(workspace, register):
    agent = register(workspace, "veteran", "A generalist")
    for number in range(5):
        learn_from_goals([Lesson(uuid.uuid4(), f"Weather in Oslo on day {number}", frozenset({agent.pk}))])
    kept = ExperienceMean.objects.get(agent=agent)
    ExperienceMean.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(import_module("apps.agents.migrations.0011_experience_mean").MEANS)
    counted = ExperienceMean.objects.get(agent=agent)
    assert (kept.goals, counted.goals) == (5, 5)
    assert list(kept.mean) == pytest.approx(list(counted.mean), abs=1e-3)


def test_a_goal_without_tokens_is_counted_and_teaches_nothing(workspace, crew):
    learn_from_goals([Lesson(uuid.uuid4(), "🎉", frozenset({crew["cook"].pk}))])
    cook = Agent.objects.get(handle="cook")
    assert (cook.goals_completed, cook.experiences.count()) == (1, 0)
    assert cook.vector == Agent.objects.get(handle="cook").profile_vector


def test_an_agent_whose_profile_has_no_words_is_left_out_of_searches(workspace, register):
    register(workspace, "silent", "🎉", name="🎉")
    assert Agent.objects.get(handle="silent").vector is None
    assert search_agents(workspace.pk, "anything at all") == []
    update_agent(workspace.pk, AgentProfile(handle="silent", name="🎉🎉", connector="scripted"))
    assert Agent.objects.get(handle="silent").vector is None


def test_what_was_learned_outlives_a_new_profile(workspace, crew):
    learn_from_goals([Lesson(uuid.uuid4(), "catering for a wedding party", frozenset({crew["cook"].pk}))])
    profile = AgentProfile(handle="cook", name="Cook", description="Bakes bread", connector="scripted")
    update_agent(workspace.pk, profile)
    cook = Agent.objects.get(handle="cook")
    assert cook.vector != cook.profile_vector
    assert (cook.description, cook.goals_completed) == ("Bakes bread", 1)


@pytest.mark.parametrize("limit", [1, 5, 40])
def test_a_wide_search_finds_the_same_neighbours_as_an_exact_one(workspace, other_workspace, register, limit):
    _crowd(other_workspace, 300)
    _crowd(workspace, 60)
    _build_index_anew()
    mine = Agent.objects.filter(workspace=workspace)
    vector = mine.get(handle="agent-7").vector
    exact = nearest_agents(mine, vector, limit)
    by_index = nearest_agents(mine, vector, limit, narrow=0)
    assert next(iter(exact)) == mine.get(handle="agent-7").pk
    assert [round(score, 3) for score in by_index.values()] == [round(score, 3) for score in exact.values()]
    assert len(by_index) == limit


def _build_index_anew():
    """Else its graph also leads over the rows that all tests before have left, which differ from run to run."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = 'agents_agent' AND indexdef LIKE '%hnsw%'")
        ((name,),) = cursor.fetchall()
        cursor.execute(f"REINDEX INDEX {name}")


HIDE_OTHER_INDEXES = """
    UPDATE pg_index SET indisvalid = false
    WHERE indrelid = 'agents_agent'::regclass AND indexrelid <> 'agent_vectors'::regclass"""


def _nearest_alone(workspace):
    nearest_agents(askable_agents(workspace.pk), embedding.embed(["jazz"])[0], 5)


def _nearest_with_all_that_is_told(workspace):
    search_agents(workspace.pk, "jazz")


@pytest.mark.parametrize("look", [_nearest_alone, _nearest_with_all_that_is_told])
def test_all_vectors_of_a_workspace_can_be_compared_without_reading_a_row(workspace, look):
    _crowd(workspace, 20)
    look(workspace)  # what is usual among the agents is known then
    with connection.cursor() as cursor:
        cursor.execute(HIDE_OTHER_INDEXES)  # which is the cheapest, numbers of rows say
        for way in ("seqscan", "bitmapscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    with CaptureQueriesContext(connection) as made:
        look(workspace)
    with connection.cursor() as cursor:
        for query in made:
            cursor.execute(f"EXPLAIN {query['sql']}")
            assert "Index Only Scan using agent_vectors" in str(cursor.fetchall()), query["sql"]


def _crowd(workspace, size):
    texts = [f"{first} {second}" for first in TOPICS for second in TOPICS][:size]
    for number, (text, vector) in enumerate(zip(texts, embedding.embed(texts), strict=True)):
        told = {"handle": f"agent-{number}", "name": text, "vector": vector}
        factories.agent_over({"connector": "scripted"}, workspace=workspace, **told)


TOPICS = (
    "weather music finance law travel cooking sport garden medicine history physics fashion energy housing art school "
    "farming shipping banking astronomy"
).split()


def candidate(*skills):
    return Candidate(agent_id="1", handle="a", name="A", description="", skills=skills, score=1)


@pytest.mark.parametrize(
    ("parts", "kept"),
    [
        ((), ["Draw a chart"]),
        (("a chart", "the costs"), ["Draw a chart", "a chart", "the costs"]),
        (("a chart", "a chart"), ["Draw a chart", "a chart"]),
        (("🎉", "the costs", ""), ["Draw a chart", "the costs"]),
        (("Draw a chart",), ["Draw a chart", "Draw a chart"]),
    ],
)
def test_what_is_sought_has_the_vectors_of_the_text_and_of_each_part_that_says_something(parts, kept):
    sought = seek("Draw a chart", parts)

    assert [*sought.texts] == kept
    assert [sought.vector, *sought.parts] == embedding.embed(kept)
    assert sought.subjects.shape == sought.meanings.shape == (len(kept), 256)


def test_what_says_nothing_is_sought_without_a_vector():
    assert (seek("🎉").vector, seek("🎉", ["chart"]).parts) == (None, embedding.embed(["chart"]))


def test_skill_scores_are_a_matrix_of_texts_agents_and_their_skills():
    plot, cook = Skill(id="plot", name="Plot a chart"), Skill(id="cook", name="Cook a meal")
    scores = skill_scores(["draw a chart", "dinner"], [candidate(plot, cook), candidate(), candidate(cook)])
    assert [[len(skills) for skills in row] for row in scores] == [[2, 0, 1], [2, 0, 1]]
    assert scores[0][0][0] > scores[0][0][1]
    assert scores[1][2][0] > scores[1][0][0]


def test_tags_and_examples_of_a_skill_count():
    bare = Skill(id="bare", name="Visuals")
    rich = Skill(id="rich", name="Visuals", tags=("histogram",), examples=("Draw a histogram of the ages",))
    ((scores,),) = skill_scores(["a histogram of ages"], [candidate(bare, rich)])
    assert scores[1] > scores[0]


def test_there_are_no_scores_without_texts_or_candidates():
    assert skill_scores([], [candidate(Skill(id="a", name="A"))]) == []
    assert skill_scores(["text"], []) == [[]]


@pytest.mark.parametrize(
    ("said", "prices"),
    [
        ({"prompt_price": 0.15, "completion_price": 2}, (0.15, 2.0)),
        ({"prompt_price": 0, "completion_price": 0}, (0.0, 0.0)),
        ({"prompt_price": 0.15}, None),
        ({}, None),
    ],
)
def test_a_model_comes_with_the_prices_that_its_connection_names(workspace, said, prices):
    url = {"url": "https://models.example/v1"}
    known = {"handle": "thinker", "name": "Thinker", "connector": "openai", "connector_config": url | said}
    register_agent(workspace.pk, AgentProfile(**known))

    assert candidates_by_handle(workspace.pk, ["thinker"])["thinker"].prices == prices


class TestTheShortlist:
    """Who a team's lead is told of."""

    @staticmethod
    def asked(workspace, text, limit=12):
        return shortlist(workspace.pk, text, limit)

    def test_who_fits_comes_first_and_the_others_follow_with_those_first_who_have_done_most(self, workspace, crew):
        Agent.objects.filter(pk=crew["guide"].pk).update(goals_completed=2)

        found = self.asked(workspace, "plot a chart")

        assert handles(found) == ["drawer", "guide", "cook"]
        assert found[0].score > 0.5
        assert [one.score for one in found[1:]] == [0, 0]

    def test_it_is_as_long_as_was_asked(self, workspace, crew):
        assert handles(self.asked(workspace, "plot a chart", limit=2)) == ["drawer", "cook"]

    @pytest.mark.parametrize("text", ["", "🎉🎉🎉", "xyzzy plugh frobnicate"])
    def test_where_nobody_fits_all_are_on_it(self, workspace, crew, text):
        assert handles(self.asked(workspace, text)) == ["cook", "drawer", "guide"]

    def test_one_that_no_search_finds_is_on_it(self, workspace, crew):
        Agent.objects.filter(pk=crew["cook"].pk).update(vector=None)

        assert handles(self.asked(workspace, "plot a chart")) == ["drawer", "cook", "guide"]

    def test_of_more_agents_than_a_search_looks_at_those_with_the_most_goals_are_on_it(self, workspace, register):
        for number in range(FIELD + 2):
            register(workspace, f"cook-{number}", "Plans meals and writes recipes for dinner")
        last = register(workspace, "drawer", "Draws charts and plots of figures")
        Agent.objects.filter(pk=last.pk).update(goals_completed=9)

        assert handles(self.asked(workspace, "car insurance", limit=3))[0] == "drawer"

    def test_a_small_workspace_is_read_by_one_statement(self, workspace, crew):
        self.asked(workspace, "plot a chart")  # counts the agents

        with CaptureQueriesContext(connection) as statements:
            self.asked(workspace, "plot a chart")

        assert len([one for one in statements if "agents_agent" in one["sql"]]) == 1
