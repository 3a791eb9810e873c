"""What is read from an address after its question mark: digits as far as they go, and what links carry on."""

import pytest
from django.test import RequestFactory

from tournaments.views.query_parameters import carried_query, query_number, query_numbers


def asked(**query):
    return RequestFactory().get("/", query)


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("999", 999), ("1000", 0), ("0", 0), ("", 0), ("-1", 0), ("²", 0), ("1.5", 0)]
)
def test_a_number_has_at_most_three_digits(text, number):
    assert query_number(asked(after=text), "after") == number


def test_numbers_of_players_have_at_most_five_digits():
    assert query_numbers(asked(follow="1,,²,x,99999,100000,-2,12"), "follow") == [1, 99999, 12]


def test_links_to_other_parts_of_a_list_carry_on_what_is_shown():
    shown = {"after": "3", "category": "women", "by": "name"}
    assert carried_query(asked(**shown, page="2", find="Anna", other="x")) == shown
    assert carried_query(asked(after="", by="name")) == {"by": "name"}
