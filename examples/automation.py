"""Give a goal, follow it as it happens, and print its answer and its files.

API=http://127.0.0.1:8000/api/v1 TOKEN=ioa_... python automation.py "Plot the revenue and write a report on its growth."
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import httpx


@dataclass(frozen=True)
class Event:
    """Something that happened to the goal; `number` has no gaps."""

    number: int
    kind: str
    payload: dict[str, object]


def accepted(answer: httpx.Response) -> httpx.Response:
    """The answer; where the hub refuses, its words end the program."""
    if answer.is_error:
        answer.read()
        is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
        raise SystemExit(answer.json()["detail"] if is_problem else f"The hub answered {answer.status_code}.")
    return answer


def events(client: httpx.Client, goal: str, after: int = 0) -> Iterator[Event]:
    """The goal's events as they come, until it has ended."""
    url = f"goals/{goal}/stream"
    with client.stream("GET", url, params={"after": after, "until_end": True}, timeout=None) as answer:
        for line in accepted(answer).iter_lines():
            if line.startswith("data: "):
                event = json.loads(line.removeprefix("data: "))
                yield Event(event["seq"], event["kind"], event["payload"])


def main(text: str) -> None:
    """Run one goal from its beginning to its end."""
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
    with httpx.Client(base_url=os.environ["API"] + "/", headers=headers, timeout=30) as client:
        goal = accepted(client.post("goals", json={"text": text})).json()["id"]
        for event in events(client, goal):
            print(event.number, event.kind)
        result = accepted(client.get(f"goals/{goal}/result")).json()
        print(result["verdict"], result["answer"] or result["failure"])
        for file in result["files"]:
            print(file["name"], file["size"], "bytes")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
