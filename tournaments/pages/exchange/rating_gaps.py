"""What a tournament file still lacks before it goes to FIDE for rating, as far as the event holds it."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.results import Result
from tournaments.models import Event, Player
from tournaments.queries.round_times import read_round_times

NAMED = 5  # of many players or rounds, so many have a link of their own
FIRST_DAY, COLUMNS = 91, 10  # of a record 132: the dates from column 92 on, ten columns for each round


class Link(NamedTuple):
    text: str
    address: str


class Gap(NamedTuple):
    """One thing that is missing or impossible, where it is mended, and how many more places `links` leaves out."""

    text: str
    links: tuple[Link, ...]
    more: int = 0


class RoundState(NamedTuple):
    """A published round: how many of its boards are open, and how many results wait for a second check."""

    number: int
    open: int
    unchecked: int


def find_rating_gaps(event: Event, may_configure: bool) -> list[Gap]:
    """Return what is missing or impossible, in the order of people, rounds, dates. Two queries.

    Nobody is sent to the settings of the event who may not change them.
    """
    players = list(event.players.only("number", "name", "federation", "fide_id", "birth_date"))
    found = Count("games", filter=Q(games__black__isnull=False, games__result=Result.OPEN))
    unchecked = Count("games", filter=Q(games__is_provisional=True))
    rounds = [
        RoundState(*row)
        for row in event.rounds.annotate(open=found, unchecked=unchecked).values_list("number", "open", "unchecked")
    ]
    return [
        *_gaps_of_people(event, players),
        *_gaps_of_rounds(event, rounds),
        *_gaps_of_dates(event, rounds, may_configure),
    ]


def _gaps_of_people(event: Event, players: Sequence[Player]) -> Iterator[Gap]:
    """Yield what is missing or impossible about players."""
    for text, lacking in (
        (_("Players without a FIDE ID"), [player for player in players if not player.fide_id]),
        (_("FIDE IDs that are not numbers"), [player for player in players if not _is_number(player.fide_id or "1")]),
        (_("Players who share a FIDE ID"), _doubled(players, lambda player: player.fide_id)),
        (_("Players who share a name"), _doubled(players, _compared_name)),
        (_("Players without a date of birth"), [player for player in players if not player.birth_date]),
        (_("Players without a federation"), [player for player in players if not player.federation]),
    ):
        if lacking:
            yield _gap(text, [_to_player(event, player) for player in lacking[:NAMED]], len(lacking))


def _gaps_of_rounds(event: Event, rounds: Sequence[RoundState]) -> Iterator[Gap]:
    """Yield the rounds with open or unchecked results."""
    for text, page, numbers in (
        (_("Boards without a result"), "desk", [each.number for each in rounds if each.open]),
        (_("Results that nobody else has checked"), "check", [each.number for each in rounds if each.unchecked]),
    ):
        if numbers:
            links = [Link(_("Round %(number)d") % {"number": n}, reverse(page, args=[event.slug, n])) for n in numbers]
            yield _gap(text, links[:NAMED], len(links))


def _gaps_of_dates(event: Event, rounds: Sequence[RoundState], may_configure: bool) -> Iterator[Gap]:
    """Yield what the event says too little of: its days, its place, the dates of its published rounds."""
    times = Link(_("Round times"), reverse("times", args=[event.slug]))
    settings = (Link(_("Settings"), reverse("settings", args=[event.slug])),) if may_configure else ()
    if not event.starts_on or not event.ends_on:
        yield Gap(_("The first or the last day of the event is missing"), settings)
    if not event.place:
        yield Gap(_("The place of the event is missing"), settings)
    days = {number: time.date() for number, time in read_round_times(event).items()}
    dated = {*days, *_rounds_dated_in_file(event.file_lines)}
    outside = [
        number
        for number, day in days.items()
        if (event.starts_on and day < event.starts_on) or (event.ends_on and day > event.ends_on)
    ]
    for text, numbers in (
        (_("Rounds without a date: %(rounds)s"), [each.number for each in rounds if each.number not in dated]),
        (_("Rounds outside the days of the event: %(rounds)s"), outside),
    ):
        if numbers:
            yield Gap(text % {"rounds": ", ".join(map(str, numbers))}, (times,))


def _gap(text: str, links: Sequence[Link], count: int) -> Gap:
    return Gap(text, tuple(links), count - len(links))


def _to_player(event: Event, player: Player) -> Link:
    return Link(player.name, reverse("player_edit", args=[event.slug, player.number]))


def _compared_name(player: Player) -> str:
    return " ".join(player.name.casefold().replace(",", " ").split())


def _is_number(fide_id: str) -> bool:
    return fide_id.isascii() and fide_id.isdigit() and int(fide_id) > 0


def _doubled(players: Iterable[Player], key: Callable[[Player], str]) -> list[Player]:
    """Return the players whose key, if they have one, is also somebody else's; those of one key together."""
    alike: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        alike[key(player)].append(player)
    return [player for text, same in alike.items() if text and len(same) > 1 for player in same]


def _rounds_dated_in_file(lines: Iterable[str]) -> set[int]:
    """Return the rounds that a kept record 132 has a date for: an export gives it back where rounds have no times.

    Dates that do not stand in their columns are those of the first rounds.
    """
    found: set[int] = set()
    for line in (line for line in lines if line[:3] == "132"):
        in_columns = line[3:FIRST_DAY].strip() == ""
        starts = [day.start() for day in re.finditer(r"\S+", line[3:])]
        found.update((at + 3 - FIRST_DAY) // COLUMNS + 1 if in_columns else n for n, at in enumerate(starts, start=1))
    return found
