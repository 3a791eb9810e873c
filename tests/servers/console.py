"""A process that loads Django once and forks for each command: as new as a process of its own, in a tenth of the time.

It reads one order a line: {"command": …, "stdout": path, "stderr": path, "stays": false} is answered with the status,
or at once with the number of the process if that stays; {"ended": number} with the status of one that stayed.
"""

import gc
import importlib
import json
import os
import random
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OF_A_SERVER = ("config.http.protocol", "config.asgi")


class Console:
    """The process behind `server.python` and `server.manage`; it starts with the first command."""

    def __init__(self, environment):
        self.environment = dict(environment)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.servers.console"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, command):
        """Run `-c CODE` or `manage.py …` as a new process would; return its status, and what it wrote."""
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "stdout"), Path(folder, "stderr")
            status = self.order(command=command, stdout=str(out), stderr=str(err), stays=False)
            return subprocess.CompletedProcess(command, status, out.read_text("utf-8"), err.read_text("utf-8"))

    def start(self, command, log):
        """Start `-m MODULE …`, which writes into a log, and return the process."""
        return Forked(self, self.order(command=command, stdout=str(log), stderr=str(log), stays=True))

    def order(self, **order):
        """Send one order, and return the number that answers it."""
        print(json.dumps(order), file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def close(self):
        self.process.communicate()  # the end of its orders is its end


class Forked:
    """A process that was forked from a console, with what tests use of `subprocess.Popen`."""

    def __init__(self, console, pid):
        self.console, self.pid, self.returncode = console, pid, None
        self.handle = os.pidfd_open(pid)

    def poll(self):
        """Return the exit status, None while the process runs."""
        if self.returncode is None and select.select([self.handle], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout=None):
        """Return the exit status once there is one."""
        if self.returncode is None:
            if not select.select([self.handle], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            self.returncode = self.console.order(ended=self.pid)
            os.close(self.handle)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            signal.pidfd_send_signal(self.handle, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


def next_command():
    """Fork for each order, and return its command in the new process; the old one ends with the orders."""
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            answer(wait_for(order["ended"]))
            continue
        load(order["command"])
        if child := os.fork():
            answer(child if order["stays"] else wait_for(child))
            continue
        for number, path, mode in ((0, os.devnull, "r"), (1, order["stdout"], "a"), (2, order["stderr"], "a")):
            with open(path, mode) as file:
                os.dup2(file.fileno(), number)
        random.seed()
        return order["command"]
    sys.exit()


def answer(number):
    print(number, flush=True)


def wait_for(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def load(command):
    """Import what a command will need, so that the next one of its kind finds it loaded."""
    loaded = len(sys.modules)
    if command[0] != "-c":
        importlib.import_module("config.urls")  # which the system checks of a command load
    if command[0] == "-m":
        for module in ("uvicorn.main", "uvicorn.loops.auto", "uvicorn.lifespan.on", *OF_A_SERVER):
            importlib.import_module(module)
    if len(sys.modules) > loaded:
        gc.collect()
        gc.freeze()


def carry_out(command):
    """Run a command as Python would, and return the status."""
    sys.argv = list(command)
    try:
        if command[0] == "-c":
            exec(command[1], {"__name__": "__main__"})
        elif command[0] == "-m":
            sys.argv = sys.argv[1:]
            runpy.run_module(command[1], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(command[0], run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return 1 if isinstance(end.code, str) else end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    import django

    django.setup()
    import tournaments.actions.desk.entry
    import tournaments.queries.standings.standings  # noqa: F401 - what most commands need

    gc.collect()
    gc.freeze()
    status = carry_out(next_command())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # to take everything apart that was loaded would last longer than most commands
