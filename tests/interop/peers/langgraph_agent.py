"""LangGraph's own server in memory, with one graph: `python langgraph_agent.py PORT MODEL_URL`.

A task that begins with "ask" is interrupted by a question.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, TypedDict

MODEL = "GARDEN_MODEL"


def graph():
    from langchain_openai import ChatOpenAI
    from langgraph.graph import END, START, StateGraph
    from langgraph.graph.message import add_messages
    from langgraph.types import interrupt

    class State(TypedDict):
        messages: Annotated[list, add_messages]

    model = ChatOpenAI(model="fake", base_url=os.environ[MODEL], api_key="none")

    async def think(state):
        text = state["messages"][-1].content
        text = text if isinstance(text, str) else text[0]["text"]
        if text.startswith("ask"):
            answer = interrupt("Which garden?")
            return {"messages": [{"role": "assistant", "content": f"The answer was: {answer}"}]}
        return {"messages": [await model.ainvoke(state["messages"])]}

    built = StateGraph(State)
    built.add_node("think", think)
    built.add_edge(START, "think")
    built.add_edge("think", END)
    return built.compile()


if __name__ == "__main__":
    from langgraph_api.cli import run_server

    os.environ |= {MODEL: sys.argv[2], "LANGSMITH_TRACING": "false", "LANGGRAPH_CLI_NO_ANALYTICS": "1"}
    here = Path(__file__).resolve()
    run_server("127.0.0.1", int(sys.argv[1]), graphs={"gardener": f"{here}:graph"}, open_browser=False)
