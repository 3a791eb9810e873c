"""The rating that counts in an event, by each method of record 172."""

import pytest

from tiebreaks.facts.rating_methods import METHODS, choose_rating

# FIDE's, national, the event's own -> by each method; - is none
TABLE = """
    2000 2100 1900 -> FIDON 2000  FIDE 2000  NRO 2100  NIDOF 2100  HBFN 2100  OTHER 1900
    2000    -    - -> FIDON 2000  FIDE 2000  NRO    -  NIDOF 2000  HBFN 2000  OTHER    -
       - 2100    - -> FIDON 2100  FIDE    -  NRO 2100  NIDOF 2100  HBFN 2100  OTHER    -
    2200 2100    - -> FIDON 2200  FIDE 2200  NRO 2100  NIDOF 2100  HBFN 2200  OTHER    -
       -    - 1900 -> FIDON    -  FIDE    -  NRO    -  NIDOF    -  HBFN    -  OTHER 1900
"""
LINES = [line.split() for line in TABLE.strip().splitlines()]


def number(word):
    return None if word == "-" else int(word)


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_each_of_the_six_methods_chooses_its_rating(line):
    given, expected = [number(word) for word in line[:3]], dict(zip(line[4::2], map(number, line[5::2]), strict=True))
    assert {method: choose_rating(method, *given) for method in METHODS} == expected
