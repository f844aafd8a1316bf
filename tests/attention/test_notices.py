"""Who is told of what, once; and letters over a real mail server: together, in time, once, and only while wanted."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from apps.accounts.actions import issue_token
from apps.accounts.actions.addresses import confirm_email
from apps.accounts.domain.access import Scope
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.models import Member, User, Workspace
from apps.accounts.queries import actor_for
from apps.accounts.queries.addresses import confirming_words, email_of, stopping_words, who_stops
from apps.accounts.queries.languages import language_of_person
from apps.agents.models import Connection, SocketCall
from apps.attention.actions import collection, letters
from apps.attention.actions.choices import choose_notices, forget_address, stop_letters
from apps.attention.actions.collection import collect_notices
from apps.attention.actions.letters import (
    MOST_AN_HOUR,
    MOST_ASKED,
    ask_for_address,
    forget_old_notices,
    send_letter,
    send_trial,
    write_letters,
)
from apps.attention.actions.mutes import mute_goal
from apps.attention.domain.letters import Told, letter_of
from apps.attention.domain.notices import MailPace, NoticeKind, NoticeWishes, letter_due, zone_of
from apps.attention.domain.tries import PAUSES
from apps.attention.gateway import mail
from apps.attention.models import Letter, Notice, NoticePosition
from apps.attention.queries import news
from apps.attention.queries.choices import wishes_of
from apps.attention.queries.notices import notices_after
from apps.chat.actions import post_message
from apps.core.languages import say_in
from apps.core.sentences import join_sentences, sentence
from apps.journal.domain.streams import StreamKind
from apps.journal.models import AuditEntry, Event, Stream
from apps.teams.models import Approval, Goal
from tests import factories

AT_ONCE = NoticeWishes(pace=MailPace.AT_ONCE)


def moved(workspace, goal=None):
    """The workspace's stream tells that a goal looks different, as every action does."""
    stream, _ = Stream.objects.get_or_create(id=workspace.pk, kind=StreamKind.WORKSPACE)
    stream.seq += 1
    stream.save()
    payload = {"goal": str(goal.pk)} if goal else {}
    Event.objects.create(stream=stream, seq=stream.seq, at=timezone.now(), kind="goal.changed", payload=payload)


def asks(office, question="May it be sent?", by=None, kind="approval"):
    """A goal in which something waits for a person."""
    story = factories.small_goal(office.workspace, by or office.owner)
    asked = story.root.ask(question, kind, ("Yes", "No"))
    moved(office.workspace, story.goal)
    return story, asked


def ends(office, story, outcome="done"):
    Goal.objects.filter(pk=story.goal.pk).update(outcome=outcome, ended_at=timezone.now())
    moved(office.workspace, story.goal)


def reachable(person, address="olga@people.example", wishes=AT_ONCE):
    User.objects.filter(pk=person.pk).update(email=address)
    choose_notices(actor_for(person), wishes)


def told(person):
    return [(row.kind, row.text) for row in Notice.objects.filter(user=person).order_by("noticed_at", "at")]


def due():
    """Time passes."""
    Notice.objects.exclude(letter_due_at=None).update(letter_due_at=timezone.now())
    Letter.objects.update(due_at=timezone.now())


def send_all():
    """What the recurring job, and the job that it rings for, do."""
    write_letters()
    for letter in Letter.objects.filter(state="waiting"):
        send_letter(letter.pk)


# --- who is told ----------------------------------------------------------------------------------------------------


def test_who_gave_a_goal_is_told_of_its_questions_once_and_others_where_they_want_all(office):
    choose_notices(office.operator_actor, NoticeWishes(all_goals=True))
    asks(office)
    asks(office, "Oak or pine?", kind="question")
    collect_notices()
    moved(office.workspace)
    collect_notices()
    expected = [("decision", "May it be sent?"), ("decision", "Oak or pine?")]
    assert told(office.owner) == told(office.operator) == expected
    assert told(office.viewer) == []


