"""What the studio's model says, goal by goal."""

import json

from tests.fake_model.server import Body


def _task(key: str, owner: str, brief: str, check: str = "", after: tuple[str, ...] = ()) -> dict:
    return {
        "key": key,
        "title": f"{key.capitalize()}",
        "brief": brief,
        "owner": owner,
        "needs": [],
        "after": list(after),
        "check": check,
    }


def _give(*tasks: dict) -> dict:
    return {"do": "assign", "text": "One after the other.", "tasks": list(tasks), "answer": tasks[-1]["key"]}


ENDED_IN_PART = {
    "do": "conclude",
    "text": "The north sold 30. Nobody has the figures of the south.",
    "verdict": "partial",
    "missing": ["the sales of the south"],
}
LOOKED_AT = "Invite the guests to the new hall."
ADDED_UP = "Add up the sales of both regions."
IN_PART = "Say what both regions sold, though one is unknown."
WITH_NOTES = "Write to the guests, and note what the hall lacks."
DEBATED = "Decide whether to rent or to buy the hall."
PLANS: dict[str, list[dict]] = {
    LOOKED_AT: [_give(_task("letter", "writer", "Write a letter of invitation.", "person whether it is friendly"))],
    ADDED_UP: [_give(_task("sums", "counter", "Add up the sales: North 30, South 12.", "member @critic the total"))],
    WITH_NOTES: [
        _give(_task("notes", "noter", "Note what the hall lacks."), _task("letter", "writer", "Write to the guests."))
    ],
    IN_PART: [ENDED_IN_PART],
    DEBATED: [
        {
            "do": "discuss",
            "text": "Shall we rent or buy the hall?",
            "protocol": "debate",
            "members": ["renter: rent", "buyer: buy"],
        },
        {"do": "conclude", "text": "Rent it: it costs less, and both sides signed that.", "verdict": "done"},
    ],
}
"""Goal -> what its lead says, turn by turn; the last is repeated."""


class Lead:
    """What the model says, by the goal that it is asked about, and how often it was."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}

    def speak(self, body: Body) -> dict:
        """The next turn of a goal's lead. A goal without a plan can't be done."""
        told = json.loads(body["messages"][1]["content"])
        steps = PLANS.get(told["goal"], [{"do": "conclude", "text": "No plan.", "verdict": "failed"}])
        turn = self._asked[told["goal"]] = self._asked.get(told["goal"], 0) + 1
        said = steps[min(turn, len(steps)) - 1]
        return {"tasks": [], "answer": None, "missing": [], "numbers": [], "verdict": "done"} | said
