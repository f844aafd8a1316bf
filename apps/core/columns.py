"""Columns that models of several apps have."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.db import models
from django.db.models import Q

from apps.core.sentences import pack_all, recall, unpack_all

__all__ = ["KeyField", "Telling", "choices_of", "known_states"]

if TYPE_CHECKING:  # to the type checker's plug-in, which knows Django's own columns, they are of these
    from django.db.models import JSONField as MadeOfField
    from django.db.models import UUIDField as KeyField
else:

    class KeyField(models.UUIDField):
        """A UUID that the product makes: how, is no matter of the database.

        Migrations see Django's column without a default, so that none of them names a function that may move.
        """

        def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
            """Describe the column for a migration."""
            name, _, arguments, options = super().deconstruct()
            options.pop("default", None)
            return name, "django.db.models.UUIDField", arguments, options

    class MadeOfField(models.JSONField):
        """What the sentences of a row's other columns were made of: found in them whenever one is written."""

        def pre_save(self, row: "Telling", add: bool) -> object:
            """Look at the columns that are loaded."""
            return row.pack_sentences()

        def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
            """Describe the column for a migration."""
            name, _, arguments, options = super().deconstruct()
            return name, "django.db.models.JSONField", arguments, options


class Telling(models.Model):
    """A row in which the hub may speak: columns of `tells` that hold its sentences are sentences again when it is read.

    A text that was changed since, by whatever way, is no longer that sentence and stands as it is.
    """

    tells: ClassVar[tuple[str, ...]] = ()
    made_of = MadeOfField(
        null=True, editable=False, help_text="What the hub's own sentences in this row were made of: core.sentences."
    )

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """See Model: with what its sentences were made of."""
        names = None if update_fields is None else with_made_of(type(self), tuple(update_fields))
        super().save(*args, update_fields=names, **options)

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        """See Model: with the sentences that it holds."""
        row = super().from_db(db, field_names, values, **options)
        row.recall_sentences()
        return row

    def recall_sentences(self) -> None:
        """Put the sentences that the loaded columns hold in the place of their words."""
        if packed := self.__dict__.get("made_of"):
            known = unpack_all(packed)
            for name in self.tells:
                if name in self.__dict__:
                    self.__dict__[name] = recall(self.__dict__[name], known)

    def pack_sentences(self) -> object:
        """What the sentences in the columns that are loaded were made of; where some are not, what was kept as well."""
        loaded = {name: self.__dict__[name] for name in self.tells if name in self.__dict__}
        packed = pack_all(loaded) or []
        kept = self.made_of or [] if len(loaded) < len(self.tells) else []
        return [*packed, *(one for one in kept if one not in packed)] or None


def with_made_of(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, ...]:
    """These columns, and where one of them may hold a sentence the one that says what it was made of."""
    tells = getattr(model, "tells", ())
    return (*names, "made_of") if set(tells).intersection(names) and "made_of" not in names else names


def choices_of(states: type[StrEnum]) -> list[tuple[str, str]]:
    """The states as Django wants them."""
    return [(state.value, state.value) for state in states]


def known_states(field: str, states: type[StrEnum], name: str) -> models.CheckConstraint:
    """Have the database refuse what is none of the states."""
    return models.CheckConstraint(condition=Q(**{f"{field}__in": [state.value for state in states]}), name=name)
