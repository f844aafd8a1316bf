"""A coding agent's folder: what is laid into it, and what comes back."""

import os

from ioa_connect.tasks import MOST_FILE, File
from ioa_connect.wrapped.workspace import MOST_FILES, Workspace, forget_old


def of(tmp_path):
    return Workspace.of(tmp_path, "k")


def made(workspace):
    return {file.name: file.content for file in workspace.made()[0]}


def test_a_newer_version_of_a_file_replaces_the_one_that_lies_there(tmp_path):
    first = of(tmp_path)
    first.lay([File("a.txt", b"1")])
    first.begin("s")
    (first.folder / "a.txt").write_bytes(b"by the agent")
    again = of(tmp_path)
    again.lay([File("a.txt", b"1")])
    assert made(again) == {"a.txt": b"by the agent"}
    again.lay([File("a.txt", b"2")])
    assert (again.folder / "a.txt").read_bytes() == b"2"
    assert made(again) == {}


def test_a_name_that_leads_elsewhere_lies_in_the_folder(tmp_path):
    workspace = of(tmp_path)
    workspace.lay([File("../../up.txt", b"1")])
    assert [one.name for one in workspace.folder.iterdir()] == ["up.txt"]


def test_what_was_there_before_is_not_handed_over(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "old.txt").write_text("1")
    workspace = Workspace.of(tmp_path / "work", "k", project)
    (project / "new.txt").write_text("2")
    assert made(workspace) == {"new.txt": b"2"}
    workspace.drop()
    assert sorted(one.name for one in project.iterdir()) == ["new.txt", "old.txt"]


def test_as_many_files_as_may_be_are_handed_over_and_the_others_are_named(tmp_path):
    workspace = of(tmp_path)
    for number in range(MOST_FILES + 2):
        (workspace.folder / f"{number:03}.txt").write_text(str(number))
    with (workspace.folder / "large.bin").open("wb") as large:
        large.truncate(MOST_FILE + 1)
    files, left_out = workspace.made()
    assert len(files) == MOST_FILES
    assert left_out == ["050.txt", "051.txt", "large.bin"]


def test_a_file_of_the_largest_size_is_handed_over(tmp_path):
    workspace = of(tmp_path)
    with (workspace.folder / "large.bin").open("wb") as large:
        large.truncate(MOST_FILE)
    assert [len(file.content) for file in workspace.made()[0]] == [MOST_FILE]


def test_a_record_that_is_damaged_is_begun_anew(tmp_path):
    workspace = of(tmp_path)
    workspace.begin("s")
    workspace.record.write_text('{"session": ')
    assert of(tmp_path).session == ""


def test_what_nobody_went_on_with_for_a_week_is_removed(tmp_path):
    old, new = Workspace.of(tmp_path, "old"), Workspace.of(tmp_path, "new")
    for each in (old, new):
        each.begin("s")
    os.utime(old.record, (0, 0))
    forget_old(tmp_path)
    assert not old.folder.exists()
    assert new.folder.exists()
