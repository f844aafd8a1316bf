from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.priority import Priority
from ..models.review import Review
from ..types import UNSET, File, FileTypes, Unset

T = TypeVar("T", bound="GoalForm")


@_attrs_define
class GoalForm:
    """A goal to work on, as a form: files may come with it."""

    text: str
    """ What is wanted, in plain words. """
    team: list[str] | Unset = UNSET
    """ Handles of the agents that may take part; empty: they are found by search. """
    limits: str | Unset = UNSET
    """ The same as JSON text. """
    priority: Priority | Unset = UNSET
    """ How urgent a goal is. """
    claimed_chain: str | Unset = UNSET
    """ The same as JSON text. """
    review: Review | Unset = UNSET
    """ Whether the answer of a goal is looked at by its coordinator before the goal ends. """
    shows_plan: bool | Unset = UNSET
    """ Whether its tasks wait, and can be changed, until a person starts them. Left out: as the workspace has it.
    """
    protocol: str | Unset = ""
    """ A talk between members before any work: disclosure, round, debate or open_floor; empty: as the coordinator
    sees fit. """
    files: list[File] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        team: list[str] | Unset = UNSET
        if not isinstance(self.team, Unset):
            team = self.team

        limits = self.limits

        priority: str | Unset = UNSET
        if not isinstance(self.priority, Unset):
            priority = self.priority.value

        claimed_chain = self.claimed_chain

        review: str | Unset = UNSET
        if not isinstance(self.review, Unset):
            review = self.review.value

        shows_plan = self.shows_plan

        protocol = self.protocol

        files: list[FileTypes] | Unset = UNSET
        if not isinstance(self.files, Unset):
            files = []
            for files_item_data in self.files:
                files_item = files_item_data.to_tuple()

                files.append(files_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "text": text,
            }
        )
        if team is not UNSET:
            field_dict["team"] = team
        if limits is not UNSET:
            field_dict["limits"] = limits
        if priority is not UNSET:
            field_dict["priority"] = priority
        if claimed_chain is not UNSET:
            field_dict["claimed_chain"] = claimed_chain
        if review is not UNSET:
            field_dict["review"] = review
        if shows_plan is not UNSET:
            field_dict["shows_plan"] = shows_plan
        if protocol is not UNSET:
            field_dict["protocol"] = protocol
        if files is not UNSET:
            field_dict["files"] = files

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("text", (None, str(self.text).encode(), "text/plain")))

        if not isinstance(self.team, Unset):
            for team_item_element in self.team:
                files.append(("team", (None, str(team_item_element).encode(), "text/plain")))

        if not isinstance(self.limits, Unset):
            files.append(("limits", (None, str(self.limits).encode(), "text/plain")))

        if not isinstance(self.priority, Unset):
            files.append(("priority", (None, str(self.priority.value).encode(), "text/plain")))

        if not isinstance(self.claimed_chain, Unset):
            files.append(("claimed_chain", (None, str(self.claimed_chain).encode(), "text/plain")))

        if not isinstance(self.review, Unset):
            files.append(("review", (None, str(self.review.value).encode(), "text/plain")))

        if not isinstance(self.shows_plan, Unset):
            files.append(("shows_plan", (None, str(self.shows_plan).encode(), "text/plain")))

        if not isinstance(self.protocol, Unset):
            files.append(("protocol", (None, str(self.protocol).encode(), "text/plain")))

        if not isinstance(self.files, Unset):
            for files_item_element in self.files:
                files.append(("files", files_item_element.to_tuple()))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        text = d.pop("text")

        team = cast(list[str], d.pop("team", UNSET))

        limits = d.pop("limits", UNSET)

        _priority = d.pop("priority", UNSET)
        priority: Priority | Unset
        if isinstance(_priority, Unset):
            priority = UNSET
        else:
            priority = Priority(_priority)

        claimed_chain = d.pop("claimed_chain", UNSET)

        _review = d.pop("review", UNSET)
        review: Review | Unset
        if isinstance(_review, Unset):
            review = UNSET
        else:
            review = Review(_review)

        shows_plan = d.pop("shows_plan", UNSET)

        protocol = d.pop("protocol", UNSET)

        _files = d.pop("files", UNSET)
        files: list[File] | Unset = UNSET
        if _files is not UNSET:
            files = []
            for files_item_data in _files:
                files_item = File(payload=BytesIO(files_item_data))

                files.append(files_item)

        goal_form = cls(
            text=text,
            team=team,
            limits=limits,
            priority=priority,
            claimed_chain=claimed_chain,
            review=review,
            shows_plan=shows_plan,
            protocol=protocol,
            files=files,
        )

        return goal_form
