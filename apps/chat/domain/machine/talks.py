"""A talk under a protocol: how it begins, whose turn it is in it, what a turn does, and what comes of it.

While it lasts it fills each silence: whoever is next in it speaks. Questions of agents and the words of persons go
first. After its end the floor is the lead's.
"""

from dataclasses import replace
from functools import partial

from apps.chat.domain.machine import loops, questions
from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.machine.effects import ApprovalScope, FreeTurn, LapseApprovals, Post
from apps.chat.domain.machine.step import Step, due, member, open_up
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.room_protocols import conduct, room_protocols
from apps.chat.domain.room_protocols.marks import read_act
from apps.chat.domain.room_protocols.talk import MAX_MEMBERS, Act, Contribution, RoomTalk, names
from apps.chat.domain.states import MessageKind, TurnState
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Discuss, FormSubteam, Pass, Say, Stance, Utterance
from apps.core.sentences import join_sentences, sentence

MIN_MEMBERS = 2
TALK, TURN, OUTCOME = "talk", "talk_turn", "outcome"
"""What notices are about: that a talk begins, a turn in which nothing was said, what came of it."""
NO_VOICE = sentence("It has no voice.")
_ACTS: dict[Stance | None, Act] = {Stance.AGREE: Act.AGREED, Stance.OBJECT: Act.OBJECTED}
_SPOKEN = {Act.AGREED: sentence("Agrees."), Act.OBJECTED: sentence("Objects.")}


def refusal(standing: ConversationState, said: Discuss) -> str:
    """Why this talk can't begin, as a sentence for whoever wants it; empty when it can."""
    known = ", ".join(room_protocols())
    if said.protocol not in room_protocols():
        return sentence(
            "protocol: there is no {protocol}; choose one of {known}.", protocol=repr(said.protocol), known=known
        )
    handles = _handles(standing, said)
    if strangers := [handle for handle in handles if handle not in standing.members]:
        here = names(tuple(sorted(standing.members - {standing.lead})))
        return sentence(
            "members: @{strangers} is no member of this team and no agent that may be asked. Members: {here}.",
            strangers=strangers[0],
            here=here,
        )
    if not MIN_MEMBERS <= len(handles) <= MAX_MEMBERS:
        return sentence(
            "members: name {min_members} to {max_members} members who take part.",
            min_members=MIN_MEMBERS,
            max_members=MAX_MEMBERS,
        )
    if said.sides and len(said.sides) != len(handles):
        return sentence("sides: give one for each of `members`, in their order, or none.")
    return ""


def is_missing(standing: ConversationState, utterance: Utterance | Misspoken) -> bool:
    """Whether the lead goes to work or to an end before the talk that a person wants first.

    A person's newer word, that no turn has read, goes before both.
    """
    if not standing.memory.wanted or standing.memory.person or standing.speaker != standing.lead:
        return False
    return isinstance(utterance, Assign | FormSubteam | Conclude)


def may_be_held(standing: ConversationState, guests: frozenset[str]) -> bool:
    """Whether the talk that a person wants first is possible: its protocol is there, and so are members."""
    others = (standing.members | guests) - {standing.lead}
    return standing.memory.wanted in room_protocols() and len(others) >= MIN_MEMBERS


def skip(standing: ConversationState) -> Step:
    """The talk that a person wanted first does not take place, and the room says so."""
    words = sentence("The talk that was wanted first ({wanted}) did not take place.", wanted=standing.memory.wanted)
    return Step(standing.remembering(wanted=""), (Post(MessageKind.NOTICE, words, about=TURN),))


def begin(standing: ConversationState, said: Discuss, *, by_person: bool = False) -> Step:
    """The talk is on; `refusal` has nothing against it."""
    talk = RoomTalk(
        protocol=said.protocol,
        question=said.question,
        members=_handles(standing, said),
        lead=standing.lead,
        sides=said.sides,
        rounds=said.rounds,
        by_person=by_person,
    )
    opened = open_up(standing).remembering(talk=talk, wanted="", repairs=0, pending=None, floor="")
    return Step(opened, (Post(MessageKind.NOTICE, conduct.opening_words(talk), about=TALK),))


def begin_for_person(standing: ConversationState, said: Discuss) -> Step:
    """A person wants a talk: it begins as soon as no turn is in flight, and takes the place of one that is due."""
    quiet = standing
    if standing.turn_state is TurnState.DUE:
        quiet = replace(standing, turn_state=TurnState.NONE)
    lapsed = (LapseApprovals(ApprovalScope.FLOOR),) if standing.awaits_person else ()
    heard = replace(quiet, memory=loops.with_progress(quiet.memory)).remembering(loops=0)
    free = break_off(heard).then(questions.retract_above)
    return free.then(partial(begin, said=said, by_person=True)).after(*lapsed)


def _handles(standing: ConversationState, said: Discuss) -> tuple[str, ...]:
    """Who takes part, each once: who was named, else all members but the lead."""
    named = tuple(dict.fromkeys(said.members))
    return named or tuple(sorted(standing.members - {standing.lead}))


