"""What a process remembers has a limit, is shown by the metrics, and is forgotten in one line."""

import re
from pathlib import Path
from threading import Thread

import pytest
from prometheus_client import generate_latest

from tournaments.operation.bounded_cache import BoundedCache, clear_caches

FLOORS = [Path(name) for name in ("config", "tournaments", "pairing", "tiebreaks")]


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ("+a +b +c", "abc"),
        ("+a +b +c +d", "bcd"),
        ("+a +b +c ?a +d", "cad"),  # what was read stays
        ("+a +b +c +a +d", "cad"),  # what was put again too
        ("+a +b +c ?x +d", "bcd"),
        ("+a +b -a +c +d", "bcd"),
        ("+a -x", "a"),
    ],
)
def test_what_was_used_last_stays(done, left):
    """+ puts, ? reads, and - drops a key; three fit."""
    cache = BoundedCache("letters", 3)
    for sign, key in done.split():
        {"+": lambda key: cache.put(key, key.upper()), "?": cache.get, "-": cache.drop}[sign](key)
    assert cache.items() == [(key, key.upper()) for key in left]
    assert [cache.get(key) for key in "abcd"] == [key.upper() if key in left else None for key in "abcd"]


@pytest.mark.parametrize(
    ("lengths", "left"),
    [
        ((4, 4), {0: 4, 1: 4}),
        ((4, 4, 4), {1: 4, 2: 4}),
        ((4, 8), {1: 8}),
        ((4, 99), {1: 99}),  # the newest stays, however large it is
        ((99, 1), {1: 1}),
    ],
)
def test_the_bytes_are_bounded(lengths, left):
    cache = BoundedCache("texts", 9, 10, lambda key, text: len(text))
    for key, length in enumerate(lengths):
        cache.put(key, "x")
        cache.put(key, "x" * length)
    assert {key: len(text) for key, text in cache.items()} == left
    assert cache.bytes == sum(left.values())
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


def test_threads_that_put_and_read_leave_what_fits():
    cache = BoundedCache("numbers", 5, 50, lambda key, text: len(text))

    def work(start):
        for number in range(start, start + 2000):
            cache.put(number % 17, "x" * (number % 20))
            cache.get(number % 7)

    threads = [Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0 < len(cache) <= 5
    assert cache.bytes == sum(len(text) for _, text in cache.items()) <= 50


def test_the_metrics_show_what_is_remembered_and_one_call_forgets_it():
    cache = BoundedCache("samples", 9, 99, lambda key, text: len(text))
    cache.put("a", "four")
    told = generate_latest().decode()
    assert 'crosstable_cache_entries{cache="samples"} 1.0' in told
    assert 'crosstable_cache_bytes{cache="samples"} 4.0' in told
    assert 'crosstable_cache_entries{cache="ranked tables"}' in told
    clear_caches()
    assert 'crosstable_cache_entries{cache="samples"} 0.0' in generate_latest().decode()


def test_no_other_module_drops_old_values_by_hand():
    by_hand = [file for floor in FLOORS for file in floor.rglob("*.py") if re.search(r"\bpopitem\(", file.read_text())]
    assert by_hand == []
