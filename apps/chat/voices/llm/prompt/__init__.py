"""From a briefing to what a model is told: pure, and within a budget of tokens however long the talk has become.

`instructions` has the rules, which nobody outside writes a word of. All that came from people, agents and files stands
in one JSON document (`document`, made of `team`, `work` and `talk`), so that no text in it can pose as a rule or close
its quotes. `detail` says how much of everything is told, from generous to tight, and `fitting` takes what fits.

Whoever adds something that a model should know adds a key to the document, and a line to `instructions.EXPLAINED` if
the key does not say it by itself: the line is sent only where the key is.
"""

from apps.chat.voices.llm.prompt.fitting import Prompt, WordsTooLong, to_prompt

__all__ = ["Prompt", "WordsTooLong", "to_prompt"]
