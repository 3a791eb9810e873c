"""Turn the addresses of the live site into links between files: relative, or removed where there is no file."""

import posixpath
import re
from collections.abc import Iterable, Mapping
from html import escape, unescape

from tournaments.static_site.site_pages import SitePage

HREF = re.compile(r' href="([^"]*)"')
FILE = "file:"  # the prefix that templates of these pages put before a path from the root


def find_targets(pages: Iterable[SitePage]) -> dict[str, str]:
    """Return the file, and the place in it, that each address of the live site becomes."""
    found = {}
    for page in pages:
        found[page.address] = page.path
        found |= {address: f"{page.path}#{place}" for address, place in page.within.items()}
    return found


def relink_page(html: str, path: str, known: Mapping[str, str]) -> str:
    """Return a page with links for its place among the files."""

    def link(match: re.Match[str]) -> str:
        target = find_target(unescape(match[1]), known)
        if target is None:
            return ""
        return f' href="{escape(make_relative(target, path))}"'

    return HREF.sub(link, html)


def find_target(address: str, known: Mapping[str, str]) -> str | None:
    """Return the file that a link leads to, with the place in it; None where there is no such file."""
    if address.startswith("#"):
        return address
    if address.startswith(FILE):
        return address.removeprefix(FILE)
    plain, mark, place = address.partition("#")
    if plain not in known:
        return None
    return known[plain] if "#" in known[plain] or not mark else f"{known[plain]}#{place}"


def make_relative(target: str, path: str) -> str:
    """Return how a file names another one, or a place in itself."""
    file, mark, place = target.partition("#")
    if not file or (file == path and mark):
        return f"#{place}"
    return posixpath.relpath(file, posixpath.dirname(path) or ".") + mark + place
