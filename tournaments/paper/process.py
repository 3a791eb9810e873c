"""Turn HTML into a PDF in a process of its own: `python -m tournaments.paper.process`, for tournaments/paper/pdf.py.

It reads {"html": text, "styles": [text, …]} from stdin
and writes the PDF to stdout. Nothing is fetched: printed pages contain all they need. It exits with NO_ENGINE if
WeasyPrint or the system library Pango is missing; `--check` only checks that.
"""

import json
import sys

from tournaments.operation import processes

NO_ENGINE = 3
MEMORY = 2**31  # bytes of address space
NICENESS = 10


def main() -> int:
    processes.restrain(MEMORY, NICENESS)
    try:
        import weasyprint
    except (ImportError, OSError) as reason:
        print(reason, file=sys.stderr)
        return NO_ENGINE
    if "--check" in sys.argv:
        return 0
    order = json.load(sys.stdin.buffer)
    nothing = weasyprint.urls.URLFetcher(allowed_protocols=())
    styles = [weasyprint.CSS(string=text, url_fetcher=nothing) for text in order["styles"]]
    page = weasyprint.HTML(string=order["html"], url_fetcher=nothing)
    sys.stdout.buffer.write(page.write_pdf(stylesheets=styles))
    return 0


if __name__ == "__main__":
    sys.exit(main())
