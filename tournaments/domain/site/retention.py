"""Which copies are kept: the newest all, of older ones the last of each hour, day and week; fewer in little space."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from itertools import accumulate, islice

# What a copy stands for, and of how many hours, days and weeks the last one is kept. Weeks are made of days and days of
# hours, so the last copy of a week is there as long as one of them needs it.
PERIODS: tuple[tuple[Callable[[datetime], Hashable], int], ...] = (
    (lambda at: (at.date(), at.hour), 12),
    (lambda at: at.date(), 10),
    (lambda at: at.isocalendar()[:2], 8),
)


def choose_by_age(moments: Iterable[datetime], newest: int) -> set[datetime]:
    """Return the moments whose copies are kept, all in UTC: the `newest` ones, and the last of each period.

    A period without a copy does not count, so what is rarely copied goes further back.
    """
    times = sorted(moments, reverse=True)
    kept = set(times[:newest])
    for name, most in PERIODS:
        last: dict[Hashable, datetime] = {}
        for at in times:
            last.setdefault(name(at), at)
        kept.update(islice(last.values(), most))
    return kept


def count_fitting(sizes: Sequence[int], budget: int, free: int) -> int:
    """Return how many copies fit, the newest first, at least one; all numbers are bytes.

    They take no more than the budget, and leave as much of the disk free as two more of the newest would take.
    """
    if not sizes:
        return 0
    room = min(budget, sum(sizes) + free - 2 * sizes[0])
    return max(1, sum(total <= room for total in accumulate(sizes)))
