"""What the compliance command of Open Responses asks, read by types of its schema: `open_responses.py HUB TOKEN`.

Prints how each was answered: its status, or why it was refused.
"""

import json
import sys
import urllib.error
import urllib.request

from openresponses_types import types

hub, token = sys.argv[1:3]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURE = {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}"}
TOOL = {"type": "function", "name": "get_weather", "description": "The weather.", "parameters": {"type": "object"}}
KINDS = [kind for name, kind in vars(types).items() if name.endswith("StreamingEvent")]
EVENTS = {name.value: kind for kind in KINDS for name in kind.model_fields["type"].annotation}  # an enumeration of one


def turn(role, content):
    """A message of the input."""
    return {"type": "message", "role": role, "content": content}


CASES = {
    "basic": {"input": [turn("user", "What is 12 * 7?")]},
    "streamed": {"input": [turn("user", "What is 12 * 7?")], "stream": True},
    "system": {"input": [turn("system", "Answer like a pirate."), turn("user", "What is 12 * 7?")]},
    "picture": {"input": [turn("user", [{"type": "input_text", "text": "What is 12 * 7?"}, PICTURE])]},
    "turns": {
        "input": [turn("user", "My name is Alice."), turn("assistant", "Hello Alice!"), turn("user", "What is 12 * 7?")]
    },
    "tools": {"input": [turn("user", "What is the weather?")], "tools": [TOOL]},
}


def asked(body):
    """What the hub answers, as text."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = json.dumps({"model": "hub", **body}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{hub}/v1/responses", data, headers), timeout=120) as answer:
        return answer.read().decode()


def answered(case):
    """The status of the answer to one of them, which has the form that it should have; or why there is none."""
    try:
        text = asked(case)
    except urllib.error.HTTPError as refusal:
        return f"{refusal.code}: {json.load(refusal)['error']['message']}"
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
    for event in events:
        EVENTS[event["type"]].model_validate(event)
    response = types.ResponseResource.model_validate(events[-1]["response"] if events else json.loads(text))
    assert response.output
    return response.status


print(json.dumps({name: answered(case) for name, case in CASES.items()}))  # noqa: T201
