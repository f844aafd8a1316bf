"""What was read from the cells of a table, which is of use until that table was worked on."""

from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.periods import period_of

FEW = 2048  # years, quarters and small numbers, which come in every table


def forget_cells() -> None:
    """Forget what many cells were read as: the next table has others."""
    for read in (number_of, period_of):
        if read.cache_info().currsize > FEW:
            read.cache_clear()
