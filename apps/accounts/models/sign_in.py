"""How people get in: their browsers, links that let in once, and passwords that were tried."""

from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Now
from django.utils.module_loading import import_string

from apps.accounts.models.people import User


class BrowserSession(AbstractBaseSession):
    """A browser in which somebody is signed in, or is nobody yet; ioa_web.sessions keeps these rows."""

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="browser_sessions")
    started_at = models.DateTimeField(db_default=Now(), help_text="When its person signed in.")
    seen_at = models.DateTimeField(db_default=Now(), help_text="When it was used last, within five minutes.")
    address = models.CharField(max_length=64, blank=True)
    device = models.CharField(max_length=80, blank=True, help_text="What the browser said it is.")

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> Any:
        """The store that keeps these rows."""
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")

    def save(self, *, force_update: bool = False, **more: Any) -> None:
        """Write the row; of one that is there only what a request changes."""
        if force_update:
            more["update_fields"] = ("session_data", "expire_date", "user")
        super().save(force_update=force_update, **more)


class SignInLink(models.Model):
    """A link that signs one person in, one time. Only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"


class SignInTry(models.Model):
    """A password that was tried and not found right yet. Only those of the last day are kept; see actions.sign_in."""

    name_digest = models.CharField(max_length=64, help_text="SHA-256 of the user name as typed, in small letters.")
    address = models.CharField(
        max_length=64,
        help_text="Where it came from: an IPv4 address, an IPv6 /64, or a browser that the account knows.",
    )
    site = models.CharField(max_length=64, default="", help_text="The same with an IPv6 /48.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["name_digest"], name="sign_in_try_by_name"),
            models.Index(fields=["address"], name="sign_in_try_by_address"),
            models.Index(fields=["site"], name="sign_in_try_by_site"),
        ]

    def __str__(self) -> str:
        return f"a try from {self.address} at {self.at:%H:%M:%S}"
