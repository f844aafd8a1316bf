"""What generators of clients read: the OpenAPI document, its names, its bodies."""

import re
from collections import Counter
from pathlib import Path

from apps.chat.events import ChatEvent
from apps.teams.events import TeamEvent
from ioa_web.api import api

DOCUMENT = api.get_openapi_schema(path_prefix="/api/v1")
SCHEMAS = DOCUMENT["components"]["schemas"]
OPERATIONS = {
    operation["operationId"]: operation for methods in DOCUMENT["paths"].values() for operation in methods.values()
}


def references(part):
    """Every reference to a named schema, wherever it stands."""
    if isinstance(part, dict):
        yield from ([part["$ref"]] if isinstance(part.get("$ref"), str) else [])
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from references(one)


def test_every_operation_has_a_short_name_of_its_own():
    names = Counter(one["operationId"] for methods in DOCUMENT["paths"].values() for one in methods.values())
    assert max(names.values()) == 1
    assert {"create_goal", "get_file", "decide_approval", "create_agent_token"} <= names.keys()
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+){1,4}", name)] == []


def test_every_operation_says_what_it_does_and_under_what_it_stands():
    told = {one["name"] for one in DOCUMENT["tags"]}
    for name, operation in OPERATIONS.items():
        assert operation["description"].endswith("."), name
        assert operation["summary"], name
        assert len(operation["tags"]) == 1, name
    assert {tag for operation in OPERATIONS.values() for tag in operation["tags"]} == told


def test_the_page_of_the_api_names_each_part_of_each_address():
    table = Path("docs/rest.md").read_text().partition("## What there is")[2].partition("Beside the API")[0]
    named = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]+)`", table))))
    parts = {part for path in DOCUMENT["paths"] for part in path.removeprefix("/api/v1/").split("/")}
    assert {part for part in parts if not part.startswith("{")} - named == set()


def test_every_body_has_a_name_and_every_name_is_there():
    for name, operation in OPERATIONS.items():
        for part in operation.get("requestBody", {"content": {}})["content"].values():
            assert list(part["schema"]) == ["$ref"], name
    assert {one.rsplit("/", 1)[1] for one in references(dict(DOCUMENT))} <= SCHEMAS.keys()
    assert {"GoalIn", "GoalForm", "UploadGoalFileForm", "AddDocumentForm"} <= SCHEMAS.keys()


def test_every_body_says_that_it_takes_no_other_fields():
    for name, operation in OPERATIONS.items():
        for part in operation.get("requestBody", {"content": {}})["content"].values():
            body = SCHEMAS[part["schema"]["$ref"].rsplit("/", 1)[1]]
            assert body["additionalProperties"] is False, name


def test_skills_have_the_names_that_answers_give_their_fields():
    places = [
        ("AgentOut", "skills"),
        ("AgentOut", "suggested_skills"),
        ("AgentFound", "skills"),
        ("Exported", "skills"),
    ]
    for holder, field in [*places, ("FoundOut", "skills"), ("FoundOut", "suggested_skills")]:
        skill = SCHEMAS[holder]["properties"][field]["items"]["$ref"].rsplit("/", 1)[1]
        assert {"input_modes", "output_modes"} <= SCHEMAS[skill]["properties"].keys(), (holder, field)


def test_a_goal_comes_as_json_or_as_a_form_that_has_no_null():
    create = OPERATIONS["create_goal"]
    assert set(create["requestBody"]["content"]) == {"application/json", "multipart/form-data"}
    assert "Idempotency-Key" in [parameter["name"] for parameter in create["parameters"]]
    form = SCHEMAS["GoalForm"]["properties"]
    assert form.keys() == SCHEMAS["GoalIn"]["properties"].keys() | {"files"}
    assert "null" not in str(form)
    assert form["limits"]["type"] == form["claimed_chain"]["type"] == "string"


def test_a_file_is_named_as_one():
    for name in ("get_file", "get_document", "get_trial_file"):
        content = OPERATIONS[name]["responses"][200]["content"]
        assert content["application/octet-stream"]["schema"] == {"type": "string", "format": "binary"}


def test_a_part_of_a_file_and_one_that_there_is_not_are_described():
    for name in ("get_file", "get_document", "get_work_file", "get_trial_file"):
        answers = OPERATIONS[name]["responses"]
        assert "application/octet-stream" in answers[206]["content"]
        assert set(answers[416]["content"]) == {"application/problem+json"}


def test_the_time_of_an_event_is_described_as_one():
    assert SCHEMAS["EventOut"]["properties"]["at"]["format"] == "date-time"


def test_events_say_which_kinds_there_are_and_that_more_may_come():
    assert set(SCHEMAS["EventOut"]["properties"]["kind"]["x-extensible-enum"]) == {*TeamEvent, *ChatEvent}
    stream = OPERATIONS["stream_events"]["responses"][200]["content"]["text/event-stream"]
    assert stream["x-item-schema"] == {"$ref": "#/components/schemas/EventOut"}


def test_it_says_where_the_hub_is(settings):
    assert DOCUMENT["servers"] == [{"url": settings.IOA_PUBLIC_URL, "description": "This hub."}]
