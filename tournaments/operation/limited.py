"""Run a program that ends after some seconds even where whoever started it is gone: limited.py SECONDS PROGRAM …

The file runs alone, for tournaments/operation/processes.py.
"""

import os
import sys

TOO_LATE = 124


def replace_by(seconds: int, command: list[str]) -> None:
    """Become the program; an alarm outlives that."""
    if sys.platform != "win32":
        import signal

        signal.alarm(seconds)
        os.execvp(command[0], command)  # noqa: S606 - no shell is meant


def wait_for(seconds: int, command: list[str]) -> int:
    """Wait for the program and return its status: on Windows there is no alarm, and nothing becomes another program."""
    import subprocess

    try:
        return subprocess.run(command, timeout=seconds, check=False).returncode  # noqa: S603 - the arguments are ours
    except subprocess.TimeoutExpired:
        return TOO_LATE


if __name__ == "__main__":
    limit, program = int(sys.argv[1]), sys.argv[2:]
    replace_by(limit, program)
    sys.exit(wait_for(limit, program))
