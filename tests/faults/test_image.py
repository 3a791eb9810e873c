"""The Dockerfile's tree in a folder of its own: built by its COPY lines, run by its CMD, without rights.

No test has a container engine. Python and its packages are those of the tests. The server has none of the rights of an
administrator, and the tree may not be written to, as in the container.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.servers.server import ROOT, Server, wait_for
from tests.servers.topology import services
from tests.site.server.test_deployment import copies, health_command, instructions
from tests.site.server.test_environment import PRODUCTION

WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"] if os.geteuid() == 0 else []

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        bool(WITHOUT_RIGHTS) and not shutil.which("setpriv"), reason="an administrator needs setpriv to give up rights"
    ),
]


class Image(Server):
    """The server as the image starts it: its tree, its variables, its command."""

    def __init__(self, tree, folder):
        super().__init__(folder)
        own = {"HOST": "127.0.0.1", "ALLOWED_HOSTS": "127.0.0.1", "PORT": str(self.port), "PYTHONPATH": ""}
        self.tree = tree
        self.environment |= variables() | PRODUCTION | own | {"BACKUPS": str(folder / "backups")}

    def command(self, *words):
        return {
            "args": [*WITHOUT_RIGHTS, sys.executable, *words],
            "cwd": self.tree,
            "env": self.environment,
        }

    def begin(self):
        (command,) = (json.loads(rest) for word, rest in instructions() if word == "CMD")
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(**self.command(*command[1:]), stdout=log, stderr=log)
        wait_for(self.answers, "the server to answer", 120)

    def run(self, *words):
        return subprocess.run(**self.command(*words), capture_output=True, text=True, check=False, timeout=120)


def variables():
    """Return what ENV sets in the image."""
    words = [part.partition("=") for word, rest in instructions() if word == "ENV" for part in rest.split()]
    return {name: value for name, _, value in words}


def backup_command():
    """Return what the part `backup` of the compose file repeats every day."""
    script = services()["backup"]["command"][-1]
    return shlex.split(script.partition("do python ")[2].partition(";")[0])


@pytest.fixture
def image(tmp_path):
    tree, folder = tmp_path / "srv", tmp_path / "own"
    for source, target in ((ROOT / source, tree / target) for source, target in copies()):
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.mo"))
        else:
            shutil.copy(source, target)
    (build,) = (rest for word, rest in instructions() if word == "RUN" and "python -m" in rest)
    for words in re.findall(r"python (-m tournaments\S+)", build):
        subprocess.run([sys.executable, *words.split()], cwd=tree, check=True)
    (folder / "backups").mkdir(mode=0o700, parents=True)
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    image = Image(tree, folder)
    yield image
    image.stop()
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_the_tree_of_the_image_serves_without_rights(image):
    refused = image.run("-c", "open('manage.py', 'a')")
    assert "PermissionError" in refused.stderr, "the tree of the container is read-only"
    image.begin()
    assert "Preparing the database" in image.log and "Ready." in image.log
    health = [part.replace(":8000", f":{image.port}") for part in health_command()]
    assert subprocess.run(health, capture_output=True, timeout=60, check=False).returncode == 0
    copy = image.run(*backup_command())
    assert copy.returncode == 0, copy.stderr
    assert copy.stdout.startswith(image.environment["BACKUPS"])
