"""A Google ADK agent behind AG-UI: `python agui_adk_agent.py PORT MODEL_URL`."""

import os
import sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import uvicorn
from ag_ui_adk import ADKAgent, add_adk_fastapi_endpoint
from fastapi import FastAPI
from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm

port, model_url = int(sys.argv[1]), sys.argv[2]
agent = LlmAgent(
    name="travel_guide",
    description="Plans hikes in the mountains.",
    instruction="Plan hikes.",
    model=LiteLlm(model="openai/fake", api_base=model_url, api_key="none"),
)
app = FastAPI(title="Hiking guide", description="Plans hikes in the mountains: trails, huts and passes.")
add_adk_fastapi_endpoint(app, ADKAgent(adk_agent=agent, app_name="hikes", user_id="hub"), path="/")
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
