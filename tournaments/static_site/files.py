"""Build all files of a site: pages, style sheets with their fonts, and the files for other programs."""

import io
import posixpath
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import Reader
from tournaments.domain.event.accents import ACCENTS, DEFAULT
from tournaments.models import Event
from tournaments.static_site.data_files import DataFile, build_data_files
from tournaments.static_site.links import find_targets, relink_page
from tournaments.static_site.site_pages import SitePage, list_pages

STYLES = (
    *(
        "shared/style.css",
        "shared/teams.css",
        "standings/crosstable.css",
        "standings/statistics.css",
        "rounds/bracket.css",
        "event/about.css",
    ),
    "exchange/site.css",
)
ASSETS = "assets/"
URL = re.compile(rb'url\("?([^")]+)"?\)')
PAGE_PAUSE = 0.002  # seconds after each page, so that the desk and the streams of this process come first

FOLDER_NOT_EMPTY = sentence("site-folder", gettext_noop("{folder} is not empty: name a new or an empty folder."))

type ReportStep = Callable[[int], None]


def build_files(event: Event, step: ReportStep = lambda _percent: None) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each file, as everybody sees the event; `step` receives the progress in percent."""
    reader = Reader(event)
    all_pages = list(list_pages(reader))
    known = find_targets(all_pages)
    downloads = list(build_data_files(reader))
    for done, page in enumerate([*all_pages, build_files_page(downloads)]):
        yield page.path, relink_page(render_page(event, page, all_pages), page.path, known).encode()
        step(done * 100 // (len(all_pages) + 1))
        time.sleep(PAGE_PAUSE)
    for file in downloads:
        yield file.path, file.data
    yield from read_assets(event)


def build_files_page(downloads: list[DataFile]) -> SitePage:
    return SitePage("", "files.html", "", "tournaments/exchange/site/_files.html", lambda: {"files": downloads})


def render_page(event: Event, page: SitePage, all_pages: list[SitePage]) -> str:
    context = page.read()
    context["view"] = freeze_progress(context.get("view"))
    tabs = [each for each in all_pages if each.tab]
    return render_to_string(
        "tournaments/exchange/site/page.html",
        {"event": event, "reader": Reader(event), "page": page, "tabs": tabs, **context},
    )


def freeze_progress(view: Any) -> Any:
    """Return a view that stays true on any later day: dated, without what is still to come."""
    progress = getattr(view, "progress", None)
    return view._replace(progress=progress._replace(dated=True, coming=())) if progress else view


def read_assets(event: Event) -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets with the fonts that they name, and the icon."""
    yield f"{ASSETS}icon.svg", read_source(f"icons/{event.accent if event.accent in ACCENTS else DEFAULT}.svg")
    fonts = {}
    for style in STYLES:
        text = read_source(style)
        yield ASSETS + posixpath.basename(style), text
        for url in URL.findall(text):
            if not url.startswith(b"data:"):
                fonts[url.decode()] = posixpath.normpath(posixpath.join(posixpath.dirname(style), url.decode()))
    for name, font in sorted(fonts.items()):
        yield ASSETS + name, read_source(font)


def read_source(name: str) -> bytes:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_bytes()


def write_zip(event: Event, step: ReportStep = lambda _percent: None) -> tuple[bytes, int]:
    """Return the files as a zip, and how many pages it has."""
    pages_made, whole = 0, io.BytesIO()
    moment = event.changed_at.astimezone(UTC).timetuple()[:6]
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for path, data in build_files(event, step):
            file.writestr(zipfile.ZipInfo(f"{event.slug}/{path}", moment), data, zipfile.ZIP_DEFLATED)
            pages_made += path.endswith(".html")
    return whole.getvalue(), pages_made


def write_folder(event: Event, folder: Path) -> int:
    """Write the files into a new or empty folder, all or none, and return how many. Raise Refusal, OSError."""
    if folder.exists() and any(folder.iterdir()):
        raise Refusal(FOLDER_NOT_EMPTY, field="folder", folder=folder)
    draft, made = folder.with_name(f"{folder.name}.part"), 0
    draft.mkdir(parents=True)
    try:
        for path, data in build_files(event):
            place = draft / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            made += 1
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft)
        raise
    return made
