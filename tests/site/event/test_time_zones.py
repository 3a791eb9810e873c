"""The list of time zones is the one that Django's own widget would write."""

from html.parser import HTMLParser

import pytest
from django import forms

from tournaments.forms.time_zones import TimeZoneSelect, time_zone_choices


def read_tags(html):
    """Return the start tags and texts of some HTML, without the space between them."""
    parts = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: parts.append((tag, dict(attributes)))
    parser.handle_data = lambda text: parts.append(text.strip())
    parser.feed(html)
    return [part for part in parts if part]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "Mars", '"><b>', None])
def test_the_list_selects_what_is_chosen(zone):
    choices = time_zone_choices()
    shown, expected = (
        kind({"class": "wide"}, choices=choices).render("zone", zone, {"id": "z"})
        for kind in (TimeZoneSelect, forms.Select)
    )
    assert read_tags(shown) == read_tags(expected)
    assert shown.count(" selected") == (zone in ("Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"))
