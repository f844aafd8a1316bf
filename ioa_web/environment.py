"""What the environment says, read strictly: a value of another kind stops the start and names its variable."""

import math
import re
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_KINDS = {
    int: "a whole number, 0 or more",
    float: "a number such as 2.5, 0 or more",
    bool: "1 or 0 (true, yes, on; false, no, off)",
}
_YES, _NO = frozenset(environ.Env.BOOLEAN_TRUE_STRINGS), frozenset({"false", "off", "n", "no", "0", ""})

_IPV6 = r"[\da-fA-F.]*:[\da-fA-F.]*:[\da-fA-F:.]*"
_HOST = re.compile(rf"\*|\.?[\w-]+(?:\.[\w-]+)*|{_IPV6}|\[{_IPV6}\]")


class Environment(environ.Env):  # type: ignore[misc]  # environ has no types
    """As django-environ has it, which takes "ture" for false and "5 minutes" for 5."""

    def get_value(
        self, var: str, cast: Any = None, default: Any = environ.Env.NOTSET, parse_default: bool = False
    ) -> Any:
        """The variable's value, else the default. ImproperlyConfigured: it can't be read as what it should be."""
        try:
            return super().get_value(var, cast, default, parse_default)
        except ValueError:
            raise ImproperlyConfigured(f"{var} is {self.ENVIRON.get(var)!r}: give {_KINDS[cast]}") from None

    @classmethod
    def parse_value(cls, value: Any, cast: Any) -> Any:
        """What a text says as a value of this kind. ValueError: nothing."""
        if cast is bool:
            return _truth(str(value).strip().lower())
        if cast in (int, float):
            return _amount(cast(value))
        return super().parse_value(value, cast)

    def choice(self, var: str, default: str, choices: tuple[str, ...]) -> str:
        """One of these words. ImproperlyConfigured: another."""
        value: str = self.str(var, default)
        if value not in choices:
            raise ImproperlyConfigured(f"{var} is {value!r}: give one of {', '.join(choices)}")
        return value

    def address(self, var: str, default: str, schemes: tuple[str, ...]) -> str:
        """An address that begins with one of these, or nothing.

        ImproperlyConfigured: it is none; it is not repeated, as some hold a password.
        """
        value: str = self.str(var, default)
        if value not in ("", default) and not _is_address(value, schemes):
            raise ImproperlyConfigured(f"{var} is no address: begin with {' or '.join(f'{one}://' for one in schemes)}")
        return value

    def site(self, var: str, default: str) -> str:
        """The address that people type. ImproperlyConfigured: it is none, or leads below a path."""
        value = self.address(var, default, ("http", "https")).rstrip("/")
        if path := urlsplit(value).path:
            raise ImproperlyConfigured(
                f"{var} has the path {path}: give the product a host name of its own, it answers at the root alone"
            )
        return value

    def hosts(self, var: str, default: list[str]) -> list[str]:
        """Names of hosts, as Django compares them. ImproperlyConfigured: one is none."""
        found: list[str] = self.list(var, default=default)
        for name in found:
            if not _HOST.fullmatch(name):
                raise ImproperlyConfigured(f"{var}: {name!r} is no name of a host: leave out http:// and the port")
        return found


def _truth(word: str) -> bool:
    return int(word) != 0 if word not in _YES | _NO else word in _YES


def _amount(number: float) -> float:
    """No setting is below nothing or without end."""
    if not math.isfinite(number) or number < 0:
        raise ValueError("no amount")
    return number


def _is_address(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.netloc or parts.path) and parts.port != 0
    except ValueError:
        return False
