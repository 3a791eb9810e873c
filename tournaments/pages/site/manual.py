"""The manual: chapters of Markdown in docs/manual/LANGUAGE, in the order of their names.

The same files are read on the web: their links name files and the headings of their own language. Here a heading has
the anchor of the English one at the same place, so that an address leads to the same place in each language. A chapter
that a language lacks is shown in English.
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
FIRST = "en"
WRITTEN = (FIRST, *sorted(path.name for path in FOLDER.iterdir() if path.name != FIRST))
TO_A_CHAPTER = re.compile(r"(?:\d\d-(?P<name>[\w-]+)\.md)?(?:#(?P<slug>.+))?")


class Heading(NamedTuple):
    """A heading as it stands in its file; links in the files name its slug."""

    level: int
    title: str
    slug: str


class ContentsEntry(NamedTuple):
    """A chapter or a section in a list of contents."""

    title: str
    address: str
    name: str = ""


class ManualPlace(NamedTuple):
    """A section that a page leads to: its title, its address in a chapter, and that of the section alone."""

    title: str
    address: str
    alone: str


class SectionView(NamedTuple):
    """A section without the rest of its chapter; `place` leads to it there."""

    text: SafeString
    language: str
    place: ContentsEntry


class ChapterView(NamedTuple):
    """A chapter with all that its page shows; `language` is the one that it is written in."""

    title: str
    text: SafeString
    sections: list[ContentsEntry]
    chapters: list[ContentsEntry]
    name: str
    next: ContentsEntry | None
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


def choose_language(name: str) -> str:
    """Return the reader's language where a chapter is written in it, the first one elsewhere."""
    return find_written((get_language() or FIRST).partition("-")[0], name)


@cache
def find_written(language: str, name: str) -> str:
    is_written = language in WRITTEN and any((FOLDER / language).glob(f"??-{name}.md"))
    return language if is_written else FIRST


@cache
def list_chapters(language: str) -> list[ContentsEntry]:
    titles = {name: list_headings(find_written(language, name), name)[0].title for name in list_names()}
    return [ContentsEntry(title, write_address(name), name) for name, title in titles.items()]


def write_address(name: str, anchor: str = "") -> str:
    return reverse("manual_chapter", args=[name]) + (f"#{anchor}" if anchor else "")


def list_anchors(name: str) -> list[str]:
    return [heading.slug for heading in list_headings(FIRST, name)]


def find_place(place: str) -> ManualPlace:
    """Return a place such as "pairing#draw-a-round" with its title in the reader's language."""
    name, _hash, anchor = place.partition("#")
    heading = list_headings(choose_language(name), name)[list_anchors(name).index(anchor)]
    return ManualPlace(heading.title, write_address(name, anchor), reverse("manual_section", args=[name, anchor]))


@cache
def read_chapter(language: str, name: str) -> ChapterView | None:
    """Return a chapter, None where there is none of that name."""
    names = list_names()
    if name not in names:
        return None
    chapters, after = list_chapters(language), names.index(name) + 1
    headings = list_headings(language, name)
    pairs = zip(headings, list_anchors(name), strict=True)
    sections = [ContentsEntry(heading.title, f"#{anchor}") for heading, anchor in pairs if heading.level == 2]
    next_chapter = chapters[after] if after < len(names) else None
    text = render(prepare_tokens(language, name)[3:])  # without its title
    return ChapterView(headings[0].title, text, sections, chapters, name, next_chapter, language)


@cache
def read_section(language: str, name: str, anchor: str) -> SectionView | None:
    """Return the text below a heading up to the next one, None where there is no such section."""
    if name not in list_names() or anchor not in list_anchors(name):
        return None
    tokens = prepare_tokens(language, name)
    starts = [place for place, token in enumerate(tokens) if token.type == "heading_open"] + [len(tokens)]
    at = list_anchors(name).index(anchor)
    title = list_headings(language, name)[at].title
    text = render(tokens[starts[at] + 3 : starts[at + 1]])
    return SectionView(text, language, ContentsEntry(title, write_address(name, anchor)))


def prepare_tokens(language: str, name: str) -> list[Token]:
    """Return a chapter with anchors at its headings, and with links and pictures as this site has them."""
    tokens = read_tokens(language, name)
    headings = [token for token in tokens if token.type == "heading_open"]
    for token, anchor in zip(headings, list_anchors(name), strict=True):
        token.attrSet("id", anchor)
    for token in (child for each in tokens for child in each.children or ()):
        if token.type == "link_open":
            token.attrSet("href", write_link(language, name, str(token.attrGet("href"))))
        elif token.type == "image":
            token.attrSet("src", static("manual/" + str(token.attrGet("src")).rpartition("/")[2]))
            token.attrSet("loading", "lazy")
    return tokens


def render(tokens: list[Token]) -> SafeString:
    html: str = reader().renderer.render(tokens, reader().options, {})
    return mark_safe(html)  # noqa: S308 - a file of our own


def write_link(language: str, name: str, target: str) -> str:
    """Return the address that a link of a chapter leads to."""
    found = TO_A_CHAPTER.fullmatch(unquote(target))
    if not found:
        return target
    name = found["name"] or name
    return write_address(name, find_anchor(language, name, found["slug"]) if found["slug"] else "")
