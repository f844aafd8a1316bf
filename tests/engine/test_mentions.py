"""Who is named in what a person says: people are told, agents outside the team are offered, or brought in."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.models import User
from apps.agents.actions.people_work import offer_work
from apps.agents.domain.people import WorkOffer
from apps.attention.actions.collection import collect_notices
from apps.attention.models import Notice
from apps.chat.actions import cancel_message, post_message
from apps.chat.actions.mentions import see_mention, see_mentions
from apps.chat.actions.visits import mark_seen
from apps.chat.domain.mentionable import Attendance, MentionKind
from apps.chat.models import Message
from apps.chat.queries.mentionable import MOST, mentionable
from apps.chat.queries.mentions import unseen_mentions
from apps.chat.queries.rooms import room
from apps.teams.models import Member
from tests.engine.test_steering import at_work

CONCLUDE = {"do": "conclude", "answer": "Understood."}


@pytest.fixture
def goal(stage):
    stage.voices([CONCLUDE])
    with stage.bells_lost():
        yield stage.launch()


def handle_of(actor):
    return User.objects.get(pk=actor.user_id).username


def say(stage, goal, text, **more):
    return post_message(stage.operator, stage.root(goal).id, text, **more)


def outside(stage, goal, said):
    view = room(stage.workspace.id, goal.id, None, timezone.now())
    return next(line.outside for line in view.messages if line.id == said.id)


def members(stage, goal):
    return set(
        Member.objects.filter(team=stage.root(goal), agent__isnull=False).values_list("agent__handle", flat=True)
    )


def test_a_person_who_is_named_is_told_with_a_link_to_the_message_until_they_have_seen_it(stage, goal):
    said = say(stage, goal, f"What do you think, @{handle_of(stage.viewer)}?")
    (mention,) = unseen_mentions(stage.viewer)
    assert (mention.message, mention.goal, mention.by) == (said.id, goal.id, said.said_as)
    collect_notices()
    collect_notices()
    notice = Notice.objects.get(kind="mention")
    assert (notice.user_id, notice.over_at) == (stage.viewer.user_id, None)
    assert notice.path == f"/goals/{goal.id}/?team={stage.root(goal).id}#e{said.event_seq}"

    see_mention(stage.viewer, said.id)
    collect_notices()
    assert unseen_mentions(stage.viewer) == []
    assert Notice.objects.get().over_at is not None


def test_looking_at_the_room_is_seeing_what_names_one_there(stage, goal):
    say(stage, goal, f"@{handle_of(stage.viewer)} look, please.")
    see_mentions(stage.owner, stage.root(goal).id)
    assert len(unseen_mentions(stage.viewer)) == 1
    see_mentions(stage.viewer, stage.root(goal).id)
    assert unseen_mentions(stage.viewer) == []


def test_whoever_was_unticked_and_oneself_and_people_elsewhere_are_not_told(stage, goal):
    viewer, operator, stranger = map(handle_of, (stage.viewer, stage.operator, stage.stranger))
    say(stage, goal, f"@{viewer} and @{operator} and @{stranger}", not_waking=[viewer])
    assert unseen_mentions(stage.viewer) == unseen_mentions(stage.operator) == unseen_mentions(stage.stranger) == []


def test_what_is_taken_back_mentions_nobody_any_more(stage, goal):
    said = say(stage, goal, f"@{handle_of(stage.viewer)} look.")
    cancel_message(stage.operator, stage.root(goal).id, said.id)
    assert unseen_mentions(stage.viewer) == []


def test_an_agent_of_the_same_handle_is_meant_before_a_person(stage, goal):
    User.objects.filter(pk=stage.viewer.user_id).update(username="painter")
    stage.agent("painter")
    say(stage, goal, "@painter look.")
    assert unseen_mentions(stage.viewer) == []
    say(stage, goal, "@painter-2 look.")
    assert len(unseen_mentions(stage.viewer)) == 1


def test_a_person_who_does_tasks_is_named_by_the_handle_that_they_do_them_under_and_listed_once(stage, goal):
    offer_work(stage.operator, WorkOffer(name="Ann Lee", skills="checking contracts: reads them"))
    name = handle_of(stage.operator)
    assert [one.handle for one in named(stage, goal).all].count("ann-lee") == 1
    assert name not in [one.handle for one in named(stage, goal).all]

    post_message(stage.owner, stage.root(goal).id, f"@{name}, is that so?")
    assert unseen_mentions(stage.operator) == []
    said = post_message(stage.owner, stage.root(goal).id, "@ann-lee, is that so?")
    assert [one.message for one in unseen_mentions(stage.operator)] == [said.id]


def test_who_is_in_the_team_to_do_tasks_is_told_all_the_same(stage, goal):
    offer_work(stage.owner, WorkOffer(name="Ann Lee", skills="checking contracts: reads them"))
    say(stage, goal, "Come in.", adding=["ann-lee"])
    said = say(stage, goal, "@ann-lee, is that so?")
    assert [one.message for one in unseen_mentions(stage.owner)] == [said.id]
    assert outside(stage, goal, said) == ()


def test_the_coordinator_is_meant_by_its_name_whoever_else_is_called_so(stage, goal):
    User.objects.filter(pk=stage.viewer.user_id).update(username="coordinator")
    say(stage, goal, "@coordinator go on.")
    assert unseen_mentions(stage.viewer) == []
    say(stage, goal, "@coordinator-2 look.")
    assert len(unseen_mentions(stage.viewer)) == 1


def test_an_agent_outside_the_team_is_offered_in_the_room_until_it_is_in_it(stage, goal):
    stage.agent("painter")
    said = say(stage, goal, "Ask @painter for the colour.")
    assert outside(stage, goal, said) == ("painter",)
    assert members(stage, goal) == set()
    say(stage, goal, "@painter come in.", adding=["painter"])
    assert members(stage, goal) == {"painter"}
    assert outside(stage, goal, said) == ()
    assert Message.objects.filter(kind="formation", text__startswith="Joined: @painter").exists()


def test_a_note_brings_in_nobody_and_an_agent_that_is_none_is_refused(stage, goal):
    stage.agent("painter")
    say(stage, goal, "@painter would know.", delivery="note", adding=["painter"])
    assert members(stage, goal) == set()
    with pytest.raises(Refused, match="no agent @nobody"):
        say(stage, goal, "@nobody come in.", adding=["nobody"])


def test_steering_that_is_refused_brings_in_nobody(stage, goal):
    stage.agent("painter")
    with pytest.raises(Refused):
        say(stage, goal, "In euros.", delivery="steer", adding=["painter"])
    assert members(stage, goal) == set()


def test_what_opens_a_new_round_brings_an_agent_into_it(stage):
    stage.agent("painter")
    stage.voices([CONCLUDE])
    goal = stage.until_ended(stage.launch())
    said = say(stage, goal, "@painter join, and paint the door too.", adding=["painter"])
    goal = stage.until_ended(goal)
    assert (goal.outcome, stage.room(goal).round, members(stage, goal)) == ("done", 2, {"painter"})
    assert outside(stage, goal, said) == ()
    say(stage, goal, "Thank you.", adding=["painter"])
    assert Message.objects.filter(kind="formation", text__startswith="Joined: @painter").count() == 1


def named(stage, goal, words=""):
    return mentionable(stage.root(goal), words, timezone.now())


def test_of_many_agents_a_few_are_named_and_typing_finds_each(stage, goal):
    for number in range(MOST + 3):
        stage.agent(f"painter-{number:02}")
    stage.agent("old-painter")
    found = named(stage, goal, "painter")
    assert [one.handle for one in found.agents] == [f"painter-{number:02}" for number in range(MOST)]
    assert found.more
    assert [one.handle for one in named(stage, goal, "painter-10").agents] == ["painter-10"]
    assert [one.handle for one in named(stage, goal, "old").agents] == ["old-painter"]
    assert named(stage, goal, "nothing like it").all == ()


def test_people_are_shown_as_they_look_at_the_goal_or_were_here_last(stage, goal):
    mark_seen(stage.viewer, goal.id)
    mark_seen(stage.owner, None)
    people = {one.handle: one for one in named(stage, goal).all if one.kind is MentionKind.PERSON}
    assert people[handle_of(stage.viewer)].attendance is Attendance.LOOKING
    owner = people[handle_of(stage.owner)]
    assert (owner.attendance, owner.seen_at > timezone.now() - timedelta(minutes=1)) == (Attendance.AWAY, True)
    assert people[handle_of(stage.operator)].seen_at is None
    assert handle_of(stage.stranger) not in people


def test_agents_are_shown_working_and_members_come_first(stage):
    with stage.bells_lost():
        goal, _, _ = at_work(stage)
        stage.agent("third")
        found = named(stage, goal)
    agents = [(one.handle, one.attendance) for one in found.members if one.kind is MentionKind.AGENT]
    assert agents == [("first", "working"), ("second", "working")]
    assert [(one.handle, one.in_team) for one in found.agents] == [("third", False)]


def test_a_message_of_another_workspace_is_as_little_there_as_one_that_never_was(stage, goal):
    said = say(stage, goal, "Look, please.")
    for message_id in (said.id, uuid4()):
        with pytest.raises(NotFound, match="There is no such message"):
            see_mention(stage.stranger, message_id)
