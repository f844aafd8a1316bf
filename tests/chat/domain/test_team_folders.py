"""A team as a folder in a zip: there and back, and what hostile zips are told."""

import contextlib
import io
import json
import random
import zipfile

import pytest

from apps.chat.domain.goal_templates import TemplateMember, TemplateSettings
from apps.chat.domain.team_folders import (
    MOST_FILE,
    MOST_ZIP,
    FolderFault,
    TeamFile,
    UnreadableFolder,
    folder_name,
    read_folder,
    write_folder,
)

TEAM = TeamFile(
    name="Weekly: figures",
    about='Says "how" it went',
    settings=TemplateSettings(team=("scout", "tally"), limits={"turns": 9}, needs_files=True),
    members=(TemplateMember(handle="scout", name="Scout", description="Finds", skills=("Search",)),),
)
TEXT = "Find {what=the revenue}.\n\n---\nAnd plot it."


def zipped(*entries, **more):
    """A zip with these names and contents."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return target.getvalue()


def folder(**team):
    """The two files of a folder, as they should be but for what is named."""
    return ("t/SKILL.md", "---\nname: t\n---\nDo it."), ("t/team.json", json.dumps({"name": "T"} | team))


def fault_of(content):
    with pytest.raises(UnreadableFolder) as refused:
        read_folder(content)
    return refused.value.fault


def test_what_is_written_is_read_again_as_it_was():
    team, text = read_folder(write_folder(TEAM, TEXT))
    assert (team, text) == (TEAM, TEXT)
    assert team.settings.named_limits == {"turns": 9}
    assert write_folder(TEAM, TEXT) == write_folder(TEAM, TEXT)


def test_the_folder_is_a_skill_as_other_tools_read_it():
    with zipfile.ZipFile(io.BytesIO(write_folder(TEAM, TEXT))) as archive:
        assert archive.namelist() == ["weekly-figures/SKILL.md", "weekly-figures/team.json"]
        skill = archive.read("weekly-figures/SKILL.md").decode()
    assert skill.startswith('---\nname: weekly-figures\ndescription: "Says \\"how\\" it went"\n---\n')


@pytest.mark.parametrize(("name", "expected"), [("Größe & Co", "gr-e-co"), ("日本", "team"), ("--", "team")])
def test_any_name_gives_a_folder(name, expected):
    assert folder_name(name) == expected


@pytest.mark.parametrize(
    "name", ["../SKILL.md", "/etc/passwd", "a/../../b", "C:/x", "..\\x", "a\\b", "t/..", "//host/share"]
)
def test_a_name_that_leads_out_is_refused(name):
    assert fault_of(zipped(*folder(), (name, "x"))) is FolderFault.ESCAPES


def test_a_bomb_is_not_unpacked():
    assert fault_of(zipped(*folder(), ("t/more.txt", b"0" * (MOST_FILE + 1)))) is FolderFault.TOO_LARGE
    assert fault_of(b"PK" + b"0" * MOST_ZIP) is FolderFault.TOO_LARGE


def test_a_zip_that_says_less_than_it_holds_is_found_out():
    content = bytearray(zipped(("t/SKILL.md", b"0" * (MOST_FILE * 4)), folder()[1]))
    real = (MOST_FILE * 4).to_bytes(4, "little")
    lies = bytes(content).replace(real, (10).to_bytes(4, "little"))
    assert lies != bytes(content)
    assert fault_of(lies) in {FolderFault.TOO_LARGE, FolderFault.NO_ZIP}


def test_links_locks_doubles_and_crowds_are_refused():
    link = zipfile.ZipInfo("t/link")
    link.external_attr = 0o120777 << 16
    assert fault_of(zipped(*folder(), (link, "/etc/passwd"))) is FolderFault.LINK
    with pytest.warns(UserWarning, match="Duplicate"):
        assert fault_of(zipped(*folder(), folder()[0])) is FolderFault.TWICE
    assert fault_of(zipped(*folder(), *((f"t/{n}", "") for n in range(60)))) is FolderFault.TOO_MANY
    locked = bytearray(zipped(*folder()))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = locked.find(mark)
        locked[place + at] |= 1
    assert fault_of(bytes(locked)) is FolderFault.LOCKED


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", FolderFault.NO_ZIP),
        (b"not a zip", FolderFault.NO_ZIP),
        (zipped(), FolderFault.MISSING),
        (zipped(folder()[0]), FolderFault.MISSING),
        (zipped(("a/SKILL.md", "x"), ("b/team.json", "{}")), FolderFault.MISSING),
        (zipped(("SKILL.md", b"\xff\xfe"), ("team.json", "{}")), FolderFault.NO_TEXT),
        (zipped(("SKILL.md", b"a\x00b"), ("team.json", "{}")), FolderFault.NO_TEXT),
        (zipped(("SKILL.md", "x"), ("team.json", "[" * 10_000)), FolderFault.NO_TEAM),
        (zipped(("SKILL.md", "x"), ("team.json", "{}")), FolderFault.NO_TEAM),
        (zipped(*folder(secret=1)), FolderFault.NO_TEAM),
        (zipped(*folder(format="other/1")), FolderFault.NO_TEAM),
        (zipped(*folder(settings={"limits": {"turns": -1}})), FolderFault.NO_TEAM),
        (zipped(*folder(settings={"team": ["a"] * 99})), FolderFault.NO_TEAM),
        (zipped(*folder(name="a\u0000b")), FolderFault.NO_TEAM),
    ],
)
def test_what_is_no_team_is_told_why(content, fault):
    assert fault_of(content) is fault


def test_no_change_of_bytes_raises_anything_else():
    fine, chance = write_folder(TEAM, TEXT), random.Random(7)
    for _ in range(400):
        broken = bytearray(fine)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        with contextlib.suppress(UnreadableFolder):
            team, text = read_folder(bytes(broken))
            assert isinstance(team, TeamFile)
            assert isinstance(text, str)
