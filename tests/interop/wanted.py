"""What people want of each real agent, in words that do not name it."""

import sqlite3
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

NOTES = ("notes.txt", "Seen on Monday: something small and heliotrope, twice.\n")  # a word that a goal does not have


@dataclass(frozen=True)
class Wanted:
    """The goals that one agent is tried with, and how its part in them is seen. Empty: nothing of that kind.

    FOLDER in a goal is what `furnish` furnished, MODEL a page that can be read.
    """

    goal: str
    answer: str = "The model heard:"  # stands in the answer if the agent gave it
    reading: str = ""  # a goal that NOTES come with
    read: str = "heliotrope"  # stands in the answer then
    making: str = ""  # a goal that has the agent make a file
    made: tuple[str, bytes] = ("", b"")  # that file, and how it begins
    slow: str = ""  # a goal that takes long, to be stopped
    told: dict[str, str] = field(default_factory=dict)  # what the person has to say of it, since it says nothing itself


def _by_model(goal: str, reading: str, **more: str) -> Wanted:
    return Wanted(goal, reading=reading, slow=f"{goal.rstrip('?.')}, and take your time.", **more)


ALL = {
    "Strands": _by_model(
        "Which bird sings at dawn in our hedge and has a red breast?", "Which bird do my notes describe?"
    ),
    "CrewAI": _by_model("Which wine goes with a roast duck?", "Recommend a wine for the meal in my notes."),
    "BeeAI": _by_model(
        "Which planets stand in the night sky over the sea this week?", "Which star in the sky do my notes describe?"
    ),
    "agentstack": Wanted(
        "Design a knitting pattern for a scarf.",
        "Knit two, purl two",
        reading="Design a knitting pattern for the yarn in my notes.",
        read="The yarn is heliotrope",
        making="I would like a knitting pattern for socks.",
        made=("pattern.csv", b"row,stitches\n1,40\n"),
        slow="Design a knitting pattern for a jumper, and take your time.",
    ),
    "agent-framework (A2A)": _by_model(
        "Which taxes does a small bakery pay?", "Which duties come with the business in my notes?"
    ),
    "agent-framework (AG-UI)": _by_model(
        "How do I practise scales on the piano?", "Which piano piece fits what my notes say?"
    ),
    "agent-framework (DevUI)": _by_model(
        "What shall I do about mites in my bee hive?", "Is there a swarm of bees in my notes?"
    ),
    "LangGraph (AG-UI)": _by_model(
        "The chain of my bicycle jumps off, what can I do?", "What is wrong with the bicycle in my notes?"
    ),
    "ADK (AG-UI)": _by_model(
        "Plan a hike of three days with huts in the mountains.", "Plan a hike along the trail in my notes."
    ),
    "CrewAI (AG-UI)": _by_model(
        "My puppy barks all night, how do I train it?", "Train the dog that my notes are about."
    ),
    "fastmcp": Wanted(
        "What is the phase of the moon on 2026-03-04?",
        "On 2026-03-04 the moon is waxing.",
        making="Make a calendar of the full moons of the year 2031.",
        made=("moons-2031.csv", b"full moon,2031-01-13\n"),
        slow="Watch until the moon rises.",
    ),
    "Playwright": Wanted(
        "List the open tabs of the browser.",
        "about:blank",
        making="Take a screenshot of the current page of the browser, with the scale css.",
        made=("image-2.png", b"\x89PNG"),
    ),
    "filesystem": Wanted("Read the text of the file FOLDER/garden/diary.txt.", "The heron came at noon."),
    "memory": Wanted(
        "Create entities in the knowledge graph: "
        '{"entities": [{"name": "Heron", "entityType": "bird", "observations": ["came at noon"]}]}',
        "came at noon",
    ),
    "sequential-thinking": Wanted(
        "Think in a sequence of thoughts: "
        '{"thought": "Herons eat fish.", "nextThoughtNeeded": false, "thoughtNumber": 1, "totalThoughts": 1}',
        '"thoughtNumber": 1',
    ),
    "git": Wanted("Show the status of the working tree of the repository FOLDER/garden.", "diary.txt"),
    "sqlite": Wanted("List all tables in the database.", "herons"),
    "fetch": Wanted("Fetch the contents of MODEL/models from the internet.", '"fake"'),
    "a Python function": Wanted(
        "Count the ships in the harbour.",
        "I see seven ships.",
        reading="Count the ships in the harbour that my notes tell of.",
        making="Which ships are in the harbour? Count them.",
        made=("ships.csv", b"ship\n"),
        slow="Count the ships in the harbour, and take your time.",
    ),
    "semantic-kernel": Wanted('What is the price of the dish "onion soup" of the menu?', "onion soup costs $9.99."),
    "Mastra": _by_model("Cook a stew of beans for six people.", "Which soup goes with what my notes tell?"),
    "LiteLLM": _by_model(
        "Write a speech for a silver wedding.",
        "Write a speech for the guest in my notes.",
        told={"name": "Speech writer", "description": "Writes speeches for weddings, birthdays and jubilees."},
    ),
}


def furnish(folder: Path) -> None:
    """Put into a folder what goals ask about: a repository with a file, and a database with a table."""
    garden = folder / "garden"
    garden.mkdir()
    (garden / "diary.txt").write_text("The heron came at noon.\n")
    subprocess.run(["git", "init", "--quiet", garden], check=True)
    with sqlite3.connect(folder / "garden.db") as database:
        database.execute("create table herons (name text)")
