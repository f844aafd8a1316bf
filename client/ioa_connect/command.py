"""The command `ioa-connect`: beside an agent that stays as it is, or for a Python function."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from ioa_connect import wrapped
from ioa_connect.agents import Agent
from ioa_connect.link import Refused
from ioa_connect.running import connect
from ioa_connect.spool import Taken, Unwritable

ABOUT = """Connects an agent to a hub: it dials out, so it may run behind NAT, on a laptop or a phone.

The agent itself stays as it is: say how it is reached from this machine."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit code."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(levelname)s %(message)s")
    logging.getLogger("ioa_connect").setLevel(logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    if not options.hub or not options.token:
        return _sorry("Name the hub and the agent's token: --hub and --token, or IOA_HUB and IOA_AGENT_TOKEN.")
    try:
        agent = _described(wrapped.agent_from(options), options)
        connect(options.hub, options.token, agent, spool=options.spool)
    except (Refused, Taken, Unwritable, wrapped.Unusable) as error:
        return _sorry(str(error))
    return 0


def _sorry(sentence: str) -> int:
    sys.stderr.write(f"ioa-connect: {sentence}\n")
    return 1


def _described(agent: Agent, options: argparse.Namespace) -> Agent:
    """What the command line says of the agent wins over what the agent says."""
    said = Agent.described(agent, options.name, options.description, options.skill)
    return said if not options.limit else said.limited(options.limit)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("ioa-connect", description=ABOUT)
    add = parser.add_argument
    add("--hub", metavar="URL", default=os.environ.get("IOA_HUB", ""), help="the hub (or IOA_HUB)")
    add("--token", default=os.environ.get("IOA_AGENT_TOKEN", ""), help="the agent's token (better: IOA_AGENT_TOKEN)")
    kinds = parser.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--a2a", metavar="URL", help="an A2A agent, 1.0 or 0.3")
    kinds.add_argument("--openai", metavar="URL", help="a server of chat completions, https://host/v1 say")
    kinds.add_argument("--mcp", metavar="COMMAND", help="an MCP server that this command starts (ioa-connect[mcp])")
    kinds.add_argument(
        "--acp", metavar="COMMAND", help="a coding agent of the Agent Client Protocol (ioa-connect[acp])"
    )
    kinds.add_argument("--agent-protocol", metavar="URL", help="an Agent Protocol server, AutoGPT Forge say")
    kinds.add_argument("--http", metavar="URL", help="one address that takes POST {task_desc} and answers a text")
    kinds.add_argument("--python", metavar="MODULE:FUNCTION", help="a function from a text, or a Task, to a text")
    add("--model", default="", help="the model's name, for --openai")
    add("--tool", default="", help="the one tool to serve, for --mcp; all of them without it")
    add("--folder", default="", metavar="FOLDER", help="where the agent of --acp works; else a folder for each task")
    add("--session", default="", metavar="ID", help="a session of the agent of --acp, which takes all tasks")
    add("--auth", default="", metavar="ID", help="how the agent of --acp is signed in, by what its environment says")
    add("--header", action="append", default=[], metavar="'Name: value'", help="sent to the agent; may be repeated")
    add("--timeout", type=float, default=600.0, metavar="SECONDS", help="for one answer of the agent (600)")
    add("--name", default="", help="what the agent is called at the hub")
    add("--description", default="")
    add("--skill", action="append", default=[], metavar="WORDS", help="what it can do; may be repeated")
    add("--limit", type=int, default=0, metavar="N", help="tasks at one time; 0: as the hub gives them")
    add("--spool", metavar="FOLDER", help="keeps what the hub does not have yet, over restarts too")
    add("--verbose", "-v", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main())
