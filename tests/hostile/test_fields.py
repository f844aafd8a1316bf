"""What each field of a stranger may cost at most: its largest accepted value, as dear as we can make it (R15).

CPU is this thread's own, so that other work on the machine does not count; memory is the peak above what was there.
"""

import gc
import json
import time
import tracemalloc

import pytest

from apps.agents.builtin.sections import sections
from apps.agents.builtin.tables.markdown import read_markdown
from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.web_page_reader.page import page_of
from apps.agents.builtin.web_page_reader.retrieval import WebSource
from apps.agents.connectors.a2a.story import Story
from apps.agents.connectors.agui.connector import Run
from apps.agents.connectors.mcp.arguments import Missing, Unfillable, Words, arguments_for
from apps.agents.connectors.mcp.choice import tool_for
from apps.agents.connectors.mcp.session import MOST_TOOLS
from apps.agents.connectors.mcp.values import LONGEST_NAME
from apps.agents.connectors.openai.transcript import Transcript
from apps.agents.domain.documents.chunking import split
from apps.agents.domain.untrusted_json import as_code, load_json
from apps.agents.gateway.event_validation import MOST_TEXT
from apps.chat.voices.rules.clauses import clauses
from apps.chat.voices.rules.offers import literals_in
from apps.core import prose
from apps.core.markdown import MOST_HTML
from apps.core.outbound.bounds import MOST_BODY

pytestmark = pytest.mark.thorough

MOST_GOAL = 20_000
MOST_UPLOAD = 1_000_000  # characters that a test can wait for; the cost is a line's, and lines are at their worst here


def agui(events):
    def read():
        run = Run()
        for event in events:
            run.take(event)
        return run.text

    return read


def openai(lines):
    def read():
        transcript = Transcript()
        for line in lines:
            transcript.hear(line)
        return transcript.text

    return read


def arguments(properties, brief, required=()):
    tool = {"name": "t", "inputSchema": {"properties": properties, "required": list(required)}}

    def read():
        try:
            return arguments_for(tool, Words(brief), {})
        except (Missing, Unfillable) as refusal:
            return str(refusal)

    return read


def said(text):
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": text}


def nested(depth):
    return {"parts": [{"data": json.loads("[" * depth + "]" * depth)}]}


HEADING = "# a" + " " * (MOST_TEXT - 4) + "b"
NUMBERED = {f"p{n}": {"type": "string"} for n in range(100_000)}
CHOICES = {f"p{n}": {"type": "string", "enum": [f"{n}.{m}" for m in range(1000)]} for n in range(90)}
LONG_NAMES = {f"{n:0{LONGEST_NAME}}": {"type": "number"} for n in range(90)}
TOOLS = [{"name": f"t{n}", "description": "count the harbours " * 1000} for n in range(MOST_TOOLS)]
LISTS = "[" + "[]," * (8 * 2**20 // 3) + "[]]"
CHUNK = "data: " + json.dumps({"choices": [{"delta": {"content": "x" * 900}}]})

PUNY = b"a-" + b"zzzzz9" * 50_000
FIELDS = {  # what comes in -> (what reads it, seconds of CPU, megabytes)
    "the text of AG-UI, in pieces": (agui([said("x" * 40)] * 50_000), 1.0, 10),
    "the text of AG-UI, in messages": (agui([said("x") | {"messageId": str(n)} for n in range(50_000)]), 1.0, 25),
    "the text of a chat completion": (openai([CHUNK] * (MOST_BODY // len(CHUNK))), 0.5, 10),
    "data of A2A, nested deep": (lambda: Story().take({"artifact": nested(900)}), 0.1, 1),
    "any JSON": (lambda: load_json(LISTS), 0.1, 1),
    "JSON that is shown": (lambda: as_code([json.loads("[" * 900 + "]" * 900)] * 100), 0.5, 5),
    "parameters of a tool": (arguments(NUMBERED, "p7: x, " * 7000), 1.0, 60),
    "required parameters of a tool": (arguments(NUMBERED, "p7: x", NUMBERED), 1.0, 60),
    "enumerations of a tool": (arguments(CHOICES, "7" * 20_000, CHOICES), 2.0, 10),
    "names of parameters": (arguments(LONG_NAMES, ", , : " * 8000, LONG_NAMES), 2.0, 10),
    "tools of a server": (lambda: tool_for(TOOLS, (), "count harbours"), 2.0, 10),
    "a result's heading, as tables": (lambda: read_markdown("r", HEADING), 0.1, 5),
    "a result's heading, as sections": (lambda: sections(HEADING), 0.1, 5),
    "a result's table": (lambda: read_markdown("r", "|-" * (MOST_TEXT // 2) + "\n" + "|-" * (MOST_TEXT // 2)), 0.5, 50),
    "a result's blanks before a rule": (lambda: read_markdown("r", "|\n" + " \t" * 2000 + "|-x"), 0.1, 5),
    "an upload's headings": (lambda: list(split(HEADING * 5, "text/markdown")), 0.5, 20),
    "an upload's rows": (lambda: list(split("|" + " " * MOST_UPLOAD, "text/markdown")), 0.5, 20),
    "a page's charset": (lambda: page_of(WebSource("http://h", "text/plain", "punycode", PUNY)), 1.0, 30),
    "a page's text": (lambda: page_of(WebSource("http://h", "text/html", "utf-8", b"<p>a <b>" * 100_000)), 6.0, 250),
    "a result at a glance": (lambda: prose.glance("![" * (MOST_TEXT // 2)), 0.2, 5),
    "pictures of a message": (lambda: prose.with_pictures('<img src="' * (MOST_HTML // 10), {}), 0.5, 10),
    "a cell": (lambda: [number_of(" " * 50 + f"1{n}x") for n in range(1000)], 0.2, 5),
    "a goal's digits": (lambda: literals_in("1" * MOST_GOAL), 0.1, 1),
    "a goal's clauses": (lambda: clauses("!" * MOST_GOAL + "a, and " * 1000), 1.0, 10),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_costs_no_more_cpu_than_its_budget(name):
    read, seconds, _ = FIELDS[name]
    gc.collect()
    start = time.thread_time()
    read()
    assert time.thread_time() - start < seconds


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_costs_no_more_memory_than_its_budget(name):
    read, _, megabytes = FIELDS[name]
    tracemalloc.start()
    read()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak / 2**20 < megabytes
