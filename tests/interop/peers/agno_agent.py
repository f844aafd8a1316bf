"""An agno AgentOS with AG-UI and its own A2A: `python agno_agent.py PORT MODEL_URL`."""

import sys

import uvicorn
from agno.agent import Agent
from agno.models.openai.like import OpenAILike
from agno.os import AgentOS
from agno.os.interfaces.agui import AGUI

port, model_url = int(sys.argv[1]), sys.argv[2]
agent = Agent(
    id="helper", name="Helper", model=OpenAILike(id="fake", base_url=model_url, api_key="none"), telemetry=False
)
app = AgentOS(agents=[agent], interfaces=[AGUI(agent=agent)], a2a_interface=True, telemetry=False).get_app()
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
