"""Processes with a limit, and that what differs between systems stands in one place."""

import ast
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers.server import ROOT, wait_for
from tournaments.operation import limited, processes

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
ENOUGH = 2**30
OF_SYSTEMS = {"resource", "signal", "fcntl", "pwd", "grp", "termios", "msvcrt", "winreg"}
# The signals that lifespan.py handles are everywhere; start.py runs before anything else is there.
ASK_THE_SYSTEM = {"limited.py", "processes.py", "lifespan.py", "start.py"}


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_what_has_too_much_time_for_its_limit_ends_without_whoever_started_it():
    process = processes.start_limited(SLEEP, 1, ENOUGH)
    begun = time.monotonic()
    assert process.wait(30) == -signal.SIGALRM
    assert time.monotonic() - begun < 20


def test_the_memory_of_a_process_is_its_own_and_not_that_of_the_one_that_started_it():
    ask = "from tournaments.operation import processes; print(processes.read_peak_memory())"
    large = "large = b'x' * 2**28"
    start = f"import subprocess, sys; {large}; print(int(subprocess.check_output([sys.executable, '-c', {ask!r}])))"
    own, of_a_child = (
        int(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT)) for code in (f"{large}; {ask}", start)
    )
    assert own > 2**28 > of_a_child > 2**20


def test_what_takes_more_memory_than_its_limit_fails(tmp_path):
    with (tmp_path / "error").open("w+b") as error:
        process = processes.start_limited([sys.executable, "-c", "b'x' * 2**31"], 60, ENOUGH, stderr=error)
        assert process.wait(60) == 1
        error.seek(0)
        assert error.read().strip().endswith(b"MemoryError")


def test_a_program_ends_with_its_children(tmp_path):
    note = tmp_path / "child"
    script = tmp_path / "parent"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {note}.part; mv {note}.part {note}\nwait\n")
    script.chmod(0o700)
    process = processes.start_limited([str(script)], 60, ENOUGH)
    wait_for(note.exists, "the child")
    processes.end_with_children(process)
    wait_for(lambda: not is_running(int(note.read_text())), "the end of the child")


@pytest.mark.parametrize(("code", "seconds", "status"), [("exit(7)", 60, 7), ("import time; time.sleep(600)", 1, 124)])
def test_where_there_is_no_alarm_the_limit_is_waited_for(code, seconds, status):
    assert limited.wait_for(seconds, [sys.executable, "-c", code]) == status


def test_restrained_processes_get_no_more_memory():
    code = "from tournaments.operation import processes; processes.restrain(2**30, 5); import os; print(os.nice(0)); "
    done = subprocess.run([sys.executable, "-c", f"{code}b'x' * 2**31"], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr.strip().splitlines()[-1]) == ("5\n", "MemoryError")


def test_no_other_module_asks_which_system_this_is():
    asking = set()
    for package in ("config", "tournaments", "pairing", "tiebreaks"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
                asks = isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.platform", "os.name")
                if asks or names & OF_SYSTEMS:
                    asking.add(file.name)
    assert asking == ASK_THE_SYSTEM
