"""Run llm-comply's cases of Open Responses against the hub, and print what each said."""

import json
import subprocess
import sys
from pathlib import Path

HUB, TOKEN, MODEL = sys.argv[1:4]
COMMAND = [str(Path(sys.executable).parent / "llm-comply"), "--json", "--timeout", "100"]
asked = [*COMMAND, "--base-url", f"{HUB}/v1", "--api-key", TOKEN, "--model", MODEL]
done = subprocess.run(asked, capture_output=True, text=True, check=False)
print(json.dumps(json.loads(done.stdout[done.stdout.index("{") :])))  # noqa: T201
