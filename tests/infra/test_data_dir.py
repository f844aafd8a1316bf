"""What stops a start is said in one line, with the way out."""

import errno
import os
import shutil
import socket
from pathlib import Path
from typing import NamedTuple

import pytest

from ioa_web.supervisor import data_dir, ports
from ioa_web.supervisor.postgres import Postgres
from ioa_web.supervisor.problems import CannotStart, explain


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_names_the_port_and_the_variable(taken_port):
    with pytest.raises(CannotStart, match=f"port {taken_port} on 127.0.0.1 is taken: .* IOA_PORT"):
        ports.listen("127.0.0.1", taken_port)


def test_an_address_of_another_machine_names_the_variable():
    with pytest.raises(CannotStart, match="IOA_HOST"):
        ports.listen("192.0.2.1", 8000)


def test_a_port_out_of_range_is_refused():
    with pytest.raises(CannotStart, match="99999"):
        ports.listen("127.0.0.1", 99999)


def test_a_free_port_is_free_again_afterwards(taken_port):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    ports.listen("127.0.0.1", port).close()
    ports.listen("127.0.0.1", port).close()
    assert port != taken_port


def test_a_twin_is_told_who_holds_the_folder(tmp_path):
    with (
        data_dir.lock(tmp_path, "http://127.0.0.1:8000"),
        pytest.raises(CannotStart, match=f"already running .*process {os.getpid()} at http://127.0.0.1:8000"),
    ):
        data_dir.lock(tmp_path, "http://127.0.0.1:9000")


def test_the_folder_can_be_locked_again_when_the_holder_is_gone(tmp_path):
    data_dir.lock(tmp_path, "http://127.0.0.1:8000").close()
    with data_dir.lock(tmp_path, "http://127.0.0.1:9000"):
        assert (tmp_path / "lock").read_text() == f"process {os.getpid()} at http://127.0.0.1:9000"


def test_a_nearly_full_disk_is_refused_before_anything_starts(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**9, 10**9, 5 * 2**20))
    with pytest.raises(CannotStart, match=r"disk under .* is full .5 MB free, 256 MB needed"):
        data_dir.prepare(tmp_path)


def test_a_disk_that_fills_up_on_the_way_is_explained():
    assert "the disk is full" in str(explain(OSError(errno.ENOSPC, "No space left on device")))


def test_a_data_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "data").touch()
    with pytest.raises(CannotStart, match=r"can't be used .* IOA_DATA_DIR"):
        data_dir.prepare(tmp_path / "data")


def test_postgres_data_of_another_version_is_refused(tmp_path):
    (tmp_path / "PG_VERSION").write_text("17\n")
    with pytest.raises(CannotStart, match=r"is of Postgres 17, this release brings 18: .*pg_dump"):
        Postgres(tmp_path, tmp_path).program()


def test_the_key_is_made_once_and_for_the_owner_alone(tmp_path):
    file = tmp_path / "secret-keys"
    data_dir.ensure_secret_keys(file)
    first = file.read_text()
    data_dir.ensure_secret_keys(file)
    assert file.read_text() == first
    assert len(first) > 50
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["x" * 120, "a b", "ü"])
def test_a_folder_that_does_not_fit_into_an_address_gets_a_link(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    road = data_dir.road_to(folder)
    assert road.samefile(folder)
    assert len(os.fsencode(road)) <= data_dir.SOCKET_FOLDER_LIMIT
    data_dir.leave_road(road, folder)
    assert not road.parent.exists()
    assert folder.exists()


def test_a_plain_folder_is_its_own_road():
    folder = Path("/srv/ioa")
    assert data_dir.road_to(folder) == folder


def test_data_that_was_cut_short_is_said_to_be(tmp_path):
    (tmp_path / "PG_VERSION").touch()
    with pytest.raises(CannotStart, match=r"PG_VERSION is empty.*restore a backup.*IOA_DATA_DIR"):
        Postgres(tmp_path, tmp_path).program()


def test_data_that_others_may_read_is_refused_with_the_command(tmp_path):
    (tmp_path / "PG_VERSION").write_text("18\n")
    tmp_path.chmod(0o755)
    with pytest.raises(CannotStart, match=rf"mode is 0755.*chmod 700 {tmp_path}"):
        Postgres(tmp_path, tmp_path).program()


def test_a_link_in_the_place_of_the_lock_empties_no_other_file(tmp_path):
    precious, data = tmp_path / "precious", tmp_path / "data"
    precious.write_text("kept")
    data.mkdir()
    for link in (Path.symlink_to, Path.hardlink_to):
        link(data / "lock", precious)
        with pytest.raises((CannotStart, OSError)):
            data_dir.lock(data, "http://127.0.0.1:8000")
        assert precious.read_text() == "kept"
        (data / "lock").unlink()
