"""What agents say of themselves is bounded where it comes in, and planning beside it costs little, whatever it is."""

import time

import pytest
from pydantic import ValidationError

from apps.agents.domain.detection import skill_in
from apps.agents.domain.profile import (
    LONGEST_EXAMPLE,
    LONGEST_TAG,
    MOST_EXAMPLES,
    MOST_MODES,
    MOST_TAGS,
    MOST_TOLD,
    Skill,
    check_bounds,
    skills_from_rows,
)
from apps.agents.domain.registration import MOST_SKILLS, AgentProfile
from apps.agents.domain.socket_protocol.frames import BadFrame, read_frame
from tests.agents.socket.test_frames import frame
from tests.chat.rules.crew import CREW, agent, graph, planned

PROFILE = {"handle": "drawer", "name": "Drawer", "connector": "http"}
PLOT = {"id": "plot", "name": "Plot"}
TOO_MUCH = {
    "too many tags": PLOT | {"tags": ["t"] * (MOST_TAGS + 1)},
    "a long tag": PLOT | {"tags": ["t" * (LONGEST_TAG + 1)]},
    "too many examples": PLOT | {"examples": ["e"] * (MOST_EXAMPLES + 1)},
    "a long example": PLOT | {"examples": ["e" * (LONGEST_EXAMPLE + 1)]},
    "too many modes": PLOT | {"inputModes": ["text/plain"] * (MOST_MODES + 1)},
    "long modes": PLOT | {"outputModes": ["x" * 101]},
}
LARGEST = [  # that an honest agent has: every skill described at length, with examples
    {
        "id": f"skill-{number}",
        "name": f"Skill {number}",
        "description": "d" * 2000,
        "tags": ["some tag"] * 20,
        "examples": ["Plot the revenue of the last twelve years by country, please."] * MOST_EXAMPLES,
    }
    for number in range(MOST_SKILLS)
]
PIECES = ["0", "1 ", "1(", "a b", "1,", "www", "\t", "# a "]


@pytest.mark.parametrize("skill", TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_skill_of_more_than_its_bounds_is_refused_with_a_sentence(skill):
    with pytest.raises(ValidationError, match="the skill “plot” takes at most"):
        AgentProfile.model_validate(PROFILE | {"skills": [skill]})
    with pytest.raises(BadFrame, match="the skill “plot” takes at most"):
        read_frame(frame(method="hello", id="h", params={"client": "a-laptop", "card": {"skills": [skill]}}))


def test_a_card_is_bounded_as_a_whole_too():
    huge = [one | {"examples": ["e" * 1000] * MOST_EXAMPLES} for one in LARGEST]
    with pytest.raises(ValidationError, match="all skills together take at most 200,000 characters"):
        AgentProfile.model_validate(PROFILE | {"skills": huge})


def test_the_largest_honest_card_is_taken_as_it_is():
    profile = AgentProfile.model_validate(PROFILE | {"skills": LARGEST})
    assert [skill.model_dump(by_alias=True, mode="json")["examples"] for skill in profile.skills] == [
        one["examples"] for one in LARGEST
    ]


def test_a_card_that_is_fetched_is_cut_to_what_a_profile_takes():
    for skill in TOO_MUCH.values():
        assert check_bounds((skill_in(skill),))


def test_skills_that_were_stored_before_there_were_bounds_are_read_cut():
    (skill,) = skills_from_rows([PLOT | {"examples": ["e" * 10_000] * 500, "tags": ["kept"]}])
    assert (len(skill.examples), len(skill.examples[0]), skill.tags) == (MOST_EXAMPLES, LONGEST_EXAMPLE, ("kept",))


def hostile(piece):
    """An agent whose card is as large as it may be, and as dear as a text of that piece can make it."""
    example = (piece * LONGEST_EXAMPLE)[:LONGEST_EXAMPLE]
    skills = [Skill(id=f"s{n}", name=f"S {n}", examples=(example,) * 19) for n in range(5)]
    assert MOST_TOLD * 0.9 < sum(skill.length for skill in skills) < MOST_TOLD
    return agent(f"hostile-{ord(piece[0])}", *skills, score=0.9)


def test_a_goal_beside_hostile_cards_is_planned_alike_and_costs_little_more():
    goal = "Find the yearly costs and plot them."
    alone, before = counted(goal, CREW)
    beside, after = counted(goal, (*CREW, *map(hostile, PIECES)))
    assert graph(beside) == graph(alone)
    assert after < before + 4.0


def counted(goal, crew):
    start = time.thread_time()
    made = planned(goal, crew=crew)
    return made, time.thread_time() - start
