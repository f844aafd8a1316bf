"""The mail address of a person: kept once whoever reads mail there has confirmed it."""

from django.db import transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.events import AccountsDeed
from apps.accounts.models import User
from apps.accounts.queries.addresses import claimed_address
from apps.journal.actions import audit


@transaction.atomic
def confirm_email(actor: Actor, words: str) -> str:
    """Keep the address that the words name; gives it. Raises NotFound where they are not this person's, or are old."""
    claimed = claimed_address(words)
    if claimed is None or claimed.user != actor.user_id:
        raise NotFound("This link confirms no address of yours: it is a day old, or somebody else's. Send another one.")
    User.objects.filter(pk=actor.user_id).update(email=claimed.address)
    audit(AccountsDeed.EMAIL_SET, actor, actor.name, actor.user_id)
    return claimed.address


@transaction.atomic
def forget_email(actor: Actor) -> None:
    """Keep no address of this person any more."""
    if User.objects.filter(pk=actor.user_id).exclude(email="").update(email=""):
        audit(AccountsDeed.EMAIL_SET, actor, actor.name, actor.user_id, gone=True)
