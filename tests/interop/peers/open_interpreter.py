"""Open Interpreter's own server, which really runs code: `python open_interpreter.py PORT MODEL_URL`."""

import os
import sys

os.environ |= {
    "DISABLE_TELEMETRY": "true",
    "ANONYMIZED_TELEMETRY": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "INTERPRETER_HOST": "127.0.0.1",
    "INTERPRETER_PORT": sys.argv[1],
}

from interpreter import AsyncInterpreter

agent = AsyncInterpreter()
agent.offline = agent.auto_run = agent.disable_telemetry = True
agent.llm.model, agent.llm.api_base, agent.llm.api_key = "openai/fake", sys.argv[2], "none"
agent.llm.supports_functions, agent.llm.context_window, agent.llm.max_tokens = True, 8000, 500
agent.server.run()
