"""A LangGraph graph behind AG-UI: `python agui_langgraph_agent.py PORT MODEL_URL`."""

import sys

import uvicorn
from ag_ui_langgraph import LangGraphAgent, add_langgraph_fastapi_endpoint
from fastapi import FastAPI
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

port, model_url = int(sys.argv[1]), sys.argv[2]
model = ChatOpenAI(model="fake", base_url=model_url, api_key="none")


async def think(state):
    return {"messages": [await model.ainvoke(state["messages"])]}


built = StateGraph(MessagesState)
built.add_node("think", think)
built.add_edge(START, "think")
built.add_edge("think", END)
app = FastAPI(title="Bicycle mechanic", description="Repairs bicycles: gears, brakes, chains and flat tyres.")
agent = LangGraphAgent(name="bicycle_mechanic", graph=built.compile(checkpointer=InMemorySaver()))
add_langgraph_fastapi_endpoint(app, agent, "/")
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
