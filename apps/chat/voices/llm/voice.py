"""A model speaks: one call plans, staffs and names the answer task.

More than one call is made only where a server does not know a way of asking for structured output (then the next one
is tried, and remembered for this model), or where a model that can only be asked in words misses the form (one repair).
An utterance that has the form but makes no sense is the engine's affair: it asks again in a new turn.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

from openai import APIStatusError, OpenAIError

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.agents.domain.calls import Usage
from apps.agents.gateway import pool
from apps.agents.gateway.drafting import DraftShower, shown_end
from apps.chat.domain.briefing import Briefing, Show, Spoken, Summary, VoiceError, show_nowhere
from apps.chat.voices.llm import failures
from apps.chat.voices.llm.clients import client_for
from apps.chat.voices.llm.completions import Completion, ServerError, to_utterance
from apps.chat.voices.llm.costs import cost, estimate_tokens
from apps.chat.voices.llm.dialect import Dialect, Form
from apps.chat.voices.llm.objects import find_object
from apps.chat.voices.llm.prompt import Prompt, to_prompt
from apps.chat.voices.llm.prompt.folding import fold, summary_in
from apps.chat.voices.llm.streaming import StreamedCompletion, read_answer
from apps.chat.voices.llm.talk import to_talk_prompt
from apps.core.outbound import OutboundError
from apps.core.outbound.transport import Hear, hearing

REPAIR = "Your last answer was not a JSON object of that schema. Answer with the object alone."
NOT_ACCEPTED = (400, 415, 422)  # what servers say to a parameter that they do not know
NOTHING_SPENT = Usage(money=0.0)

_dialects: dict[tuple[str, str], Dialect] = {}
"""By base URL and model, the way of asking that gave an answer. Lost with the process: it is cheap to find again."""


class LLMVoice:
    """Speaks by asking an OpenAI-compatible model; where it gives no answer, the other one that the settings name."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    async def speak(self, briefing: Briefing) -> Spoken:
        """Ask the model for the next utterance. Raises VoiceError; its usage is what was spent nevertheless.

        Each model takes at most the settings' timeout, retries and repairs included.
        """
        if not briefing.speaker.lead:
            return await self._speak(to_talk_prompt(briefing), briefing.show)
        summary, spent = await self._fold(briefing)
        if summary is not None:
            briefing = replace(briefing, summary=summary.text, summary_up_to=summary.up_to)
        try:
            spoken = await self._speak(to_prompt(briefing, self._settings.prompt_tokens), briefing.show)
        except VoiceError as error:
            error.usage = spent + error.usage
            raise
        return replace(spoken, usage=spent + spoken.usage, summary=summary)

    async def _fold(self, briefing: Briefing) -> tuple[Summary | None, Usage]:
        """A summary of what is old in a long room. Where there comes none, the prompt has headings in its place."""
        folded = fold(briefing, self._settings.prompt_tokens)
        if folded is None:
            return None, NOTHING_SPENT
        try:
            form, usage = await ask_model(self._settings, folded.prompt)
        except VoiceError as error:
            return None, error.usage
        text = summary_in(form)
        return Summary(text, folded.up_to) if text else None, usage

    async def _speak(self, prompt: Prompt, show: Show) -> Spoken:
        try:
            return await self._ask(self._settings, prompt, show)
        except VoiceError as error:
            if not self._settings.other_model:
                raise
            failed = error
        return await self._ask_other(prompt, failed, show)

    async def _ask_other(self, prompt: Prompt, failed: VoiceError, show: Show) -> Spoken:
        try:
            spoken = await self._ask(replace(self._settings, model=self._settings.other_model), prompt, show)
        except VoiceError as error:
            raise failures.both_failed(failed, error) from None
        return replace(spoken, usage=failed.usage + spoken.usage)

    @staticmethod
    async def _ask(settings: ModelSettings, prompt: Prompt, show: Show) -> Spoken:
        form, usage = await ask_model(settings, prompt, show)
        return Spoken(to_utterance(form, prompt.handles, prompt.draft), voice=settings.model, usage=usage)


async def ask_model(
    settings: ModelSettings, prompt: Prompt, show: Show = show_nowhere
) -> tuple[dict[str, object], Usage]:
    """Give the model's answer in the prompt's form, and what it cost. Raises VoiceError, which says that too.

    `show`: is told the text of the answer while the model writes it, where its server streams.
    """
    exchange = _Exchange(settings, prompt, show)
    try:
        async with _gate(settings), asyncio.timeout(settings.timeout_seconds):
            return await exchange.ask(), exchange.usage
    except _FAILURES as error:
        raise failures.as_voice_error(error, settings, exchange.usage) from None


