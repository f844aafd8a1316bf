"""What a task becomes where somebody has tools: the call of one, with its arguments; else what is asked, or why not.

One set of rules for servers of tools that the hub calls and for those that dial in.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from apps.agents.connectors.mcp.arguments import Missing, Unfillable, arguments_for, words_of
from apps.agents.connectors.mcp.by_model import agreed_arguments, propose_arguments, question_for
from apps.agents.connectors.mcp.choice import only_reads, tool_for
from apps.agents.domain.calls import AgentError, InputRequired, Progress, RunRequest, Sign, Usage
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import Said, text_in
from apps.core.sentences import sentence

NO_TOOLS = sentence("This server has no tools, so there is nothing to ask it for.")
WHICH = (
    "No tool of this server fits the task. Its tools: {names}. Name one in the task, or set one in the agent's profile."
)


@dataclass(frozen=True)
class ChosenCall:
    """A tool with the arguments that it is called with, and what choosing them cost."""

    name: str
    arguments: Said
    usage: Usage = field(default_factory=Usage)

    @property
    def sign(self) -> Progress:
        """What is shown before it is called."""
        return Progress(
            sentence(
                "Calls {tool} with {arguments}",
                tool=self.name,
                arguments=json.dumps(self.arguments, ensure_ascii=False),
            ),
            Sign.TOOL,
        )


async def choose_call(
    tools: Sequence[Said],
    request: RunRequest,
    *,
    tool: str = "",
    given: Mapping[str, object] | None = None,
    named: str = "",
) -> ChosenCall | InputRequired | AgentError:
    """Give the call that a task is for, of the tool of that name where one is named.

    `given`: arguments that an owner set; `named`: the parameter that gets all words of the task, because one says so.
    """
    choose = partial(tool_for, confined=request.confined)
    chosen = await asyncio.to_thread(choose, tools, request.skills, request.words, tool)
    if chosen is None:
        names = ", ".join(text_in(each, "name") for each in tools)
        why = WHICH.format(names=names) if tools else NO_TOOLS
        return AgentError(why, permanent=True, failure=Failure.UNSENT)
    return await _filled(chosen, request, given or {}, named)


async def _filled(
    tool: Said, request: RunRequest, given: Mapping[str, object], named: str
) -> ChosenCall | InputRequired | AgentError:
    """The tool's arguments: agreed to before, by rules, or by a model where there is one; else what is asked."""
    name = text_in(tool, "name")
    if (agreed := agreed_arguments(name, request)) is not None:
        return ChosenCall(name, agreed)
    try:
        return ChosenCall(name, await asyncio.to_thread(arguments_for, tool, words_of(request), given, named))
    except Unfillable as problem:
        return AgentError(str(problem), permanent=True, failure=Failure.UNSENT)
    except Missing as missing:
        asked = InputRequired(str(missing))
    if request.model is None:
        return asked
    proposal = await propose_arguments(request.model, tool, request)
    if not proposal.arguments:
        return replace(asked, usage=proposal.usage)
    if only_reads(tool) is True:
        return ChosenCall(name, proposal.arguments, proposal.usage)
    return InputRequired(question_for(name, proposal.arguments), proposal.usage)
