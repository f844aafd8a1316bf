"""Goals that went to the wrong agent, or ended as done with nothing of it: run by rules, with the built-in agents."""

from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import Upload, post_message
from apps.chat.models import Conversation, Message
from apps.teams.models import Task

REFUSES = {"error": "I can't do this: it is not my field.", "permanent": True}


def join(office, name, description, *steps):
    """An agent joins that lists no skills."""
    profile = AgentProfile(
        handle=name.lower().replace(" ", "-"),
        name=name,
        description=description,
        connector="scripted",
        connector_config={"steps": list(steps)},
    )
    return agents.register_agent(office.workspace.id, profile)


def owners(goal):
    tasks = Task.objects.filter(team__goal=goal).order_by("number").select_related("owner__agent")
    return [task.owner.agent.handle for task in tasks]


def test_times_of_tide_are_asked_of_who_knows_tides(office):
    join(office, "Tidewise", "Gives the times of high and low tide.", {"result": "Low water at 04:12 and 16:40."})
    goal = office.until_ended(office.launch("What are the times of low tide at Dover?"))
    assert (goal.outcome, owners(goal)) == ("done", ["tidewise"])
    assert "04:12" in goal.answer


def test_where_nobody_knows_tides_no_document_about_something_else_is_the_answer(office):
    goal = office.until_ended(office.launch("What are the times of low tide at Dover?"))
    assert goal.outcome == "failed"
    assert "LinkedIn" not in goal.answer + goal.failure


def test_a_text_file_that_is_not_there_is_not_answered_from_another(office):
    goal = office.until_ended(office.launch("Read the text file notes.txt"))
    assert goal.outcome == "failed"


def test_a_text_file_that_comes_along_is_read(office):
    note = Upload("notes.txt", b"The boiler is replaced in June.")
    goal = office.until_ended(office.launch("Read the text file notes.txt", files=(note,)))
    assert goal.outcome == "done"
    assert "The boiler is replaced in June." in goal.answer


def test_ships_that_were_counted_are_reported_without_a_search(office):
    join(office, "Lookout", "Counts the ships in the harbour.", {"result": "There are 14 ships."})
    goal = office.until_ended(office.launch("Count the ships and write a short report."))
    assert (goal.outcome, owners(goal)) == ("done", ["lookout", "report-writer"])
    assert "14" in goal.answer


def test_a_goal_that_does_not_say_of_what_is_asked_back(office):
    goal = office.launch("Make it better")
    room = Conversation.objects.get(team__goal=goal)
    assert room.wait["person"]
    assert not Task.objects.filter(team__goal=goal).exists()
    join(office, "Editor", "Makes letters and other texts better.", {"result": "Dear Sir, thank you."})
    post_message(office.owner, room.team_id, "My letter to the bank: Hi, thanks.")
    ended = office.until_ended(goal)
    assert (ended.outcome, owners(ended)) == ("done", ["editor"])


def test_each_of_four_requests_is_given_to_somebody_or_named_as_missing(office):
    join(office, "Polyglot", "Translates texts into French and German.", {"result": "Bonjour."})
    join(office, "Versifier", "Writes poems.", {"result": "Rain, rain."})
    join(office, "Wings", "Books flights.", {"result": "Booked."})
    text = "Translate my note into French. Write a poem about rain. Book a flight to Rome. Repair the roof."
    goal = office.until_ended(office.launch(text))
    assert goal.outcome == "partial"
    assert sorted(owners(goal)) == ["polyglot", "versifier", "wings"]
    assert goal.missing_skills == ["Repair the roof"]


def test_after_a_refusal_the_next_agent_that_fits_is_asked_and_the_room_says_so(office):
    join(office, "Tides", "Gives the times of high and low tide for every harbour.", REFUSES)
    join(office, "Harbour Guide", "Knows harbours, their tides and berths.", {"result": "Low water at 04:12."})
    goal = office.until_ended(office.launch("What are the times of low tide in the harbour of Dover?"))
    assert (goal.outcome, owners(goal)) == ("done", ["tides", "harbour-guide"])
    said = "\n".join(Message.objects.filter(conversation__team__goal=goal).values_list("text", flat=True))
    assert "@tides could not do it, @harbour-guide is asked next" in said


def test_of_two_questions_the_one_that_nobody_answers_is_said_to_be_open(office):
    goal = office.until_ended(office.launch("What is 17 percent of 4,250, and what is 12 km in miles?"))
    assert goal.outcome == "partial"
    assert "722.5" in goal.answer
    assert goal.missing_skills == ["what is 12 km in miles"]


def test_every_member_of_a_named_team_is_asked_though_it_lists_no_skills(office):
    join(office, "Ida", "An assistant.", {"result": "Blue."})
    join(office, "Tom", "An assistant.", {"result": "Green."})
    goal = office.until_ended(office.launch("Which colour shall the door have?", team=("ida", "tom")))
    assert sorted(owners(goal)) == ["ida", "tom"]
    assert "Blue." in goal.answer
    assert "Green." in goal.answer
