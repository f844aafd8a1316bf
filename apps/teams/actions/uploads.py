"""A person puts a file on a goal, or a new version of one, which they say they have read."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import transaction

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions.library import ReadDocument, read_documents, replace_document, store_document
from apps.agents.domain.calls import File
from apps.agents.domain.documents.decoding import clean_name
from apps.core.sentences import sentence
from apps.files.actions.garbage_collection import release
from apps.files.actions.storage import keep, turn_hold_into_reference
from apps.files.domain.contents import Content
from apps.files.domain.names import name_key, numbered_name
from apps.files.domain.quotas import OverQuota, Whose, size_text
from apps.journal.actions import Log, recording
from apps.teams.actions import teams
from apps.teams.actions.files import new_file, save
from apps.teams.domain.versions import OlderVersion
from apps.teams.events import TeamEvent
from apps.teams.models import FileVersion, GoalFile, Team
from apps.teams.queries.access import goal_operable_by
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.versions import document_of, files_by_key, numbers_of


@dataclass(frozen=True)
class FileUpload:
    """What a person sent. `base_version`: the version that they have read, and replace; None: it is a new file."""

    name: str
    body: bytes | Content
    base_version: int | None = None


def upload_file(actor: Actor, goal_id: uuid.UUID, upload: FileUpload) -> GoalFile:
    """Keep what a person sent for a goal. Operators.

    A new file is one that agents read; where its name is taken it gets a number. Raises NotFound, Forbidden, Refused
    (file, files, base_version) and OlderVersion where something newer than `base_version` is current.
    """
    goal_operable_by(actor, goal_id)
    if upload.base_version is None:
        return _add(actor, goal_id, upload)
    file = files_by_key(goal_id).get(name_key(clean_name(upload.name)))
    if file is None:
        raise NotFound("This goal has no file of that name.")
    _require_current(file, upload.base_version)
    if (document_id := document_of(file)) is None:
        return _replace(actor, file, upload)
    return _replace_attached(actor, file, document_id, upload)


@contextmanager
def upload_together(actor: Actor, goal_id: uuid.UUID, uploads: Sequence[FileUpload]) -> Iterator[list[GoalFile]]:
    """A block before which new files have become a goal's: all of them, or none where one, or the block, is refused.

    What the block does is of the same transaction. Raises what `upload_file` raises.
    """
    goal_operable_by(actor, goal_id)
    given = [File(upload.name, "", upload.body) for upload in uploads]
    with read_documents(Whose(actor.workspace_id, goal_id), given) as read, transaction.atomic():
        with recording(goal_id) as log:
            files = [_store(log, actor, goal_id, *pair) for pair in zip(uploads, read, strict=True)]
        yield files


def _add(actor: Actor, goal_id: uuid.UUID, upload: FileUpload) -> GoalFile:
    with upload_together(actor, goal_id, [upload]) as (file,):
        return file


def _store(log: Log, actor: Actor, goal_id: uuid.UUID, upload: FileUpload, read: ReadDocument) -> GoalFile:
    name = numbered_name(read.file.name, files_by_key(goal_id))
    document = store_document(replace(read, file=replace(read.file, name=name)))
    version = FileVersion(
        file=new_file(goal_id, name),
        number=1,
        media_type=document.media_type,
        size=document.size,
        blob_id=document.blob_id,
        document_id=document.id,
    )
    return _write(log, actor, upload, version)


def _replace_attached(actor: Actor, file: GoalFile, document_id: uuid.UUID, upload: FileUpload) -> GoalFile:
    with _read(actor, file.goal_id, upload) as read, recording(file.goal_id) as log:
        newest = _require_current(file, upload.base_version)
        document = replace_document(document_id, read)
        version = FileVersion(
            file=file,
            number=newest + 1,
            based_on=upload.base_version,
            media_type=document.media_type,
            size=document.size,
            blob_id=document.blob_id,
            document_id=document.id,
        )
        return _write(log, actor, upload, version)


def _replace(actor: Actor, file: GoalFile, upload: FileUpload) -> GoalFile:
    given = File(upload.name, "", upload.body)
    if given.size > settings.IOA_FILE_LIMIT:
        raise Refused(
            file=sentence(
                "A file has at most {text}; this one has {text2}.",
                text=size_text(settings.IOA_FILE_LIMIT),
                text2=size_text(given.size),
            )
        )
    try:
        kept = keep(Whose(actor.workspace_id, file.goal_id), given.chunks(), name=file.name)
    except OverQuota as over:
        raise Refused(file=sentence("“{name}” can't be taken. {over}", name=file.name, over=over)) from None
    try:
        with recording(file.goal_id) as log:
            version = FileVersion(
                file=file,
                number=_require_current(file, upload.base_version) + 1,
                based_on=upload.base_version,
                media_type=kept.media_type,
                size=kept.content.size,
                blob_id=kept.content.blob_id,
            )
            turn_hold_into_reference([kept.hold_id])
            return _write(log, actor, upload, version)
    finally:
        release([kept.hold_id])  # what was written is held no more


@contextmanager
def _read(actor: Actor, goal_id: uuid.UUID, upload: FileUpload) -> Iterator[ReadDocument]:
    """What agents read of it; let go where it is not stored."""
    with read_documents(Whose(actor.workspace_id, goal_id), [File(upload.name, "", upload.body)]) as (read,):
        yield read


def _require_current(file: GoalFile, base: int | None) -> int:
    """The number of the newest version. Raises Refused, OlderVersion."""
    known = numbers_of(file)
    read = next((one for one in known if one.number == base), None)
    if read is None:
        raise Refused(base_version=sentence("“{name}” has no such version.", name=file.name))
    current = next(one for one in reversed(known) if one.accepted)
    if current != read:
        raise OlderVersion(file.name, read, current)
    return known[-1].number


def _write(log: Log, actor: Actor, upload: FileUpload, version: FileVersion) -> GoalFile:
    """Save a version as its author's, and tell of it."""
    team = Team.objects.select_related("goal").get(goal=version.file.goal_id, parent=None)
    version.origin_id = act_for(log, actor)
    member = teams.join_person(log, team, actor)
    version.called, version.member_id, version.created_at = clean_name(upload.name), member.id, log.now
    save([version])
    log.add(
        TeamEvent.FILE_UPLOADED,
        chain_of_team(team, member.id),
        artifact=str(version.id),
        name=version.name,
        media_type=version.media_type,
        size=version.size,
        file=str(version.file_id),
        version=version.number,
    )
    return version.file
