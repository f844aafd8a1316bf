from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.priority import Priority
from ..models.review import Review
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.goal_in_claimed_chain import GoalInClaimedChain
    from ..models.limits import Limits


T = TypeVar("T", bound="GoalIn")


@_attrs_define
class GoalIn:
    """A goal to work on."""

    text: str
    """ What is wanted, in plain words. """
    team: list[str] | Unset = UNSET
    """ Handles of the agents that may take part; empty: they are found by search. """
    limits: Limits | None | Unset = UNSET
    """ Those named replace the workspace's; null for one of them lifts it. """
    priority: Priority | Unset = UNSET
    """ How urgent a goal is. """
    claimed_chain: GoalInClaimedChain | Unset = UNSET
    """ Where you say that it comes from, as JSON of at most 4,000 characters. It is kept as a claim: in whose name
    the goal is done, the token alone says. """
    review: None | Review | Unset = UNSET
    """ Whether the coordinator looks at the answer before the end; auto: where a model leads and more than one task
    was needed. Left out: as the workspace has it. """
    shows_plan: bool | None | Unset = UNSET
    """ Whether its tasks wait, and can be changed, until a person starts them. Left out: as the workspace has it.
    """
    protocol: str | Unset = ""
    """ A talk between members before any work: disclosure, round, debate or open_floor; empty: as the coordinator
    sees fit. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.goal_in_claimed_chain import GoalInClaimedChain  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415

        text = self.text

        team: list[str] | Unset = UNSET
        if not isinstance(self.team, Unset):
            team = self.team

        limits: dict[str, Any] | None | Unset
        if isinstance(self.limits, Unset):
            limits = UNSET
        elif isinstance(self.limits, Limits):
            limits = self.limits.to_dict()
        else:
            limits = self.limits

        priority: str | Unset = UNSET
        if not isinstance(self.priority, Unset):
            priority = self.priority.value

        claimed_chain: dict[str, Any] | Unset = UNSET
        if not isinstance(self.claimed_chain, Unset):
            claimed_chain = self.claimed_chain.to_dict()

        review: None | str | Unset
        if isinstance(self.review, Unset):
            review = UNSET
        elif isinstance(self.review, Review):
            review = self.review.value
        else:
            review = self.review

        shows_plan: bool | None | Unset
        if isinstance(self.shows_plan, Unset):
            shows_plan = UNSET
        else:
            shows_plan = self.shows_plan

        protocol = self.protocol

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

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.goal_in_claimed_chain import GoalInClaimedChain  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415

        d = dict(src_dict)
        text = d.pop("text")

        team = cast(list[str], d.pop("team", UNSET))

        def _parse_limits(data: object) -> Limits | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                limits_type_0 = Limits.from_dict(data)

                return limits_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Limits | None | Unset, data)

        limits = _parse_limits(d.pop("limits", UNSET))

        _priority = d.pop("priority", UNSET)
        priority: Priority | Unset
        if isinstance(_priority, Unset):
            priority = UNSET
        else:
            priority = Priority(_priority)

        _claimed_chain = d.pop("claimed_chain", UNSET)
        claimed_chain: GoalInClaimedChain | Unset
        if isinstance(_claimed_chain, Unset):
            claimed_chain = UNSET
        else:
            claimed_chain = GoalInClaimedChain.from_dict(_claimed_chain)

        def _parse_review(data: object) -> None | Review | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                review_type_0 = Review(data)

                return review_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Review | Unset, data)

        review = _parse_review(d.pop("review", UNSET))

        def _parse_shows_plan(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        shows_plan = _parse_shows_plan(d.pop("shows_plan", UNSET))

        protocol = d.pop("protocol", UNSET)

        goal_in = cls(
            text=text,
            team=team,
            limits=limits,
            priority=priority,
            claimed_chain=claimed_chain,
            review=review,
            shows_plan=shows_plan,
            protocol=protocol,
        )

        return goal_in
