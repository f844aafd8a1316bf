"""The most that fits: everything but persons' words gives way, the draft of an answer last."""

from dataclasses import dataclass

from apps.accounts.domain.workspace_settings import PROMPT_TOKENS
from apps.chat.domain.briefing import Briefing, VoiceError
from apps.chat.voices.llm.costs import clean, clip, compact, estimate_tokens
from apps.chat.voices.llm.prompt import instructions
from apps.chat.voices.llm.prompt.detail import DETAILS, Detail
from apps.chat.voices.llm.prompt.document import write_document
from apps.chat.voices.llm.prompt.team import handles_of
from apps.chat.voices.llm.prompt.work import draft_of
from apps.chat.voices.llm.schema import REVIEW, TURN, Schema


@dataclass(frozen=True)
class Prompt:
    """What one call sends. `handles` are the agents that may own a task."""

    system: str
    user: str
    schema: Schema
    handles: tuple[str, ...]
    draft: int | None = None  # the task that is accepted, or sent back, where no number is named

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return estimate_tokens(self.system) + estimate_tokens(self.user) + estimate_tokens(compact(self.schema))


class WordsTooLong(VoiceError):
    """What persons said is more than a prompt may have, though all else was left out as far as it can be."""

    def __init__(self, needed: int, budget: int) -> None:
        super().__init__(
            f"What persons said here takes a prompt of about {needed:,} tokens, and the settings allow {budget:,}. "
            "Nothing of it is left out, so the model was not asked: allow longer prompts in the settings if the model "
            "takes them, or give the long text as a file of a new goal.",
            permanent=True,
        )


def to_prompt(briefing: Briefing, budget: int = PROMPT_TOKENS) -> Prompt:
    """The most detailed prompt within `budget` tokens. Raises WordsTooLong."""
    draft = clean(draft_of(briefing))
    for detail in DETAILS:
        prompt = _write(briefing, detail, draft)
        if prompt.tokens <= budget:
            return prompt
    return _with_less_of_draft(briefing, draft, budget)


def _with_less_of_draft(briefing: Briefing, draft: str, budget: int) -> Prompt:
    rest = _write(briefing, DETAILS[-1], "")
    spare = budget - rest.tokens - _KEY_OF_DRAFT
    prompt = _write(briefing, DETAILS[-1], clip(draft, spare)) if draft and spare > 0 else rest
    if prompt.tokens > budget:
        raise WordsTooLong(prompt.tokens, budget)
    return prompt


_KEY_OF_DRAFT = 10  # tokens, its quotes and what is rounded counted in


def _write(briefing: Briefing, detail: Detail, draft: str) -> Prompt:
    kind, schema = _form(briefing)
    data = write_document(briefing, detail, draft)
    system = instructions.write_rules(kind, data)
    return Prompt(system, compact(data), schema, handles_of(briefing), briefing.draft)


def _form(briefing: Briefing) -> tuple[str, Schema]:
    return (instructions.LEADING, TURN) if briefing.draft is None else (instructions.REVIEWING, REVIEW)
