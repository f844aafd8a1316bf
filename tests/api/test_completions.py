"""A team as a model: what the openai package asks and is answered, over the real application."""

import asyncio
import base64
import json

import httpx2
import openai
import pytest
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope, open_to
from apps.agents.models import Agent
from apps.api.waiting_places import places
from apps.chat.actions.goal_templates import NewTemplate, save_template
from apps.chat.models import Conversation, Message
from apps.teams.models import Goal
from tests.api.conftest import SAYS, read

ASKED = [{"role": "user", "content": "How much did the revenue grow?"}]
ANSWER = "It grew by a tenth."
THINKS = [{"do": "say", "text": "I look at the filings."}, *SAYS]


class ToDjango(httpx2.BaseTransport):
    """Hands what the SDK sends to the application, and gives it what that answers, streams to their end."""

    def handle_request(self, request):
        headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        kind = headers.pop("content-type", "application/octet-stream")
        path = request.url.raw_path.decode()
        answer = Client().generic(request.method, path, request.read(), kind, headers=headers)
        body = read(answer)
        assert int(answer.get("Content-Length", len(body))) == len(body)
        return httpx2.Response(answer.status_code, headers=dict(answer.items()), content=body)


NO_FILES = [
    {"type": "image_url"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    {"type": "image_url", "image_url": {"url": "http://10.0.0.1/secret.png"}},
    {"type": "input_image", "image_url": "https://pictures.example/a.png"},
    {"type": "input_image", "file_id": "file_1"},
    {"type": "input_file", "file_data": "data:text/csv;base64,%%%"},
    {"type": "input_file", "file_data": "data:text/csv,a"},
    {"type": "input_file", "file_data": "data:" + "x" * 5000},
    {"type": "file", "file": {"file_data": 7}},
    {"type": "input_video", "video_url": "data:video/mp4;base64,AAAA"},
    {"type": ["file"]},
    {},
]


def sdk(actor, scopes=None, token=""):
    key = token or issue_token(actor, "sdk", scopes or open_to(actor.role))
    http = httpx2.Client(transport=ToDjango())
    return openai.OpenAI(api_key=key, base_url="http://testserver/v1", http_client=http, max_retries=0)


@pytest.fixture
def model(demo, said):
    return sdk(demo.owner)


def test_the_hub_and_every_agent_that_is_switched_on_are_models(model):
    Agent.objects.filter(handle="interpreter").update(enabled=False)
    listed = [each.id for each in model.models.list()]
    assert listed[0] == "hub"
    assert "agent/auto-gpt" in listed
    assert "agent/interpreter" not in listed
    assert model.models.retrieve("agent/auto-gpt").id == "agent/auto-gpt"


@pytest.mark.usefixtures("transactional_db")
class TestChat:
    def test_a_completion_is_the_answer_of_a_goal(self, model):
        answer = model.chat.completions.create(model="hub", messages=ASKED, temperature=0.2)
        assert (answer.choices[0].message.content, answer.choices[0].finish_reason) == (ANSWER, "stop")
        assert (answer.model, answer.id) == ("hub", f"chatcmpl-{Goal.objects.get().pk.hex}")

    def test_an_agent_as_a_model_is_the_team_of_its_goal(self, model):
        answer = model.chat.completions.create(model="agent/auto-gpt", messages=ASKED)
        assert answer.model == "agent/auto-gpt"
        assert Goal.objects.get().wanted_handles == ["auto-gpt"]

    def test_a_template_as_a_model_has_the_last_message_in_its_first_blank_and_its_own_team_and_limits(
        self, model, demo
    ):
        settings = {"team": ["auto-gpt"], "limits": {"turns": 7}}
        text = "Find {what} of {when=2024}."
        template = save_template(demo.owner, NewTemplate("Figures", text, settings=settings))
        name = f"team/{template.key}"
        assert name in {each.id for each in model.models.list()}
        talk = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "the revenue"}]
        answer = model.chat.completions.create(model=name, messages=talk)
        goal = Goal.objects.get()
        assert answer.choices[0].message.content == ANSWER
        assert goal.text == "Find the revenue of 2024.\n\nInstructions that hold for it:\n\nBe brief."
        assert (goal.wanted_handles, goal.limits["turns"]) == (["auto-gpt"], 7)

    def test_a_template_without_blanks_has_what_is_asked_below_its_text(self, model, demo):
        template = save_template(demo.owner, NewTemplate("Weekly", "Write the weekly letter."))
        model.responses.create(model=f"team/{template.key}", input="Mention the move.")
        assert Goal.objects.get().text == "Write the weekly letter.\n\nMention the move."

    def test_a_template_of_nobody_or_with_more_to_be_said_is_refused(self, model, demo):
        template = save_template(demo.owner, NewTemplate("Both", "Compare {one} with {other}."))
        ask = model.chat.completions.create
        with pytest.raises(openai.NotFoundError):
            ask(model="team/nothing", messages=[{"role": "user", "content": "Go."}])
        with pytest.raises(openai.BadRequestError) as refused:
            ask(model=f"team/{template.key}", messages=[{"role": "user", "content": "apples"}])
        assert refused.value.param == "blanks.other"
        assert not Goal.objects.exists()

    def test_a_stream_has_what_was_said_as_reasoning_and_the_answer_as_content(self, model, said):
        said(THINKS)
        options = {"include_usage": True}
        chunks = list(model.chat.completions.create(model="hub", messages=ASKED, stream=True, stream_options=options))
        deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
        assert "".join(delta.content or "" for delta in deltas) == ANSWER
        assert "I look at the filings." in "".join(delta.to_dict().get("reasoning_content", "") for delta in deltas)
        assert chunks[-1].usage is not None
        assert chunks[-2].choices[0].finish_reason == "stop"

    def test_why_there_is_no_answer_is_a_refusal_and_no_answer(self, model, said):
        said([{"do": "something that nobody knows"}])
        message = model.chat.completions.create(model="hub", messages=ASKED).choices[0].message
        assert message.content is None
        assert message.refusal

    def test_what_was_said_before_stands_below_what_is_asked(self, model):
        talk = [
            {"role": "system", "content": "Answer in French."},
            {"role": "user", "content": "Which year?"},
            {"role": "assistant", "content": "2023."},
            {"role": "user", "content": [{"type": "text", "text": "And the growth?"}]},
        ]
        model.chat.completions.create(model="hub", messages=talk)
        text = Goal.objects.get().text
        assert text.startswith("And the growth?")
        assert text.index("Answer in French.") < text.index("user: Which year?") < text.index("assistant: 2023.")

    def test_a_long_talk_leaves_out_what_is_oldest(self, model):
        talk = [{"role": "user", "content": f"{number} " + "x" * 3000} for number in range(20)] + ASKED
        model.chat.completions.create(model="hub", messages=talk)
        text = Goal.objects.get().text
        assert len(text) <= 20_000
        assert "left out" in text
        assert "user: 19 " in text
        assert "user: 0 " not in text

    def test_the_same_key_gives_the_same_goal(self, model):
        headers = {"Idempotency-Key": "once"}
        first, second = (
            model.chat.completions.create(model="hub", messages=ASKED, extra_headers=headers) for _ in range(2)
        )
        assert first.id == second.id
        assert Goal.objects.count() == 1

    def test_a_token_that_only_runs_hears_the_answer(self, demo, said):
        answer = sdk(demo.owner, {Scope.RUN}).chat.completions.create(model="hub", messages=ASKED)
        assert answer.choices[0].message.content == ANSWER


