"""The manual: chapters of Markdown in docs/manual/LANGUAGE, in the order of their names.

The same files are read on the web: their links name files and the headings of their own language. Here a heading has
the anchor of the English one at the same place, so that an address leads to the same place in each language.
"""

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = settings.BASE / "docs" / "manual"
WRITTEN, FIRST = ("en", "de"), "en"
TO_A_CHAPTER = re.compile(r"(?:\d\d-(?P<name>[\w-]+)\.md)?(?:#(?P<slug>.+))?")


class Heading(NamedTuple):
    """A heading as it stands in its file; links in the files name its slug."""

    level: int
    title: str
    slug: str


class Entry(NamedTuple):
    """A chapter or a section in a list of contents."""

    title: str
    address: str
    name: str = ""


class ChapterView(NamedTuple):
    """A chapter with all that its page shows; `language` is the one that it is written in."""

    title: str
    text: SafeString
    sections: list[Entry]
    chapters: list[Entry]
    name: str
    next: Entry | None
    language: str


@cache
def reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def list_names() -> list[str]:
    """Return the names of the chapters, without the numbers that order their files."""
    return [path.stem[3:] for path in sorted((FOLDER / FIRST).glob("*.md"))]


def read_tokens(language: str, name: str) -> list[Token]:
    (path,) = (FOLDER / language).glob(f"??-{name}.md")
    return reader().parse(path.read_text(encoding="utf-8"))


@cache
def list_headings(language: str, name: str) -> list[Heading]:
    """Return the headings of a chapter, its title first."""
    tokens = read_tokens(language, name)
    return [make_heading(token, text) for token, text in pairwise(tokens) if token.type == "heading_open"]


def make_heading(token: Token, text: Token) -> Heading:
    title = "".join(each.content for each in text.children or ())
    slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    return Heading(int(token.tag[1:]), title, slug)


def find_anchor(language: str, name: str, slug: str) -> str:
    """Return the anchor of a heading of some language: the slug of the English one at its place."""
    slugs = [heading.slug for heading in list_headings(language, name)]
    return list_headings(FIRST, name)[slugs.index(slug)].slug


def choose_language() -> str:
    """Return the reader's language, the first one where the manual is not written in it."""
    language = (get_language() or FIRST).partition("-")[0]
    return language if language in WRITTEN else FIRST


@cache
def list_chapters(language: str) -> list[Entry]:
    return [Entry(list_headings(language, name)[0].title, write_address(name), name) for name in list_names()]


def write_address(name: str, anchor: str = "") -> str:
    return reverse("manual_chapter", args=[name]) + (f"#{anchor}" if anchor else "")


def find_place(place: str) -> Entry:
    """Return a place such as "pairing#draw-a-round" with its title in the reader's language."""
    name, _hash, anchor = place.partition("#")
    anchors = [heading.slug for heading in list_headings(FIRST, name)]
    heading = list_headings(choose_language(), name)[anchors.index(anchor) if anchor else 0]
    return Entry(heading.title, write_address(name, anchor), name)


@cache
def read_chapter(language: str, name: str) -> ChapterView | None:
    """Return a chapter, None where there is none of that name."""
    names = list_names()
    if name not in names:
        return None
    chapters, after = list_chapters(language), names.index(name) + 1
    headings = list_headings(language, name)
    anchors = [heading.slug for heading in list_headings(FIRST, name)]
    pairs = zip(headings, anchors, strict=True)
    sections = [Entry(heading.title, f"#{anchor}") for heading, anchor in pairs if heading.level == 2]
    next_chapter = chapters[after] if after < len(names) else None
    text = write_text(language, name, anchors)
    return ChapterView(headings[0].title, text, sections, chapters, name, next_chapter, language)


def write_text(language: str, name: str, anchors: list[str]) -> SafeString:
    """Return the HTML of a chapter below its title, with links and pictures as this site has them."""
    tokens = read_tokens(language, name)
    headings = [token for token in tokens if token.type == "heading_open"]
    for token, anchor in zip(headings, anchors, strict=True):
        token.attrSet("id", anchor)
    for token in (child for each in tokens for child in each.children or ()):
        if token.type == "link_open":
            token.attrSet("href", write_link(language, name, str(token.attrGet("href"))))
        elif token.type == "image":
            token.attrSet("src", static("manual/" + str(token.attrGet("src")).rpartition("/")[2]))
            token.attrSet("loading", "lazy")
    html: str = reader().renderer.render(tokens[3:], reader().options, {})
    return mark_safe(html)  # noqa: S308 - a file of our own


def write_link(language: str, name: str, target: str) -> str:
    """Return the address that a link of a chapter leads to."""
    found = TO_A_CHAPTER.fullmatch(unquote(target))
    if not found:
        return target
    name = found["name"] or name
    return write_address(name, find_anchor(language, name, found["slug"]) if found["slug"] else "")