def is_own_turn(standing: ConversationState) -> bool:
    """Whether the conversation's turn is one of the talk's."""
    talk = standing.memory.talk
    return talk is not None and talk.turn == standing.turn


def is_ended_by(standing: ConversationState, utterance: Utterance) -> bool:
    """Whether an utterance of another turn ends the talk: not one that a person began and nobody spoke in yet."""
    talk = standing.memory.talk
    if talk is None or (talk.by_person and not talk.turns and not isinstance(utterance, Discuss)):
        return False
    return not isinstance(utterance, Say | Pass | AskPerson)


def go_on(standing: ConversationState) -> Step:
    """In silence whoever is next in the talk speaks; nobody is: it is over."""
    talk = standing.memory.talk
    if talk is None or standing.turn_state is not TurnState.NONE or standing.awaits_person or standing.ended:
        return Step(standing)
    talk = talk.model_copy(update={"left": tuple(one for one in talk.members if one not in standing.members)})
    speaker = conduct.next_speaker(talk)
    if speaker is None or speaker not in standing.members:
        return _close(standing, talk)
    moved = due(standing, speaker)
    return Step(moved.remembering(talk=talk.model_copy(update={"turn": moved.turn})))


def hear(standing: ConversationState, utterance: Utterance | Misspoken) -> Step:
    """What the speaker of a talk's own turn said. Its words count, and nothing else that it may want to do."""
    act, text = _read(utterance)
    named = member(standing, utterance.next_speaker) if isinstance(utterance, Say) else ""
    noted = _note(standing, Contribution(by=standing.speaker or "", act=act, text=text, next=named))
    post = _post(standing, act, text, named)
    return Step(noted, (FreeTurn(), post) if isinstance(utterance, Pass) else (post,))


def lose(standing: ConversationState, reason: str) -> Step:
    """The speaker of a talk's own turn gave no answer: the talk goes on without it."""
    noted = _note(standing, Contribution(by=standing.speaker or "", act=Act.LOST, text=reason))
    said = Post(
        MessageKind.NOTICE,
        sentence("@{speaker} gave no answer: {reason}", speaker=standing.speaker, reason=reason),
        about=TURN,
    )
    return Step(noted, (said,))


def _read(utterance: Utterance | Misspoken) -> tuple[Act, str]:
    if isinstance(utterance, Pass):
        return (Act.LOST, utterance.text or NO_VOICE) if utterance.unable else (Act.PASSED, "")
    if isinstance(utterance, Say) and utterance.stance in _ACTS:
        return _ACTS[utterance.stance], utterance.text
    said = (getattr(utterance, name, "") for name in ("text", "question", "answer", "purpose"))
    words = next((str(one).strip() for one in said if one), "")
    if isinstance(utterance, Misspoken) and not words:
        return Act.LOST, ""
    return read_act(words) if words else (Act.PASSED, "")


def _post(standing: ConversationState, act: Act, text: str, named: str) -> Post:
    if act is Act.LOST:
        lost = sentence("@{speaker} gave no answer that can be used.", speaker=standing.speaker)
        if text:
            lost = sentence("@{speaker} can't speak: {text}", speaker=standing.speaker, text=text)
        return Post(MessageKind.NOTICE, lost, about=TURN)
    if act is Act.PASSED:
        return Post(MessageKind.NOTICE, sentence("@{speaker} passes.", speaker=standing.speaker), about="pass")
    words = join_sentences(" ", [part for part in (_SPOKEN.get(act, ""), text) if part])
    return Post(MessageKind.SAY, words, by_speaker=True, next_speaker=named)


def _note(standing: ConversationState, contribution: Contribution) -> ConversationState:
    """With one more turn of the talk; whoever left meanwhile had none."""
    talk = standing.memory.talk
    if talk is None or contribution.by not in standing.members:
        return standing.remembering(repairs=0)
    return standing.remembering(talk=talk.with_turn(contribution), repairs=0)


def break_off(standing: ConversationState) -> Step:
    """The talk ends before its end; what came of it so far is said."""
    talk = standing.memory.talk
    if talk is None:
        return Step(standing)
    return _end(standing, talk, broken_off=True)


def _close(standing: ConversationState, talk: RoomTalk) -> Step:
    step = _end(standing, talk)
    return replace(step, standing=due(step.standing, standing.lead))


def _end(standing: ConversationState, talk: RoomTalk, *, broken_off: bool = False) -> Step:
    found = conduct.outcome(talk)
    told = Post(
        MessageKind.NOTICE,
        conduct.closing_words(talk, found, broken_off=broken_off),
        about=OUTCOME,
        outcome=found,
    )
    over = standing.remembering(talk=None, floor="")
    if found.agreed is not None:
        over = over.remembering(signatures=conduct.signatures(conduct.title(talk), found), signed=found.text)
    return Step(replace(over, memory=loops.with_progress(over.memory)), (told,))
