"""Run a command with a PostgreSQL of its own: `python -m tests.servers.postgres COMMAND…` sets DATABASE_URL.

The cluster lives in a temporary folder, listens on a socket in it and nowhere else, and is gone afterwards.
"""

import contextlib
import getpass
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.servers import tools


def as_server_user(*command):
    """Return the command as somebody whom PostgreSQL accepts: it refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else list(command)


class Cluster:
    """A PostgreSQL with its folder: its data, its log and its socket."""

    def __init__(self, folder, *, options="", initdb=()):
        self.programs = Path(tools.find("postgres")).resolve().parent
        self.folder, self.data = Path(folder), Path(folder) / "data"
        self.user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        # Nothing here outlives the tests, so nothing need reach the disk.
        self.options = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=200 {options}"
        self.url = f"postgresql://{self.user}@/postgres?host={quote(str(folder))}"
        words = ["-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
        assert self.run("initdb", *words, *initdb), "initdb failed"

    def run(self, program, *words):
        """Run one of PostgreSQL's programs on the cluster; return whether it succeeded."""
        command = as_server_user(str(self.programs / program), "-D", str(self.data), *words)
        return subprocess.run(command, stdout=subprocess.DEVNULL, cwd=self.folder, check=False).returncode == 0

    def start(self):
        log = str(self.folder / "log")
        assert self.run("pg_ctl", "-w", "-l", log, "-o", self.options, "start"), Path(log).read_text()

    def start_if_stopped(self):
        if not self.run("pg_ctl", "status"):
            self.start()

    def stop(self, how="immediate"):
        """Stop as by pulling the plug; "fast" closes the connections first. One that does not run is left alone."""
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "-m", how, "-w", "stop")


@contextlib.contextmanager
def running(folder=None, **how):
    """Run a new PostgreSQL while the block lasts; yield its `Cluster`."""
    folder = Path(folder or tempfile.mkdtemp(prefix="crosstable-postgres-"))
    folder.mkdir(exist_ok=True)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        cluster = Cluster(folder, **how)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def cluster():
    """Run a new PostgreSQL while the block lasts; yield the URL of its first database."""
    with running() as server:
        yield server.url


@contextlib.contextmanager
def new_database(url, template=""):
    """Create one more database in the cluster of `url` for the block, a copy of another one or empty; yield its URL."""
    import psycopg

    name = f"crosstable_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template_name(template)}")
        try:
            yield url_of(url, name)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def url_of(url, name):
    """Return the URL of another database in the cluster of `url`."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def template_name(url):
    """Return the name in the URL of a database that a new one copies."""
    return urlsplit(url).path[1:] or "template1"


def main(command):
    """Run the command on PostgreSQL; without one installed say so, which is an error in CI."""
    if not tools.find("postgres"):
        print("SKIPPED the tests on PostgreSQL: it is not installed (on Debian: apt-get install postgresql).")
        return 1 if tools.CI else 0
    with cluster() as url:
        return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