def test_where_who_gave_a_goal_may_decide_no_more_the_owners_are_told(office):
    asks(office, by=office.operator)
    Member.objects.filter(user=office.operator).update(role="viewer")
    collect_notices()
    assert told(office.operator) == []
    assert told(office.owner) == [("decision", "May it be sent?")]


def test_where_owners_alone_give_leave_they_are_asked_for_it_and_operators_for_the_rest(office):
    Workspace.objects.filter(pk=office.workspace.pk).update(approval_policy={"deciders": "owner"})
    asks(office, "May it be sent?", by=office.operator, kind="permit")
    asks(office, "Is it right?", by=office.operator, kind="check")
    collect_notices()
    assert told(office.owner) == [("decision", "May it be sent?")]
    assert told(office.operator) == [("decision", "Is it right?")]


def test_a_question_to_one_person_is_told_to_them_alone(office):
    _, hop = asks(office, "Which key?", kind="question")
    type(hop.question).objects.filter(pk=hop.question_id).update(answerable_by="person", person=office.operator)
    collect_notices()
    assert told(office.owner) == []
    assert told(office.operator) == [("decision", "Which key?")]


def test_who_muted_a_goal_is_told_nothing_of_it_but_what_is_asked_of_them_alone(office):
    story, _ = asks(office)
    mute_goal(actor_for(office.owner, office.workspace), story.goal.pk, muted=True)
    collect_notices()
    assert not Notice.objects.exists()

    Goal.objects.filter(pk=story.goal.pk).update(outcome="done", ended_at=timezone.now())
    moved(office.workspace, story.goal)
    collect_notices()
    assert not Notice.objects.exists()

    mute_goal(actor_for(office.owner, office.workspace), story.goal.pk, muted=False)
    moved(office.workspace, story.goal)
    collect_notices()
    assert {notice.goal_id for notice in Notice.objects.all()} == {story.goal.pk}


def test_who_is_named_in_a_goal_that_they_muted_is_told_so_all_the_same(office):
    story, _ = asks(office)
    mute_goal(actor_for(office.owner, office.workspace), story.goal.pk, muted=True)
    text = f"@{office.owner.username} look at this."
    post_message(actor_for(office.operator, office.workspace), story.root.team.pk, text, "note")
    moved(office.workspace, story.goal)
    collect_notices()
    assert [kind for kind, _ in told(office.owner)] == ["mention"]
    assert told(office.owner)[0][1].endswith(text)


def test_who_was_switched_off_is_told_nothing(office):
    asks(office)
    Member.objects.filter(user=office.owner).update(switched_off_at=timezone.now())
    collect_notices()
    assert Notice.objects.count() == 0


def test_what_was_answered_is_over_and_no_page_tells_of_it(office):
    _, asked = asks(office)
    collect_notices()
    first = notices_after(office.owner_actor, None)
    assert [one.text for one in first] == ["May it be sent?"]
    Approval.objects.filter(pk=asked.pk).update(state="answered", decided_at=timezone.now())
    collect_notices()
    assert notices_after(office.owner_actor, None) == []


def test_a_browser_that_goes_from_one_workspace_to_another_and_back_is_told_nothing_twice(office, client):
    elsewhere = factories.workspace("Elsewhere")
    Member.objects.create(workspace=elsewhere, user=office.owner, role="owner")

    def told_after(newest, of):
        client.post(f"/settings/workspaces/{of.pk}/open/")
        answer = client.get("/notices/new/", {"after": newest}).json()
        return answer["newest"], [one["text"] for one in answer["notices"]]

    client.force_login(office.owner)
    asks(SimpleNamespace(workspace=elsewhere), "Here?", by=office.owner)
    collect_notices()
    asks(office, "There?")
    collect_notices()
    newest, texts = told_after("00000000-0000-0000-0000-000000000001", office.workspace)
    assert texts == ["There?"]
    for of in (elsewhere, office.workspace):
        newest, texts = told_after(newest, of)
        assert texts == []


