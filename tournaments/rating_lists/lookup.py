"""Look people up: by their number, by their name as it sounds, by a name with small typing errors.

Both orders of a name have an index. A name that is typed right is found by one of its words, the others only filter.
For one that is misspelt somebody else's right word is asked for, or the first letters, and who sounds most alike stays.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations, product
from typing import NamedTuple

from rapidfuzz import fuzz, process

from tournaments.domain import name_matching
from tournaments.formats.rating_fields import Rated
from tournaments.rating_lists import store
from tournaments.rating_lists.spelling import folded
from tournaments.rating_lists.store import RatingList

SHOWN = 8
WANTED = 60  # people that a search by the beginning of words finds at most
COMPARED = 20_000  # at most, in memory, for one word of a misspelt name
MOST_WORDS = 4
ALIKE = 78
LONGEST_ROW = 12
WAYS = ("search", "turned")
FACTS = ", ".join(Rated._fields)


class Found(NamedTuple):
    """Somebody in a list; `key` says where, as long as that list stands."""

    list: RatingList
    row: int
    facts: Rated

    @property
    def key(self) -> str:
        return f"{self.list.key}-{self.row}"


def find(text: str) -> list[Found]:
    """Return the people that a text may mean, the likeliest first. Nothing that it asks for is unbounded."""
    found = [each for rated in store.ready() for each in find_in(rated, text)]
    return sorted(found, key=lambda each: (-likeness(each.facts.name, text), -strength(each.facts)))[:SHOWN]


def likeness(name: str, text: str) -> float:
    """Return how well a name fits what was typed: whole words more than their beginnings, and these than mere sound."""
    own, typed = folded(name).split(), folded(text).split()
    if not all(any(each.startswith(word) for each in own) for word in typed):
        return fuzz.ratio(" ".join(sorted(own)), " ".join(sorted(typed)))
    spelt = len({*name_matching.spell_out(name).split()} & {*name_matching.spell_out(text).split()})
    return 100 + 10 * len({*own} & {*typed}) + spelt


def strength(facts: Rated) -> int:
    return max(facts.rating or 0, facts.national or 0)


def find_in(rated: RatingList, text: str) -> list[Found]:
    with suppress(sqlite3.Error), store.opened(rated.path) as database:  # it may be deleted at this moment
        if text.strip().isdecimal():
            rows = of_number(database, text.strip())
        else:
            words = [word for word in folded(text).split() if word][:MOST_WORDS]
            rows = by_name(database, words) or alike(database, words) if max(map(len, words), default=0) > 1 else []
        return people(database, rated, rows)
    return []


def people(database: sqlite3.Connection, rated: RatingList, rows: list[int]) -> list[Found]:
    """Return the people of some rows."""
    marks = ", ".join("?" * len(rows))
    found = database.execute(f"SELECT id, {FACTS} FROM people WHERE id IN ({marks})", rows)  # noqa: S608
    return [Found(rated, row, Rated(*facts)) for row, *facts in found]


def of_number(database: sqlite3.Connection, number: str) -> list[int]:
    """Return who has a FIDE ID, or the list's own number."""
    of_fide = "SELECT id FROM people WHERE fide_id = :number AND fide_id <> ''"
    of_list = "SELECT id FROM people WHERE number = :number AND number <> ''"
    rows = database.execute(f"{of_fide} UNION {of_list} LIMIT 60", {"number": number})
    return [row for (row,) in rows]


def by_name(database: sqlite3.Connection, words: list[str]) -> list[int]:
    """Return who has a word that begins with each of these; the longest one is asked for first, it finds fewest."""
    found: dict[int, None] = {}
    for word, way in product(sorted(set(words), key=len, reverse=True), WAYS):
        others = list(words)
        others.remove(word)
        found.update((row, None) for row, _name in beginning(database, way, word, others, WANTED))
        if len(found) >= WANTED or (found and len(words) > 1):
            break
    return list(found)


def alike(database: sqlite3.Connection, words: list[str]) -> list[int]:
    """Return whose names sound like these words, the likeliest first."""
    scores: dict[int, float] = {}
    for wanted, names_of in candidates(database, words):
        best = process.extract(wanted, names_of, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=2 * SHOWN)
        for _name, score, row in best:
            scores[row] = max(score, scores.get(row, 0))
    return sorted(scores, key=lambda row: -scores[row])[: 2 * SHOWN]


def candidates(database: sqlite3.Connection, words: list[str]) -> Iterator[tuple[str, dict[int, str]]]:
    """Yield the words in some order, and whose names come near to that."""
    for way, word in product(WAYS, words):
        others = [each for each in words if each != word]
        if others:  # this word may be right and the others wrong
            yield " ".join([word, *others]), dict(beginning(database, way, f"{word} ", [], COMPARED))
    for one, other in permutations(words[:3], 2):
        both = beginning(database, "search", one[:2], [other[:2]], COMPARED)
        yield " ".join([one, other, *(each for each in words if each not in (one, other))]), dict(both)
    if len(words) == 1:
        surnames = {row: name.split()[0] for row, name in beginning(database, "search", words[0][:3], [], COMPARED)}
        yield words[0], surnames


def beginning(
    database: sqlite3.Connection, way: str, start: str, others: list[str], limit: int
) -> Iterator[tuple[int, str]]:
    """Yield whose names begin so, in one of the two orders, and have other words that begin so: the index answers."""
    more = "".join(f" AND {way} LIKE ?" for _ in others)
    asked = f"SELECT id, {way} FROM people WHERE {way} >= ? AND {way} < ?{more} ORDER BY {way} LIMIT {limit}"  # noqa: S608
    likes = [f"% {other}%" for other in others]
    return database.execute(asked, [start, start + "\U0010ffff", *likes])


def taken(key: str) -> Found | None:
    """Return who has a key, None where that list is gone meanwhile."""
    at, _dash, row = key.partition("-")
    rated = next((each for each in store.ready() if each.key == at), None)
    if rated is None or not row.isdecimal() or len(row) > LONGEST_ROW:
        return None
    with suppress(sqlite3.Error), store.opened(rated.path) as database:
        return next(iter(people(database, rated, [int(row)])), None)
    return None


def of_fide_id(number: str) -> list[Found]:
    """Return who has a FIDE ID, in every list that knows it."""
    if not number:
        return []
    asked = "SELECT id FROM people WHERE fide_id = ? AND fide_id <> ''"
    found = []
    for rated in store.ready():
        with suppress(sqlite3.Error), store.opened(rated.path) as database:
            found += people(database, rated, [row for (row,) in database.execute(asked, [number])])
    return found
