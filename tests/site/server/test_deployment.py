"""What docker-compose.yml, the Dockerfile and the units of systemd say, read and held against each other."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest
import yaml

from config.sbom import write_bill
from tests.servers.server import ROOT
from tests.servers.topology import COMPOSE, TEMPLATE, services
from tests.site.server.test_environment import (
    PRODUCTION,
    read_settings,  # noqa: F401 - a fixture
)
from tournaments import worker
from tournaments.live.watcher import LONGEST_PAUSE

DOCKERFILE = ROOT / "Dockerfile"
UNITS = sorted((ROOT / "docs" / "deploy").glob("crosstable*"))
WEB = ("web1", "web2")


def instructions():
    """Return the Dockerfile's instructions as (word, rest), continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", DOCKERFILE.read_text())
    lines = (line.strip() for line in text.splitlines())
    return [tuple(line.split(None, 1)) for line in lines if line and not line.startswith("#")]


def copies():
    """Return what the Dockerfile copies out of this tree, as (source, target)."""
    return [rest.split() for word, rest in instructions() if word == "COPY" and not rest.startswith("--from=")]


def health_command():
    """Return the image's health check as a command of this Python."""
    (check,) = (rest for word, rest in instructions() if word == "HEALTHCHECK")
    return [sys.executable, *json.loads(check[check.index("[") :])[1:]]


def test_everything_that_the_image_copies_is_there_and_not_ignored():
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    sources = {source for source, _ in copies()}
    for source in sources:
        assert (ROOT / source).exists()
        assert any(source == name or source.startswith(f"{name}/") for name in allowed), source
    assert {"config", "tiebreaks", "pairing", "tournaments", "templates", "static", "manage.py"} <= sources


def test_the_image_does_not_run_as_root_and_knows_its_own_settings():
    words = [word for word, _ in instructions()]
    (user,) = (rest for word, rest in instructions() if word == "USER")
    assert user == "crosstable"
    assert words.index("USER") < words.index("CMD")
    (command,) = (rest for word, rest in instructions() if word == "CMD")
    assert json.loads(command) == ["python", "manage.py", "serve"]
    (install,) = (rest for word, rest in instructions() if word == "RUN" and "pip install" in rest)
    assert "--require-hashes -r requirements/run.txt" in install


def test_the_variables_of_the_web_processes_are_known(read_settings, tmp_path):  # noqa: F811
    shared = services()["web1"]["environment"]
    settings = (ROOT / "config" / "settings.py").read_text() + (ROOT / "config" / "environment.py").read_text()
    for name in shared:
        assert f'"{name.removesuffix("_FILE")}"' in settings, name
    values = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value) for name, value in shared.items()}
    secrets = {name: tmp_path / name for name in ("SECRET_KEY_FILE", "DATABASE_PASSWORD_FILE")}
    for path in secrets.values():
        path.write_text(f"{PRODUCTION['SECRET_KEY']}\n")
    values |= {name: value for name, value in PRODUCTION.items() if name != "SECRET_KEY"}
    database = read_settings(**values | {name: str(path) for name, path in secrets.items()})["DATABASES"]["default"]
    assert (database["HOST"], database["PASSWORD"]) == ("database", PRODUCTION["SECRET_KEY"])


def test_the_guide_says_how_many_connections_a_server_takes(read_settings):  # noqa: F811
    settings = read_settings(**PRODUCTION, DATABASE_URL="postgresql://crosstable@database/crosstable")
    most = settings["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"]
    assert f"One server takes up to {most} of" in (ROOT / "docs" / "deploy.md").read_text()
    streams, looking_for_jobs, health = 3, 1, 1
    assert most == sum(settings["ADMISSION"].values()) + streams + worker.PLACES + looking_for_jobs + health


def test_after_an_outage_of_any_length_the_next_attempt_comes_within_four_seconds(read_settings):  # noqa: F811
    from psycopg_pool.base import AttemptWithBackoff

    settings = read_settings(**PRODUCTION, DATABASE_URL="postgresql://crosstable@database/crosstable")
    attempt = AttemptWithBackoff(timeout=settings["DATABASES"]["default"]["OPTIONS"]["pool"]["reconnect_timeout"])
    now, pauses = 0.0, []
    while not attempt.time_to_give_up(now):
        attempt.update_delay(now)
        pauses.append(attempt.delay)
        now += attempt.delay
        assert now < 3600, "the pool never gives up"
    assert max(*pauses, 1.3 * LONGEST_PAUSE) <= 4
    assert now <= 10, "whoever asks while it waits gets no attempt of their own"


def test_every_service_is_locked_and_every_secret_a_file():
    compose = yaml.safe_load(COMPOSE.read_text())
    for name, part in services().items():
        assert (part["read_only"], part["cap_drop"]) == (True, ["ALL"]), name
        assert part["security_opt"] == ["no-new-privileges:true"], name
        assert name in (*WEB, "backup") or part["user"] != "root", "the image of Crosstable names its own user"
        variables = part["environment"]
        assert not [each for each in variables if re.search("PASSWORD|SECRET|KEY", each) and not each.endswith("_FILE")]
        files = {value for each, value in variables.items() if each.endswith("_FILE")}
        assert files == {f"/run/secrets/{each}" for each in part.get("secrets", ())}, name
        assert set(part.get("secrets", ())) <= set(compose["secrets"])
    assert all(each["file"].startswith("./secrets/") for each in compose["secrets"].values())


