"""Announcements: Markdown as people write it, and the part of its HTML that a page may hold.

markdown-it-py reads the text without any HTML in it, and nh3 lets nothing through but a few plain elements: no
pictures, which would tell another site who reads the page, no styles and no scripts.
"""

from functools import cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto", "tel"}
DEEPEST = 6
ABOVE = 2  # the headings of the page stand above those of the text


@cache
def reader() -> MarkdownIt:
    """Return the reader of Markdown: CommonMark with tables, strikethrough and breaks at the ends of lines, no HTML."""
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"]).disable("image")


def write_html(text: str) -> SafeString:
    """Return a text in Markdown as HTML that is safe on a page."""
    tokens = [lower_heading(token) for token in reader().parse(text)]
    html = reader().renderer.render(tokens, reader().options, {})
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow noopener")
    return mark_safe(clean)  # noqa: S308 - nothing but the elements above is left


def lower_heading(token: Token) -> Token:
    """Lower a heading by one level: the page has a title of its own. Other tokens stay as they are."""
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1:]) + ABOVE, DEEPEST)}"
    return token
