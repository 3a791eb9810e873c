"""An empty SQLite database with all tables, made once and copied from then on: to migrate one takes five seconds."""

import fcntl
import os
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MIGRATED = ROOT / "var" / "migrated"


def migrated_database():
    """Return the path of a database that the migrations of this checkout have made, under its release of Django."""
    files = sorted((ROOT / "tournaments" / "migrations").glob("*.py"))
    made_of = [version("django"), (ROOT / "requirements" / "run.txt").read_text(), *map(Path.read_text, files)]
    folder = MIGRATED / sha256("\0".join(made_of).encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder / "migrated"
        if not done.exists():
            environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
            subprocess.run(migrate, cwd=ROOT, env=environment | {"CROSSTABLE_VAR": str(folder)}, check=True)
            done.touch()
    return folder / "crosstable.sqlite3"
