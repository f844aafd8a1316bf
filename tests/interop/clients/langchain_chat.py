"""The hub as a chat model of LangChain: `langchain_chat.py HUB TOKEN`."""

import json
import sys

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

hub, token = sys.argv[1:3]
said = {}
for name, responses in (("chat", False), ("response", True)):
    model = ChatOpenAI(
        model="hub", base_url=f"{hub}/v1", api_key=token, max_retries=0, timeout=120, use_responses_api=responses
    )
    chain = ChatPromptTemplate.from_messages([("system", "Be brief."), ("user", "What is {sum}?")]) | model
    said[name] = (chain | StrOutputParser()).invoke({"sum": "12 * 7"})
    said[f"{name} streamed"] = "".join((chain | StrOutputParser()).stream({"sum": "12 * 7"}))
print(json.dumps(said))  # noqa: T201
