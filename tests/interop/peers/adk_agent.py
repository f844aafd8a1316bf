"""A Google ADK agent behind A2A: `python adk_agent.py PORT MODEL_URL`. A task that begins with "file" gets one too."""

import os
import sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm
from google.genai import types


def with_file(callback_context):
    asked = callback_context.user_content.parts[0].text or ""
    if not asked.startswith("file"):
        return None
    blob = types.Blob(data=b"bees,10\n", mime_type="text/csv", display_name="bees.csv")
    return types.Content(role="model", parts=[types.Part(text="Here it is."), types.Part(inline_data=blob)])


port, model_url = int(sys.argv[1]), sys.argv[2]
model = LiteLlm(model="openai/fake", api_base=model_url, api_key="none")
agent = LlmAgent(
    name="adk_agent",
    description="An ADK agent.",
    instruction="Be brief.",
    model=model,
    after_agent_callback=with_file,
)
uvicorn.run(to_a2a(agent, host="127.0.0.1", port=port), host="127.0.0.1", port=port, log_level="warning")
