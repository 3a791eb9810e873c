"""The names of all public events, ready to be searched however they are typed.

The names of an event are read again when its version has changed. Whoever has a pseudonym or a withheld name is not
among them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.domain.players.name_matching import drop_accents, spell_out
from tournaments.models import Event, Player, Team
from tournaments.operation.bounded_cache import BoundedCache


class NameEntry(NamedTuple):
    """Somebody in an event, a team if `is_team`. `keys` are both ways to type the name."""

    event: int
    number: int
    name: str
    is_team: bool
    keys: tuple[str, str]


class Words(NamedTuple):
    """What is searched for: its words in both ways to type them."""

    spelled_out: tuple[str, ...]
    plain: tuple[str, ...]

    def matches(self, keys: tuple[str, str]) -> bool:
        """Return whether each word is a part of the name."""
        return all(word in keys[0] for word in self.spelled_out) or all(word in keys[1] for word in self.plain)

    def begins(self, keys: tuple[str, str]) -> bool:
        """Return whether each word begins a word of the name."""
        spaced = f" {keys[0]}", f" {keys[1]}"
        return all(f" {word}" in spaced[0] for word in self.spelled_out) or all(
            f" {word}" in spaced[1] for word in self.plain
        )


type Stamp = tuple[str, int]

REMEMBERED = 10_000  # events; a search asks for all public ones

_known: BoundedCache[int, tuple[Stamp, tuple[NameEntry, ...]]] = BoundedCache("names", REMEMBERED)


def read_words(text: str) -> Words:
    return Words(tuple(spell_out(text).split()), tuple(drop_accents(text).split()))


def fold(name: str) -> tuple[str, str]:
    """Return both ways to type a name."""
    return spell_out(name), drop_accents(name)


def find_entries(events: Sequence[Event], words: Words) -> list[NameEntry]:
    """Return who matches in public events, in their order, beginnings of names first. At most two queries."""
    names = read_names([event for event in events if event.is_public])
    found = [entry for event in events for entry in names.get(event.pk, ()) if words.matches(entry.keys)]
    return sorted(found, key=lambda entry: not words.begins(entry.keys))


def read_names(events: Iterable[Event]) -> dict[int, tuple[NameEntry, ...]]:
    """Return the names of events by their keys. Those that were not read at this version are read now."""
    stamps = {event.pk: (event.epoch, event.version) for event in events}
    names = {}
    for key, (stamp, entries) in _known.items():
        if key not in stamps:
            _known.drop(key)
        elif stamps[key] == stamp:
            names[key] = entries
    changed = [key for key in stamps if key not in names]
    if changed:
        read = defaultdict(list)
        for key, number, name in Player.objects.filter(event__in=changed, pseudonym="", is_withheld=False).values_list(
            "event", "number", "name"
        ):
            read[key].append(NameEntry(key, number, name, False, fold(name)))
        for key, number, name in Team.objects.filter(event__in=changed).values_list("event", "number", "name"):
            read[key].append(NameEntry(key, number, name, True, fold(name)))
        for key in changed:
            names[key] = tuple(sorted(read[key], key=lambda entry: entry.keys))
            _known.put(key, (stamps[key], names[key]))
    return names
