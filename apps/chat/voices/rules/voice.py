"""The voice that needs no model: it speaks by rules, and says so."""

import asyncio

from apps.agents.queries import skill_scores
from apps.chat.domain.briefing import Briefing, Spoken
from apps.chat.voices.rules.skill_fit import Scores
from apps.chat.voices.rules.turns import utterance_for

NAME = "rules"


class RuleVoice:
    """Plans by matching words with skills and ordering them by what they take and give; never weighs an argument."""

    def __init__(self, scores: Scores = skill_scores) -> None:
        self._scores = scores

    async def speak(self, briefing: Briefing) -> Spoken:
        """Say what the rules say. Touches neither database nor network; some 0.1 s of computing, in a thread."""
        utterance = await asyncio.to_thread(utterance_for, briefing, self._scores)
        return Spoken(raw=utterance.model_dump(mode="json", exclude_none=True), voice=NAME)
