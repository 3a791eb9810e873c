"""Run a program with limits that hold even if its parent has died: limited.py SECONDS BYTES PROGRAM …

The file runs alone, for tournaments/operation/processes.py.
"""

import os
import sys

TOO_LATE = 124


def replace_by(seconds: int, memory: int, command: list[str]) -> None:
    """Become the program; an alarm and the limit of memory outlive that."""
    if sys.platform != "win32":
        import contextlib
        import resource
        import signal

        with contextlib.suppress(ValueError, OSError):  # macOS
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
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
    limit, most, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    replace_by(limit, most, program)
    sys.exit(wait_for(limit, program))
