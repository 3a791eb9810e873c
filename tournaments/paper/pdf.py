"""Create PDFs of printed pages with WeasyPrint in a separate process, so that neither the desk nor a stream waits.

At most `AT_ONCE` run at the same time, each for at most `SECONDS`; the browser can always print the page itself.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from threading import BoundedSemaphore

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.operation.folders import PACKAGES
from tournaments.paper.process import NO_ENGINE

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


@cache
def is_possible() -> bool:
    """Say whether this server can create PDFs. Checked once: it starts a process, which takes half a second.

    On a server that is too busy to say so it counts as possible: who asks for a PDF learns whether it is.
    """
    try:
        return run_process([*COMMAND, "--check"], b"", SECONDS_TO_CHECK).returncode == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False


def make_pdf(html: str, styles: Sequence[str], seconds: float = SECONDS) -> bytes:
    """Return the PDF of a page with its style sheets. Raise Refusal if that is not possible now."""
    order = json.dumps({"html": html, "styles": list(styles)}).encode()
    if len(order) > LARGEST:
        raise Refusal(TOO_LARGE)
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Refusal(BUSY)
    try:
        done = run_process(COMMAND, order, seconds)
    except subprocess.TimeoutExpired as late:
        raise Refusal(TOO_SLOW, seconds=seconds) from late
    except OSError as error:
        raise Refusal(NO_PDF_HERE) from error
    finally:
        _slots.release()
    if done.returncode == NO_ENGINE:
        raise Refusal(NO_PDF_HERE)
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise Refusal(FAILED)
    return done.stdout


def run_process(command: Sequence[str], order: bytes, seconds: float) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=order, capture_output=True, timeout=seconds, cwd=PACKAGES, check=False)  # noqa: S603
