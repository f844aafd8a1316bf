"""The conversation machine: `advance(standing, input) -> Step(standing, effects)`. Pure; see docs/machine.md."""

from apps.chat.domain.machine.advance import Step, advance

__all__ = ["Step", "advance"]
