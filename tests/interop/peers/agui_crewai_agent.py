"""A CrewAI flow behind AG-UI: `python agui_crewai_agent.py PORT MODEL_URL`."""

import os
import sys

os.environ |= {"CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true", "CREWAI_TRACING_ENABLED": "false"}
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import uvicorn
from ag_ui_crewai import CopilotKitState, copilotkit_stream
from ag_ui_crewai.endpoint import add_crewai_flow_fastapi_endpoint
from crewai.flow.flow import Flow, start
from fastapi import FastAPI
from litellm import acompletion

port, model_url = int(sys.argv[1]), sys.argv[2]


class Trainer(Flow[CopilotKitState]):
    @start()
    async def chat(self):
        asked = acompletion(
            model="openai/fake", api_base=model_url, api_key="none", messages=self.state.messages, stream=True
        )
        answer = await copilotkit_stream(await asked)
        self.state.messages.append(answer.choices[0].message)


app = FastAPI(title="Dog trainer", description="Trains dogs and puppies: barking, leash walking and house rules.")
add_crewai_flow_fastapi_endpoint(app, Trainer(), "/")
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
