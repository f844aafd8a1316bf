"""Numbers as people read them, in the language of whoever looks on."""

from django.utils.translation import gettext, gettext_noop

from apps.core.languages import figures


def decimal(number: float | None, places: int = 2) -> str:
    """A number with so many places behind the point or comma."""
    return "" if number is None else figures(f"{number:,.{places}f}")


def percent(number: float | None) -> str:
    """Of a hundred: 87%, 87 %."""
    return "" if number is None else gettext("{number}%").format(number=number)


def money(amount: float | None) -> str:
    """US dollars; nothing where nobody said a price."""
    if amount is None:
        return ""
    number = f"{amount:,.2f}" if amount >= 0.01 or amount == 0 else f"{amount:.4f}"
    return gettext("${number}").format(number=figures(number))


_SIZES = (
    (1e9, 1e9, gettext_noop("{number}bn")),
    (1e6, 1e6, gettext_noop("{number}M")),
    (1e4, 1e3, gettext_noop("{number}k")),
)


def short(number: float | None) -> str:
    """A count in few characters: 940, 12.3k, 1.2M, 1bn."""
    if number is None:
        return ""
    for least, size, unit in _SIZES:
        if number >= least:
            parts = number / size
            return gettext(unit).format(number=figures(f"{parts:.3g}" if parts < 999.5 else f"{parts:,.0f}"))
    return figures(f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}")


def filesize(size: int) -> str:
    """Bytes, as people read them: 812 B, 3.1 KB, 84 KB, 1.2 MB."""
    amount = float(size)
    if amount < 1024:
        return f"{size} B"
    for unit in ("KB", "MB"):
        amount /= 1024
        if amount < 1024:
            return figures(f"{amount:.0f} {unit}" if amount >= 10 else f"{amount:.1f} {unit}")
    return figures(f"{amount / 1024:.1f} GB")


def seconds(milliseconds: int | None) -> str:
    """A short span of time: 40 ms, 0.3 s, 12 s; nothing where it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 100:
        return f"{milliseconds} ms"
    return figures(f"{milliseconds / 1000:.1f} s" if milliseconds < 10_000 else f"{milliseconds / 1000:.0f} s")
