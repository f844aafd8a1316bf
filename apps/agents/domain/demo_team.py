"""The agents of the demo team: who they are, and the part that each of them plays. Pure.

They are called over the registry and the wire as all agents are; only what they say was written before, and they say
it in the language in which the demo was begun.
"""

from dataclasses import dataclass

from apps.core.sentences import sentence

GOAL = sentence("Plan a day at the sea for a class of 24 and write the letter to the parents.")
DEMO = "demo"  # the connector of these agents, by which they are told from those that work


@dataclass(frozen=True)
class DemoPart:
    """What one agent does each time that it is asked: signs of life, each after some seconds, then a result.

    `stumble`: how it fails the first time that it is asked for a task; "": it does not.
    """

    handle: str
    name: str
    skill: str
    lines: tuple[str, ...]
    seconds: float  # before each line, and before the result
    result: str
    stumble: str = ""


TIDES = DemoPart(
    "demo-tides",
    "Demo: Marina",
    "Read tide tables",
    (sentence("Opening the tide table for June"), sentence("Looking for low water around noon")),
    3.0,
    sentence("Low water on **Thursday 12 June** is at 12:10. The beach is wide from 10:00 to 14:30."),
)
TRAINS = DemoPart(
    "demo-trains",
    "Demo: Otto",
    "Find train connections",
    (sentence("Asking the timetable for 24 children and 3 adults"), sentence("Comparing two connections")),
    3.0,
    sentence("There at 9:12, arriving 10:05; back at 14:50, arriving 15:43. No change of trains."),
    stumble=sentence("The timetable did not answer."),
)
COSTS = DemoPart(
    "demo-costs",
    "Demo: Penny",
    "Add up costs",
    (sentence("Adding up the group ticket"),),
    3.0,
    sentence(
        "There at 9:12, back at 14:50, without a change of trains.\n\n"
        "| What | Euro |\n|---|--:|\n| Group ticket | 94.50 |\n| Lifeguard | 0.00 |\n| **Together** | **94.50** |"
    ),
)
WRITER = DemoPart(
    "demo-writer",
    "Demo: Quill",
    "Write letters to parents",
    (
        sentence("Reading what the others found"),
        sentence("Writing the first paragraph"),
        sentence("Leaving out what parents know already"),
    ),
    5.0,
    sentence(
        "Dear parents,\n\n"
        "on **Thursday 12 June** we go to the sea. We meet at 8:55 at the station and are back at 15:43. "
        "It is low water at 12:10, so the beach is wide. The ticket is 3.94 Euro a child. Please send a hat, sun cream "
        "and something to drink."
    ),
)
PARTS = (TIDES, TRAINS, COSTS, WRITER)
BY_HANDLE = {part.handle: part for part in PARTS}
