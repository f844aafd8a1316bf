"""People do tasks themselves: they are chosen by what they offer, and what they are given waits in their list."""

import asyncio
import contextlib
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.utils import timezone

from apps.accounts.actions import remove_member
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.accounts.models import Member, User
from apps.accounts.queries import actor_for
from apps.agents.actions.people_work import (
    AnswerFile,
    answer_work,
    ask_about_work,
    hand_back_work,
    offer_work,
    switch_off_who_left,
    withdraw_offer,
)
from apps.agents.connectors.person.connector import LEFT, PersonConnector
from apps.agents.connectors.socket import connector as socket_connector
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    CallContext,
    ColleagueResult,
    File,
    InputRequired,
    Progress,
    Result,
    RunRequest,
)
from apps.agents.domain.people import WorkOffer, time_in_words
from apps.agents.models import Agent, SocketCall
from apps.agents.queries import search_agents
from apps.agents.queries.people_work import offer_of, work_file, work_item, work_of, work_waiting
from apps.files.queries.contents import stored_content
from tests import factories

OFFER = WorkOffer(
    name="Ann Lee", skills="checking contracts: reads a contract for risks", about="A lawyer.", minutes=60
)
REQUEST = RunRequest(
    key="task-1",
    goal="Sell the ship.",
    brief="Check the contract.",
    files=(File("contract.txt", "text/plain", b"Sold as seen."),),
    results=(ColleagueResult("Find the price", "scout", "9 million"),),
)


@pytest.fixture
def firm(transactional_db):
    """A workspace with Ann, who offers to check contracts."""
    of = factories.workspace()
    factories.open_stream(of.pk, factories.StreamKind.WORKSPACE)
    named = {"Ann": "operator", "Bob": "owner"}
    of.ann, of.bob = (actor_for(factories.person(of, role, name)) for name, role in named.items())
    of.handle = offer_work(of.ann, OFFER)
    of.agent = Agent.objects.get(handle=of.handle)
    return of


@contextlib.asynccontextmanager
async def asked(firm, request=REQUEST):
    """A worker that asks Ann meanwhile; gives what it heard so far, and the task that hears."""
    config = await sync_to_async(lambda: firm.agent.connection.connector_config)()
    connector, heard = PersonConnector(CallContext(str(firm.agent.connection_id))), []

    async def listen():
        async for event in connector.run(config, request):
            if not isinstance(event, Accepted):
                heard.append(event)  # noqa: PERF401  what was heard before it was cut off counts too
        return heard

    work = asyncio.create_task(listen())
    try:
        yield heard, work
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


async def given(firm):
    """The task in Ann's list, once it is there."""
    for _ in range(200):
        if items := await sync_to_async(work_of)(firm.ann):
            return items[0]
        await asyncio.sleep(0.05)
    raise AssertionError("nothing came")


class TestOffering:
    def test_a_person_is_found_by_what_they_offer_and_told_as_a_person(self, firm):
        found = search_agents(firm.pk, "checking contracts", limit=3)
        assert found[0].handle == firm.handle
        assert found[0].description == "A person, who answers within 1 hour. A lawyer."

    def test_an_offer_is_read_back_as_it_was_made(self, firm):
        offer = offer_of(firm.ann)
        assert (offer.skills, offer.about, offer.minutes, offer.enabled) == (OFFER.skills, OFFER.about, 60, True)
        assert offer_of(firm.bob) is None
        assert (work_waiting(firm.ann), work_waiting(firm.bob)) == (0, None)

    def test_another_offer_takes_the_place_of_the_first(self, firm):
        assert offer_work(firm.ann, OFFER.model_copy(update={"skills": "drawing ships"})) == firm.handle
        assert Agent.objects.count() == 1
        assert offer_of(firm.ann).skills == "drawing ships"

    def test_who_takes_no_more_is_not_found_and_may_come_back(self, firm):
        withdraw_offer(firm.ann)
        assert not search_agents(firm.pk, "checking contracts", limit=3)
        offer_work(firm.ann, OFFER)
        assert search_agents(firm.pk, "checking contracts", limit=3)

    def test_a_handle_that_is_taken_gets_a_number(self, firm):
        assert (firm.handle, offer_work(firm.bob, OFFER)) == ("ann-lee", "ann-lee-2")

    def test_nobody_is_called_like_a_part_of_the_hub(self, firm):
        boss = OFFER.model_copy(update={"name": "Bob"})
        assert offer_work(replace(firm.bob, name="operator7"), boss) == "bob"
        with pytest.raises(Refused, match="Choose another name"):
            offer_work(actor_for(factories.person(firm, "owner")), OFFER.model_copy(update={"name": "Coordinator"}))

    def test_a_name_of_spaces_is_none_so_that_their_own_is_used(self, firm):
        offer_work(firm.ann, WorkOffer(name=" ", skills=OFFER.skills))
        assert offer_of(firm.ann).name == firm.ann.name

    def test_who_may_only_read_offers_nothing(self, firm):
        viewer = actor_for(factories.person(firm, "viewer"))
        for act in (lambda: offer_work(viewer, OFFER), lambda: work_of(viewer), lambda: withdraw_offer(viewer)):
            with pytest.raises(Forbidden):
                act()

    @pytest.mark.parametrize("skills", ["", "\n", "\n".join(f"skill {number}" for number in range(21)), "x" * 130])
    def test_an_offer_names_what_can_be_done(self, skills):
        with pytest.raises(ValueError, match="skills"):
            WorkOffer(skills=skills)

    @pytest.mark.parametrize(("minutes", "words"), [(5, "5 minutes"), (60, "1 hour"), (90, "1 hour 30 minutes")])
    def test_times_are_said_as_people_say_them(self, minutes, words):
        assert time_in_words(minutes) == words

    def test_who_left_the_workspace_is_given_nothing(self, firm):
        remove_member(firm.bob, firm.ann.user_id)
        switch_off_who_left()
        assert not Agent.objects.get().enabled


