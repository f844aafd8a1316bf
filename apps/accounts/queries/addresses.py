"""Mail addresses of people, and the signed words by which one is confirmed or letters are stopped."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core import signing

from apps.accounts.models import User

CONFIRM, STOP = "accounts.address.confirm", "accounts.letters.stop"
CONFIRM_WITHIN = timedelta(days=1)


@dataclass(frozen=True)
class ClaimedAddress:
    """An address that a person says is theirs."""

    user: UUID
    address: str


def email_of(user_id: UUID) -> str:
    """The address that a person confirmed; empty: none."""
    return User.objects.filter(pk=user_id).values_list("email", flat=True).first() or ""


def confirming_words(user_id: UUID, address: str) -> str:
    """What whoever reads mail at an address shows to confirm that it is this person's."""
    return signing.dumps([str(user_id), address], salt=CONFIRM)


def claimed_address(words: str) -> ClaimedAddress | None:
    """What `confirming_words` gave, for a day; None for anything else."""
    try:
        user, address = signing.loads(words, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except signing.BadSignature:
        return None
    return ClaimedAddress(UUID(user), address)


def stopping_words(user_id: UUID, workspace_id: UUID) -> str:
    """What stands in a letter's link that ends letters: it lasts as long as the letter."""
    return signing.dumps([str(user_id), str(workspace_id)], salt=STOP)


def who_stops(words: str) -> tuple[UUID, UUID] | None:
    """Whose letters, of which workspace, the words end; None for anything else."""
    try:
        user, workspace = signing.loads(words, salt=STOP)
    except signing.BadSignature:
        return None
    return UUID(user), UUID(workspace)
