"""Material for the built-in agents' tests, and a way to ask them."""

import itertools
import json
from dataclasses import dataclass
from pathlib import Path

from asgiref.sync import async_to_sync

from apps.agents.connectors import connector_for
from apps.agents.domain.calls import (
    AgentError,
    ArtifactMade,
    ColleagueResult,
    File,
    FoundPassage,
    InputRequired,
    Result,
    RunRequest,
    Usage,
)
from apps.agents.domain.choice_forms import FilledForm
from apps.agents.domain.words import share_found, stems

SEED = Path(__file__).parents[3] / "apps/agents/seed"
REVENUE = (SEED / "documents/microsoft-annual-revenue.md").read_text()
REVENUE_GOAL = (
    "Microsoft's annual revenue from 2014 to 2020: find it in the workspace's document, plot it, "
    "write a short report with growth rates and say which series is used."
)
ENERGY = """hall,month,energy (kWh),area (m2)
A,2024-01,120.5,10
A,2024-02,130,10
B,2024-01,90,20
B,2024-02,n/a,20
C,2024-01,300,15
C,2024-02,310,15
"""
SALES = "region\t2022\t2023\t2024\nNorth\t1,200\t1,300\t1,250\nSouth\t800\t950\t1,100\nWest\t400\t380\t370\n"
ORDERS = (
    '[{"customer": "Ada", "order": {"value": 12.50}}, {"customer": "Bo", "order": {"value": 99}},'
    ' {"customer": "Ada", "order": {"value": 30}}, "stray", {"customer": "Bo", "order": {"value": 1}}]'
)
LOG = """2026-03-01 10:00:00 INFO gateway: started
2026-03-01 10:00:05 ERROR auth: login failed
2026-03-01 10:00:09 ERROR auth: login failed
2026-03-01 10:00:11 WARN billing: slow
"""
BEES = """# Bees in cities

Urban hives made 23 kg of honey each in 2021, rural ones 17 kg.

The number of hives is an estimate, because small keepers need not register. Swarms are not counted.
"""


@dataclass
class Outcome:
    events: list
    end: object

    @property
    def text(self):
        assert isinstance(self.end, Result), self.end
        return self.end.text

    @property
    def refusal(self):
        assert isinstance(self.end, AgentError), self.end
        return self.end

    @property
    def files(self):
        return {event.file.name: event.file for event in self.events if isinstance(event, ArtifactMade)}

    def file(self, ending):
        [content] = [file.content for name, file in self.files.items() if name.endswith(ending)]
        return content

    def csv(self):
        return self.file(".csv").decode()

    def as_result(self, task="task"):
        return ColleagueResult(task, "A colleague", self.text, tuple(self.files.values()))


class Model:
    """Fills in forms with what it was given, one after the other, and remembers what it was told."""

    def __init__(self, *answers, unfilled=""):
        self.forms = []
        self._answers = [FilledForm(answer, Usage(100, 20, 0.5)) for answer in answers]
        self._nothing = FilledForm(usage=Usage(100, 20, 0.5), unfilled=unfilled or "The model has no more to say.")

    async def fill(self, form):
        self.forms.append(form)
        return self._answers.pop(0) if self._answers else self._nothing

    @property
    def told(self):
        return [json.loads(form.data) for form in self.forms]


def ask(worker, goal, *, brief="", files=(), results=(), **more):
    """Ask a built-in agent as the gateway does, in the calling thread."""
    request = RunRequest("key", goal, brief, files=tuple(files), results=tuple(results), **more)
    return played("builtin", {"worker": worker}, request)


def played(kind, config, request):
    async def collect():
        return [event async for event in connector_for(kind, inline=True).run(config, request)]

    events = async_to_sync(collect)()
    assert isinstance(events[-1], Result | AgentError | InputRequired)
    return Outcome(events, events[-1])


def text_file(name, text):
    kinds = {"csv": "text/csv", "tsv": "text/tab-separated-values", "json": "application/json", "md": "text/markdown"}
    content = text if isinstance(text, bytes) else text.encode()
    return File(name, kinds.get(name.rpartition(".")[2], "text/plain"), content)


def passages_of(name, text):
    """Cut a document at blank lines, as the library does at least."""
    heading = text.partition("\n")[0].strip("# ") if text.startswith("#") else ""
    parts = [part for part in text.split("\n\n") if part.strip() and not part.startswith("# ")]
    return [FoundPassage(name, heading, part.strip("\n"), position, 0.0) for position, part in enumerate(parts)]


def library_of(**documents):
    """A library that scores by shared words; the product's own is tested with the registry."""
    every = list(itertools.chain.from_iterable(passages_of(f"{name}.md", text) for name, text in documents.items()))

    def search(text):
        scored = [
            FoundPassage(
                item.document,
                item.heading,
                item.text,
                item.position,
                share_found(stems(text), stems(f"{item.heading} {item.text}")),
            )
            for item in every
        ]
        return sorted(scored, key=lambda item: -item.score)[:8]

    return search
