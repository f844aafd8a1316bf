"""How a server likes to be asked. Compatible servers and models differ; what one accepted is remembered. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.voices.llm.costs import clip, compact
from apps.chat.voices.llm.prompt import Prompt
from apps.chat.voices.llm.schema import NAME

Parameters = dict[str, object]


class Form(StrEnum):
    """How the answer's form is asked for, the surest first."""

    JSON_SCHEMA = "json_schema"  # structured output
    TOOL = "tool"  # the arguments of a function that must be called
    PROMPT = "prompt"  # words; the answer may need a repair


FORMS = tuple(Form)


@dataclass(frozen=True)
class Dialect:
    """One way of asking. `limit`: what the server calls the bound of an answer (reasoning models have a new name)."""

    form: Form = Form.JSON_SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True  # some models refuse any but their own
    streams: bool = True  # the answer comes as it is written, where somebody wants to see that

    def with_next_form(self) -> "Dialect | None":
        """The same with the next form, or None after the last."""
        place = FORMS.index(self.form) + 1
        return replace(self, form=FORMS[place]) if place < len(FORMS) else None

    def instead(self, complaint: str) -> "Dialect | None":
        """What to try after a server refused a request (400, 422) with these words; None: nothing is left to try."""
        words = complaint.lower()
        if is_too_long(complaint):
            return None
        if self.limit == "max_tokens" and "max_completion_tokens" in words:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in words:
            return replace(self, temperature=False)
        if self.streams and "stream" in words:
            return replace(self, streams=False)
        return self.with_next_form()

    def parameters(
        self, settings: ModelSettings, prompt: Prompt, *, repair: str = "", said: str = "", is_seen: bool = False
    ) -> Parameters:
        """The body of a chat-completions request. `repair`: what was wrong with the last answer, which was `said`.
        `is_seen`: somebody wants to see the answer while it is written.
        """
        system = prompt.system + (_SCHEMA_IN_WORDS + compact(prompt.schema) if self.form is Form.PROMPT else "")
        messages = [{"role": "system", "content": system}, {"role": "user", "content": prompt.user}]
        if repair:
            answered = {"role": "assistant", "content": clip(said, _SAID) or _NOTHING}  # many models want to alternate
            messages += [answered, {"role": "user", "content": repair}]
        common: Parameters = {"model": settings.model, "messages": messages, self.limit: settings.answer_tokens}
        if self.temperature:
            common["temperature"] = settings.temperature
        if is_seen and self.streams:
            common |= {"stream": True, "stream_options": {"include_usage": True}}
        return common | _FORM_PARAMETERS[self.form](prompt)


def is_too_long(complaint: str) -> bool:
    """Whether a server says that prompt and answer together are more than its model takes."""
    words = complaint.lower()
    of_context = "context" in words and any(one in words for one in ("length", "size", "window"))
    return of_context or "prompt is too long" in words


_SAID, _NOTHING = 500, "(nothing)"  # tokens of an answer that the model is shown again
_SCHEMA_IN_WORDS = "\nAnswer with one JSON object alone, no other words. Its schema: "


def _json_schema(prompt: Prompt) -> Parameters:
    described = {"name": NAME, "strict": True, "schema": prompt.schema}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def _tool(prompt: Prompt) -> Parameters:
    function = {"name": NAME, "parameters": prompt.schema}
    choice = {"type": "function", "function": {"name": NAME}}
    return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}


def _words(prompt: Prompt) -> Parameters:
    return {}


_FORM_PARAMETERS: dict[Form, Callable[[Prompt], Parameters]] = {
    Form.JSON_SCHEMA: _json_schema,
    Form.TOOL: _tool,
    Form.PROMPT: _words,
}
