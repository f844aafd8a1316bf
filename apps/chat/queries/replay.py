"""A goal's page as it stood at an event of its stream, and the events at which it is played again."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max

from apps.chat.domain.replay import SHOWN, Frame, PlayedEvent, frames_of
from apps.chat.domain.states import MessageKind, Phase, TurnState
from apps.chat.events import ChatEvent
from apps.chat.models import Message
from apps.chat.queries import messages
from apps.chat.queries.findings import FoundView
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.messages import Context, Window
from apps.chat.queries.rooms import RoomView, doings_at_tasks, standing_view
from apps.chat.queries.talks import Talk, talks_of
from apps.chat.queries.tree import Tree, tree_from
from apps.files.domain.quotas import FileQuota, Used
from apps.journal.queries.brief_events import BriefEvent, brief_events
from apps.journal.queries.recent import PastEvents, past_events
from apps.teams.domain.states import MemberKind
from apps.teams.events import TeamEvent
from apps.teams.queries.facts import TeamFacts
from apps.teams.queries.rewound import THINGS, rewound_files, rewound_goal, rewound_team
from apps.teams.queries.trees import files_of, teams_of
from apps.teams.queries.trees import goal as goal_row

_BEGUN: dict[str, Any] = {"phase": Phase.DISCUSSION, "round": 1, "turn": 1, "turn_state": TurnState.DUE}
_THINGS: dict[str, str] = {
    **{kind.value: field for kind, field in THINGS.items()},
    ChatEvent.CONVERSATION_MOVED: "team_id",
}


def room_at(workspace_id: UUID, goal_id: UUID, team_id: UUID | None, seq: int) -> tuple[RoomView, datetime]:
    """The page of a team as it stood when a goal's stream was at `seq`, and when that was; the caller has proved that
    the goal may be seen. The goal's own team is shown for None, and where the team was not formed as yet.

    What waits, files that people gave, findings and what rooms waited for are not taken back: they are left out.
    Raises Event.DoesNotExist where the goal has no such event.
    """
    past = past_events(goal_id, seq, _THINGS)
    found = _tree_at(goal_id, past)
    node = found.nodes.get(team_id, found.root) if team_id else found.root
    files = rewound_files(files_of(goal_id), past.at)
    context = Context(seq, found, node, {str(file.id): file for file in files}, past.at)
    view = RoomView(
        context=context,
        standing=standing_view(node, None),
        doing=doings_at_tasks(node),
        messages=tuple(_unread(view, node.talk) for view in messages.in_window(context, Window())),
        files=files,
        documents=(),
        needs=(),
        found=FoundView((), 0),
        files_used=Used(),
        file_quota=FileQuota(0, 0),
        workspace_id=workspace_id,
    )
    return view, past.at


def frames(goal_id: UUID) -> tuple[Frame, ...]:
    """The frames in which a goal is played again, oldest first; the caller has proved that it may be seen."""
    persons = {
        face.member_id for team in teams_of([goal_id]) for face in team.members if face.kind == MemberKind.PERSON
    }
    return frames_of([_played(event, persons) for event in brief_events(goal_id, (ChatEvent.MESSAGE_ADDED, *SHOWN))])


def _played(event: BriefEvent, persons: Collection[str]) -> PlayedEvent:
    if event.kind == ChatEvent.MESSAGE_ADDED:
        said = event.member in persons and event.says != MessageKind.GOAL
        return PlayedEvent(event.seq, event.at, by_person=said, about=event.about)
    return PlayedEvent(event.seq, event.at, TeamEvent(event.kind), event.says, about=event.about)


def tree_at(goal_id: UUID, seq: int) -> Tree:
    """The teams of a goal as they stood when its stream was at `seq`. Raises Event.DoesNotExist."""
    return _tree_at(goal_id, past_events(goal_id, seq, _THINGS))


def _tree_at(goal_id: UUID, past: PastEvents) -> Tree:
    teams = [team for one in teams_of([goal_id]) if (team := rewound_team(one, past))]
    spoken = _last_words(goal_id, past.seq)
    talks = talks_of([goal_id])
    then = {team.id: _talk(talks[team.id], team, past, spoken.get(team.id)) for team in teams}
    return tree_from(rewound_goal(goal_row(goal_id), past), teams, then, past.at)


def _last_words(goal_id: UUID, seq: int) -> dict[UUID, tuple[int, datetime]]:
    """The number of the last message that each room had, by team, and when it came."""
    rows = Message.objects.filter(conversation__team__goal=goal_id, event_seq__lte=seq).values("conversation__team")
    found = rows.annotate(last=Max("number"), at=Max("created_at")).values_list("conversation__team", "last", "at")
    return {team: (last, at) for team, last, at in found}


def _talk(talk: Talk, team: TeamFacts, past: PastEvents, spoken: tuple[int, datetime] | None) -> Talk:
    last, at = spoken or (0, team.created_at)
    moved = past.of(ChatEvent.CONVERSATION_MOVED, team.id)
    told = moved.payload if moved else _BEGUN
    phase = Phase(told["phase"])
    return replace(
        talk,
        phase=phase,
        phase_at=moved.at if moved else team.created_at,
        round=told["round"],
        turn=told["turn"],
        turn_state=TurnState(told["turn_state"]),
        speaker_id=_speaker(team, told.get("speaker")),
        last_number=last,
        read_number=min(talk.read_number, last),
        last_message_at=at,
        in_part=talk.in_part and phase is Phase.CONCLUDED,
        protocol_talk=None,
    )


def _speaker(team: TeamFacts, handle: str | None) -> UUID | None:
    """The member that an event names; the coordinator's seat has a handle in its room alone, and leads.

    None: nothing was told as yet, and the lead begins; empty: nobody.
    """
    if handle == "":
        return None
    named = next((face.member_id for face in team.members if face.handle == handle), "")
    found = named or next((face.member_id for face in team.members if face.lead), "")
    return UUID(found) if found else None


def _unread(view: MessageView, talk: Talk) -> MessageView:
    """What a later turn read had not been read then."""
    later = view.read_in_turn is not None and view.read_in_turn > talk.turn
    return replace(view, read_in_turn=None, became=view.became.unread()) if later else view