def test_the_end_of_a_goal_is_told_to_who_gave_it_each_time_that_it_ends(office):
    story, _ = asks(office)
    ends(office, story, "failed")
    collect_notices()
    assert told(office.owner)[-1] == ("ended", "Failed")
    ends(office, story)
    collect_notices()
    moved(office.workspace, story.goal)
    collect_notices()
    assert [text for kind, text in told(office.owner) if kind == "ended"] == ["Failed", "Done"]


def test_a_goal_that_ended_long_ago_is_told_to_nobody(office):
    story = factories.small_goal(office.workspace, office.owner)
    ends(office, story)
    Goal.objects.update(ended_at=timezone.now() - timedelta(days=2))
    collect_notices()
    assert told(office.owner) == []


def test_a_task_of_a_person_is_told_and_again_after_half_of_its_time(office):
    agent = factories.agent(office.workspace, "olga")
    config = {"person": str(office.operator.pk), "minutes": 60}
    Connection.objects.filter(agent=agent).update(connector="person", connector_config=config)
    call = SocketCall.objects.create(
        connection=agent.connection,
        key="k",
        leg=0,
        request={"goal": "Open the hall.", "brief": "Check the lease.", "chain": {}},
        state="waiting",
        created_at=timezone.now(),
    )
    collect_notices()
    collect_notices()
    assert told(office.operator) == [("work", "Check the lease.")]
    SocketCall.objects.update(created_at=timezone.now() - timedelta(minutes=31))
    collect_notices()
    collect_notices()
    assert told(office.operator)[1:] == [("work", "Half of the time is over: Check the lease.")]
    SocketCall.objects.filter(pk=call.pk).update(state="answered")
    collect_notices()
    assert not Notice.objects.filter(over_at=None).exists()


def test_a_worker_that_is_lost_on_the_way_leaves_nothing_out_and_doubles_nothing(office, monkeypatch):
    story, _ = asks(office)
    ends(office, story)
    with monkeypatch.context() as patch:
        patch.setattr(NoticePosition.objects, "bulk_create", lost)
        with pytest.raises(SystemExit):
            collect_notices()
    assert told(office.owner) == []
    collect_notices()
    collect_notices()
    assert sorted(kind for kind, _ in told(office.owner)) == ["decision", "ended"]


def lost(*args, **more):
    raise SystemExit


def test_programs_read_notices_and_choose_what_is_told(office, client):
    client.force_login(office.owner)
    story, _ = asks(office)
    collect_notices()
    (told_of,) = client.get("/api/v1/notices").json()["items"]
    assert (told_of["kind"], told_of["text"], told_of["goal_title"]) == (
        "decision",
        "May it be sent?",
        story.goal.title,
    )
    assert client.get(f"/api/v1/notices?after={told_of['id']}").json() == {"items": []}
    token = issue_token(office.owner_actor, "own", {Scope.READ, Scope.ACCESS})
    headers = {"Authorization": f"Bearer {token}"}
    wishes = {"kinds": ["ended"], "all_goals": True, "hour": 7, "zone": "Europe/Berlin"}
    put = client.put("/api/v1/notices/wishes", wishes, "application/json", headers=headers)
    assert put.json() == wishes | {"pace": "off"}
    assert client.get("/api/v1/notices").json() == {"items": []}
    daily = client.put("/api/v1/notices/wishes", {"pace": "daily"}, "application/json", headers=headers)
    assert (daily.status_code, "confirm your address" in daily.content.decode()) == (422, True)


# --- when a letter is due -------------------------------------------------------------------------------------------

