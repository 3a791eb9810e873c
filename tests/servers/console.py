"""A process that loads Django once and forks for each command: as new as a process of its own, in a tenth of the time.

It reads one order a line, {"command": …, "stdout": path, "stderr": path}, and answers with the status of each.
"""

import gc
import importlib
import json
import os
import random
import runpy
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
            print(
                json.dumps({"command": command, "stdout": str(out), "stderr": str(err)}),
                file=self.process.stdin,
                flush=True,
            )
            status = int(self.process.stdout.readline())
            return subprocess.CompletedProcess(command, status, out.read_text("utf-8"), err.read_text("utf-8"))

    def close(self):
        self.process.communicate()  # the end of its orders is its end


def next_command():
    """Fork for each order, and return its command in the new process; the old one ends with the orders."""
    for line in sys.stdin:
        order = json.loads(line)
        if order["command"][0] == "manage.py":
            importlib.import_module("config.urls")  # which the system checks of a command load
        if child := os.fork():
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            continue
        for number, path, mode in ((0, os.devnull, "r"), (1, order["stdout"], "w"), (2, order["stderr"], "w")):
            with open(path, mode) as file:
                os.dup2(file.fileno(), number)
        random.seed()
        return order["command"]
    sys.exit()


def carry_out(command):
    """Run a command as Python would, and return the status."""
    sys.argv = list(command)
    try:
        if command[0] == "-c":
            exec(command[1], {"__name__": "__main__"})
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
    import tournaments.queries.standings  # noqa: F401 - what most commands need

    gc.collect()
    gc.freeze()
    status = carry_out(next_command())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # to take everything apart that was loaded would last longer than most commands
