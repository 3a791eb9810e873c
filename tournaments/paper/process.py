"""Turn HTML into PDFs in a process of its own: `python -m tournaments.paper.process`, for tournaments/paper/pdf.py.

It reads orders from stdin, each a line {"html": text, "styles": [text, …]}, and answers each on stdout with the length
of the PDF in eight bytes and the PDF. It stays for the next order, since loading WeasyPrint costs more than a sheet:
until stdin ends, nothing comes for `IDLE` seconds, or a sheet has taken more than `KEPT` bytes. Nothing is fetched:
printed pages contain all they need. It exits with NO_ENGINE if WeasyPrint or the system library Pango is missing;
`--check` only checks that.
"""

import json
import os
import sys
from functools import lru_cache
from threading import Timer

from tournaments.operation import processes

NO_ENGINE = 3
MEMORY = 2**31  # bytes of address space
KEPT = 2**28  # bytes; the sheets of 200 players take less
IDLE = 3600
NICENESS = 10
SIZE = 8  # bytes that hold the length of an answer


def main(idle: float = IDLE, kept: int = KEPT) -> int:
    processes.restrain(MEMORY, NICENESS)
    try:
        import weasyprint
    except (ImportError, OSError) as reason:
        print(reason, file=sys.stderr)
        return NO_ENGINE
    if "--check" in sys.argv:
        return 0
    nothing = weasyprint.urls.URLFetcher(allowed_protocols=())

    @lru_cache(maxsize=8)
    def read_style(text: str) -> weasyprint.CSS:
        return weasyprint.CSS(string=text, url_fetcher=nothing)

    end = leave_after(idle)
    for line in sys.stdin.buffer:
        end.cancel()
        order = json.loads(line)
        page = weasyprint.HTML(string=order["html"], url_fetcher=nothing)
        made = page.write_pdf(stylesheets=[read_style(text) for text in order["styles"]])
        sys.stdout.buffer.write(len(made).to_bytes(SIZE) + made)
        sys.stdout.buffer.flush()
        if processes.read_peak_memory() > kept:
            break
        end = leave_after(idle)
    return 0


def leave_after(seconds: float) -> Timer:
    """End this process after some time, unless the timer is cancelled."""
    timer = Timer(seconds, os._exit, [0])
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    sys.exit(main())