NOON = datetime(2026, 7, 1, 12, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wishes", "when"),
    [
        (NoticeWishes(), None),
        (AT_ONCE, NOON + timedelta(seconds=30)),
        (NoticeWishes(pace=MailPace.HOURLY), datetime(2026, 7, 1, 13, tzinfo=UTC)),
        (NoticeWishes(pace=MailPace.DAILY, hour=8), datetime(2026, 7, 2, 8, tzinfo=UTC)),
        (NoticeWishes(pace=MailPace.DAILY, hour=15, zone="Europe/Berlin"), datetime(2026, 7, 1, 13, tzinfo=UTC)),
        (NoticeWishes(kinds=frozenset({NoticeKind.ENDED}), pace=MailPace.AT_ONCE), None),
    ],
)
def test_a_letter_is_due_as_soon_as_its_person_wants(wishes, when):
    assert letter_due(wishes, NoticeKind.DECISION, NOON) == when


def test_a_zone_that_is_not_known_any_more_is_utc():
    assert zone_of("Mars/Base").key == "UTC"


# --- letters --------------------------------------------------------------------------------------------------------


def test_what_comes_together_is_one_letter_with_the_ways_out_of_it(office, mailbox):
    reachable(office.owner)
    story, _ = asks(office, "May it be sent?")
    asks(office, "Oak or pine?")
    collect_notices()
    send_all()
    assert mailbox.letters == []  # what is settled within half a minute is in no letter
    due()
    send_all()
    send_all()
    (letter,) = mailbox.letters
    assert letter.to == ["olga@people.example"]
    assert letter.message["Subject"] == "2 things wait for you in Northwind"
    assert letter.message["From"] == "IoA Web <notices@hub.example>"
    assert letter.message["Auto-Submitted"] == "auto-generated"
    assert "> May it be sent?" in letter.text
    assert "> Oak or pine?" in letter.text
    assert f"https://hub.example/goals/{story.goal.pk}/?team={story.root.team.pk}" in letter.text
    stop = re.search(r"No more letters: (\S+)", letter.text)[1]
    # the header's is signed when the letter is sent, the other when it is written
    header = re.fullmatch(r"<(\S+)>", letter.message["List-Unsubscribe"].replace(" ", ""))[1]
    for way_out in (stop, header):
        assert way_out.startswith("https://hub.example/notices/stop/")
        assert who_stops(way_out.split("/")[-2]) == (office.owner.pk, office.workspace.pk)
    assert letter.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_what_was_settled_before_its_letter_is_in_none(office, mailbox):
    reachable(office.owner)
    _, asked = asks(office)
    collect_notices()
    Approval.objects.filter(pk=asked.pk).update(state="answered", decided_at=timezone.now())
    collect_notices()
    due()
    send_all()
    assert mailbox.letters == []


def test_a_digest_takes_along_what_came_until_then(office, mailbox):
    reachable(office.owner, wishes=NoticeWishes(pace=MailPace.DAILY))
    for number in range(40):
        asks(office, f"Question {number}?")
    collect_notices()
    send_all()
    assert mailbox.letters == []
    due()
    send_all()
    (letter,) = mailbox.letters
    assert letter.message["Subject"] == "40 things wait for you in Northwind"
    assert "And 10 more, on the pages." in letter.text


def test_a_letter_that_could_not_be_sent_comes_again_the_same_and_at_last_fails(office, mailbox):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    mailbox.refuse = "451 later"
    for _ in range(3):
        due()
        send_all()
    letter = Letter.objects.get()
    assert (letter.state, letter.tries) == ("waiting", 3)
    assert letter.problem == "The mail server does not take this address (status 451)."
    mailbox.refuse = ""
    due()
    send_all()
    assert mailbox.letters[0].message["Message-ID"] == f"<{letter.pk}@hub.example>"
    assert Letter.objects.get().state == "sent"
    Letter.objects.update(state="waiting", tries=len(PAUSES))
    mailbox.refuse = "451 later"
    due()
    send_all()
    assert Letter.objects.get().state == "failed"


