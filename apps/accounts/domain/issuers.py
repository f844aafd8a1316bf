"""The issuer of tokens that the operator names besides the hub's own. Pure."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from apps.core.networks import is_loopback

EMAIL = "email"


@dataclass(frozen=True)
class Issuer:
    """Whose tokens count, for which audience, and as whom.

    `keys`: the address of its keys; "": its metadata has it. `claim`: names the person; `workspace`: by its slug, the
    only one that these tokens open.
    """

    url: str
    audience: str
    workspace: str
    claim: str = EMAIL
    keys: str = ""

    @classmethod
    def read(cls, url: str, audience: str, workspace: str, claim: str, keys: str) -> Self | None:
        """From the settings; None: none is named. Raises ValueError, which says what to mend."""
        if not url:
            return None
        for address in filter(None, (url, keys)):
            _require_address(address)
        if not workspace:
            raise ValueError("IOA_OAUTH_ISSUER needs IOA_OAUTH_WORKSPACE: the workspace that its tokens open.")
        return cls(url, audience, workspace, claim, keys)

    @property
    def metadata(self) -> tuple[str, ...]:
        """Where its metadata may stand: as OpenID Connect has it, and as RFC 8414 does."""
        parts = urlsplit(self.url)
        path = parts.path.rstrip("/")
        root = f"{parts.scheme}://{parts.netloc}"
        return (
            f"{root}{path}/.well-known/openid-configuration",
            f"{root}/.well-known/oauth-authorization-server{path}",
        )

    @property
    def host(self) -> str:
        """What people know it by."""
        return urlsplit(self.url).netloc


def _require_address(address: str) -> None:
    parts = urlsplit(address)
    safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
    if not safe or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"{address!r} is no https address of an issuer: leave out what comes after ? and #.")
