"""A BeeAI agent behind its framework's A2A server: `python beeai_agent.py PORT MODEL_URL`."""

import sys

from beeai_framework.adapters.a2a import A2AServer, A2AServerConfig
from beeai_framework.adapters.openai import OpenAIChatModel
from beeai_framework.agents.requirement import RequirementAgent
from beeai_framework.memory import UnconstrainedMemory
from beeai_framework.serve.utils import LRUMemoryManager

port, model_url = int(sys.argv[1]), sys.argv[2]
agent = RequirementAgent(
    llm=OpenAIChatModel("fake", base_url=model_url, api_key="none"),
    memory=UnconstrainedMemory(),
    name="Star guide",
    description="Tells which stars, planets and constellations stand in the night sky.",
)
server = A2AServer(config=A2AServerConfig(host="127.0.0.1", port=port), memory_manager=LRUMemoryManager(maxsize=100))
server.register(agent).serve()
