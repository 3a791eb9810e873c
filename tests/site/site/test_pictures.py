"""The addresses that `make screenshots` opens: nobody sees that one is gone until the pictures are wanted."""

import pytest
from django.urls import resolve

from tests.browser import screenshots
from tournaments.demo import DEMOS

PAGES = screenshots.PUBLIC | screenshots.STAFF


@pytest.mark.parametrize("name", PAGES)
def test_each_picture_is_of_a_page_that_exists(name):
    path = PAGES[name].partition("?")[0].partition("#")[0]
    assert resolve(path).url_name


def test_the_file_of_teams_takes_an_address_of_its_own():
    assert screenshots.TEAMS not in {event.slug for event in DEMOS}
