"""Connects an agent that runs anywhere to a hub: it dials out, so nothing has to reach it.

from ioa_connect import agent, connect

@agent(name="Ship counter", description="Counts ships", skills=["counting ships"])
async def run(task):
    return f"I see seven ships. You asked: {task.brief}"

connect("https://hub.example", "ioa_agent_...", run)
"""

from ioa_connect.agents import Agent, agent
from ioa_connect.colleagues import ColleagueError
from ioa_connect.link import Refused
from ioa_connect.running import connect, connect_all, serve
from ioa_connect.tasks import Answer, Change, Failed, File, NeedsAnswer, Progress, Task, Usage, Writing

__all__ = [
    "Agent",
    "Answer",
    "Change",
    "ColleagueError",
    "Failed",
    "File",
    "NeedsAnswer",
    "Progress",
    "Refused",
    "Task",
    "Usage",
    "Writing",
    "agent",
    "connect",
    "connect_all",
    "serve",
]
