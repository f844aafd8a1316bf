"""What another hub tells of its rooms: read as far as it can be, cut, and never taken at its word."""

import json

from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors.a2a.glimpses import Glimpses
from apps.agents.connectors.a2a.story import Story
from apps.agents.domain.federation import EXTENSION
from apps.agents.domain.foreign_rooms import (
    LONGEST_LABEL,
    LONGEST_WORDS,
    MOST_COUNTED,
    MOST_DEEP,
    MOST_MEMBERS,
    MOST_ROOMS,
    MOST_TASKS,
    ForeignRoom,
    goal_in,
    read_room,
)
from apps.agents.gateway.redaction import Redaction

ROOM = {
    "name": "Survey",
    "state": "working",
    "since": "2026-11-09T14:05:00Z",
    "members": ["Scout", "Tally"],
    "tasks": [{"title": "Count boats", "state": "working", "owner": "Scout", "begun_at": "2026-11-09T14:05:10Z"}],
    "messages": 3,
    "speaker": "Scout",
    "words": "Twelve so far.",
    "rooms": [{"name": "Piers", "state": "done", "rooms": [{"name": "West pier", "hub": "west.example"}]}],
}


def nested(depth):
    room = {"name": f"at {depth}"}
    for level in reversed(range(1, depth)):
        room = {"name": f"at {level}", "rooms": [room]}
    return room


def rooms_of(room):
    return [one for _, one in room.walk()]


def test_a_room_is_read_with_those_below_it():
    room = read_room(ROOM)
    assert [(place, one.name) for place, one in room.walk()] == [
        ("1", "Survey"),
        ("1.1", "Piers"),
        ("1.1.1", "West pier"),
    ]
    assert (room.members, room.speaker, room.words, room.messages) == (("Scout", "Tally"), "Scout", "Twelve so far.", 3)
    assert (room.tasks[0].title, room.tasks[0].owner, room.tasks[0].ended_at) == ("Count boats", "Scout", None)


def test_what_is_read_can_be_told_and_read_again():
    room = read_room(ROOM)
    assert read_room(json.loads(json.dumps(room.as_data()))) == room


def test_of_two_hundred_rooms_those_nearest_are_read_and_the_others_counted():
    room = read_room(
        {"name": "All", "rooms": [{"name": str(number), "rooms": [{"name": "x"}]} for number in range(200)]}
    )
    assert len(rooms_of(room)) == MOST_ROOMS
    assert len(room.rooms) == MOST_ROOMS - 1
    assert room.left_out == 401 - MOST_ROOMS


def test_of_rooms_that_are_nested_deeply_only_the_upper_ones_are_read():
    room = read_room(nested(60))
    assert [one.name for one in rooms_of(room)] == [f"at {level}" for level in range(1, MOST_DEEP + 1)]
    assert room.left_out == 60 - MOST_DEEP


def test_of_more_rooms_than_anything_honest_has_not_all_are_counted():
    assert read_room({"name": "All", "rooms": [{} for _ in range(50_000)]}).left_out == MOST_COUNTED


def test_lists_and_texts_are_cut():
    many = {"name": "n" * 9000, "words": "w" * 90_000, "members": ["m"] * 999, "tasks": [{"title": "t"}] * 999}
    room = read_room(many | {"messages": 10**12})
    assert (len(room.name), len(room.words)) == (LONGEST_LABEL, LONGEST_WORDS)
    assert (len(room.members), len(room.tasks), room.messages) == (MOST_MEMBERS, MOST_TASKS, MOST_COUNTED)


def test_what_has_not_the_shape_is_as_if_it_were_not_there():
    room = read_room(
        {
            "name": ["x"],
            "state": "<script>",
            "since": "yesterday",
            "members": "all",
            "tasks": {"title": "x"},
            "messages": True,
            "words": 7,
            "rooms": [7, None, "x"],
            "id": "../../etc",
            "url": "javascript:alert(1)",
        }
    )
    assert room == ForeignRoom(name="?")


def test_moments_without_a_zone_or_of_another_era_are_left_out():
    for moment in ("2026-11-09T14:05:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "x" * 999):
        assert read_room({"name": "x", "since": moment}).since is None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from([*ForeignRoom.model_fields, "title", "begun_at"]), inner)
    ),
)


@given(ANYTHING)
def test_whatever_comes_can_be_stored_and_is_small(said):
    room = read_room(said)
    if room is not None:
        text = json.dumps(room.as_data())
        assert "\\u0000" not in text
        assert len(rooms_of(room)) <= MOST_ROOMS


def test_a_secret_is_taken_out_though_it_was_cut_off():
    secret = "ioa_0123456789abcdef"
    hidden = Redaction((secret,))._room(read_room({"name": secret, "words": "w" * (LONGEST_WORDS - 9) + secret}))
    assert hidden.name == "[secret]"
    assert "ioa_" not in hidden.words


def test_an_id_that_is_none_leads_nowhere():
    assert goal_in("01a208fd-89e1-7939-9af9-020a8d20d51a") == "01a208fd-89e1-7939-9af9-020a8d20d51a"
    assert goal_in("../admin") == ""


class TestGlimpses:
    """What is passed on while a call goes on."""

    def told(self, state, room, glimpses, story):
        about = {EXTENSION: {"room": room}} if room else {}
        story.take({"task": {"id": "t", "contextId": "c", "status": {"state": state}, "metadata": about}})
        return glimpses.news_of(story)

    def test_rooms_that_change_again_and_again_are_told_once_in_a_while(self):
        glimpses, story = Glimpses(), Story()
        told = [self.told("working", {"name": f"Room {number}"}, glimpses, story) for number in range(1000)]
        assert [bool(work) for work in told] == [True] + [False] * 999

    def test_a_hub_that_goes_to_and_fro_between_two_states_is_told_once_in_a_while(self):
        glimpses, story = Glimpses(), Story()
        states = ("submitted", "working") * 500
        assert sum(bool(self.told(state, {"name": "Room"}, glimpses, story)) for state in states) == 1

    def test_that_it_ended_is_told_at_once_with_the_newest_room(self):
        glimpses, story = Glimpses(), Story()
        self.told("working", {"name": "Old"}, glimpses, story)
        work = self.told("completed", {"name": "New"}, glimpses, story)
        assert (work.state, work.room.name) == ("completed", "New")

    def test_a_hub_that_tells_no_room_is_told_by_its_states(self):
        work = self.told("working", None, Glimpses(), Story())
        assert (work.state, work.room) == ("working", None)

    def test_a_hub_that_can_not_be_reached_is_told_once_and_so_is_its_return(self):
        glimpses, story = Glimpses(), Story()
        first = self.told("working", {"name": "Room"}, glimpses, story)
        glimpses.miss()
        away = glimpses.news_of(story)
        glimpses.miss()
        assert glimpses.news_of(story) is None
        back = self.told("working", {"name": "Room"}, glimpses, story)
        assert (first.away_since, away.away_since is None, back) == (None, False, first)
