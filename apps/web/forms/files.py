"""What people type about quotas of files: sizes in MB."""

from typing import Any

from django import forms

from apps.files.domain.quotas import MB, Quotas, QuotaScope

LABELS = {
    QuotaScope.CALL: "One call of an agent",
    QuotaScope.GOAL: "One goal",
    QuotaScope.AGENT: "One agent, for all goals",
    QuotaScope.WORKSPACE: "The workspace",
}


class QuotasForm(forms.Form):
    """Two fields for each scope; an empty one takes what the installation allows."""

    def __init__(self, data: Any = None, *, quotas: Quotas, allowed: Quotas) -> None:
        super().__init__(data)
        for scope in QuotaScope:
            now, most = quotas[scope], allowed[scope]
            self._add(f"{scope}_files", f"{LABELS[scope]}: files", now.files, most.files)
            self._add(f"{scope}_bytes", f"{LABELS[scope]}: MB", now.bytes // MB, most.bytes // MB)

    def wanted(self) -> dict[QuotaScope, dict[str, int | None]]:
        """As the action takes them."""
        data = self.cleaned_data
        sizes = {scope: data[f"{scope}_bytes"] for scope in QuotaScope}
        return {
            scope: {"files": data[f"{scope}_files"], "bytes": None if sizes[scope] is None else sizes[scope] * MB}
            for scope in QuotaScope
        }

    def _add(self, name: str, label: str, now: int, most: int) -> None:
        lowered = None if now == most else now
        self.fields[name] = forms.IntegerField(
            label=label, min_value=0, max_value=most, required=False, initial=lowered, help_text=f"at most {most:,}"
        )