def _gate(settings: ModelSettings) -> contextlib.AbstractAsyncContextManager[object]:
    """Lets in as many calls of a model at one time as the settings say. Who waits loses none of its time."""
    if settings.concurrency is None:
        return contextlib.nullcontext()
    gates = _gates.setdefault(asyncio.get_running_loop(), {})
    known_as = (settings.base_url, settings.model, settings.concurrency)
    return gates.setdefault(known_as, asyncio.Semaphore(settings.concurrency))


_gates: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str, int], asyncio.Semaphore]] = (
    WeakKeyDictionary()
)


_FAILURES = (
    failures.Unusable,
    OpenAIError,
    OutboundError,
    TimeoutError,
    ValueError,  # a key that can't be sent
)


class _Exchange:
    """The calls of one turn, and what they cost."""

    def __init__(self, settings: ModelSettings, prompt: Prompt, show: Show) -> None:
        self.usage = NOTHING_SPENT
        self._show = show
        self._settings = settings
        self._prompt = prompt
        self._known_as = (settings.base_url, settings.model)

    async def ask(self) -> dict[str, object]:
        """The model's answer in the prompt's form. Raises what speak makes VoiceErrors of."""
        dialect: Dialect | None = _dialects.get(self._known_as, Dialect())
        while dialect:
            dialect, answer = await self._accepted(dialect)
            form = find_object(answer.text)
            if form is None and dialect.form is Form.PROMPT:
                answer = await self._call(dialect, repair=REPAIR, said=answer.text)
                form = find_object(answer.text)
            if form is not None:
                _dialects[self._known_as] = dialect
                return form
            dialect = dialect.with_next_form()
        raise failures.unreadable_answer(answer.text) if answer.text.strip() else failures.empty_answer()

    async def _accepted(self, dialect: Dialect) -> tuple[Dialect, Completion]:
        """The first answer to a request that the server does not refuse, and how it was asked."""
        while True:
            try:
                return dialect, await self._call(dialect)
            except APIStatusError as error:
                other = dialect.instead(failures.complaint(error)) if error.status_code in NOT_ACCEPTED else None
                if other is None:
                    raise
                dialect = other

    async def _call(self, dialect: Dialect, *, repair: str = "", said: str = "") -> Completion:
        """One request, which may be tried again. Raises Unusable where the answer can't be one."""
        client = await client_for(self._settings)
        is_seen = self._show is not show_nowhere
        with _shown(self._show) if is_seen else contextlib.nullcontext():
            asked = dialect.parameters(self._settings, self._prompt, repair=repair, said=said, is_seen=is_seen)
            content = await client.complete(asked)
        try:
            answer = read_answer(content)
        except ServerError as error:
            raise failures.server_error(str(error)) from None
        except ValueError:
            raise failures.unreadable_answer() from None
        self._book(answer)
        return _complete(answer, self._settings)

    def _book(self, answer: Completion) -> None:
        counted = answer.tokens or (self._prompt.tokens, estimate_tokens(answer.text))
        self.usage = self.usage + cost(*counted, self._settings, estimated=answer.tokens is None)


@contextlib.contextmanager
def _shown(show: Show) -> Iterator[None]:
    """A block in which what a server sends is shown while it comes, also where it is asked again."""

    async def show_end(text: str) -> None:
        await pool.in_thread(pool.lanes, partial(show, shown_end(text)))

    shower = DraftShower(show_end)

    def begin() -> Hear:
        heard = StreamedCompletion()

        def hear(chunk: bytes) -> None:
            heard.hear(chunk)
            shower.note(heard.words)

        return hear

    token = hearing.set(begin)
    try:
        yield
    finally:
        hearing.reset(token)
        shower.stop()


def _complete(answer: Completion, settings: ModelSettings) -> Completion:
    if answer.refusal:
        raise failures.declined_answer(answer.refusal)
    if answer.finish_reason == "content_filter":
        raise failures.withheld_answer()
    if answer.finish_reason == "length" and find_object(answer.text) is None:
        raise failures.cut_off_answer(settings.answer_tokens)
    return answer
