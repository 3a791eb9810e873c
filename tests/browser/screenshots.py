"""Take a picture of every page: `python tests/browser/screenshots.py [FOLDER] [--only WORD]`.

Starts the real server on a database of its own with the demo events, and opens each page at 390 and 1440 pixels, light
and dark, English and German. FOLDER is docs/screenshots unless given.
"""

import argparse
import sys
import tempfile
from itertools import product
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
    "round-by-name": f"/e/{OPEN}/round/9/?by=name",
    "followed": f"/e/{SCRABBLE}/?follow=7,12",
    "category": f"/e/{OPEN}/?category=u18",
    "statistics": f"/e/{OPEN}/statistics/",
    "statistics-scrabble": f"/e/{SCRABBLE}/statistics/",
    "prizes": f"/e/{OPEN}/prizes/",
    "crosstable": f"/e/{OPEN}/crosstable/",
    "crosstable-robin": f"/e/{ROBIN}/crosstable/",
    "screen": f"/e/{OPEN}/screen/",
    "player": f"/e/{FIDE}/player/4/",
    "player-open": f"/e/{OPEN}/player/4/",
    "player-scrabble": f"/e/{SCRABBLE}/player/7/",
    "why": f"/e/{FIDE}/player/4/why/BH-C1/",
    "why-sb": f"/e/{ROBIN}/player/3/why/SB/",
    "why-direct": f"/e/{FIDE}/player/1/why/DE/",
    "compare": f"/e/{ROBIN}/compare/3/4/",
    "compare-buchholz": f"/e/{FIDE}/compare/3/4/",
    "compare-direct": f"/e/{FIDE}/compare/3/1/",
    "rules": "/rules/",
    "missing": "/e/nowhere/",
    "signin": "/signin/",
}
STAFF = {
    "desk": f"/e/{OPEN}/desk/",
    "desk-scrabble": f"/e/{SCRABBLE}/desk/",
    "categories": f"/e/{OPEN}/categories/",
    "tiebreaks": f"/e/{FIDE}/tiebreaks/",
    "import": "/import/",
    "password": "/account/password/",
}
WIDTHS = {"390": {"width": 390, "height": 844}, "1440": {"width": 1440, "height": 900}}
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
            for width, scheme, language in product(WIDTHS, ("light", "dark"), ("en", "de")):
                looks = {"viewport": WIDTHS[width], "color_scheme": scheme, "locale": language}
                context = browser.new_context(reduced_motion="reduce", **looks)
                kind = f"{width}-{scheme}" + ("-de" if language == "de" else "")
                Camera(context, server, folder, kind, only).take_all()
                context.close()
        finally:
            browser.close()
            server.stop()
            sys.stderr.write(server.log)


class Camera:
    """One kind of browser: pictures are named PAGE-WIDTH-SCHEME, with -de for German."""

    def __init__(self, context, server: Server, folder: Path, kind: str, only: str) -> None:
        self.page, self.url, self.folder, self.kind, self.only = context.new_page(), server.url, folder, kind, only

    def take_all(self) -> None:
        for name, path in PUBLIC.items():
            if self.wanted(name):
                self.shoot(name, path)
        if self.wanted("standings-why"):
            self.page.goto(self.url + PUBLIC["standings"])
            self.page.locator("#standings tbody .tie a").nth(8).click()
            self.page.locator("tr.why .working").wait_for()
            self.shoot("standings-why")
        staff = [name for name in STAFF if self.wanted(name)]
        if staff:
            self.sign_in()
        for name in staff:
            self.shoot(name, STAFF[name])

    def wanted(self, name: str) -> bool:
        return self.only in f"{name}-{self.kind}"

    def shoot(self, name: str, path: str | None = None) -> None:
        if path:
            self.page.goto(self.url + path)
        if self.page.locator("#live").count():
            self.page.wait_for_selector("#connection[data-state=live]")
        self.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")

    def sign_in(self) -> None:
        self.page.goto(f"{self.url}/signin/")
        self.page.fill("[name=username]", "arbiter")
        self.page.fill("[name=password]", "screenshots only")
        self.page.click("main form button")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--only", default="", help="a word that the file's name must contain, such as 390-dark")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    take(arguments.folder, arguments.only)
