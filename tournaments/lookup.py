"""Look people up in the rating lists: by identity, by the beginning of the name, by a name that sounds alike."""

from functools import reduce
from itertools import permutations
from operator import or_

from django.db import connection
from django.db.models import Q
from rapidfuzz import fuzz

from tournaments import names
from tournaments.models import RatedPerson

SHOWN = 8
CANDIDATES = 3000  # compared at most, so that a search takes no time that anybody feels
ALIKE = 75


def find(text: str) -> list[RatedPerson]:
    """Return the people that a text may mean, the likeliest first. One or two questions, each bounded."""
    known = RatedPerson.objects.filter(list__is_ready=True).select_related("list")
    if text.strip().isdecimal():
        return list(known.filter(identity=text.strip())[:SHOWN])
    words = names.spelled(text).split()
    if not words or len(max(words, key=len)) < 2:
        return []
    exact = [each for each in known.filter(any_of(words))[:CANDIDATES] if fits(each, words)]
    if exact:
        return sorted(exact, key=lambda each: (-likeness(each, words), -(each.rating or 0)))[:SHOWN]
    alike = [(likeness(each, words), each) for each in known.filter(roughly(words))[:CANDIDATES]]
    return [each for score, each in sorted(alike, key=lambda pair: -pair[0]) if score >= ALIKE][:SHOWN]


def any_of(words: list[str]) -> Q:
    """Ask for people whose surname begins with one of the words."""
    return reduce(or_, map(surname, words[:3]))


def roughly(words: list[str]) -> Q:
    """Ask for people whose names begin as the words do: a misspelt name mostly has its first letters right."""
    if len(words) == 1:
        return surname(words[0][:3])
    pairs = permutations(words[:3], 2)
    return reduce(or_, (surname(one[:2]) & Q(search__contains=f" {other[:2]}") for one, other in pairs))


def surname(start: str) -> Q:
    """Ask for a surname by its beginning; an index answers."""
    if connection.vendor == "sqlite":  # its LIKE would not use the index
        return Q(search__gte=start, search__lt=start + "\uffff")
    return Q(search__startswith=start)


def fits(person: RatedPerson, words: list[str]) -> bool:
    """Tell whether every word begins a word of the name."""
    own = person.search.split()
    return all(any(each.startswith(word) for each in own) for word in words)


def likeness(person: RatedPerson, words: list[str]) -> float:
    return fuzz.ratio(" ".join(sorted(person.search.split())), " ".join(sorted(words)))
