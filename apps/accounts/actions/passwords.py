"""A person's own password."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from apps.accounts.actions.password_attempts import count_try, forget_tries
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.events import AccountsDeed
from apps.accounts.models import BrowserSession, User
from apps.accounts.queries.sessions import id_of_session
from apps.journal.actions import audit


def set_password(actor: Actor, session_key: str, *, new: str, current: str = "") -> User:
    """Choose a password, and give the person as they are now. All their other sessions end.

    Raises Refused beside `current` where there is one that is not this, beside `new` for one that is easily guessed;
    TooManyTries. Wrong ones are counted for this session alone, so that no stranger keeps its person from it.
    """
    user = User.objects.get(pk=actor.user_id)
    if user.has_usable_password():
        _check(user, current, session_key)
    try:
        validate_password(new, user)
    except ValidationError as weak:
        raise Refused(new=" ".join(weak.messages)) from weak
    with transaction.atomic():
        user.set_password(new)
        user.save(update_fields=["password"])
        others = BrowserSession.objects.filter(user=user).exclude(session_key=session_key)
        ended, _ = others.delete()
        audit(AccountsDeed.PASSWORD_SET, actor, user.username, user.pk, sessions=ended)
    return user


def _check(user: User, current: str, session_key: str) -> None:
    mine = count_try(user.username, "", id_of_session(session_key).hex)
    if not user.check_password(current):
        raise Refused(current="This is not your password.")
    forget_tries(mine)
