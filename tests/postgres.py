"""A PostgreSQL of the tests' own: `python -m tests.postgres COMMAND…` sets DATABASE_URL to a new one and runs it.

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

from tests import tools


def as_server_user(*command):
    """Return the command as somebody whom PostgreSQL accepts: it refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else list(command)


@contextlib.contextmanager
def cluster():
    """Run a new PostgreSQL while the block lasts; yield the URL of its first database."""
    programs = Path(tools.find("postgres")).resolve().parent
    folder = Path(tempfile.mkdtemp(prefix="crosstable-postgres-"))
    user = "postgres" if os.geteuid() == 0 else getpass.getuser()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data, control = folder / "data", str(programs / "pg_ctl")
    # Nothing here outlives the tests, so nothing need reach the disk.
    options = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=200"
    start = [control, "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start"]
    try:
        run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
        initdb = [
            str(programs / "initdb"),
            "-D",
            str(data),
            "-U",
            user,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run(as_server_user(*initdb), **run)
        subprocess.run(as_server_user(*start), **run)
        yield f"postgresql://{user}@/postgres?host={quote(str(folder))}"
    finally:
        if (data / "postmaster.pid").exists():
            subprocess.run(as_server_user(control, "-D", str(data), "-m", "immediate", "-w", "stop"), **run)
        shutil.rmtree(folder)


@contextlib.contextmanager
def new_database(url, template=""):
    """Create one more database in the cluster of `url` for the block, a copy of another one or empty; yield its URL."""
    import psycopg

    name = f"crosstable_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template_name(template)}")
        try:
            yield url.replace("/postgres?", f"/{name}?")
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


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
