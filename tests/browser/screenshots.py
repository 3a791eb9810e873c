"""Take a picture of every page: `python tests/browser/screenshots.py [FOLDER] [--only WORD]`.

Starts the real server on a database of its own with the demo events, and opens each page at 390 and 1440 pixels, light
and dark, English and German. FOLDER is docs/screenshots unless given.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.server import Server  # noqa: E402

OPEN, SCRABBLE, FIDE, ROBIN = "ahorntal-open", "scrabble-meisterschaft", "fide-uebung", "rundenturnier"
PUBLIC = {
    "events": "/",
    "standings": f"/e/{OPEN}/",
    "scrabble": f"/e/{SCRABBLE}/",
    "round-robin": f"/e/{ROBIN}/",
    "fide": f"/e/{FIDE}/",
    "round": f"/e/{OPEN}/round/9/",
    "round-scrabble": f"/e/{SCRABBLE}/round/19/",
    "round-byes": f"/e/{FIDE}/round/3/",
    "player": f"/e/{FIDE}/player/4/",
    "player-scrabble": f"/e/{SCRABBLE}/player/7/",
    "why": f"/e/{FIDE}/player/4/why/BH-C1/",
    "why-sb": f"/e/{ROBIN}/player/3/why/SB/",
    "why-direct": f"/e/{FIDE}/player/1/why/DE/",
    "missing": "/e/nowhere/",
    "signin": "/signin/",
}
STAFF = {
    "desk": f"/e/{OPEN}/desk/",
    "desk-scrabble": f"/e/{SCRABBLE}/desk/",
    "tiebreaks": f"/e/{FIDE}/tiebreaks/",
    "import": "/import/",
    "password": "/account/password/",
}
WIDTHS = {"390": (390, 844), "1440": (1440, 900)}
MAKE_ADMIN = """
from django.contrib.auth import get_user_model
get_user_model().objects.create_superuser("arbiter", password="screenshots only")
"""


def take(folder: Path, only: str) -> None:
    """Start the server, take the pictures, stop it."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(home)
        server.manage("migrate", "--verbosity=0")
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        server.manage("load_demo")
        server.python(MAKE_ADMIN)
        server.start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            for width, (x, y) in WIDTHS.items():
                for scheme in ("light", "dark"):
                    for language in ("en", "de"):
                        context = browser.new_context(
                            viewport={"width": x, "height": y}, color_scheme=scheme, locale=language, reduced_motion="reduce"
                        )
                        suffix = f"{width}-{scheme}-{language}"
                        picture(context, server, {n: p for n, p in PUBLIC.items() if only in f"{n}-{suffix}"}, folder, suffix)
                        staff = {n: p for n, p in STAFF.items() if only in f"{n}-{suffix}"}
                        if staff:
                            sign_in(context, server)
                            picture(context, server, staff, folder, suffix)
                        context.close()
        finally:
            browser.close()
            server.stop()
            sys.stderr.write(server.log)


def sign_in(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/signin/")
    page.fill("[name=username]", "arbiter")
    page.fill("[name=password]", "screenshots only")
    page.click("main form button")
    page.close()


def picture(context, server, pages: dict[str, str], folder: Path, suffix: str) -> None:
    page = context.new_page()
    for name, path in pages.items():
        page.goto(server.url + path)
        page.screenshot(path=folder / f"{name}-{suffix}.png")
    if "standings" in pages:
        page.goto(server.url + pages["standings"])
        page.locator("#standings tbody .tie a").nth(8).click()
        page.locator("tr.why").wait_for()
        page.screenshot(path=folder / f"standings-why-{suffix}.png")
    page.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--only", default="", help="a word that the file's name must contain, such as 390-dark")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    take(arguments.folder, arguments.only)
