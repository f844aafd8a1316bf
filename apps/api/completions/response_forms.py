"""What a response and the events of its stream look like."""

import json
from typing import Any

from apps.api.completions.goals import response_id
from apps.api.completions.looks import GoalReport
from apps.api.team_words import TeamWords
from apps.teams.domain.states import GoalOutcome

STATUS = {
    GoalOutcome.RUNNING: "in_progress",
    GoalOutcome.DONE: "completed",
    GoalOutcome.PARTIAL: "incomplete",
    GoalOutcome.FAILED: "failed",
    GoalOutcome.STOPPED: "cancelled",
}
LAST_EVENT = {GoalOutcome.DONE: "response.completed", GoalOutcome.PARTIAL: "response.incomplete"}

Item = dict[str, Any]

UNUSED: dict[str, Any] = {  # that Open Responses (2026-04-24) wants in each response, and that no goal has
    "background": False,
    "frequency_penalty": 0.0,
    "max_output_tokens": None,
    "max_tool_calls": None,
    "metadata": {},
    "presence_penalty": 0.0,
    "prompt_cache_key": None,
    "reasoning": None,
    "safety_identifier": None,
    "service_tier": "default",
    "store": True,
    "temperature": 1.0,
    "text": {"format": {"type": "text"}},
    "tool_choice": "none",
    "tools": [],
    "top_logprobs": 0,
    "top_p": 1.0,
    "truncation": "auto",
}


def response_of(report: GoalReport, before: tuple[Item, ...] = ()) -> dict[str, Any]:
    """The response; `before`: the items that came before its answer. Where there is no answer, `error` says why."""
    answer = (answer_item(report),) if report.has_answer else ()
    return {
        "id": response_id(report.id),
        "object": "response",
        "created_at": report.created,
        "completed_at": report.ended if report.outcome is GoalOutcome.DONE else None,
        "status": STATUS[report.outcome],
        "error": _error(report),
        "incomplete_details": {"reason": "max_output_tokens"} if report.outcome is GoalOutcome.PARTIAL else None,
        "instructions": None,
        "model": report.model,
        "output": [*before, *answer],
        "parallel_tool_calls": False,
        "previous_response_id": None,
        "usage": _usage(report) if report.has_ended else None,
        **UNUSED,
    }


def _error(report: GoalReport) -> dict[str, str] | None:
    if report.has_answer or report.conclusion is None:
        return None
    return {"code": "server_error", "message": report.conclusion}


def _usage(report: GoalReport) -> dict[str, Any]:
    """A goal's tokens are counted as one sum, which stands where those of an answer stand."""
    return {
        "input_tokens": 0,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": report.tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": report.tokens,
    }


def answer_item(report: GoalReport) -> Item:
    """The answer as an assistant's message."""
    return {
        "id": f"msg_{report.id.hex}",
        "type": "message",
        "role": "assistant",
        "status": "incomplete" if report.outcome is GoalOutcome.PARTIAL else "completed",
        "content": [text_part(report.conclusion or "")],
    }


def text_part(text: str) -> dict[str, Any]:
    """A piece of an answer."""
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def turn_item(said: TeamWords) -> Item:
    """What somebody of the team said, as an item of reasoning."""
    return {"id": f"rs_{said.id}", "type": "reasoning", "summary": [summary_part(said.line)]}


def summary_part(text: str) -> dict[str, str]:
    """A piece of what was said on the way."""
    return {"type": "summary_text", "text": text}


class EventLines:
    """The lines of one stream: its events are numbered, and so are the items that they tell of."""

    def __init__(self) -> None:
        self._events = 0
        self.items: tuple[Item, ...] = ()

    def line(self, kind: str, **fields: Any) -> str:
        """One event."""
        document = {"type": kind, "sequence_number": self._events, **fields}
        self._events += 1
        return f"event: {kind}\ndata: {json.dumps(document)}\n\n"

    def of_turn(self, said: TeamWords) -> str:
        """What somebody said, from its beginning to its end."""
        item, text = turn_item(said), said.line
        place = {"item_id": item["id"], "output_index": len(self.items)}
        part = place | {"summary_index": 0}
        lines = (
            self._added({**item, "summary": []}),
            self.line("response.reasoning_summary_part.added", **part, part=summary_part("")),
            self.line("response.reasoning_summary_text.delta", **part, delta=text),
            self.line("response.reasoning_summary_text.done", **part, text=text),
            self.line("response.reasoning_summary_part.done", **part, part=summary_part(text)),
            self._done(item),
        )
        self.items += (item,)
        return "".join(lines)

    def of_answer(self, report: GoalReport) -> str:
        """The answer, from its beginning to its end."""
        item, text = answer_item(report), report.conclusion or ""
        part = {"item_id": item["id"], "output_index": len(self.items), "content_index": 0}
        return "".join(
            (
                self._added({**item, "status": "in_progress", "content": []}),
                self.line("response.content_part.added", **part, part=text_part("")),
                self.line("response.output_text.delta", **part, delta=text, logprobs=[]),
                self.line("response.output_text.done", **part, text=text, logprobs=[]),
                self.line("response.content_part.done", **part, part=text_part(text)),
                self._done(item),
            )
        )

    def of_end(self, report: GoalReport) -> str:
        """The last event, with the whole response."""
        answer = self.of_answer(report) if report.has_answer else ""
        kind = LAST_EVENT.get(report.outcome, "response.failed")
        return answer + self.line(kind, response=response_of(report, self.items))

    def _added(self, item: Item) -> str:
        return self.line("response.output_item.added", output_index=len(self.items), item=item)

    def _done(self, item: Item) -> str:
        return self.line("response.output_item.done", output_index=len(self.items), item=item)
