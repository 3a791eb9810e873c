"""The wheel in an environment of its own, far from the repository: `crosstable` does what `make run` does."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.servers.server import ROOT, Server, wait_for

PIP = [sys.executable, "-m", "pip", "--isolated", "--quiet", "--disable-pip-version-check"]
PACKAGES = ("config", "tournaments", "pairing", "tiebreaks")
ONLY_FOR_BUILDING = re.compile(r"config/packaging/|tiebreaks/(pyproject.toml|README.md|LICENSE)$")
FILE = ROOT / "tests" / "golden" / "fide_swiss_2026.trf"
LINK = re.compile(r"http://[^/]+(/signin/[\w-]{22}/)")
STYLE = re.compile(r"/static/shared/style\.[0-9a-f]{12}\.css")
PRINT_LOADED = """
import sys, config.asgi
print(*(module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)), sep="\\n")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built by pip without a network."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


def build_wheel(folder):
    build = [*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder of a user who has nothing yet."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    """The folder of the programs of a new environment, into which the wheel is installed beside the pinned packages."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    subprocess.run([*PIP, "--python", str(python), "install", "--no-index", "--no-deps", str(wheel)], check=True)
    (own,) = (folder / "lib").glob("python*/site-packages")
    (own / "pinned.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin"


@pytest.fixture(scope="module")
def run(programs, home):
    """Run a program of that environment in an empty folder, with nothing in the environment but a home."""

    def run(program, *words):
        command = [str(programs / program), *words]
        return subprocess.run(command, cwd=home, env=environment(home), capture_output=True, text=True, timeout=60)

    return run


def environment(home):
    return {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def started(programs, home):
    """`crosstable` in an empty folder, as after an installation."""
    server = Installed(home)
    server.program = programs / "crosstable"
    yield server.start()
    server.stop()


class Installed(Server):
    """A server that is started as a user starts it: by a word, in a folder that has nothing to do with it."""

    def start(self):
        with open(self.folder / "server.log", "ab") as log:
            command = [str(self.program), f"PORT={self.port}"]
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=environment(self.folder), stdout=log, stderr=log
            )
        wait_for(self.answers, "the server to answer", 120)
        return self


@pytest.mark.faults
def test_a_first_start_prepares_everything_and_prints_a_way_in(started):
    (address,) = LINK.findall(started.log)
    assert started.status(address) == 200
    assert "Loading the demo events" in started.log
    assert "Ahorntal" in started.get("/")
    assert "Collecting" not in started.log, "the wheel comes with the static files"


@pytest.mark.faults
def test_pages_are_whole_and_speak_german(started):
    page = started.get("/", **{"Accept-Language": "de"})
    assert '<html lang="de"' in page
    assert "Anmelden" in page
    assert started.status(STYLE.search(page)[0]) == 200
    scripts = re.findall(r'(?:src|href)="(/static/[^"]+\.js)"', started.get("/e/ahorntal-open/"))
    assert {started.status(script) for script in scripts} == {200}
    assert "Ein Turnier anlegen" in started.get("/manual/begin/", **{"Accept-Language": "de"})


@pytest.mark.faults
def test_what_is_written_goes_to_the_folder_of_the_user(started, home):
    data = home / ".local" / "share" / "crosstable"
    assert {path.name for path in data.iterdir()} >= {"crosstable.sqlite3", "secret-key", "backups"}
    assert data.stat().st_mode & 0o777 == 0o700
    assert {path.name for path in home.iterdir()} == {".local", "server.log"}


@pytest.mark.faults
def test_nothing_comes_from_the_repository(run):
    loaded = run("python", "-c", PRINT_LOADED)
    assert loaded.returncode == 0, loaded.stderr
    inside = [path for path in loaded.stdout.split() if Path(path).is_relative_to(ROOT)]
    assert [path for path in inside if not path.startswith(sysconfig.get_path("purelib"))] == []


@pytest.mark.faults
def test_every_command_is_there(run):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("crosstable", "--version").stdout == f"Crosstable {project['version']}\n"
    assert run("crosstable", "standings", str(FILE)).stdout.startswith("Swiss system, edition 2026-03")
    assert "crosstable help" in run("crosstable", "help").stdout
    refused = run("crosstable", "PORT=none")
    assert (refused.returncode, refused.stderr) == (1, "settings: PORT must be a whole number, not 'none'.\n")


@pytest.mark.faults
def test_sentences_name_the_command_that_is_installed(started, run):
    assert "<code>crosstable signin_link</code>" in started.get("/signin/")
    taken = run("crosstable", f"PORT={started.port}")
    assert f"Choose another one: crosstable PORT={started.port + 1}" in taken.stderr


@pytest.mark.faults
def test_pdfs_are_made_where_their_libraries_are(run):
    code = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; from tournaments.paper import pdf; "
    here = subprocess.run([sys.executable, "-c", "import weasyprint"], capture_output=True, check=False).returncode == 0
    assert run("python", "-c", f"{code} print(pdf.is_possible())").stdout.strip() == str(here)


def test_the_wheel_has_every_file_of_the_repository_that_a_server_reads(wheel):
    list_files = ["git", "ls-files", *PACKAGES, "templates", "static", "docs/manual", "docs/screenshots"]
    listed = subprocess.run(list_files, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    tracked = {re.sub(r"\.po$", ".mo", path) for path in listed if not ONLY_FOR_BUILDING.match(path)}
    moved = {path if path.startswith(PACKAGES) else f"config/shipped/{path}" for path in tracked}
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
    others = {name for name in names - moved if not name.startswith(("config/shipped/collected/", "crosstable-1"))}
    assert (moved - names, others) == (set(), set())


def test_the_same_sources_make_the_same_wheel(wheel, tmp_path):
    assert build_wheel(tmp_path).read_bytes() == wheel.read_bytes()
