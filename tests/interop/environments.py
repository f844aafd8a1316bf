"""The environments of agents that others wrote: `python -m tests.interop.environments [NAME ...]` makes them.

`light` names those that `make test` runs. Each is a folder below `.interop`, because they can't live with each other or
with the hub.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".interop"
CLIENT = str(ROOT / "client")  # ioa-connect, as it stands here
PYTHON = {  # name -> what is installed
    "a2a-sdk": ["a2a-sdk[http-server]==1.3.0", "uvicorn"],
    "a2a-sdk-old": ["a2a-sdk[http-server]==0.3.26", "uvicorn"],
    "pydantic-ai": ["fasta2a[pydantic-ai]==2.1.1", "pydantic-ai-slim[openai,ag-ui]==2.68.0", "uvicorn", "starlette"],
    "mcp": ["mcp==2.3.0", "mcp-server-time==2026.10.19", "uvicorn", "-e", f"{CLIENT}[mcp]"],
    "openai-agents": ["openai-agents==0.24.0", "-e", CLIENT],
    "smolagents": ["smolagents[openai]==1.26.0", "-e", CLIENT],
    "agent-protocol": ["agent-protocol==1.0.2"],
    "langgraph": ["langgraph-api==0.16.7", "langgraph-cli[inmem]==0.4.40", "langchain-openai==1.7.3"],
    "agno": [
        "agno==3.1.10",
        "a2a-sdk[http-server]==0.3.26",
        "uvicorn",
        "openai",
        "ag-ui-protocol",
        "fastapi",
        "sqlalchemy",
        "python-multipart",
    ],
    "adk": ["google-adk[a2a]==2.13.0", "litellm", "uvicorn"],
    "forge": ["autogpt-forge==0.1.4"],
    "open-interpreter": ["open-interpreter[server]==0.4.3", "setuptools<81"],
}
LIGHT = ("pydantic-ai", "mcp", "agent-protocol", "js")  # seconds and some ten megabytes each
NODE = ["@a2a-js/sdk@1.3.0", "express@5.3.0", "@modelcontextprotocol/server-everything@2026.8.31"]


def make(name: str) -> None:
    """Make an environment, unless it is there."""
    folder = HOME / name
    done = folder / ".done"
    if done.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if name == "js":
        (folder / "package.json").write_text('{"private": true, "type": "module"}\n')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *NODE], cwd=folder, check=True)
    else:
        uv = ROOT / ".venv/bin/uv"
        subprocess.run(
            [uv, "venv", "--quiet", "--allow-existing", "--seed", "--python", sys.executable, folder], check=True
        )
        install = [uv, "pip", "install", "--quiet", "--python", folder / "bin/python", *PYTHON[name]]
        subprocess.run(install, check=True)
    done.touch()


def names(asked: list[str]) -> list[str]:
    """What is asked for, all of it for nothing, and can be made here: the JavaScript one needs npm."""
    wanted = LIGHT if asked == ["light"] else asked or [*PYTHON, "js"]
    return [name for name in wanted if name != "js" or shutil.which("npm")]


if __name__ == "__main__":
    for wanted in names(sys.argv[1:]):
        sys.stdout.write(f"{wanted}\n")
        sys.stdout.flush()
        make(wanted)
