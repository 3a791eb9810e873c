"""What systems do differently with processes: groups of them, time limits, and how much one may use.

POSIX has signals, alarms and limits; Windows has none of them. No other module asks which system this is.
"""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource
    import signal

IS_WINDOWS = sys.platform == "win32"
LIMITED = (sys.executable, "-I", "-S", str(Path(__file__).with_name("limited.py")))
# macOS refuses an unlimited number of open files, which is what it calls the most.
MANY_FILES = 10_240


def start_limited(command: list[str], seconds: int, memory: int, **how: Any) -> subprocess.Popen[bytes]:
    """Start a program that Ctrl+C does not reach, with at most so many seconds and bytes of memory.

    The time is up even if this process is gone. Windows and macOS don't limit the memory.
    """
    limited = [*LIMITED, str(seconds), str(memory), *command]
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(limited, creationflags=flags, **how)  # noqa: S603
    return subprocess.Popen(limited, start_new_session=True, **how)  # noqa: S603


def end_with_children(process: subprocess.Popen[bytes]) -> None:
    """End a program that `start_limited` has started, and whatever it has started."""
    if sys.platform == "win32":
        end = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(end, capture_output=True, check=False)  # noqa: S603
        process.kill()  # where taskkill is missing
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def restrain(memory: int, niceness: int) -> None:
    """Limit the memory of this process, in bytes, and lower its priority, as far as the system can."""
    if sys.platform != "win32":
        os.nice(niceness)
        with contextlib.suppress(ValueError, OSError):  # macOS
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def read_peak_memory() -> int:
    """Return the most memory that this process has held, in bytes; 0 if that is unknown.

    `getrusage` would not do on Linux: it also counts what the process held that started this one.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
            peak = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
            return int(peak[1]) * 1024 if peak else 0
    elif sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


def read_file_limit() -> int:
    """Return how many files this process may open at most, 0 if that is unknown."""
    if sys.platform != "win32":
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        return 0 if limit == resource.RLIM_INFINITY else limit
    return 0


def raise_file_limit() -> None:
    """Lift the soft limit on open files as far as the system lets us: every open page holds a connection."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        for wanted in (most, MANY_FILES):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
                return
