"""Where sessions are kept: Django's own way, in rows that say whose they are, since when, and used from where."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.accounts.domain.devices import device_name

NOTED_EVERY = timedelta(minutes=5)


class SessionStore(DatabaseStore):
    """Names the person in the row. A new key alone, as after a new password, is the session of before."""

    @classmethod
    def get_model_class(cls) -> Any:
        """The model; asked for late, since it loads after the settings."""
        from apps.accounts.models import BrowserSession

        return BrowserSession

    def load(self) -> dict[str, Any]:
        """The data; `row` stays for whoever asks when it was used last."""
        self.row: Any = self._get_session_from_db()  # type: ignore[attr-defined]  # the stubs lack it
        return self.decode(self.row.session_data) if self.row else {}

    def noted_lately(self) -> bool:
        """Whether it is the session that the request came with, and its use was noted a moment ago."""
        row: Any = getattr(self, "row", None)
        same = row is not None and row.session_key == self.session_key
        return same and row.seen_at > timezone.now() - NOTED_EVERY

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """The row to be saved."""
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)
        return row

    def cycle_key(self) -> None:
        """Change the key; who was signed in before stays so since then, and what hangs on the session goes along."""
        rows = self.get_model_class().objects
        row = rows.filter(session_key=self.session_key).exclude(user=None).first()
        if row is None:
            super().cycle_key()
            return
        from apps.attention.actions.pushes import move_browser

        held = self._session  # type: ignore[attr-defined]  # the stubs lack it
        self.create()
        self._session_cache = held
        rows.filter(session_key=self.session_key).update(started_at=row.started_at)
        move_browser(row.session_key, str(self.session_key))
        self.delete(row.session_key)


class NotedSessions(SessionMiddleware):
    """Notes of a signed-in person's session that it is used, at most every five minutes, and at once when it begins."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """See Django's."""
        session: Any = request.session
        if session.accessed and session.session_key and SESSION_KEY in session and not session.noted_lately():
            from apps.accounts.actions.sessions import note_session

            device = device_name(request.headers.get("User-Agent", ""))
            note_session(session.session_key, request.META.get("REMOTE_ADDR") or "", device)
        return super().process_response(request, response)
