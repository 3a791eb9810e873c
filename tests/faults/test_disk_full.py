"""The disk runs full while results are entered: a clear refusal, nothing half-written, and on with room again."""

import contextlib
import http.client
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.hall import Hall
from tests.servers import postgres, tools
from tests.servers.server import SERVE, Server, wait_for

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

SENTENCE = "The server's disk is full."


@contextlib.contextmanager
def small_disk(megabytes):
    """Mount a small file system of its own; only the administrator can."""
    folder = Path(tempfile.mkdtemp(prefix="crosstable-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "crosstable-tests", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("mounting a small file system needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


def fill(folder):
    """Take all the room that is left; return the file to remove again."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast


def enter_until_refused_and_on(hall, disk, make_room):
    """Let the arbiters meet the full disk and get over it."""
    with hall.crowd(20) as crowd:
        with hall.arbiters() as arbiters:
            arbiters.wait_for(10)
            ballast = fill(disk)
            wait_for(lambda: arbiters.mistakes or arbiters.refusals.total() > 20, "refused entries")
            page = hall.server.get("/e/hall/")
            hall.check_kept(list(arbiters.acknowledged))
            ballast.unlink()
            make_room()
            arbiters.wait_for(10)
        hall.check(arbiters)
        crowd.wait(hall.stamp())
    assert "h-" in page  # the pages went on
    assert set(arbiters.refusals) == {"503"}
    return arbiters


def test_sqlite_on_a_full_disk_refuses_in_a_sentence_and_goes_on(prepared, tmp_path):
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    with small_disk(4) as disk:
        file = shutil.move(tmp_path / "crosstable.sqlite3", disk)
        server = Server(tmp_path, f"sqlite://{file}", SERVE)
        try:
            hall = Hall(server.start())
            arbiters = enter_until_refused_and_on(hall, disk, lambda: None)
        finally:
            server.stop()
        assert SENTENCE in arbiters.last_refusal
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(bool(tools.missing("postgres")), reason=tools.missing("postgres"))
def test_postgresql_on_a_full_disk_refuses_and_goes_on(tmp_path):
    """It may stop altogether where it cannot write its log of writes, and is started again with room."""
    small = {"options": "-c min_wal_size=4MB -c max_wal_size=8MB", "initdb": ["--wal-segsize=1"]}
    with small_disk(128) as disk, postgres.running(disk / "postgres", **small) as cluster:
        server = Server(tmp_path, cluster.url, SERVE)
        try:
            hall = Hall(server.start())
            enter_until_refused_and_on(hall, disk, cluster.start_if_stopped)
        finally:
            server.stop()


def test_an_upload_that_finds_no_room_is_refused_in_a_sentence(new_server):
    with small_disk(4) as disk:
        server = new_server(SERVE, TMPDIR=str(disk)).start()
        before, _ = uploaded(server, 2**19)  # there is room still, and it is refused for want of a form
        once, once_said = uploaded(server, 3 * 2**20)  # the door has room for it, and Django has none for its copy
        wait_for(lambda: not shutil.disk_usage(disk).used, "the room of the refused file")
        fill(disk)
        full, text = uploaded(server, 2**19)
        assert (before, once, SENTENCE in once_said, full, SENTENCE in text) == (403, 503, True, 503, True)
        assert server.status("/") == 200


def uploaded(server, size):
    """Send a file and return the answer's status and text."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
        line.request("POST", "/import/", bytes(size), {"Content-Type": "text/plain"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
