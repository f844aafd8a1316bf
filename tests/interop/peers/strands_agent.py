"""A Strands agent behind its own A2A server: `python strands_agent.py PORT MODEL_URL`."""

import sys

from strands import Agent
from strands.models.openai import OpenAIModel
from strands.multiagent.a2a import A2AServer

port, model_url = int(sys.argv[1]), sys.argv[2]


def bird_watcher(_context=None):
    model = OpenAIModel(client_args={"base_url": model_url, "api_key": "none"}, model_id="fake")
    return Agent(
        model=model,
        name="Bird watcher",
        description="Identifies birds by their song, their plumage and where they live.",
        callback_handler=None,
    )


A2AServer(agent_factory=bird_watcher, host="127.0.0.1", port=port, enable_a2a_compliant_streaming=True).serve()
