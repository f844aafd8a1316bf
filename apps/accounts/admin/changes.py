"""How the admin writes: by the same actions as every other door, as an owner of the row's workspace."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.contrib import messages
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import runner_in

Row = TypeVar("Row")
MOST_MESSAGES = 5
PROBLEMS = (Refused, NotFound, Forbidden, Conflict)


def for_each(
    request: HttpRequest,
    rows: Iterable[Row],
    workspace_of: Callable[[Row], UUID],
    do: Callable[[Actor, Row], object],
    done: str,
) -> None:
    """Do it to each row as an owner of its workspace, and say how that went."""
    for_all(request, rows, lambda row: do(runner_in(request.user, workspace_of(row)), row), done)


def for_all(request: HttpRequest, rows: Iterable[Row], do: Callable[[Row], object], done: str) -> None:
    """Do it to each row and say how many were `done`, and why others were not."""
    count, refused = 0, []
    for row in rows:
        try:
            do(row)
        except PROBLEMS as problem:
            refused.append(f"{row}: {problem}")
        else:
            count += 1
    if count:
        messages.success(request, f"{count} {done}.")
    for sentence in refused[:MOST_MESSAGES]:
        messages.error(request, sentence)
    if len(refused) > MOST_MESSAGES:
        messages.error(request, f"And {len(refused) - MOST_MESSAGES} more.")


class SaysRefusals:
    """A form that says, beside its fields, what was refused when it was saved. `refused`: a field to its sentence."""

    refused: Mapping[str, str] = {}

    def clean(self) -> dict[str, Any]:
        """With what was refused."""
        cleaned: dict[str, Any] = super().clean()  # type: ignore[misc]
        for field, why in self.refused.items():
            self.add_error(field if field in self.fields else None, why)  # type: ignore[attr-defined]
        return cleaned


class SavesByAction:
    """For a page with a form: what an action refuses is said in the form, which keeps what was entered."""

    def changeform_view(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """The form; again, with why, where what was sent was refused."""
        try:
            answer: HttpResponse = super().changeform_view(request, *args, **more)  # type: ignore[misc]
        except PROBLEMS as problem:
            note_refusal(request, problem)
            answer = super().changeform_view(request, *args, **more)  # type: ignore[misc]
        return answer

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **more: Any) -> Any:
        """The form, with what was refused a moment ago."""
        form = super().get_form(request, obj, change, **more)  # type: ignore[misc]
        return type(form.__name__, (SaysRefusals, form), {"refused": getattr(request, "refused", {})})


def note_refusal(request: HttpRequest, problem: Exception) -> None:
    """Have the form that is shown next say why."""
    request.refused = problem.fields if isinstance(problem, Refused) else {"": str(problem)}  # type: ignore[attr-defined]


class AddsByAction(SavesByAction):
    """For a page on which rows are added: the form says what is asked, `add_row` has an action make the row."""

    add_form: type[ModelForm]  # type: ignore[type-arg]  # not generic when it runs
    add_fields: tuple[str, ...]
    show_add_link = True

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever runs the installation."""
        return bool(request.user.is_staff)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **more: Any) -> Any:
        """The form for a new row asks for what the action takes."""
        about = more if obj else {**more, "form": self.add_form}
        return super().get_form(request, obj, change, **about)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """All fields of a new row in one group."""
        return super().get_fieldsets(request, obj) if obj else [(None, {"fields": self.add_fields})]  # type: ignore[misc]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """None of a new row's."""
        fields: list[str] = super().get_readonly_fields(request, obj) if obj else []  # type: ignore[misc]
        return fields

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The action that made it has left its entry in the audit log."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Change the row, or have the new one made and show that."""
        if change:
            self.change_row(request, obj, form)
        else:
            obj.pk = self.add_row(request, form.cleaned_data)
            obj.refresh_from_db()

    def add_row(self, request: HttpRequest, entered: dict[str, Any]) -> Any:
        """Make the row and give its key."""
        raise NotImplementedError

    def change_row(self, request: HttpRequest, obj: Any, form: Any) -> None:
        """Change the row."""
        raise NotImplementedError
