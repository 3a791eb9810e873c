"""Announcements in Markdown: what becomes HTML, and what a page never holds."""

from html.parser import HTMLParser

import pytest

from tournaments.formats.markdown import TAGS, write_html

# Text as somebody writes it, and the HTML that a page holds.
WRITTEN = [
    ("Welcome to **all**", "<p>Welcome to <strong>all</strong></p>"),
    ("one\ntwo", "<p>one<br>\ntwo</p>"),
    ("# Entry", "<h3>Entry</h3>"),
    ("###### Small", "<h6>Small</h6>"),
    ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
    ("3. c", '<ol start="3">\n<li>c</li>\n</ol>'),
    ("[Site](https://example.org)", '<p><a href="https://example.org" rel="nofollow noopener">Site</a></p>'),
    ("<ada@example.org>", '<p><a href="mailto:ada@example.org" rel="nofollow noopener">ada@example.org</a></p>'),
    ("~~no~~", "<p><s>no</s></p>"),
    ("", ""),
]


@pytest.mark.parametrize(("written", "html"), WRITTEN)
def test_markdown_becomes_plain_html(written, html):
    assert write_html(written).strip() == html


def test_a_table_is_a_table():
    html = write_html("| a | b |\n| --- | --- |\n| 1 | 2 |")
    assert "<th>a</th>" in html and "<td>2</td>" in html and "style" not in html


HARMFUL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://example.org/track.png)",
    "[click](javascript:alert(1))",
    "[click](<java\nscript:alert(1)>)",
    "[click](data:text/html;base64,PHNjcmlwdD4=)",
    '<a href="https://example.org" onclick="alert(1)">x</a>',
    "<style>body{display:none}</style>",
    "<iframe src=https://example.org></iframe>",
    '[x](https://example.org "a\\" onmouseover=\\"alert(1)")',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("written", HARMFUL)
def test_nothing_in_it_runs_or_is_fetched(written):
    for tag, attributes in Elements(write_html(written)).found:
        assert tag in TAGS
        assert set(attributes) <= {"href", "title", "rel", "start"}
        assert attributes.get("href", "https:").startswith(("https:", "http:", "mailto:", "tel:"))


def test_a_long_and_deep_text_is_read_in_time():
    assert write_html("> " * 5000)
    assert write_html("[" * 10_000)
    assert write_html("*a " * 3000)