def test_an_address_that_the_server_refuses_for_good_is_not_tried_again(office, mailbox):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    mailbox.refuse = "550 nobody of that name"
    send_all()
    assert (Letter.objects.get().state, Letter.objects.get().tries) == ("failed", 1)


def test_a_page_says_why_a_letter_was_not_sent_in_the_language_of_its_reader(office, mailbox, client):
    reachable(office.owner)
    User.objects.filter(pk=office.owner.pk).update(language="de")
    asks(office)
    collect_notices()
    due()
    mailbox.refuse = "550 no such person"
    send_all()
    client.force_login(office.owner)
    page = client.get("/settings/notices/").content.decode()
    assert "Der Mailserver nimmt diese Adresse nicht an (Status 550)." in page


def test_a_server_that_is_away_is_waited_for(office, mailbox, settings):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    send_all()
    letter = Letter.objects.get()
    assert letter.state == "waiting"
    assert letter.problem.startswith("The mail server could not be reached (")
    settings.EMAIL_PORT = port
    due()
    send_all()
    assert len(mailbox.letters) == 1


def test_two_workers_at_one_letter_send_it_once(office, mailbox, monkeypatch):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    write_letters()
    letter = Letter.objects.get()
    send = mail.send_mail

    def in_the_middle(*told):
        send_letter(letter.pk)
        return send(*told)

    monkeypatch.setattr(mail, "send_mail", in_the_middle)
    send_letter(letter.pk)
    send_letter(letter.pk)
    assert len(mailbox.letters) == 1


def test_a_letter_that_a_lost_worker_had_is_sent_by_another_when_its_time_is_up(office, mailbox):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    write_letters()
    Letter.objects.update(taken_until=timezone.now() + timedelta(seconds=30))
    send_all()
    assert mailbox.letters == []
    Letter.objects.update(taken_until=timezone.now() - timedelta(seconds=1))
    send_all()
    assert len(mailbox.letters) == 1


def test_who_lost_the_workspace_or_wants_none_any_more_gets_no_letter(office, mailbox):
    for person, end in ((office.owner, leaves), (office.operator, stops)):
        reachable(person, f"{person.username}@people.example")
        asks(office, by=person)
        collect_notices()
        due()
        write_letters()
        end(person)
    send_all()
    assert mailbox.letters == []
    assert {letter.state for letter in Letter.objects.all()} == {"dropped"}


def test_who_may_decide_no_more_is_asked_for_nothing_and_told_the_rest(office, mailbox):
    reachable(office.operator)
    asks(office, by=office.operator)
    ends(office, factories.small_goal(office.workspace, office.operator))
    collect_notices()
    Member.objects.filter(user=office.operator).update(role="viewer")
    due()
    send_all()
    (letter,) = mailbox.letters
    assert "ENDED" in letter.text
    assert "May it be sent?" not in letter.text
    assert [one.kind for one in notices_after(actor_for(office.operator), None)] == ["ended"]


def leaves(person):
    Member.objects.filter(user=person).delete()


def stops(person):
    choose_notices(actor_for(person), NoticeWishes())


def test_a_flood_of_questions_makes_only_so_many_letters_and_loses_none_of_them(office, mailbox):
    reachable(office.owner)
    for number in range(MOST_AN_HOUR + 3):
        asks(office, f"Question {number}?")
        collect_notices()
        due()
        send_all()
    assert len(mailbox.letters) == MOST_AN_HOUR
    Letter.objects.update(created_at=timezone.now() - timedelta(hours=2))
    due()
    send_all()
    assert mailbox.letters[-1].message["Subject"] == "3 things wait for you in Northwind"


def test_without_a_mail_server_nothing_is_written_and_what_waits_is_kept(office, mailbox, settings):
    reachable(office.owner)
    asks(office)
    collect_notices()
    due()
    address, settings.IOA_MAIL_URL = settings.IOA_MAIL_URL, ""
    send_all()
    assert Letter.objects.count() == 0
    settings.IOA_MAIL_URL = address
    send_all()
    assert len(mailbox.letters) == 1


