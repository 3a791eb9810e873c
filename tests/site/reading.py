"""Read pages as tests of the site do: the words that people see, and the header that htmx sends."""

import re

HTMX = {"HTTP_HX_REQUEST": "true"}


def text(response):
    """Return a page without its tags, each run of white space as one space."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))
