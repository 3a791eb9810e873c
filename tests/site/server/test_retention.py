"""Which copies are kept: tables of ages and of sizes, and what holds for every history."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.site.retention import choose_by_age, count_fitting

NOW = datetime(2026, 11, 28, 15, 30, tzinfo=UTC)  # a Saturday
MINUTE, HOUR, DAY, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)

# So many copies, one after each step: how many steps ago those were made that are kept, if three are in any case.
AGES = {
    "each minute": (MINUTE, 240, [0, 1, 2, 31, 91, 151, 211]),  # the last ones before the hour
    "each hour": (HOUR, 90, [*range(12), 16, 40, 64, 88]),  # the last ones before midnight
    "each quarter of a day": (6 * HOUR, 100, [*range(12), 15, 19, 23, 27, 31, 35, 51, 79]),
    "each day": (DAY, 70, [*range(12), 13, 20, 27, 34, 41, 48]),  # the Sundays
    "each week": (WEEK, 20, [*range(12)]),  # twelve hours with a copy
    "two": (DAY, 2, [0, 1]),
}


@pytest.mark.parametrize(("step", "count", "kept"), AGES.values(), ids=AGES)
def test_copies_are_kept_by_age(step, count, kept):
    made = [NOW - n * step for n in range(count)]
    assert choose_by_age(made, 3) == {NOW - n * step for n in kept}


GAPS = st.lists(st.sampled_from([MINUTE, 7 * MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY, WEEK]), min_size=1, max_size=150)


def add_up(gaps):
    made = [NOW]
    for gap in gaps:
        made.append(made[-1] + gap)
    return made


@given(GAPS, st.integers(1, 10))
def test_the_newest_and_the_history_are_there_however_they_were_made(gaps, newest):
    made = add_up(gaps)
    kept = choose_by_age(made, newest)
    assert kept >= set(made[-newest:])
    assert len(kept) <= newest + 12 + 10 + 8
    for one in made:
        later = [each for each in kept if each >= one]
        if made[-1] - one <= WEEK:
            assert any(each.date() == one.date() for each in later), "each day of the last week has its last state"
        if made[-1] - one <= 7 * WEEK:
            assert any(each.isocalendar()[:2] == one.isocalendar()[:2] for each in later)


@given(GAPS, st.integers(1, 10))
def test_what_goes_when_each_copy_is_made_is_what_goes_in_the_end(gaps, newest):
    made, kept = add_up(gaps), set()
    for one in made:
        kept = choose_by_age(kept | {one}, newest)
    assert kept == choose_by_age(made, newest)


# The sizes, the newest first; the budget; what is free on the disk; how many fit.
SIZES = [
    ([], 100, 100, 0),
    ([10, 10, 10], 100, 1000, 3),
    ([10, 10, 10], 29, 1000, 2),
    ([10, 10, 10], 30, 1000, 3),
    ([200], 100, 1000, 1),  # never the last one
    ([10, 200, 10], 100, 1000, 1),  # the oldest go first, however small
    ([10, 10, 10], 100, 20, 3),  # two more of the newest find room
    ([10, 10, 10], 100, 19, 2),
    ([10, 10, 10], 100, 0, 1),
    ([10, 10, 10], 0, 0, 1),
]


@pytest.mark.parametrize(("sizes", "budget", "free", "fitting"), SIZES)
def test_copies_fit_into_the_budget_and_the_disk(sizes, budget, free, fitting):
    assert count_fitting(sizes, budget, free) == fitting
