"""Files that were made under one name become versions of it where their task had been given the earlier one.

All others get a name of their own, `report (2).md`, in the order in which they were made: nobody knows that one was
meant to replace another. What a task was given: the goal's attachments, the results of the tasks before it, and those
before what its team carries out. On an older version than the newest it is a conflict, as it would be from now on.

A goal is a transaction; a move that was broken off goes on where it was.
"""

import unicodedata
import uuid
from pathlib import PurePosixPath

from django.db import migrations, transaction

_GOALS = """
    SELECT goal.id FROM teams_goal goal
    WHERE EXISTS (
        SELECT FROM teams_artifact made
        JOIN teams_task task ON task.id = made.task_id JOIN teams_team team ON team.id = task.team_id
        WHERE team.goal_id = goal.id AND made.file_id IS NULL
    ) OR EXISTS (
        SELECT FROM agents_document document
        WHERE document.goal_id = goal.id
        AND NOT EXISTS (SELECT FROM teams_artifact known WHERE known.document_id = document.id)
    ) LIMIT 200"""


def number_files(apps, schema_editor):
    while goals := _goals(schema_editor):
        for goal_id in goals:
            with transaction.atomic(using=schema_editor.connection.alias):
                _Goal(apps, goal_id).number()


def _goals(schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_GOALS)
        return [goal_id for (goal_id,) in cursor.fetchall()]


class _Goal:
    """The files of one goal, taken in the order in which they came."""

    def __init__(self, apps, goal_id):
        self.File, self.Version = apps.get_model("teams", "GoalFile"), apps.get_model("teams", "FileVersion")
        self.goal = apps.get_model("teams", "Goal").objects.only("id", "origin_id", "created_by_id").get(id=goal_id)
        tasks = apps.get_model("teams", "Task").objects.filter(team__goal=goal_id).select_related("team")
        tasks = tasks.only("id", "owner_id", "origin_id", "team__id", "team__task_id")
        self.tasks = {task.id: task for task in tasks}
        self.before, self.parts = {}, {}
        for task in tasks:
            self.parts.setdefault(task.team.task_id, []).append(task.id)
        for row in apps.get_model("teams", "Task").depends_on.through.objects.filter(from_task__team__goal=goal_id):
            self.before.setdefault(row.from_task_id, []).append(row.to_task_id)
        self.documents = apps.get_model("agents", "Document").objects.filter(goal_id=goal_id)
        people = apps.get_model("teams", "Member").objects.filter(team__goal=goal_id, team__parent=None)
        self.asker = people.filter(user=self.goal.created_by_id).values_list("id", flat=True).first()
        self.files = {}  # key of the name -> the file, its versions

    def number(self):
        attached = [self.attached(document) for document in self.documents]
        made = list(self.Version.objects.filter(task__in=list(self.tasks)))
        for version in sorted([*attached, *made], key=lambda one: (one.created_at, one.id)):
            self.place(version)
        self.File.objects.bulk_create([file for file, _ in self.files.values()])
        self.Version.objects.bulk_create(attached)
        self.Version.objects.bulk_update(
            made, ["file", "number", "based_on", "state", "member", "origin"], batch_size=500
        )

    def attached(self, document):
        return self.Version(
            id=uuid.uuid4(),
            called=document.name,
            media_type=document.media_type,
            size=document.size,
            blob_id=document.blob_id,
            document_id=document.id,
            member_id=self.asker,
            origin_id=self.goal.origin_id,
            created_at=document.created_at,
        )

    def place(self, version):
        if version.task_id is not None:
            version.member_id = self.tasks[version.task_id].owner_id
            version.origin_id = self.tasks[version.task_id].origin_id
        file, known = self.files.get(_key(version.called), (None, []))
        read = [] if version.task_id is None else self.read(version, known)
        if not read:
            name = _numbered(version.called, self.files)
            file, known = self.files[_key(name)] = self.File(id=uuid.uuid4(), goal=self.goal, name=name, key=_key(name)), []
        current = max((one.number for one in known if one.state == "accepted"), default=None)
        version.file, version.number = file, len(known) + 1
        version.based_on = current if current in read or not read else max(read)
        version.state = "accepted" if version.based_on == current else "conflict"
        known.append(version)

    def read(self, version, known):
        """The numbers of those of a file's versions that a task was given; [] where its attempt wrote one itself."""
        if any(one.attempt_id == version.attempt_id for one in known):
            return []
        given = self.given_to(version.task_id)
        return [one.number for one in known if one.task_id is None or one.task_id in given]

    def given_to(self, task_id):
        found, one = set(), task_id
        while one is not None:
            for before in self.before.get(one, ()):
                found |= self.with_parts(before)
            one = self.tasks[one].team.task_id
        return found

    def with_parts(self, task_id):
        return {task_id}.union(*(self.with_parts(part) for part in self.parts.get(task_id, ())))


def _key(name):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _numbered(name, taken):
    extension = PurePosixPath(name).suffix
    extension = extension if len(extension) <= 20 else ""
    stem, number, free = name.removesuffix(extension), 1, name
    while _key(free) in taken:
        number += 1
        mark = f" ({number}){extension}"
        free = stem[: 200 - len(mark)] + mark
    return free


class Migration(migrations.Migration):

    atomic = False  # each goal is a transaction of its own

    dependencies = [("agents", "0020_connector_kinds"), ("teams", "0025_files")]

    operations = [migrations.RunPython(number_files)]