def test_what_an_agent_wrote_can_neither_add_a_header_nor_a_link_nor_a_line(office, mailbox):
    reachable(office.owner)
    asks(office, "Sure?\r\nBcc: all@people.example\r\n\r\nNo more letters: https://evil.example/x")
    collect_notices()
    due()
    send_all()
    (letter,) = mailbox.letters
    assert letter.message["Bcc"] is None
    assert letter.to == ["olga@people.example"]
    assert "https://evil" not in letter.text
    assert [line for line in letter.text.splitlines() if line.startswith("> ")] == [
        "> Sure? Bcc: all@people.example No more letters: https: //evil.example/x"
    ]


def test_times_of_a_letter_are_those_of_its_reader(office, mailbox):
    reachable(office.owner, wishes=NoticeWishes(pace=MailPace.AT_ONCE, zone="Asia/Tokyo"))
    asks(office)
    collect_notices()
    Notice.objects.update(at=NOON)
    due()
    send_all()
    assert "(1 Jul, 21:10 JST)" in mailbox.letters[0].text


def test_a_letter_of_one_end_is_called_by_it():
    told_of = [Told(NoticeKind.ENDED, "Open the hall", "Failed: no bees", "https://hub.example/goals/1/", "1 Jul")]
    assert letter_of(told_of, "Northwind", "https://a", "https://b").subject == "Failed: Open the hall"


@pytest.mark.parametrize(
    ("chosen", "seen", "subject"),
    [
        ("de", "en", "Wartet auf dich: Das Limit für Geld ist erreicht. Was nun?"),
        ("", "de", "Wartet auf dich: Das Limit für Geld ist erreicht. Was nun?"),
        ("en", "de", "Needs you: The limit on money is reached. What now?"),
        ("", "", "Needs you: The limit on money is reached. What now?"),
    ],
)
def test_a_letter_is_in_the_language_of_its_reader(office, mailbox, chosen, seen, subject):
    reachable(office.owner)
    User.objects.filter(pk=office.owner.pk).update(language=chosen, language_seen=seen)
    money = sentence("money")
    asks(office, sentence("The limit on {limit_words} is reached. What now?", limit_words=money), kind="limit")
    collect_notices()
    due()
    send_all()
    (letter,) = mailbox.letters
    assert letter.message["Subject"].strip() == subject
    assert ("WARTET AUF DEINE ANTWORT" in letter.text) == subject.startswith("Wartet")
    assert ("Keine weiteren E-Mails:" in letter.text) == subject.startswith("Wartet")


def test_the_end_of_a_goal_is_told_with_why_in_the_language_of_its_reader(office, mailbox):
    reachable(office.owner)
    User.objects.filter(pk=office.owner.pk).update(language="de")
    story = factories.small_goal(office.workspace, office.owner)
    goal = Goal.objects.get(pk=story.goal.pk)
    goal.failure = sentence("Stopped by {name}.", name="Olga")
    goal.save(update_fields=["failure"])
    ends(office, story, "stopped")
    collect_notices()
    due()
    send_all()
    assert "> Gestoppt: Von Olga gestoppt." in mailbox.letters[0].text
    (view,) = notices_after(office.owner_actor, None)
    assert view.text == "Stopped: Stopped by Olga."


def test_an_end_whose_reason_names_it_is_told_once(office):
    story = factories.small_goal(office.workspace, office.owner)
    lost = sentence("{user} may not give goals any more", user="Olga")
    goal = Goal.objects.get(pk=story.goal.pk)
    goal.failure = sentence("Stopped: {lost}, in whose name it was asked for.", lost=lost)
    goal.save(update_fields=["failure"])
    ends(office, story, "stopped")
    collect_notices()
    (view,) = notices_after(office.owner_actor, None)
    assert view.text == "Stopped: Olga may not give goals any more, in whose name it was asked for."
    assert say_in("de", view.text).startswith("Gestoppt: Olga darf")


