"""The hub as the model of smolagents: `smolagents_code.py HUB TOKEN`."""

import json
import sys

from smolagents import ChatMessage, OpenAIModel

hub, token = sys.argv[1:3]
model = OpenAIModel("hub", api_base=f"{hub}/v1", api_key=token, client_kwargs={"max_retries": 0, "timeout": 120})
asked = [ChatMessage(role="user", content=[{"type": "text", "text": "What is 12 * 7?"}])]
answer = model.generate(asked).content
streamed = "".join(delta.content or "" for delta in model.generate_stream(asked))
print(json.dumps({"answer": answer, "streamed": streamed}))  # noqa: T201
