"""Rows that a transaction knows from the last one, beside what stands in the tables."""

import json

from django.db.models import JSONField, Model

from apps.core.unit_of_work import UnitOfWork


class KnownBesideTables:
    """Looks, each time a transaction begins with what the last one left, whether it stands. `seen`: rows looked at."""

    def __init__(self, monkeypatch) -> None:
        self.seen, self.differing = 0, []
        recall = UnitOfWork.recall

        def recall_and_look(unit, streams) -> None:
            recall(unit, streams)
            self._look(unit, streams)

        monkeypatch.setattr(UnitOfWork, "recall", recall_and_look)

    def _look(self, unit: UnitOfWork, streams) -> None:
        for stream in streams:
            for known in unit.kept_of(stream).values():
                for row in known.rest().rows:
                    self.seen += 1
                    self.differing += differences(row)


def differences(row: Model) -> list[tuple[str, object, object]]:
    """The columns of a row that hold something else in the table: model and column, known, stored."""
    fields = [one for one in row._meta.concrete_fields if one.attname in vars(row) and one.name != "made_of"]
    stored = type(row)._base_manager.filter(pk=row.pk).values_list(*(one.attname for one in fields)).first()
    assert stored is not None, f"{row!r} is gone"
    pairs = ((one, _plain(one, vars(row)[one.attname]), value) for one, value in zip(fields, stored, strict=True))
    return [(f"{type(row).__name__}.{one.attname}", known, value) for one, known, value in pairs if known != value]


def _plain(field, value):
    return json.loads(json.dumps(value)) if isinstance(field, JSONField) and value is not None else value
