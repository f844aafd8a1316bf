"""What skills take and give, as media types: which feeds which, and which can start from what there is."""

from collections.abc import Collection, Iterable, Sequence

from apps.agents.domain.profile import Skill

WORDS = "text/plain"
"""What every goal supplies: words. A skill that takes them can start at once; a library is asked with words."""

DATA = frozenset(
    {
        "text/csv",
        "text/tab-separated-values",
        "application/json",
        "application/x-ndjson",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.apache.parquet",
    }
)


def gives_data(skill: Skill) -> bool:
    """Whether it gives something to compute with or to draw."""
    return bool(DATA & set(skill.output_modes))


def starts(skill: Skill) -> bool:
    """Whether it needs no material, only words."""
    return WORDS in skill.input_modes


def looks_up(skill: Skill) -> bool:
    """Whether it brings data from words alone."""
    return starts(skill) and gives_data(skill)


def takes(skill: Skill, modes: Collection[str]) -> bool:
    """Whether it can work on material of one of these types."""
    return bool(set(skill.input_modes) & (set(modes) - {WORDS}))


def gives_pictures(skill: Skill) -> bool:
    """Whether it gives something to look at."""
    return any(mode.partition("/")[0] in {"image", "video"} for mode in skill.output_modes)


def is_account(skill: Skill) -> bool:
    """Whether it only writes about what others found: prose out, material and not mere words in."""
    prose = not gives_data(skill) and not gives_pictures(skill)
    return prose and not starts(skill)


def overlap(giver: Skill, taker: Skill) -> int:
    """How many of the giver's types the taker works on; words alone do not count, everybody takes words."""
    return len((set(giver.output_modes) & set(taker.input_modes)) - {WORDS})


def feeds(giver: Skill, taker: Skill) -> bool:
    """Whether the giver's work serves the taker; of two that could serve each other, the one that gives more does."""
    return overlap(giver, taker) > overlap(taker, giver)


def in_order(skills: Sequence[Skill]) -> list[int]:
    """The places of the skills in an order in which nobody waits for a later one; else in the order given.

    Types can form a circle; then the first of those left goes first, so this always ends.
    """
    left = list(range(len(skills)))
    ordered: list[int] = []
    while left:
        ready = (one for one in left if not any(feeds(skills[other], skills[one]) for other in left if other != one))
        ordered.append(next(ready, left[0]))
        left.remove(ordered[-1])
    return ordered


def is_read(media_type: str) -> bool:
    """Whether the hub, and so its own agents, can read what such a file says."""
    kind = media_type.partition(";")[0].strip().lower()
    return kind.startswith("text/") or kind in {"application/json", "application/pdf"}


def attached_data(media_types: Iterable[str]) -> frozenset[str]:
    """Those of the types that are data."""
    return DATA & {media_type.partition(";")[0].strip().lower() for media_type in media_types}
