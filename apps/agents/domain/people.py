"""People who do tasks themselves: what they say they can do, and within what time. Pure."""

from pydantic import BaseModel, ConfigDict, Field, field_validator

from apps.agents.domain.profile import Skill
from apps.agents.domain.skill_lines import from_lines
from apps.core.numbers import Whole
from apps.core.sentences import Sentence, plural_sentence, sentence
from apps.core.texts import Text

SHORTEST_MINUTES, USUAL_MINUTES, LONGEST_MINUTES = 5, 480, 1380  # a call takes a day at most
MOST_SKILLS, MOST_AT_ONCE = 20, 20


class WorkOffer(BaseModel):
    """What a person offers to do for teams, as they say it."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    name: Text = Field(default="", max_length=120, description="What teams call them; empty: their own name.")
    about: Text = Field(default="", max_length=2000, description="Who they are, for whoever chooses among agents.")
    skills: Text = Field(max_length=20_000, description="What they can do: a line each, “name: what it is”, 1 to 20.")
    minutes: int = Field(
        default=USUAL_MINUTES,
        ge=SHORTEST_MINUTES,
        le=LONGEST_MINUTES,
        description="Within how many minutes a task is answered; then it goes to somebody else.",
    )
    at_once: Whole = Field(default=3, ge=1, le=MOST_AT_ONCE, description="Tasks at one time.")

    @field_validator("skills")
    @classmethod
    def _can_be_read(cls, said: str) -> str:
        if not 1 <= len(from_lines(said)) <= MOST_SKILLS:
            raise ValueError(sentence("Name 1 to {most} things that you can do, a line each.", most=MOST_SKILLS))
        return said

    @property
    def shaped(self) -> tuple[Skill, ...]:
        """The skills as the registry has them."""
        return from_lines(self.skills)


def time_in_words(minutes: int) -> Sentence:
    """Minutes as people say them: 45 minutes, 8 hours, 1 hour 30 minutes."""
    hours, rest = divmod(max(minutes, 1), 60)
    if not hours:
        return _minutes(rest)
    in_hours = plural_sentence("{count} hour", "{count} hours", hours)
    return sentence("{hours} {minutes}", hours=in_hours, minutes=_minutes(rest)) if rest else in_hours


def _minutes(number: int) -> Sentence:
    return plural_sentence("{count} minute", "{count} minutes", number)