class TestWorking:
    async def test_a_task_waits_in_the_list_of_its_person_alone(self, firm):
        async with asked(firm):
            item = await given(firm)
            assert (item.brief, item.goal) == ("Check the contract.", "Sell the ship.")
            assert [(one.task, one.text) for one in item.results] == [("Find the price", "9 million")]
            assert item.due_at - item.given_at == timedelta(hours=1)
            assert await sync_to_async(work_waiting)(firm.ann) == 1
            await sync_to_async(offer_work)(firm.bob, OFFER)
            assert await sync_to_async(work_of)(firm.bob) == []
            with pytest.raises(NotFound):
                await sync_to_async(answer_work)(firm.bob, item.id, "Mine.")

    async def test_a_long_task_has_its_first_line_as_heading(self, firm):
        async with asked(firm, replace(REQUEST, brief=f"Check the contract.\n\nMind {'the price ' * 30}")):
            assert (await given(firm)).heading == "Check the contract."

    async def test_a_task_that_rules_wrote_has_what_was_asked_for_as_heading(self, firm):
        async with asked(firm, replace(REQUEST, brief="Asked for:\n> Translate the runes\nGive: text.")):
            assert (await given(firm)).heading == "Translate the runes"

    async def test_files_of_the_task_are_there_to_be_read(self, firm):
        async with asked(firm):
            item = await given(firm)
            assert [(one.name, one.size, one.of) for one in item.files] == [("contract.txt", 13, "")]
            content = await sync_to_async(lambda: stored_content(work_file(firm.ann, item.id, 0).blob))()
            assert b"".join(await sync_to_async(lambda: list(content.chunks()))()) == b"Sold as seen."

    async def test_an_answer_with_files_is_the_result(self, firm):
        sent = [AnswerFile("notes.md", "text/markdown", b"x" * 700_000), AnswerFile("empty.txt", "text/plain", b"")]
        async with asked(firm) as (_, work):
            item = await given(firm)
            await sync_to_async(answer_work)(firm.ann, item.id, "No risks.", sent)
            heard = await asyncio.wait_for(work, 20)
        files = [one.file for one in heard if isinstance(one, ArtifactMade)]
        assert [(one.name, one.size) for one in files] == [("notes.md", 700_000), ("empty.txt", 0)]
        assert (heard[0].text, heard[-1].text) == ("asked to answer within 1 hour", "No risks.")
        assert isinstance(heard[-1], Result)
        assert await sync_to_async(work_of)(firm.ann) == []

    async def test_of_two_answers_the_first_counts(self, firm):
        async with asked(firm) as (_, work):
            item = await given(firm)
            await sync_to_async(answer_work)(firm.ann, item.id, "No risks.")
            for act in (answer_work, ask_about_work, hand_back_work):
                with pytest.raises(NotFound):
                    await sync_to_async(act)(firm.ann, item.id, "Some risks.")
            assert (await asyncio.wait_for(work, 20))[-1].text == "No risks."

    async def test_words_that_are_refused_or_come_too_late_are_given_back_by_the_page(self, firm, client):
        await sync_to_async(lambda: client.force_login(User.objects.get(pk=firm.ann.user_id)))()
        post = sync_to_async(client.post)
        async with asked(firm) as (_, work):
            item = await given(firm)
            refused = await post(f"/work/{item.id}/hand-back/", {"text": "I know the buyer. " * 300})
            assert (refused.status_code, refused.content.decode().count("I know the buyer. ")) == (422, 300)
            await sync_to_async(answer_work)(firm.ann, item.id, "No risks.")
            late = await post(f"/work/{item.id}/answer/", {"text": "Risks, all of which I have read."})
            await asyncio.wait_for(work, 20)
        page = late.content.decode()
        assert late.status_code == 404
        assert "This task does not wait for you any more." in page
        assert "Risks, all of which I have read." in page

    @pytest.mark.parametrize("form", ["answer", "ask", "hand-back"])
    async def test_why_words_are_refused_stands_in_their_form_and_that_files_are_to_be_chosen_again(
        self, firm, client, form
    ):
        await sync_to_async(lambda: client.force_login(User.objects.get(pk=firm.ann.user_id)))()
        async with asked(firm) as (_, work):
            item = await given(firm)
            notes = SimpleUploadedFile("notes.md", b"x")
            sent = {"text": " ", "files": notes} if form == "answer" else {"text": " "}
            page = (await sync_to_async(client.post)(f"/work/{item.id}/{form}/", sent)).content.decode()
            await sync_to_async(answer_work)(firm.ann, item.id, "No risks.")
            await asyncio.wait_for(work, 20)
        own = page.partition(f'action="/work/{item.id}/{form}/"')[2].partition("</form>")[0]
        assert 'class="form-error" role="alert"' in own
        assert page.count('class="form-error" role="alert"') == 1, "said once, where it was written"
        assert ("Choose the files again." in own) == (form == "answer")

    async def test_a_question_ends_the_call_and_its_answer_comes_with_the_task_again(self, firm):
        async with asked(firm) as (_, work):
            item = await given(firm)
            await sync_to_async(ask_about_work)(firm.ann, item.id, "Which version?")
            assert (await asyncio.wait_for(work, 20))[-1] == InputRequired("Which version?")
        again = RunRequest(key="task-1", goal="Sell.", brief="Check.", leg=1, answer="The second.")
        async with asked(firm, again):
            item = await given(firm)
            assert item.answer == "The second."

    async def test_what_is_handed_back_fails_for_good_with_the_reason(self, firm):
        async with asked(firm) as (_, work):
            item = await given(firm)
            await sync_to_async(hand_back_work)(firm.ann, item.id, "I know\nthe buyer.")
            end = (await asyncio.wait_for(work, 20))[-1]
        assert isinstance(end, AgentError)
        assert (end.permanent, "handed it back: I know the buyer." in end.reason) == (True, True)

    async def test_after_half_of_the_time_one_is_reminded_and_after_all_of_it_somebody_else_is_asked(
        self, firm, monkeypatch
    ):
        monkeypatch.setattr(socket_connector, "LOOK_SECONDS", 0.05)
        async with asked(firm) as (heard, work):
            item = await given(firm)
            await sync_to_async(_let_pass)(minutes=31)
            await _until(lambda: len([one for one in heard if isinstance(one, Progress)]) == 2)
            assert heard[-1].text.startswith("reminded to answer in ")
            await sync_to_async(_let_pass)(minutes=30)
            end = (await asyncio.wait_for(work, 20))[-1]
        assert (end.permanent, end.reason) == (True, "No answer came within 1 hour.")
        with pytest.raises(NotFound):
            await sync_to_async(answer_work)(firm.ann, item.id, "Too late.")

    async def test_the_time_counts_on_under_another_worker(self, firm):
        async with asked(firm):
            first = await given(firm)
        await sync_to_async(SocketCall.objects.update)(state="waiting", ended_at=None)
        async with asked(firm) as (_, work):
            again = await given(firm)
            assert (again.id, again.due_at) == (first.id, first.due_at)
            await sync_to_async(answer_work)(firm.ann, again.id, "No risks.")
            assert (await asyncio.wait_for(work, 20))[-1].text == "No risks."

    async def test_what_the_hub_takes_back_is_gone_from_the_list(self, firm):
        async with asked(firm):
            await given(firm)
        assert await sync_to_async(work_of)(firm.ann) == []

    async def test_somebody_who_may_do_nothing_any_more_is_not_asked(self, firm):
        await sync_to_async(Member.objects.filter(user=firm.ann.user_id).update)(role="viewer")
        async with asked(firm) as (_, work):
            end = (await asyncio.wait_for(work, 20))[-1]
        assert (end.permanent, end.reason) == (True, LEFT)

    @pytest.mark.parametrize("end", [{"role": "viewer"}, {"switched_off_at": timezone.now()}])
    async def test_what_lies_with_somebody_who_may_do_nothing_any_more_goes_to_somebody_else(
        self, firm, monkeypatch, end
    ):
        monkeypatch.setattr(socket_connector, "LOOK_SECONDS", 0.05)
        async with asked(firm) as (_, work):
            item = await given(firm)
            await sync_to_async(Member.objects.filter(user=firm.ann.user_id).update)(**end)
            answer = (await asyncio.wait_for(work, 20))[-1]
        assert (answer.permanent, answer.reason) == (True, LEFT)
        assert (await sync_to_async(SocketCall.objects.get)(pk=item.id)).state == "withdrawn"

    @pytest.mark.parametrize(
        ("text", "files", "field"),
        [
            (" ", 0, "text"),
            ("x" * 100_001, 0, "text"),
            ("Done.", 21, "files"),
        ],
    )
    async def test_what_is_no_answer_is_said_and_nothing_is_lost(self, firm, text, files, field):
        async with asked(firm):
            item = await given(firm)
            with pytest.raises(Refused) as refused:
                await sync_to_async(answer_work)(firm.ann, item.id, text, [AnswerFile("a", "", b"")] * files)
            assert list(refused.value.fields) == [field]
            assert (await sync_to_async(work_item)(firm.ann, item.id)).id == item.id


def _let_pass(minutes):
    SocketCall.objects.update(created_at=F("created_at") - timedelta(minutes=minutes))


async def _until(held):
    for _ in range(200):
        if held():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came about")