@pytest.mark.parametrize("words", ["Look at\n- the sums\n- the dates", "Each sum. " * 80])
def test_what_others_wrote_in_a_question_keeps_it_from_no_language(office, mailbox, words):
    reachable(office.owner)
    User.objects.filter(pk=office.owner.pk).update(language="de")
    title = sentence("Is the result of “{title}” right?", title="Count  the bees")
    asks(office, join_sentences(" ", [title, words]))
    collect_notices()
    due()
    send_all()
    assert "> Ist das Ergebnis von „Count the bees“ richtig? " in mailbox.letters[0].text


def test_where_somebody_was_last_says_in_which_language_they_are_written_to(office, client):
    client.force_login(office.owner)
    client.get("/", headers={"accept-language": "de"})
    assert language_of_person(office.owner.pk) == "de"
    client.get("/", headers={"accept-language": "fr"})
    assert language_of_person(office.owner.pk) == "en"


# --- the end of letters, and addresses ------------------------------------------------------------------------------


def test_the_link_of_a_letter_ends_letters_without_signing_in(office, client):
    reachable(office.owner)
    path = f"/notices/stop/{stopping_words(office.owner.pk, office.workspace.pk)}/"
    page = client.get(path).content.decode()
    assert "Send me no more letters" in page
    assert f"about {office.workspace.name}" in page
    assert wishes_of(office.owner_actor).pace is MailPace.AT_ONCE
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert wishes_of(office.owner_actor).pace is MailPace.OFF
    assert AuditEntry.objects.filter(deed="notices.mail_stopped", user_id=office.owner.pk).count() == 1


def test_words_of_nobody_end_nothing(office, client):
    with pytest.raises(NotFound):
        stop_letters("none")
    assert client.get("/notices/stop/none/").status_code == 404
    assert client.post("/notices/stop/none/").status_code == 404
    forged = confirming_words(office.owner.pk, "olga@people.example")
    assert client.post(f"/notices/stop/{forged}/").status_code == 404


def test_an_address_counts_once_its_reader_pressed_the_button(office, mailbox, client):
    ask_for_address(office.owner_actor, "olga@people.example")
    send_all()
    (letter,) = mailbox.letters
    assert letter.to == ["olga@people.example"]
    link = re.search(r"https://hub\.example(\S+)", letter.text)[1]
    assert email_of(office.owner.pk) == ""
    client.force_login(office.operator)
    assert client.post(link).status_code == 404
    client.force_login(office.owner)
    assert b"olga@people.example" in client.get(link).content
    assert email_of(office.owner.pk) == ""
    client.post(link)
    assert email_of(office.owner.pk) == "olga@people.example"


def test_who_confirms_an_address_is_told_that_letters_are_still_to_be_chosen(office, client):
    link = f"/settings/notices/address/{confirming_words(office.owner.pk, 'olga@people.example')}/"
    client.force_login(office.owner)
    chosen = "how soon letters come"
    assert chosen in client.post(link, follow=True).content.decode()
    reachable(office.owner)
    assert chosen not in client.post(link, follow=True).content.decode()


def test_a_letter_in_german_says_du_and_calls_things_as_the_pages_do():
    told = Told(NoticeKind.WORK, "The hall", "Tune the piano", "https://hub.example/work/", "30. Nov")
    body = say_in(
        "de", letter_of([told], "Northwind", "https://hub.example/settings/", "https://hub.example/stop/").body
    )
    assert body.startswith("AUFGABEN FÜR DICH")
    assert "Keine weiteren E-Mails: https://hub.example/stop/" in body


def test_a_link_a_day_old_confirms_nothing(office, monkeypatch):
    words = confirming_words(office.owner.pk, "olga@people.example")
    later = timezone.now().timestamp() + 25 * 3600
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    with pytest.raises(NotFound):
        confirm_email(office.owner_actor, words)


