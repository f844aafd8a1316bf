"""The server that the conformance suite of MCP wants to meet, behind the same wrapper as `/mcp` of the hub.

What it offers, the suite names (test_simple_text, ...). It keeps nothing and needs no database: it shows that the
wrapper carries what a server says. `python -m tests.interop.mcp_fixture PORT`
"""

import asyncio
import json
import os
import sys
from typing import Any
from uuid import uuid4

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
STATE = "conformance"
HEARD: dict[Any, dict[str, Any]] = {}
"""What clients answered, by the name of the request."""

WORDS, NOTHING = {"type": "string"}, {"type": "object", "properties": {}}
CONTACT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {"$anchor": "addressDef", "type": "object", "properties": {"street": WORDS, "city": WORDS}},
    },
    "properties": {
        "name": WORDS,
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": WORDS,
        "email": WORDS,
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
SCHEMAS = {"json_schema_2020_12_tool": CONTACT}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def picture() -> dict[str, Any]:
    return {"type": "image", "data": PIXEL, "mimeType": "image/png"}


def embedded(uri: str, words: str, kind: str = "text/plain") -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": words}}


def given(*content: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"content": list(content), "isError": False, **more}


def form(message: str, **fields: str) -> dict[str, Any]:
    """A request for a form with these fields, name and type."""
    schema = {"type": "object", "properties": {name: {"type": kind} for name, kind in fields.items()}}
    schema["required"] = list(fields)
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def sampling(words: str, tokens: int) -> dict[str, Any]:
    message = {"role": "user", "content": text(words)}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": tokens}}


ROOTS = {"method": "roots/list", "params": {}}


def asked(requests: dict[str, Any], state: str = "") -> dict[str, Any]:
    return {"resultType": "input_required", "inputRequests": requests, **({"requestState": state} if state else {})}


def answers(call: Any, *names: str) -> list[dict[str, Any]] | None:
    """What was answered under these names; None while one of them is missing."""
    said = call.params.get("inputResponses")
    found = [said.get(name) for name in names] if isinstance(said, dict) else []
    return found if found and all(isinstance(each, dict) and each for each in found) else None


def content_of(answer: dict[str, Any]) -> dict[str, Any]:
    content = answer.get("content")
    return content if isinstance(content, dict) else {}


def seal(words: str) -> str:
    from django.core.signing import dumps

    return dumps(words, salt=STATE)


def opened(call: Any) -> str | None:
    """What a state says; None without one. Raises RPCRefusal for one that somebody changed."""
    from django.core.signing import BadSignature, loads

    from apps.api.json_rpc import BAD_PARAMS, RPCRefusal

    state = call.params.get("requestState")
    if state is None:
        return None
    try:
        return str(loads(state, salt=STATE))
    except BadSignature:
        raise RPCRefusal(BAD_PARAMS, "This state was changed.") from None


def ask_name(call: Any) -> dict[str, Any]:
    found = answers(call, "user_name")
    name = content_of(found[0]).get("name") if found else None
    if not isinstance(name, str):
        return asked({"user_name": form("What is your name?", name="string")})
    return given(text(f"Hello, {name}!"))


def ask_model(call: Any) -> dict[str, Any]:
    found = answers(call, "capital_question")
    if found is None:
        return asked({"capital_question": sampling("What is the capital of France?", 100)})
    return given(text(str(content_of(found[0]).get("text"))))


def ask_roots(call: Any) -> dict[str, Any]:
    found = answers(call, "client_roots")
    return given(text(json.dumps(found[0]))) if found else asked({"client_roots": ROOTS})


def ask_with_state(call: Any) -> dict[str, Any]:
    state, found = opened(call), answers(call, "confirm")
    if state is None or found is None:
        return asked({"confirm": form("Please confirm", ok="boolean")}, seal("confirm"))
    return given(text("state-ok"))


def ask_several(call: Any) -> dict[str, Any]:
    state, found = opened(call), answers(call, "user_name", "greeting", "client_roots")
    if state is None or found is None:
        requests = {
            "user_name": form("What is your name?", name="string"),
            "greeting": sampling("Generate a greeting", 50),
            "client_roots": ROOTS,
        }
        return asked(requests, seal("several"))
    return given(text("all three"))


def ask_twice(call: Any) -> dict[str, Any]:
    state = opened(call)
    if state == "two" and answers(call, "step2"):
        return given(text("done"))
    if state == "one" and answers(call, "step1"):
        return asked({"step2": form("Step 2: What is your favorite color?", color="string")}, seal("two"))
    return asked({"step1": form("Step 1: What is your name?", name="string")}, seal("one"))


def ask_what_it_can(call: Any) -> dict[str, Any]:
    requests = {"name": form("What is your name?", name="string")} if call.can_ask else {}
    if "sampling" in call.client:
        requests["capital"] = sampling("What is the capital of France?", 100)
    return asked(requests) if requests else given(text("Nothing can be asked."))


def need_sampling(call: Any) -> dict[str, Any]:
    from apps.api.json_rpc import RPCRefusal
    from apps.api.mcp.messages import UNABLE_CLIENT

    if "sampling" not in call.client:
        raise RPCRefusal(UNABLE_CLIENT, "This takes sampling.", {"requiredCapabilities": {"sampling": {}}})
    return given(text("It can."))


def tell_progress(call: Any) -> Any:
    from apps.api.mcp.answering import StreamedResult, ToldMeanwhile

    async def events():
        for step in (0, 50, 100):
            if call.progress_token is not None:
                params = {"progressToken": call.progress_token, "progress": step, "total": 100}
                yield ToldMeanwhile({"method": "notifications/progress", "params": params})
            await asyncio.sleep(0.05)
        yield given(text("All is done."))

    return StreamedResult(events)


def stream_nothing_but_the_result(call: Any) -> Any:
    from apps.api.mcp.answering import StreamedResult

    async def events():
        yield None
        yield ask_name(call)

    return StreamedResult(events)


def ask_in_stream(call: Any, request: dict[str, Any], told: Any) -> Any:
    """As the older era asks: a request in the stream, whose answer comes as a message of its own."""
    from apps.api.mcp.answering import StreamedResult, ToldMeanwhile

    name = uuid4().hex

    async def events():
        yield ToldMeanwhile({"id": name, **request})
        while name not in HEARD:
            await asyncio.sleep(0.05)
            yield None
        yield given(text(told(HEARD.pop(name))))

    return StreamedResult(events)


def hear(request: Any, message: Any) -> None:
    HEARD[message.id] = message.result


def completed(answer: dict[str, Any]) -> str:
    return f"Elicitation completed: action={answer.get('action')}, content={json.dumps(answer.get('content'))}"


def form_of(message: str, fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields, "required": []}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def sample(call: Any) -> Any:
    words = str(call.params["arguments"]["prompt"])
    return ask_in_stream(call, sampling(words, 100), lambda said: f"LLM response: {content_of(said).get('text')}")


def elicit(call: Any) -> Any:
    request = form(str(call.params["arguments"]["message"]), username="string", email="string")
    return ask_in_stream(call, request, lambda said: f"User response: {json.dumps(said)}")


def elicit_with_defaults(call: Any) -> Any:
    fields = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    return ask_in_stream(call, form_of("Are these right?", fields), completed)


def elicit_choices(call: Any) -> Any:
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{number}", "title": f"Option {number}"} for number in (1, 2, 3)]
    legacy = {"enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]}
    fields = {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", **legacy},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return ask_in_stream(call, form_of("Which of them?", fields), completed)


def fail(call: Any) -> dict[str, Any]:
    return given(text("This tool intentionally returns an error for testing")) | {"isError": True}


TOOLS = {
    "test_simple_text": lambda call: given(text("This is a simple text response for testing.")),
    "test_image_content": lambda call: given(picture()),
    "test_audio_content": lambda call: given({"type": "audio", "data": SOUND, "mimeType": "audio/wav"}),
    "test_embedded_resource": lambda call: given(
        embedded("test://embedded-resource", "This is an embedded resource content.")
    ),
    "test_multiple_content_types": lambda call: given(
        text("Multiple content types test:"),
        picture(),
        embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ),
    "test_error_handling": fail,
    "test_tool_with_progress": tell_progress,
    "test_missing_capability": need_sampling,
    "test_streaming_elicitation": stream_nothing_but_the_result,
    "test_sampling": sample,
    "test_elicitation": elicit,
    "test_elicitation_sep1034_defaults": elicit_with_defaults,
    "test_elicitation_sep1330_enums": elicit_choices,
    "json_schema_2020_12_tool": lambda call: given(text("It has a schema.")),
    "test_logging_tool": lambda call: given(text("Nothing is logged.")),
    "test_input_required_result_elicitation": ask_name,
    "test_input_required_result_sampling": ask_model,
    "test_input_required_result_list_roots": ask_roots,
    "test_input_required_result_request_state": ask_with_state,
    "test_input_required_result_tampered_state": ask_with_state,
    "test_input_required_result_multiple_inputs": ask_several,
    "test_input_required_result_multi_round": ask_twice,
    "test_input_required_result_capabilities": ask_what_it_can,
}
PROMPTS = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


def list_tools(request: Any, call: Any) -> dict[str, Any]:
    from apps.api.mcp.answering import PRIVATE

    found = [{"name": name, "description": name, "inputSchema": SCHEMAS.get(name, NOTHING)} for name in TOOLS]
    return {"tools": found, **PRIVATE}


def call_tool(request: Any, call: Any) -> Any:
    from apps.api.json_rpc import BAD_PARAMS, RPCRefusal

    tool = TOOLS.get(call.params.get("name"))
    if tool is None:
        raise RPCRefusal(BAD_PARAMS, "There is no such tool.")
    return tool(call)


def list_resources(request: Any, call: Any) -> dict[str, Any]:
    from apps.api.mcp.answering import PRIVATE

    found = [("test://static-text", "text/plain"), ("test://static-binary", "image/png")]
    return {"resources": [{"uri": uri, "name": uri, "mimeType": kind} for uri, kind in found], **PRIVATE}


def read_resource(request: Any, call: Any) -> dict[str, Any]:
    from apps.api.json_rpc import BAD_PARAMS, RPCRefusal
    from apps.api.mcp.answering import PRIVATE

    uri = call.params.get("uri")
    said = {
        "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
        "test://static-binary": {"mimeType": "image/png", "blob": PIXEL},
        "test://template/123/data": {
            "mimeType": "application/json",
            "text": '{"id":"123","templateTest":true,"data":"Data for ID: 123"}',
        },
    }.get(uri)
    if said is None:
        raise RPCRefusal(BAD_PARAMS, "There is no such resource.", {"uri": uri})
    return {"contents": [{"uri": uri, **said}], **PRIVATE}


def list_templates(request: Any, call: Any) -> dict[str, Any]:
    from apps.api.mcp.answering import PRIVATE

    template = {"uriTemplate": "test://template/{id}/data", "name": "template", "mimeType": "application/json"}
    return {"resourceTemplates": [template], **PRIVATE}


def list_prompts(request: Any, call: Any) -> dict[str, Any]:
    from apps.api.mcp.answering import PRIVATE

    prompts = [
        {"name": name, "description": name, "arguments": [{"name": each, "required": True} for each in takes]}
        for name, takes in PROMPTS.items()
    ]
    return {"prompts": prompts, **PRIVATE}


def get_prompt(request: Any, call: Any) -> dict[str, Any]:
    name, told = call.params.get("name"), call.params.get("arguments") or {}
    said = {
        "test_simple_prompt": lambda: [text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments": lambda: [
            text(f"Prompt with arguments: arg1='{told['arg1']}', arg2='{told['arg2']}'")
        ],
        "test_prompt_with_embedded_resource": lambda: [
            embedded(told["resourceUri"], "Embedded resource content for testing."),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image": lambda: [picture(), text("Please analyze the image above.")],
        "test_input_required_result_prompt": lambda: [text("With context.")],
    }[name]
    if name == "test_input_required_result_prompt" and answers(call, "user_context") is None:
        return asked({"user_context": form("What context should the prompt use?", context="string")})
    return {"messages": [{"role": "user", "content": each} for each in said()]}


def complete(request: Any, call: Any) -> dict[str, Any]:
    return {"completion": {"values": ["paris", "park", "party"], "total": 3, "hasMore": False}}


def methods() -> dict[str, Any]:
    from apps.api.mcp.answering import introductions

    able = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}
    in_sessions = able | {"resources": {"subscribe": True}}
    return {
        **introductions(in_sessions, able, "For the conformance suite."),
        "resources/subscribe": lambda request, call: {},  # the suite asks for no more, and nothing here changes
        "resources/unsubscribe": lambda request, call: {},
        "tools/list": list_tools,
        "tools/call": call_tool,
        "resources/list": list_resources,
        "resources/read": read_resource,
        "resources/templates/list": list_templates,
        "prompts/list": list_prompts,
        "prompts/get": get_prompt,
        "completion/complete": complete,
    }


def main() -> None:
    """Serve until somebody ends it."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.interop.mcp_fixture_settings"}
    import uvicorn
    from django.core.asgi import get_asgi_application

    uvicorn.run(get_asgi_application(), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", lifespan="off")


if __name__ == "__main__":
    main()
