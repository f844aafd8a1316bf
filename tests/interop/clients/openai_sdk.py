"""The hub as a model of the openai SDK: `openai_sdk.py HUB TOKEN`."""

import json
import sys

from openai import OpenAI

hub, token = sys.argv[1:3]
client = OpenAI(base_url=f"{hub}/v1", api_key=token, max_retries=0, timeout=120)
asked = [{"role": "user", "content": "What is 12 * 7?"}]
models = [model.id for model in client.models.list()]
chat = client.chat.completions.create(model="hub", messages=asked).choices[0].message.content
chunks = client.chat.completions.create(model="hub", messages=asked, stream=True)
streamed = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
first = client.responses.create(model="hub", input="What is 12 * 7?")
second = client.responses.create(model="hub", input="And 12 * 8?", previous_response_id=first.id)
with client.responses.stream(model="hub", input="What is 12 * 7?") as events:
    last = events.get_final_response()
said = {"chat": chat, "streamed": streamed, "response": first.output_text, "next": second.output_text}
print(json.dumps({**said, "response streamed": last.output_text, "models": models}))  # noqa: T201
