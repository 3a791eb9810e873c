"""The programs that some tests need. Where one is missing, those tests are skipped; with CI=true they fail."""

import os
import shutil
from pathlib import Path

CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")

NAMES = {
    # The first one draws no windows, which is all that tests need, and takes a fifth less time.
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "postgres": ("postgres",),
    "nginx": ("nginx",),
    "xgettext": ("xgettext",),
    "faketime": ("faketime",),
}


def find(tool):
    """Return the path of a program, or None. Debian keeps PostgreSQL's server outside of PATH."""
    for name in NAMES[tool]:
        if path := shutil.which(name):
            return path
    if tool == "postgres":
        return max((str(path) for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")), default=None)
    return None


def missing(tool):
    """Return why tests that need a program are skipped: a sentence, or "" where it is there or must be there."""
    return "" if CI or find(tool) else f"{tool} is not installed"
