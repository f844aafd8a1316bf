"""Columns that models of several apps have."""

from typing import TYPE_CHECKING, Any

from django.db import models

__all__ = ["KeyField"]

if TYPE_CHECKING:  # to the type checker's plug-in, which knows Django's own columns, it is one of them
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