def test_every_image_is_pinned_by_its_digest_and_another_may_be_named():
    images = {name: part["image"] for name, part in services().items() if name in ("database", "nginx")}
    images["web1"] = services()["web1"]["build"]["args"]["PYTHON_IMAGE"]
    for name, (variable, wanted) in {
        "database": ("POSTGRES_IMAGE", r"postgres:17\.\d+"),
        "nginx": ("NGINX_IMAGE", r"nginx:1\.30\.\d+"),
        "web1": ("PYTHON_IMAGE", r"python:3\.13-slim-trixie"),
    }.items():
        assert re.fullmatch(rf"\$\{{{variable}:-{wanted}@sha256:[0-9a-f]{{64}}\}}", images[name]), name
    bases = [rest for word, rest in instructions() if word == "FROM"]
    assert bases == ["${PYTHON_IMAGE} AS programs", "${PYTHON_IMAGE}"]
    assert ("ARG", images["web1"][2:-1].replace(":-", "=", 1)) in instructions()


def test_the_bill_of_materials_has_every_pin_with_its_digests():
    bill = json.loads(write_bill())
    pins = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements" / "run.txt").read_text(), re.MULTILINE))
    packages = {each["name"]: each for each in bill["components"] if each["purl"].startswith("pkg:pypi/")}
    assert {name: each["version"] for name, each in packages.items()} == pins
    assert all(each["hashes"] for each in packages.values())
    assert {"pkg:npm/htmx.org@"} <= {re.sub(r"[^@]+$", "", each["purl"]) for each in bill["components"]}


def test_the_compose_file_has_what_a_site_needs():
    compose, parts = yaml.safe_load(COMPOSE.read_text()), services()
    assert set(parts) == {"database", *WEB, "nginx", "backup"}
    for name in ("database", "nginx"):
        assert parts[name]["healthcheck"]["test"]
    for name in WEB:
        assert "ports" not in parts[name], "the web processes are reachable through nginx alone"
        assert parts[name]["read_only"] is True
        assert parts["nginx"]["depends_on"][name]["condition"] == "service_healthy"
    named = {volume.split(":")[0] for part in parts.values() for volume in part.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == set(compose["volumes"])
    for name in re.findall(r"\$\{(\w+)(?!\w*:)", COMPOSE.read_text()):
        assert re.search(rf"\$\{{{name}:[?-]", COMPOSE.read_text()), f"{name} is neither needed nor given a default"


def test_nginx_gets_every_value_of_its_template():
    nginx = services()["nginx"]
    assert set(re.findall(r"\$\{(\w+)\}", TEMPLATE.read_text())) == set(nginx["environment"])
    assert f"./{TEMPLATE.relative_to(ROOT)}:/etc/nginx/templates/default.conf.template:ro" in nginx["volumes"]
    assert all(f"server {name}:8000 resolve max_fails=0;" in nginx["environment"]["UPSTREAMS"] for name in WEB)
    for volume in nginx["volumes"]:
        source = volume.split(":")[0]
        assert source in ("./certificates", "./acme") or (ROOT / source).is_file(), source


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_each_unit_starts_a_command_that_exists(unit):
    read = configparser.RawConfigParser(strict=False, interpolation=None)
    read.optionxform = str
    read.read_string(unit.read_text())
    if unit.suffix == ".timer":
        assert read["Timer"]["OnCalendar"]
        return
    program, script, command = shlex.split(read["Service"]["ExecStart"])
    assert program == f"{read['Service']['WorkingDirectory']}/.venv/bin/python"
    assert (ROOT / script).exists()
    assert (ROOT / "tournaments" / "management" / "commands" / f"{command}.py").exists()
    assert read["Service"]["User"] == "crosstable"
    if unit.name.startswith("crosstable@"):
        assert read["Service"]["MemoryMax"] == "60%"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_finds_no_mistake_in_a_unit(unit, tmp_path):
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE)
    copy = tmp_path / unit.name.replace("@", "@8001")
    copy.write_text(text)
    if unit.suffix == ".timer":
        (tmp_path / unit.with_suffix(".service").name).write_text("[Service]\nType=oneshot\nExecStart=/bin/true\n")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False, timeout=60
    )
    complaints = [line for line in done.stderr.splitlines() if copy.name in line]
    assert complaints == []


def test_the_guide_names_every_file_and_every_variable():
    guide = (ROOT / "docs" / "deploy.md").read_text()
    for path in (*UNITS, TEMPLATE):
        assert path.name in guide, path.name
    for name in (*services()["nginx"]["environment"], *services()["web1"]["environment"]):
        assert name in guide, name
