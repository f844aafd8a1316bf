"""What people are called: in each workspace as they wish, else as their account is."""

from typing import Any
from uuid import UUID

from django.db.models import Expression, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from apps.accounts.models import Member, WorkspaceName


def shown_name(user: str, workspace: str) -> Expression:
    """What the person that a column of another query names is called in the workspace that one names."""
    here = (
        WorkspaceName.objects.filter(user=OuterRef(user), workspace=OuterRef(workspace))
        .exclude(name="")
        .values("name")[:1]
    )
    account = NullIf(F(f"{user}__display_name"), Value(""))
    return Coalesce(Subquery(here), account, F(f"{user}__username"))


def with_names(members: "QuerySet[Member]") -> "QuerySet[Any]":
    """With `called`: what each is called in the workspace that they belong to."""
    return members.select_related("user").annotate(called=shown_name("user", "workspace"))


def own_name(user_id: UUID, workspace_id: UUID) -> str:
    """What somebody chose to be called in a workspace; "": as their account is."""
    return (
        WorkspaceName.objects.filter(user=user_id, workspace=workspace_id).values_list("name", flat=True).first() or ""
    )


def earlier_names(user_ids: "QuerySet[Any]", workspace_id: UUID) -> set[str]:
    """What these people were called in a workspace before; texts may name them so."""
    rows = WorkspaceName.objects.filter(user__in=user_ids, workspace=workspace_id).values_list("earlier", flat=True)
    return {name for names in rows for name in names}


def is_taken(name: str, user_id: UUID | None, workspace_id: UUID) -> bool:
    """Whether another member of the workspace is called so, or has it as a user name; case does not tell them apart.

    `user_id`: whose own name it may be; None: nobody's.
    """
    others = with_names(Member.objects.filter(workspace=workspace_id).exclude(user=user_id))
    lower = others.annotate(shown=Lower("called"), account=Lower("user__username"))
    return bool(lower.filter(Q(shown=name.lower()) | Q(account=name.lower())).exists())
