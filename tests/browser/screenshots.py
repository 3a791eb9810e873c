"""Take a picture of every page: `make screenshots`, or `python -m tests.browser.screenshots --help`.

Start the real server on a database of its own with the demo events, and open each page in four looks: 1440 pixels
light in English and dark in German, 390 pixels light in German and dark in English. So every page is seen in both
widths, both colour schemes and both languages with half of the eight possible pictures; `--all` takes all eight.

Pictures go to var/screenshots unless a folder is given. `make pictures` (`--documents`) updates docs/screenshots
instead: only the pictures that README and the guides show. Pictures are lossless WebP with few colours, about 30 KB.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.film import film
from tests.servers import tools
from tests.servers.server import Server

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/manual").rglob("*.md"))]
SITE = "http://crosstable.example"  # the address on pages and in QR codes; the browser resolves it to the test server
COLOURS = 128
FILM = "moving-table.webp"
OPEN, SCRABBLE, FIDE, ROBIN = "ahorntal-open", "scrabble-championship", "fide-exercise", "round-robin"
COMING, TEAMS = "herbst-open-2027", "olympiad-sample"
TEAM_FILE = "tests/golden/fide_team_2024.trf"
PUBLIC = {
    "events": "/",
    "standings": f"/e/{OPEN}/",
    "standings-after": f"/e/{OPEN}/?after=5",
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
    "teams-standings": f"/e/{TEAMS}/",
    "teams-round": f"/e/{TEAMS}/round/14/",
    "teams-round-by-name": f"/e/{TEAMS}/round/14/?by=name",
    "teams-card": f"/e/{TEAMS}/player/3/",
    "teams-individuals": f"/e/{TEAMS}/individuals/",
    "teams-individual": f"/e/{TEAMS}/individual/7/",
    "teams-crosstable": f"/e/{TEAMS}/crosstable/",
    "teams-screen": f"/e/{TEAMS}/screen/?every=600&show=boards",
    "embed": f"/embed/{TEAMS}/",
    "api": f"/e/{OPEN}/api/",
    "export": f"/e/{OPEN}/export/",
    "crosstable": f"/e/{OPEN}/crosstable/",
    "crosstable-robin": f"/e/{ROBIN}/crosstable/",
    "screen": f"/e/{OPEN}/screen/?every=600",
    "screen-boards": f"/e/{OPEN}/screen/?every=600&show=boards",
    "screen-names": f"/e/{OPEN}/screen/?every=600&show=names",
    "screen-code": f"/e/{OPEN}/screen/?every=600&show=code",
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
    "privacy": "/privacy/",
    "manual": "/manual/begin/",
    "slip": "/slip/{slip}/",
    "join": "/join/{invitation}/",
    "missing": "/e/nowhere/",
    "signin": "/signin/",
}
STAFF = {
    "desk": f"/e/{OPEN}/desk/",
    "desk-scrabble": f"/e/{SCRABBLE}/desk/",
    "phone": f"/e/{OPEN}/desk/9/phone/",
    "decision": f"/e/{OPEN}/desk/9/player/1/",
    "check": f"/e/{OPEN}/check/",
    "pairings": f"/e/{OPEN}/pairings/",
    "pairings-scrabble": f"/e/{SCRABBLE}/pairings/",
    "forbidden_pairings": f"/e/{OPEN}/pairings/bans/",
    "rounds": f"/e/{OPEN}/rounds/",
    "players": f"/e/{OPEN}/players/",
    "player-add": f"/e/{OPEN}/players/add/",
    "player-edit": f"/e/{OPEN}/players/4/",
    "players-import": f"/e/{OPEN}/players/import/",
    "players-ratings": f"/e/{OPEN}/players/ratings/",
    "teams": f"/e/{TEAMS}/teams/",
    "team-edit": f"/e/{TEAMS}/teams/3/",
    "teams-desk": f"/e/{TEAMS}/desk/",
    "teams-sheet": f"/e/{TEAMS}/sheet/14/1/",
    "teams-pairings": f"/e/{TEAMS}/pairings/",
    "rating-lists": "/ratings/",
    "players-preview": f"/e/{COMING}/players/import/",
    "checkin": f"/e/{COMING}/checkin/?player=2",
    "setup": f"/e/{COMING}/setup/",
    "setup-rounds": f"/e/{COMING}/setup/rounds/",
    "setup-order": f"/e/{COMING}/setup/order/",
    "times": f"/e/{OPEN}/times/",
    "copies": f"/e/{OPEN}/copies/",
    "staff": f"/e/{OPEN}/people/",
    "settings": f"/e/{OPEN}/settings/",
    "categories": f"/e/{OPEN}/categories/",
    "category-edit": f"/e/{OPEN}/categories/u18/",
    "tiebreaks": f"/e/{FIDE}/tiebreaks/",
    "screens": f"/e/{OPEN}/screens/",
    "documents": f"/e/{OPEN}/documents/",
    "paper-boards": f"/e/{OPEN}/print/boards/",
    "paper-names": f"/e/{OPEN}/print/names/",
    "paper-standings": f"/e/{OPEN}/print/standings/",
    "paper-crosstable": f"/e/{OPEN}/print/crosstable/",
    "paper-wall-chart": f"/e/{OPEN}/print/wall-chart/",
    "paper-slips": f"/e/{OPEN}/print/slips/",
    "paper-cards": f"/e/{OPEN}/print/cards/",
    "archive": f"/e/{OPEN}/archive/",
    "log": f"/e/{OPEN}/log/",
    "log-state": f"/e/{OPEN}/log/state/?at=2040-01-01T00:00",
    "names": f"/e/{OPEN}/names/",
    "door": f"/e/{OPEN}/log/door/",
    "programs": f"/e/{OPEN}/programs/",
    "new": "/new/",
    "import": "/import/",
    "import-archive": "/import/archive/",
    "backups": "/backups/",
    "users": "/users/",
    "password": "/account/password/",
    "browsers": "/account/sessions/",
}
WIDTHS = {"390": {"width": 390, "height": 844}, "1440": {"width": 1440, "height": 900}}
NEXT_BOARDS = [3, 5, 6, 7, 2, 4, 1, 10]  # of the open's last round: one is played for each look
ENTER = f"""
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.rounds.games import read_boards
event = Event.objects.get(slug="{OPEN}")
game = read_boards(event, 9).get(board={{board}})
enter_result(event, 9, {{board}}, Entry("10", version=game.version), COMMAND)
"""
LOOKS = [("1440", "light", "en"), ("1440", "dark", "de"), ("390", "light", "de"), ("390", "dark", "en")]
PREPARE = f"""
from datetime import timedelta
from django.contrib.auth import get_user_model
from tests.browser import coming, team_cup
from tournaments.access import tokens
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
coming.make(get_user_model().objects.create_superuser("arbiter", password="screenshots only"))
team_cup.rename("{TEAMS}")
event, hour = Event.objects.get(slug="{OPEN}"), timedelta(hours=1)
add_screen(event, "Hall, left", COMMAND)
slip = tokens.issue_token(event, "slip", valid=hour, round=9, board=1)
print(slip, tokens.issue_token(event, "invitation", valid=hour, role="entry", once=True))
"""


def pictures_in_documents() -> set[str]:
    """Return the names of the files that README and the guides show."""
    texts = (document.read_text(encoding="utf-8") for document in DOCUMENTS)
    return {name for text in texts for name in re.findall(r"\]\([\w./]*screenshots/([\w.-]+)\)", text)}


def take(folder: Path, is_wanted: Callable[[str], bool], looks) -> None:
    """Start the server, take the pictures, stop it; `is_wanted` is asked with the name of each picture."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(home, ALLOWED_HOSTS="crosstable.example")
        server.manage("migrate", "--verbosity=0")
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        server.manage("load_demo")
        server.manage("import_event", TEAM_FILE, "--slug", TEAMS, "--public")
        texts = dict(zip(("slip", "invitation"), server.python(PREPARE).split()[-2:], strict=True))
        server.start()
        lead = f"--host-resolver-rules=MAP crosstable.example:80 127.0.0.1:{server.port}"
        chromium = playwright.chromium.launch(executable_path=tools.find("chromium"), args=[*FLAGS, lead])
        try:
            for width, scheme, language in looks:
                settings = {"viewport": WIDTHS[width], "color_scheme": scheme, "locale": language}
                context = chromium.new_context(reduced_motion="reduce", **settings)
                styles = server.folder / "static" / "shared"
                context.route("**/static/shared/style.*.css", serve_with_own_fonts(styles))
                kind = f"{width}-{scheme}" + ("-de" if language == "de" else "")
                Camera(server, context, texts, folder, kind, is_wanted).take_all()
                context.close()
            if is_wanted(FILM):
                page = chromium.new_context(color_scheme="light", locale="en").new_page()
                results = [partial(server.python, ENTER.format(board=board)) for board in NEXT_BOARDS[:4]]
                film(page, SITE + PUBLIC["standings"], results, folder / FILM)
        finally:
            chromium.close()
            server.stop()
            sys.stderr.write(server.log)


