"""Look people up by number, by the sound of their name, or by a name with small typing errors.

Both orders of a name have an index. A name that is spelled correctly is found by one of its words; the others filter. A
misspelt name is searched by each word alone, or by first letters, and the most similar names remain.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations, product
from typing import NamedTuple

from rapidfuzz import fuzz, process

from tournaments.domain.players import name_matching
from tournaments.formats.rating_fields import RatedPerson
from tournaments.rating_lists import store
from tournaments.rating_lists.name_sounds import fold_name
from tournaments.rating_lists.store import RatingList

MOST_RESULTS = 8
MOST_BY_NAME = 60  # people that a search by the beginning of words finds at most
MOST_COMPARED = 20_000  # at most, in memory, for one word of a misspelt name
MOST_WORDS = 4
LEAST_LIKENESS = 78
LONGEST_ROW = 12
NAME_ORDERS = ("search", "turned")


class ListedPerson(NamedTuple):
    """A person in a list; `key` identifies them as long as that list exists."""

    list: RatingList
    row: int
    person: RatedPerson

    @property
    def key(self) -> str:
        return f"{self.list.key}-{self.row}"


def find_people(text: str) -> list[ListedPerson]:
    """Return the people that a text may mean, the likeliest first. Every query is bounded."""
    found = [each for rated in store.read_lists() for each in find_in_list(rated, text)]
    return sorted(found, key=lambda each: (-score_likeness(each.person.name, text), -highest_rating(each.person)))[
        :MOST_RESULTS
    ]


def score_likeness(name: str, text: str) -> float:
    """Score how well a name fits the text: whole words count more than beginnings, and these more than sound."""
    own, typed = fold_name(name).split(), fold_name(text).split()
    if not all(any(each.startswith(word) for each in own) for word in typed):
        return fuzz.ratio(" ".join(sorted(own)), " ".join(sorted(typed)))
    same_spelling = len({*name_matching.spell_out(name).split()} & {*name_matching.spell_out(text).split()})
    return 100 + 10 * len({*own} & {*typed}) + same_spelling


def highest_rating(facts: RatedPerson) -> int:
    return max(facts.rating or 0, facts.national or 0)


def find_in_list(rated: RatingList, text: str) -> list[ListedPerson]:
    with suppress(sqlite3.Error), store.open_list(rated.path) as database:  # the list may just have been deleted
        if text.strip().isdecimal():
            rows = find_by_number(database, text.strip())
        else:
            words = [word for word in fold_name(text).split() if word][:MOST_WORDS]
            rows = (
                find_by_name(database, words) or find_alike(database, words)
                if max(map(len, words), default=0) > 1
                else []
            )
        return read_people(database, rated, rows)
    return []


def read_people(database: sqlite3.Connection, rated: RatingList, rows: list[int]) -> list[ListedPerson]:
    """Return the people of some rows."""
    marks = ", ".join("?" * len(rows))
    facts = ", ".join(store.read_fact_columns(rated.path))
    found = database.execute(f"SELECT id, {facts} FROM people WHERE id IN ({marks})", rows)  # noqa: S608
    return [ListedPerson(rated, row, RatedPerson(*facts)) for row, *facts in found]


def find_by_number(database: sqlite3.Connection, number: str) -> list[int]:
    """Return the rows with a FIDE ID, or with the list's own number."""
    of_fide = "SELECT id FROM people WHERE fide_id = :number AND fide_id <> ''"
    of_list = "SELECT id FROM people WHERE number = :number AND number <> ''"
    rows = database.execute(f"{of_fide} UNION {of_list} LIMIT 60", {"number": number})
    return [row for (row,) in rows]


def find_by_name(database: sqlite3.Connection, words: list[str]) -> list[int]:
    """Return the rows with words that begin with each of these; the longest word is searched first."""
    found: dict[int, None] = {}
    for word, way in product(sorted(set(words), key=len, reverse=True), NAME_ORDERS):
        others = list(words)
        others.remove(word)
        found.update((row, None) for row, _name in read_names_starting(database, way, word, others, MOST_BY_NAME))
        if len(found) >= MOST_BY_NAME or (found and len(words) > 1):
            break
    return list(found)


def find_alike(database: sqlite3.Connection, words: list[str]) -> list[int]:
    """Return the rows whose names sound like these words, the likeliest first."""
    scores: dict[int, float] = {}
    for wanted, names_of in list_candidates(database, words):
        best = process.extract(wanted, names_of, scorer=fuzz.ratio, score_cutoff=LEAST_LIKENESS, limit=2 * MOST_RESULTS)
        for _name, score, row in best:
            scores[row] = max(score, scores.get(row, 0))
    return sorted(scores, key=lambda row: -scores[row])[: 2 * MOST_RESULTS]


def list_candidates(database: sqlite3.Connection, words: list[str]) -> Iterator[tuple[str, dict[int, str]]]:
    """Yield the words in some order, with the rows whose names may be similar."""
    for way, word in product(NAME_ORDERS, words):
        others = [each for each in words if each != word]
        if others:  # this word may be correct and the others wrong
            yield " ".join([word, *others]), dict(read_names_starting(database, way, f"{word} ", [], MOST_COMPARED))
    for one, other in permutations(words[:3], 2):
        both = read_names_starting(database, "search", one[:2], [other[:2]], MOST_COMPARED)
        yield " ".join([one, other, *(each for each in words if each not in (one, other))]), dict(both)
    if len(words) == 1:
        surnames = {
            row: name.split()[0]
            for row, name in read_names_starting(database, "search", words[0][:3], [], MOST_COMPARED)
        }
        yield words[0], surnames


def read_names_starting(
    database: sqlite3.Connection, way: str, start: str, others: list[str], limit: int
) -> Iterator[tuple[int, str]]:
    """Yield rows and names that begin with `start` in one order and have the beginnings of the others, by the index."""
    more = "".join(f" AND {way} LIKE ?" for _ in others)
    asked = f"SELECT id, {way} FROM people WHERE {way} >= ? AND {way} < ?{more} ORDER BY {way} LIMIT {limit}"  # noqa: S608
    likes = [f"% {other}%" for other in others]
    return database.execute(asked, [start, start + "\U0010ffff", *likes])


def find_by_key(key: str) -> ListedPerson | None:
    """Return the person with a key, None if their list no longer exists."""
    at, _dash, row = key.partition("-")
    rated = next((each for each in store.read_all_lists() if each.key == at), None)
    if rated is None or not row.isdecimal() or len(row) > LONGEST_ROW:
        return None
    with suppress(sqlite3.Error), store.open_list(rated.path) as database:
        return next(iter(read_people(database, rated, [int(row)])), None)
    return None


def find_by_fide_id(number: str) -> list[ListedPerson]:
    """Return the people with a FIDE ID, from every list."""
    if not number:
        return []
    asked = "SELECT id FROM people WHERE fide_id = ? AND fide_id <> ''"
    found = []
    for rated in store.read_lists():
        with suppress(sqlite3.Error), store.open_list(rated.path) as database:
            found += read_people(database, rated, [row for (row,) in database.execute(asked, [number])])
    return found
