"""Create PDFs of printed pages with WeasyPrint in separate processes, so that neither the desk nor a stream waits.

At most `AT_ONCE` run at the same time, each for at most `SECONDS` on a sheet; the browser can always print the page
itself. A process that has made a sheet is kept for the next one.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from threading import BoundedSemaphore, Timer
from time import monotonic
from typing import IO, cast

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.operation.folders import PACKAGES
from tournaments.paper.process import NO_ENGINE, SIZE

NO_PDF_HERE = sentence("pdf-not-here", gettext_noop("This server can’t create PDFs. Print the page with the browser."))
BUSY = sentence("pdf-busy", gettext_noop("Other PDFs are being created. Try again in a moment."))
TOO_SLOW = sentence(
    "pdf-too-slow",
    gettext_noop("The PDF took longer than {seconds} seconds. Print the page with the browser."),
)
TOO_LARGE = sentence("pdf-too-large", gettext_noop("This is too much for one PDF. Print the page with the browser."))
FAILED = sentence("pdf-failed", gettext_noop("The PDF could not be created. Print the page with the browser."))

SECONDS = 60
SECONDS_TO_CHECK = 5  # longer than that a page does not wait
AT_ONCE = 2
QUEUE_SECONDS = 5  # seconds in the queue
LARGEST = 2**23  # bytes of HTML; 2,000 place cards are a quarter of it
COMMAND = (sys.executable, "-m", "tournaments.paper.process")

_slots = BoundedSemaphore(AT_ONCE)
_warm: list[subprocess.Popen[bytes]] = []  # at most as many as there are slots


@cache
def is_possible() -> bool:
    """Say whether this server can create PDFs. Checked once: it starts a process, which takes half a second.

    On a server that is too busy to say so it counts as possible: who asks for a PDF learns whether it is.
    """
    try:
        check = [*COMMAND, "--check"]
        done = subprocess.run(check, capture_output=True, timeout=SECONDS_TO_CHECK, cwd=PACKAGES, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False
    return done.returncode == 0


def make_pdf(html: str, styles: Sequence[str], seconds: float = SECONDS) -> bytes:
    """Return the PDF of a page with its style sheets. Raise Refusal if that is not possible now."""
    order = json.dumps({"html": html, "styles": list(styles)}).encode()
    if len(order) > LARGEST:
        raise Refusal(TOO_LARGE)
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Refusal(BUSY)
    try:
        return send_order(order, seconds)
    except subprocess.TimeoutExpired as late:
        raise Refusal(TOO_SLOW, seconds=seconds) from late
    except OSError as error:
        raise Refusal(NO_PDF_HERE) from error
    finally:
        _slots.release()


def send_order(order: bytes, seconds: float) -> bytes:
    """Return the PDF that a process makes: one that has made others, or a new one where none is left."""
    until = monotonic() + seconds
    with contextlib.suppress(IndexError):
        while True:
            process = _warm.pop()
            if made := read_answer(process, order, until):
                return made
    process = subprocess.Popen(  # noqa: S603
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=PACKAGES
    )
    if made := read_answer(process, order, until):
        return made
    raise Refusal(NO_PDF_HERE if process.returncode == NO_ENGINE else FAILED)


def read_answer(process: subprocess.Popen[bytes], order: bytes, until: float) -> bytes:
    """Return what a process makes of an order, and keep the process; b"" if it ends without an answer.

    Raise TimeoutExpired where the time is up; the process is ended then.
    """
    orders, answers = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
    alarm = Timer(until - monotonic(), process.kill)
    alarm.start()
    try:
        with contextlib.suppress(OSError):  # it has ended
            orders.write(order + b"\n")
            orders.flush()
            size = int.from_bytes(answers.read(SIZE))
            made = answers.read(size)
            if size and len(made) == size:
                _warm.append(process)
                return made
        with contextlib.suppress(OSError), process:
            pass
    finally:
        alarm.cancel()
    if monotonic() >= until:
        raise subprocess.TimeoutExpired(COMMAND, until)
    return b""
