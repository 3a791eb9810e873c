"""The zip with what is double-clicked: it sets Crosstable up in its folder, starts it, and opens the browser."""

import os
import socket
import subprocess
import sys
import sysconfig
import zipfile

import pytest

from config.packaging import bundle
from config.packaging.start import start
from tests.servers.server import Server, free_port, wait_for


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    return bundle.bundle(tmp_path_factory.mktemp("bundle"))


@pytest.fixture(scope="module")
def folder(packed, tmp_path_factory):
    """What a user has after unpacking, in a folder with a space; without a network the list of packages is empty."""
    place = tmp_path_factory.mktemp("on my desk")
    with zipfile.ZipFile(packed) as files:
        files.extractall(place)
    unpacked = place / "Crosstable"
    (unpacked / "Crosstable.command").chmod(0o755)  # zipfile forgets it, which the programs of a Mac do not
    (unpacked / "requirements.txt").write_text("", encoding="utf-8")
    return unpacked


class DoubleClicked(Server):
    """A server that Crosstable.command has started, and a browser that notes what it opens."""

    def __init__(self, folder, home):
        super().__init__(home)
        self.start_file = folder / "Crosstable.command"
        browser = home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{home}/opened"\n', encoding="utf-8")
        browser.chmod(0o700)
        pinned = sysconfig.get_path("purelib")
        programs = os.pathsep.join([str(home), os.path.dirname(sys.executable), os.environ["PATH"]])
        self.variables = {"HOME": str(home), "PATH": programs, "BROWSER": str(browser), "PYTHONPATH": pinned}

    def start(self):
        with open(self.folder / "server.log", "ab") as log:
            variables = self.variables | {"PORT": str(self.port)}
            self.process = subprocess.Popen([self.start_file], cwd="/", env=variables, stdout=log, stderr=log)
        wait_for(self.answers, "the server to answer", 120)
        return self

    @property
    def opened(self):
        note = self.folder / "opened"
        return note.read_text().split() if note.exists() else []


@pytest.fixture(scope="module")
def clicked(folder, tmp_path_factory):
    server = DoubleClicked(folder, tmp_path_factory.mktemp("home"))
    yield server.start()
    subprocess.run(["pkill", "-INT", "-P", str(server.process.pid)], check=True)  # as Ctrl+C reaches both
    assert server.process.wait(30) == 0, server.log


@pytest.mark.faults
def test_a_double_click_sets_up_serves_and_opens_the_browser_signed_in(clicked):
    wait_for(lambda: clicked.opened, "the browser")
    (address,) = clicked.opened
    assert address.startswith(f"{clicked.url}/signin/")
    assert clicked.status(address.removeprefix(clicked.url)) == 200
    assert "Loading the demo" not in clicked.log
    assert (clicked.folder / ".local" / "share" / "crosstable" / "crosstable.sqlite3").exists()


@pytest.mark.faults
def test_a_second_double_click_opens_the_browser_on_the_running_server(clicked):
    wait_for(lambda: clicked.get("/health/ready/") == "ready", "the server")
    before = len(clicked.opened)
    variables = clicked.variables | {"PORT": str(clicked.port)}
    done = subprocess.run([clicked.start_file], env=variables, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, start.RUNNING)
    assert clicked.opened[before:] == [f"{clicked.url}/"]


@pytest.mark.faults
def test_a_folder_that_is_prepared_is_prepared_once(clicked, folder, monkeypatch, capsys):
    assert clicked.log.count(start.PREPARING) == 1
    monkeypatch.setattr(start, "HERE", folder)
    monkeypatch.setattr(start, "PREPARED", folder / "program" / "prepared")
    (folder / "program" / "prepared").write_text(
        f"{next(folder.glob('*.whl')).name} {sys.version} {folder}", encoding="utf-8"
    )
    start.prepare()
    assert capsys.readouterr().out == ""


@pytest.mark.faults
def test_without_packages_the_reason_and_a_way_out_are_said(packed, tmp_path):
    with zipfile.ZipFile(packed) as files:
        files.extractall(tmp_path)
    away = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}
    command = [sys.executable, str(tmp_path / "Crosstable" / "start.py")]
    done = subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PORT": str(free_port()), **away},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 1
    assert start.NOT_PREPARED in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_another_program_uses_is_passed_over():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert start.find_port(port) == (port + 1, False)


def test_settings_are_lines_of_a_text_file(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "HERE", tmp_path)
    text = "# A note: X=1\n#HOST=0.0.0.0\n\nTIME_ZONE = Europe/Vienna\nPORT=9000\n"
    (tmp_path / "settings.txt").write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert start.read_settings() == {"TIME_ZONE": "Europe/Vienna", "PORT": "9000"}


def test_what_windows_and_macos_need_of_the_files(packed):
    with zipfile.ZipFile(packed) as files:
        script = files.read("Crosstable/Crosstable.cmd")
        rights = files.getinfo("Crosstable/Crosstable.command").external_attr >> 16
    assert script.count(b"\r\n") == script.count(b"\n"), "a .cmd finds its labels by whole lines"
    assert script.isascii(), "the console may have any code page"
    assert rights & 0o111 == 0o111