def serve_with_own_fonts(static: Path):
    """Return a route handler that makes a page wait for its own fonts, which browsers have from the second visit on."""

    def answer(route) -> None:
        style = (static / route.request.url.rpartition("/")[2]).read_text(encoding="utf-8")
        route.fulfill(body=style.replace("font-display: optional", "font-display: block"), content_type="text/css")

    return answer


class Camera:
    """One kind of browser: pictures are named PAGE-WIDTH-SCHEME, with -de for German."""

    def __init__(self, server, context, texts: dict[str, str], folder: Path, kind: str, is_wanted) -> None:
        self.server, self.page, self.texts = server, context.new_page(), texts
        self.folder, self.kind, self.is_wanted = folder, kind, is_wanted

    def take_all(self) -> None:
        for name, path in PUBLIC.items():
            if self.wanted(name):
                self.shoot(name, path)
        if self.wanted("standings-why"):
            self.page.goto(SITE + PUBLIC["standings"])
            self.page.locator("#standings tbody .tie a").nth(8).click()
            self.page.locator("tr.why .working").wait_for()
            self.shoot("standings-why")
        if self.wanted("watching"):
            self.watch()
        staff = [name for name in STAFF if self.wanted(name)]
        if staff:
            self.sign_in()
        for name in staff:
            self.shoot(name, STAFF[name])

    def watch(self) -> None:
        """Show a table at work: a followed player on top, rows that have just changed, and an explained number."""
        self.page.goto(f"{SITE}/e/{OPEN}/?follow=21")
        self.page.wait_for_selector("#connection[data-state=live]")
        self.server.python(ENTER.format(board=NEXT_BOARDS.pop(0)))
        self.page.wait_for_selector("#standings tbody.fresh")
        self.page.locator("#standings tbody .tie a").nth(8).click()
        self.page.locator("tr.why .working").wait_for()
        self.shoot("watching")

    def wanted(self, name: str) -> bool:
        return self.is_wanted(f"{name}-{self.kind}.webp")

    def shoot(self, name: str, path: str | None = None) -> None:
        """Take one picture; report a page that is missing, unless the picture is meant to show that."""
        if path:
            status = self.page.goto(SITE + path.format(**self.texts)).status
            if status != (404 if name == "missing" else 200):
                sys.stderr.write(f"{path}: status {status}\n")
        if self.page.locator("#live[data-stream]").count():
            self.page.wait_for_selector("#connection[data-state=live]")
        self.page.evaluate("document.fonts.ready.then(() => true)")
        picture = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)  # the others lose the colours of flags
        few.convert("RGB").save(self.folder / f"{name}-{self.kind}.webp", lossless=True, method=6)

    def sign_in(self) -> None:
        self.page.goto(f"{SITE}/signin/")
        self.page.fill("[name=username]", "arbiter")
        self.page.fill("[name=password]", "screenshots only")
        self.page.click("main form button")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var" / "screenshots")
    parser.add_argument("--only", default="", help="part of the file names to take, for example 390-dark")
    parser.add_argument("--all", action="store_true", help="take all eight looks of each page")
    parser.add_argument("--documents", action="store_true", help="update only the pictures shown in the documents")
    arguments = parser.parse_args()
    if arguments.documents:
        shown = pictures_in_documents()
        take(ROOT / "docs" / "screenshots", lambda name: name in shown and arguments.only in name, LOOKS)
    else:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        looks = list(product(WIDTHS, ("light", "dark"), ("en", "de"))) if arguments.all else LOOKS
        take(arguments.folder, lambda name: arguments.only in name, looks)
