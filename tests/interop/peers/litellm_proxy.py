"""A LiteLLM proxy in front of the model: `python litellm_proxy.py PORT MODEL_URL`."""

import os
import sys
from pathlib import Path

port, model_url = sys.argv[1], sys.argv[2]
Path("config.yaml").write_text(
    f"""model_list:
- model_name: fake
  litellm_params: {{model: openai/fake, api_base: "{model_url}", api_key: none}}
general_settings: {{master_key: sk-garden}}
"""
)
os.environ |= {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"}
proxy = Path(sys.executable).parent / "litellm"
os.execv(proxy, [str(proxy), "--config", "config.yaml", "--host", "127.0.0.1", "--port", port])