@pytest.mark.usefixtures("transactional_db")
class TestResponses:
    def test_a_response_is_the_answer_of_a_goal_and_found_again(self, model):
        answer = model.responses.create(model="hub", input="How much?", instructions="Be short.")
        assert (answer.status, answer.output_text, answer.error) == ("completed", ANSWER, None)
        assert model.responses.retrieve(answer.id).output_text == ANSWER
        assert "Be short." in Goal.objects.get().text

    def test_each_turn_of_the_team_is_an_item_of_the_stream(self, model, said):
        said(THINKS)
        with model.responses.stream(model="hub", input="How much?") as stream:
            events = list(stream)
            whole = stream.get_final_response()
        assert [event.sequence_number for event in events if hasattr(event, "sequence_number")]
        assert (events[0].type, events[-1].type) == ("response.created", "response.completed")
        kinds = [item.type for item in whole.output]
        assert (kinds[0], kinds[-1], whole.output_text) == ("reasoning", "message", ANSWER)
        assert any("I look at the filings." in item.summary[0].text for item in whole.output[:-1])

    def test_files_come_with_the_first_message(self, model):
        packed = base64.b64encode(b"a,b\n1,2\n").decode()
        chat = [
            {"type": "text", "text": "Look."},
            {
                "type": "file",
                "file": {"filename": "t.csv", "file_data": f"data:text/csv;charset=utf-8;base64,{packed}"},
            },
        ]
        response = [
            {"type": "input_text", "text": "Look."},
            {"type": "input_file", "filename": "t.csv", "file_data": f"data:text/csv;base64,{packed}"},
        ]
        model.chat.completions.create(model="hub", messages=[{"role": "user", "content": chat}])
        first = model.responses.create(model="hub", input=[{"role": "user", "content": response}])
        for goal in Goal.objects.all():
            assert goal.text == "Look."
            assert goal.files.filter(name="t.csv").exists()
        with pytest.raises(openai.BadRequestError, match="first message"):
            model.responses.create(
                model="hub", input=[{"role": "user", "content": response}], previous_response_id=first.id
            )

    def test_the_next_one_goes_on_in_the_same_room(self, model, said):
        first = model.responses.create(model="hub", input="How much?")
        said([*SAYS, {"do": "conclude", "answer": "In thousands: the same."}])
        second = model.responses.create(model="hub", input="And in thousands?", previous_response_id=first.id)
        assert second.id == first.id
        assert Conversation.objects.get().round == 2
        assert Message.objects.filter(kind="say").last().text == "And in thousands?"

    def test_one_in_the_background_is_answered_at_once_and_can_be_cancelled(self, model, said):
        said([{"do": "ask_person", "question": "Which year?"}])
        begun = model.responses.create(model="hub", input="How much?", background=True)
        assert begun.status == "in_progress"
        assert model.responses.cancel(begun.id).status == "cancelled"
        ended = model.responses.retrieve(begun.id)
        assert (ended.status, ended.output, "Stopped" in ended.error.message) == ("cancelled", [], True)


