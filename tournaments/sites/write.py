"""Put the files together: pages, style sheets with their fonts, and the files for programs."""

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
from tournaments.access import audience
from tournaments.domain.accents import ACCENTS
from tournaments.models import Event
from tournaments.sites.data import data_files
from tournaments.sites.links import relinked, targets
from tournaments.sites.pages import Page, pages

STYLES = ("shared/style.css", "shared/teams.css", "exchange/site.css")
ASSETS = "assets/"
URL = re.compile(rb'url\("?([^")]+)"?\)')
BREATH = 0.002  # seconds after each page, so that the desk and the streams of this process come first

TAKEN = sentence("site-folder", gettext_noop("{folder} is not empty: name a new folder, or one without files."))

type Step = Callable[[int], None]


def files(event: Event, step: Step = lambda percent: None) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each file, as everybody sees the event; `step` is told how far it is, in percent."""
    audience.as_public(event)
    all_pages = list(pages(event))
    known = targets(all_pages)
    taken_away = list(data_files(event))
    for done, page in enumerate([*all_pages, page_of_files(taken_away)]):
        yield page.path, relinked(html_of(event, page, all_pages), page.path, known).encode()
        step(done * 100 // (len(all_pages) + 1))
        time.sleep(BREATH)
    for file in taken_away:
        yield file.path, file.data
    yield from assets(event)


def page_of_files(taken_away: list) -> Page:
    return Page("", "files.html", "", "tournaments/exchange/site/_files.html", lambda: {"files": taken_away})


def html_of(event: Event, page: Page, all_pages: list[Page]) -> str:
    context = page.read()
    context["view"] = undying(context.get("view"))
    tabs = [each for each in all_pages if each.tab]
    return render_to_string(
        "tournaments/exchange/site/page.html", {"event": event, "page": page, "tabs": tabs, **context}
    )


def undying(view: Any) -> Any:
    """Return values as they can be read on any later day: dated, without what is still to come."""
    progress = getattr(view, "progress", None)
    return view._replace(progress=progress._replace(dated=True, coming=())) if progress else view


def assets(event: Event) -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets with the fonts that they name, and the icon."""
    icon = f"icons/{event.accent}.svg" if event.accent in ACCENTS else "icon.svg"
    yield f"{ASSETS}icon.svg", source(icon)
    fonts = {}
    for style in STYLES:
        text = source(style)
        yield ASSETS + posixpath.basename(style), text
        for url in URL.findall(text):
            if not url.startswith(b"data:"):
                fonts[url.decode()] = posixpath.normpath(posixpath.join(posixpath.dirname(style), url.decode()))
    for name, font in sorted(fonts.items()):
        yield ASSETS + name, source(font)


def source(name: str) -> bytes:
    found = finders.find(name)
    return Path(found).read_bytes()


def as_zip(event: Event, step: Step = lambda percent: None) -> tuple[bytes, int]:
    """Return the files as a zip, and how many pages it has."""
    pages_made, whole = 0, io.BytesIO()
    moment = event.changed_at.astimezone(UTC).timetuple()[:6]
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for path, data in files(event, step):
            file.writestr(zipfile.ZipInfo(f"{event.slug}/{path}", moment), data, zipfile.ZIP_DEFLATED)
            pages_made += path.endswith(".html")
    return whole.getvalue(), pages_made


def as_folder(event: Event, folder: Path) -> int:
    """Write the files into a new or empty folder, all or none, and return how many. Raise Refusal, OSError."""
    if folder.exists() and any(folder.iterdir()):
        raise Refusal(TAKEN, field="folder", folder=folder)
    draft, made = folder.with_name(f"{folder.name}.part"), 0
    draft.mkdir(parents=True)
    try:
        for path, data in files(event):
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
