"""The plan of a text: its words against skills, ordered by what feeds what. Pure and deterministic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import FileBrief
from apps.chat.domain.utterances import MAX_TASKS, Assign, TaskDraft
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.clauses import Clause, Mood, Openings, clauses, openings_of, verbs_of
from apps.chat.voices.rules.given import draft_tasks, specialist_key, specialists_before
from apps.chat.voices.rules.graph import Group, distinct, ends, group_needs, order_drafts, places_of
from apps.chat.voices.rules.matching import Matches, match
from apps.chat.voices.rules.modes import attached_data, feeds, gives_pictures, in_order, is_read
from apps.chat.voices.rules.needs import Material, Need, needs_of
from apps.chat.voices.rules.offers import Literal, Offer, demanded_literals, literals_in, offers
from apps.chat.voices.rules.phrases import names_place
from apps.chat.voices.rules.remarks import refers_back
from apps.chat.voices.rules.skill_fit import Scores, stem_verb
from apps.chat.voices.rules.specialists import Chosen, Circumstances, select_specialists
from apps.core.sentences import join_sentences
from apps.core.texts import drop_unstorable

MAX_MISSING = 8
MAX_NEED = 200  # characters


@dataclass(frozen=True)
class Plan:
    """Tasks in an order in which each waits for earlier ones only. `answer`: the key of the one that ends it all."""

    tasks: tuple[TaskDraft, ...] = ()
    answer: str | None = None
    missing: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """The shared plan in words."""
        return tuple(task.title for task in self.tasks)


def give_plan(made: Plan, *, observed: bool = False, replaces: Sequence[int] = (), note: str = "") -> Assign:
    """The plan as it is said, behind a note.

    `observed`: there was an observation; `replaces`: numbers of tasks that are taken back.
    """
    said = wording.plan_text(made.titles, made.missing, observed=observed)
    return Assign(
        text=join_sentences("\n\n", [part for part in (note, said) if part]),
        tasks=made.tasks,
        answer=made.answer,
        replaces=tuple(replaces),
        missing=made.missing,
        plan=made.titles,
    )


@dataclass(frozen=True)
class Earlier:
    """A task that was given before and is not lost: its number, and the skills it was given for."""

    number: int
    skills: tuple[Skill, ...]


@dataclass(frozen=True)
class Ground:
    """What a plan stands on."""

    shortlist: Sequence[Candidate]
    files: Sequence[FileBrief]
    scores: Scores
    earlier: Sequence[Earlier] = ()
    further: bool = False  # the text adds to a goal
    named: bool = False  # a person named the team
    plainly: bool = False  # what names no skill, and no matter of its own, is for who is at it already


def plan(text: str, ground: Ground) -> Plan:
    """Plan a text: a goal, or what a person adds to one. Nothing matched: no tasks, and what is missing."""
    text = drop_unstorable(text)
    offered = _askable(offers(_reachable(ground.shortlist)), text)
    read = clauses(text, _openings(offered))
    if not read:
        return Plan()
    matches = match(read, offered, ground.scores)
    if ground.plainly:
        matches = replace(matches, questions=tuple(place for place in matches.questions if _is_own_matter(read[place])))
    material = _material(text, offered, ground)
    selection = select_specialists(_circumstances(read, matches, offered, ground, literals_in(text)))
    chosen = selection.chosen
    meant = matches.meaning(selection.meant, offered)
    rest = meant.without(selection.owned)
    needs = needs_of(read, rest, offered, replace(material, given=bool(chosen)))
    lacking = (*rest.unmet, *_unanswered(read, rest, needs)) if needs or chosen else rest.unmet
    missing = tuple(dict.fromkeys(wording.clip(read[place].text, MAX_NEED) for place in lacking))
    groups = group_needs(needs)[: MAX_TASKS - len(chosen)]
    numbers = [one.number for one in ground.earlier]
    drafts = zip(places_of(groups), _drafts(groups, read, matches, ground, chosen), strict=True)
    given = zip((one.clauses[0] for one in chosen), draft_tasks(chosen, groups, read, text, numbers), strict=True)
    tasks = order_drafts([*drafts, *given])
    last = ends(tasks)
    answer = last[0] if len(last) == 1 and not _leaves_unsaid(last[0], groups, read) else None
    return Plan(tasks=tasks, answer=answer, missing=missing[:MAX_MISSING])


def _unanswered(read: Sequence[Clause], rest: Matches, needs: Sequence[Need]) -> list[int]:
    """The questions that nobody gets."""
    asked = {place for need in needs for place in need.clauses}
    return [place for place in rest.questions if read[place].mood is Mood.QUESTION and place not in asked]


def _is_own_matter(clause: Clause) -> bool:
    """Whether a request asks to know something by itself, without what was given before."""
    if clause.mood is Mood.ORDER and stem_verb(clause.verbs[-1]) not in en.KNOWING:
        return False
    is_english = clause.mood is not Mood.QUESTION or bool(en.ASKING & set(clause.words))
    return is_english and not refers_back(clause)


def _leaves_unsaid(last: str, groups: Sequence[Group], read: Sequence[Clause]) -> bool:
    """Whether the last task draws, and another has found what is asked for beside it: a picture says no figure."""
    of_key = {key(place): group for place, group in enumerate(groups)}
    if last not in of_key or not all(gives_pictures(need.offer.skill) for need in of_key[last].needs):
        return False
    drawn = of_key[last]
    others = {place for name, group in of_key.items() if name != last for place in group.clauses}
    is_pointing = any(need.continues for need in drawn.needs)  # "compute it and plot it": the picture shows it
    beside = others - {*drawn.clauses} if not is_pointing else set()
    return bool(beside) or any(read[place].mood in {Mood.QUESTION, Mood.EMBEDDED} for place in others)


def _openings(offered: Sequence[Offer]) -> Openings:
    skills = [offer.skill for offer in offered]
    names, orders = (skill.name for skill in skills), (example for skill in skills for example in skill.examples)
    return openings_of(names) | verbs_of(orders)


def _circumstances(
    read: Sequence[Clause], matches: Matches, offered: Sequence[Offer], ground: Ground, held: frozenset[Literal]
) -> Circumstances:
    return Circumstances(
        read=read,
        matches=matches,
        offered=offered,
        shortlist=ground.shortlist,
        scores=ground.scores,
        brought=_brought(read, ground),
        library=bool(ground.files),
        ranked=not ground.further and not ground.named,
        everybody=ground.named,
        held=held,
    )


def _brought(read: Sequence[Clause], ground: Ground) -> frozenset[str] | None:
    """The types of data that the goal brings; none of a text, or where it points to the library.

    None: it brings nothing, or only what those who came along can't read, a picture say.
    """
    attached = [file.media_type for file in ground.files if file.attached]
    points = any(names_place(clause) for clause in read)
    if not ground.earlier and not any(map(is_read, attached)) and (attached or not (points and ground.files)):
        return None
    return attached_data(attached)


def _reachable(shortlist: Sequence[Candidate]) -> list[Candidate]:
    return [one for one in shortlist if one.availability is not Availability.OFFLINE]


def _askable(offered: Sequence[Offer], text: str) -> tuple[Offer, ...]:
    """Without the skills that work on something that the text does not hold, an address say."""
    held = literals_in(text)
    return tuple(offer for offer in offered if demanded_literals(offer.skill) <= held)


def _material(text: str, offered: Sequence[Offer], ground: Ground) -> Material:
    data = attached_data(file.media_type for file in ground.files if file.attached)
    earlier = tuple(skill for task in ground.earlier for skill in task.skills)
    return Material(data, fit_scores(text, offered, ground.scores), earlier, ground.further)


def _as_one(offered: Sequence[Offer]) -> Candidate:
    """All that is offered, as if one agent could do it."""
    skills = tuple(one.skill for one in offered)
    return Candidate(agent_id="", handle="", name="", description="", skills=skills, score=0.0)


def fit_scores(text: str, offered: Sequence[Offer], scores: Scores) -> Sequence[float]:
    """How well a whole text fits each offer."""
    if not offered:
        return ()
    return scores([text], [_as_one(offered)])[0][0]


def key(place: int) -> str:
    """What a task is called within its plan."""
    return f"t{place + 1}"


def _drafts(
    groups: Sequence[Group], read: Sequence[Clause], matches: Matches, ground: Ground, chosen: Sequence[Chosen] = ()
) -> tuple[TaskDraft, ...]:
    titles = distinct([wording.title(group, read) for group in groups])
    asking = {place: index for index, group in enumerate(groups) for place in group.clauses}
    given = {place for one in chosen for place in one.clauses}
    silent = [place for place in range(len(read)) if place not in {*asking, *given, *matches.unmet}]

    def draft(index: int, group: Group) -> TaskDraft:
        asked = group.clauses or sorted(asking)
        heed = [place for place in silent if read[place].mood is Mood.THING or _heeds(place, index, groups, asking)]
        earlier = [titles[one] for one in group.after]
        return TaskDraft(
            key=key(index),
            title=titles[index],
            brief=wording.brief(group, read, asked, heed, earlier, ground.files),
            needs=tuple(need.offer.need for need in group.needs),
            after=(
                *(f"#{number}" for number in _feeding_tasks(group, ground)),
                *(specialist_key(place) for place in specialists_before(group, chosen)),
                *(key(one) for one in group.after),
            ),
        )

    return tuple(draft(index, group) for index, group in enumerate(groups))


def _feeding_tasks(group: Group, ground: Ground) -> list[int]:
    """Numbers of the earlier tasks that serve a group; the last one where none does and the words point back."""
    skills = [need.offer.skill for need in group.needs]
    fed = [one.number for one in ground.earlier if any(feeds(giver, taker) for giver in one.skills for taker in skills)]
    points_back = not fed and not group.after and any(need.continues for need in group.needs)
    return [one.number for one in ground.earlier[-1:]] if points_back else fed


def _heeds(place: int, index: int, groups: Sequence[Group], asking: Mapping[int, int]) -> bool:
    """Whether a remark concerns a task: the one whose clause stands before it, the last one, or, if none does, all."""
    before = [asking[one] for one in range(place) if one in asking]
    return not before or index in {before[-1], len(groups) - 1}


UNKNOWN = Skill(id="unknown", name="unknown", input_modes=(), output_modes=())


def plan_needs(purpose: str, needs: Sequence[str], members: Sequence[Candidate], scores: Scores) -> Plan:
    """One task for each need; the last one, which has the results of all others, is the answer."""
    skills = skills_for(needs, offers(members), scores)
    ordered = in_order(skills)
    tasks = tuple(
        TaskDraft(
            key=key(place),
            title=wording.clip(needs[need], wording.MAX_TITLE),
            brief=wording.part_brief(needs[need], purpose),
            needs=(needs[need],),
            after=tuple(key(other) for other in _after(place, [skills[one] for one in ordered])),
        )
        for place, need in enumerate(ordered)
    )
    return Plan(tasks, tasks[-1].key if tasks else None)


def skills_for(needs: Sequence[str], offered: Sequence[Offer], scores: Scores) -> list[Skill]:
    """The skill that each need means: the one of that name, else the one that fits best."""
    if not needs or not offered:
        return [UNKNOWN for _ in needs]
    everyone = _as_one(offered)
    by_name = {one.need.casefold(): one.skill for one in offered}
    table = scores(list(needs), [everyone])
    best = [everyone.skills[max(range(len(offered)), key=lambda one: rows[0][one])] for rows in table]
    return [by_name.get(need.strip().casefold(), guess) for need, guess in zip(needs, best, strict=True)]


def _after(place: int, skills: Sequence[Skill]) -> list[int]:
    """Those before it that feed it; the last one waits for all, because its result stands for the team's."""
    if place == len(skills) - 1:
        return list(range(place))
    return [other for other in range(place) if feeds(skills[other], skills[place])]
