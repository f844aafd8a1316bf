"""Figures of an agent's track record. Pure."""

import math
from collections.abc import Sequence


def percentile(ordered: Sequence[float], percent: float) -> float | None:
    """Give the nearest-rank percentile of numbers in order; None of none."""
    return ordered[max(math.ceil(percent / 100 * len(ordered)) - 1, 0)] if ordered else None
