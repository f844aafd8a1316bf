from enum import StrEnum


class FindingKind(StrEnum):
    ACTS_OTHERWISE = "acts_otherwise"
    CHECKS_WRONGLY = "checks_wrongly"
    DERAILS = "derails"
    DISOBEYS_ROLE = "disobeys_role"
    DISOBEYS_TASK = "disobeys_task"
    DOES_NOT_ASK = "does_not_ask"
    ENDS_EARLY = "ends_early"
    IGNORES_INPUT = "ignores_input"
    LOSES_HISTORY = "loses_history"
    REPEATS = "repeats"
    RESETS = "resets"
    SKIPS_CHECK = "skips_check"
    TALKS_ON = "talks_on"
    WITHHOLDS = "withholds"

    def __str__(self) -> str:
        return str(self.value)