class TestRefusals:
    def test_a_model_that_is_not_there_is_named(self, model):
        with pytest.raises(openai.NotFoundError, match="GET /v1/models") as refused:
            model.chat.completions.create(model="gpt-4o", messages=ASKED)
        assert refused.value.body["type"] == "invalid_request_error"

    def test_a_wrong_token_is_an_authentication_error(self, demo):
        with pytest.raises(openai.AuthenticationError) as refused:
            sdk(demo.owner, token="sk-wrong").models.list()
        assert refused.value.code == "invalid_api_key"

    def test_a_token_without_the_scope_is_refused(self, demo, said):
        with pytest.raises(openai.PermissionDeniedError):
            sdk(demo.owner, {Scope.READ}).chat.completions.create(model="hub", messages=ASKED)

    @pytest.mark.parametrize(
        ("more", "param"),
        [
            ({"tools": [{"type": "function", "function": {"name": "f"}}]}, None),
            ({"n": 2}, "n"),
            ({"response_format": {"type": "json_object"}}, None),
            ({"messages": [{"role": "assistant", "content": "Hello."}]}, "messages"),
            ({"messages": []}, "messages"),
        ],
    )
    def test_what_would_change_what_is_asked_is_refused(self, model, more, param):
        with pytest.raises(openai.BadRequestError) as refused:
            model.chat.completions.create(**{"model": "hub", "messages": ASKED, **more})
        assert refused.value.body["message"]
        assert param is None or refused.value.param.startswith(param)
        assert not Goal.objects.exists()

    def test_what_is_of_no_kind_that_is_taken_is_named_as_it_was_sent(self, model):
        with pytest.raises(openai.BadRequestError) as refused:
            model.responses.create(model="hub", input=1)
        assert refused.value.param == "input"
        assert "[" not in refused.value.body["message"]
        with pytest.raises(openai.BadRequestError) as refused:
            model.chat.completions.create(model="hub", messages=[{"role": "user", "content": 7}])
        assert refused.value.param == "messages.0.content"

    @pytest.mark.parametrize("part", NO_FILES, ids=range(len(NO_FILES)))
    def test_what_can_be_no_file_is_refused(self, model, part):
        said = [{"role": "user", "content": [{"type": "text", "text": "Look."}, part]}]
        with pytest.raises(openai.BadRequestError):
            model.chat.completions.create(model="hub", messages=said)
        with pytest.raises(openai.BadRequestError):
            model.responses.create(model="hub", input=said)
        assert not Goal.objects.exists()

    def test_nothing_that_is_sent_makes_an_error_of_ours(self, model, demo):
        headers = {"Authorization": f"Bearer {model.api_key}"}
        hostile = ["", "{", "[]", "null", '"x"', "[" * 5000, '{"model": "hub"}', '{"model": "\\u0000", "input": "x"}']
        hostile += ['{"model": "hub", "input": 7}', '{"model": "agent/\\ud800", "input": "x", "messages": "x"}']
        hostile += ['{"model": "hub", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]}']
        hostile += [json.dumps({"model": "hub", "input": "x", "previous_response_id": name}) for name in ("resp_", "é")]
        for path in ("/v1/chat/completions", "/v1/responses"):
            for body in hostile:
                answer = Client().post(path, body, "application/json", headers=headers)
                assert 400 <= answer.status_code < 500, (path, body)
                assert answer.json()["error"]["message"], (path, body)
        for path in ("/v1/responses/%00", "/v1/responses/resp_x/cancel", "/v1/models/%00", "/v1/nothing", "/v1/"):
            answer = Client().get(path, headers=headers)
            assert answer.status_code in (404, 405)
            assert answer.json()["error"]["message"], path


@pytest.mark.usefixtures("transactional_db")
def test_who_goes_away_ends_the_waiting_and_not_the_goal(demo, said, model):
    said([{"do": "ask_person", "question": "Which year?"}])
    headers = {"Authorization": f"Bearer {model.api_key}"}
    body = {"model": "hub", "messages": ASKED, "stream": True}
    answer = Client().post("/v1/chat/completions", json.dumps(body), "application/json", headers=headers)

    async def leave():
        parts = aiter(answer.streaming_content)
        await anext(parts)
        waiting = asyncio.ensure_future(anext(parts))
        await asyncio.sleep(0)
        assert places._taken[demo.workspace_id] == 1
        waiting.cancel()  # as Django does with who answers a client that is gone
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(leave())
    assert (Goal.objects.get().outcome, places._taken[demo.workspace_id]) == ("running", 0)