def test_letters_take_an_address_and_stop_when_it_is_forgotten(office, mailbox):
    with pytest.raises(Refused):
        choose_notices(office.owner_actor, AT_ONCE)
    with pytest.raises(Conflict):
        send_trial(office.owner_actor)
    reachable(office.owner)
    assert send_trial(office.owner_actor) == "olga@people.example"
    send_all()
    assert mailbox.letters[0].message["Subject"] == "Letters of Northwind arrive"
    asks(office)
    collect_notices()
    due()
    forget_address(office.owner_actor)
    send_all()
    assert len(mailbox.letters) == 1


def test_who_has_their_address_forgotten_has_chosen_no_letters_and_may_choose_the_rest(office):
    reachable(office.owner)
    choose_notices(office.owner_actor, AT_ONCE)
    forget_address(office.owner_actor)
    wishes = wishes_of(office.owner_actor)
    assert wishes.pace is MailPace.OFF
    choose_notices(office.owner_actor, replace(wishes, all_goals=True))
    assert wishes_of(office.owner_actor).all_goals


def test_nobody_has_a_stranger_sent_many_letters(office, mailbox):
    for _ in range(MOST_ASKED):
        ask_for_address(office.owner_actor, "stranger@people.example")
    with pytest.raises(Refused):
        ask_for_address(office.owner_actor, "stranger@people.example")


@pytest.mark.parametrize("wrong", [{"hour": 24}, {"zone": "Mars/Base"}])
def test_a_choice_that_makes_no_sense_is_refused(office, wrong):
    with pytest.raises(Refused):
        choose_notices(office.owner_actor, NoticeWishes(**wrong))


def test_old_letters_and_notices_go_and_what_waits_stays(office, mailbox):
    reachable(office.owner)
    story, _ = asks(office)
    ends(office, story)
    collect_notices()
    due()
    send_all()
    old = timezone.now() - timedelta(days=40)
    Letter.objects.update(ended_at=old)
    Notice.objects.update(noticed_at=old)
    forget_old_notices()
    assert {row.kind for row in Notice.objects.all()} == {"decision"}
    due()
    send_all()
    assert len(mailbox.letters) == 1
    Approval.objects.update(state="answered", decided_at=timezone.now())
    collect_notices()
    forget_old_notices()
    assert (Notice.objects.count(), Letter.objects.count()) == (0, 0)


def test_a_workspace_that_can_not_be_read_keeps_no_other_waiting(office, caplog):
    moved(office.workspace, SimpleNamespace(pk="no goal's id"))
    elsewhere = factories.workspace("Elsewhere")
    owner = factories.person(elsewhere)
    asks(SimpleNamespace(workspace=elsewhere, owner=owner))
    collect_notices()
    assert Notice.objects.get().user == owner
    assert f"{office.workspace.pk} could not be looked after" in caplog.text


def test_of_more_decisions_than_one_look_takes_the_next_look_tells(office, monkeypatch):
    monkeypatch.setattr(news, "MOST", 1)
    monkeypatch.setattr(collection, "MOST", 1)
    for number in range(2):
        asks(office, f"Question {number}?")
    collect_notices()
    collect_notices()
    assert {notice.text for notice in Notice.objects.all()} == {"Question 0?", "Question 1?"}


def test_a_letter_that_can_not_be_written_keeps_no_other_waiting(office, mailbox, monkeypatch, caplog):
    bad, sound = office.owner, office.operator
    for person in (bad, sound):
        reachable(person, f"{person.pk}@people.example")
        asks(office, by=person)
    collect_notices()
    due()

    def language(user):
        if user == bad.pk:
            raise ValueError("can't be read")
        return language_of_person(user)

    monkeypatch.setattr(letters, "language_of_person", language)
    write_letters()
    assert Letter.objects.get().user == sound
    assert f"{bad.pk} could not be looked after" in caplog.text
