"""What a file still lacks before it goes to FIDE or to a federation for rating, as far as the event holds it."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.facts.titles import TITLES
from tiebreaks.trf.dates import read_day
from tiebreaks.trf.stated_details import read_official
from tiebreaks.trf.time_control import encode, kind_of_game
from tournaments.domain.choices import KINDS_OF_RATINGS, RatedBy, RatingKind
from tournaments.domain.desk.results import Result
from tournaments.domain.event.event_details import list_officials
from tournaments.models import Event, Player
from tournaments.queries.rounds.round_times import read_round_times

NAMED = 5  # of many players or rounds, so many have a link of their own
FIRST_DAY, COLUMNS = 91, 10  # of a record 132: the dates from column 92 on, ten columns for each round
OLDEST = 120  # years
BY_FIDE = (RatedBy.NOT_SAID, RatedBy.FIDE, RatedBy.BOTH)
NATIONALLY = (RatedBy.NATIONAL, RatedBy.BOTH)


class GapLink(NamedTuple):
    text: str
    address: str


class RatingGap(NamedTuple):
    """One thing that is missing or impossible, where it is mended, and how many more places `links` leaves out."""

    text: str
    links: tuple[GapLink, ...]
    more: int = 0


class RoundState(NamedTuple):
    """A published round: how many of its boards are open, and how many results wait for a second check."""

    number: int
    open: int
    unchecked: int


class RatingReport(NamedTuple):
    """A file that goes to somebody for rating, and what it still lacks; `of_fide` is False for the national one."""

    of_fide: bool
    federation: str
    gaps: tuple[RatingGap, ...]


class ReportFacts(NamedTuple):
    """What is read once for all reports: the players, the rounds, and who may change the facts of the event."""

    event: Event
    players: Sequence[Player]
    rounds: Sequence[RoundState]
    may_configure: bool


def list_rating_reports(event: Event, may_configure: bool) -> list[RatingReport]:
    """Return the reports that an event needs, each with what is missing or impossible. Two queries.

    Nobody is sent to the settings of the event who may not change them.
    """
    state = read_report_facts(event, may_configure)
    details = event.details
    reports = [RatingReport(True, details.federation, find_fide_gaps(state))] if details.rated_by in BY_FIDE else []
    if details.rated_by in NATIONALLY:
        reports.append(RatingReport(False, details.federation, find_national_gaps(state)))
    return reports


def read_report_facts(event: Event, may_configure: bool) -> ReportFacts:
    fields = ("number", "name", "title", "federation", "fide_id", "national_id", "birth_date")
    found = Count("games", filter=Q(games__black__isnull=False, games__result=Result.OPEN))
    unchecked = Count("games", filter=Q(games__is_provisional=True))
    rounds = event.rounds.annotate(open=found, unchecked=unchecked).values_list("number", "open", "unchecked")
    return ReportFacts(event, list(event.players.only(*fields)), [RoundState(*row) for row in rounds], may_configure)


def find_fide_gaps(state: ReportFacts) -> tuple[RatingGap, ...]:
    """Return what FIDE's report lacks, in the order of people, rounds, dates, facts."""
    players = state.players
    people = (
        (_("Players without a FIDE ID"), [player for player in players if not player.fide_id]),
        (_("FIDE IDs that are not numbers"), [player for player in players if not _is_number(player.fide_id or "1")]),
        (_("Players who share a FIDE ID"), _doubled(players, lambda player: player.fide_id)),
        (_("Players who share a name"), _doubled(players, _compared_name)),
        (_("Players without a date of birth"), [player for player in players if not player.birth_date]),
        (_("Impossible dates of birth"), [player for player in players if _is_impossible(state.event, player)]),
        (_("Titles that are not FIDE’s"), [each for each in players if each.title not in ("", *TITLES)]),
        (_("Players without a federation"), [player for player in players if not player.federation]),
    )
    facts = (*_gaps_of_facts(state), *_gaps_of_arbiters(state), *_gaps_of_play(state))
    return (*_gaps_of_people(state, people), *_gaps_of_games(state), *facts)


def find_national_gaps(state: ReportFacts) -> tuple[RatingGap, ...]:
    """Return what a federation's report lacks: who is not in its list is found by FIDE ID and date of birth."""
    unlisted = [player for player in state.players if not player.national_id]
    people = (
        (_("Players with neither a national ID nor a FIDE ID"), [player for player in unlisted if not player.fide_id]),
        (
            _("Players without a national ID whose day of birth is missing"),
            [player for player in unlisted if not _has_day(player)],
        ),
        (_("Players who share a national ID"), _doubled(state.players, lambda player: player.national_id)),
        (_("Players who share a name"), _doubled(state.players, _compared_name)),
        (_("Impossible dates of birth"), [player for player in state.players if _is_impossible(state.event, player)]),
    )
    return (*_gaps_of_people(state, people), *_gaps_of_games(state), *_gaps_of_facts(state))


def _gaps_of_people(state: ReportFacts, found: Iterable[tuple[str, Sequence[Player]]]) -> Iterator[RatingGap]:
    """Yield what is missing or impossible about players."""
    for text, lacking in found:
        if lacking:
            yield _gap(text, [_to_player(state.event, player) for player in lacking[:NAMED]], len(lacking))


def _gaps_of_games(state: ReportFacts) -> Iterator[RatingGap]:
    """Yield what the rounds lack: results and dates."""
    yield from _gaps_of_rounds(state.event, state.rounds)
    yield from _gaps_of_dates(state)


def _gaps_of_facts(state: ReportFacts) -> Iterator[RatingGap]:
    """Yield what the event does not say about itself."""
    details = state.event.details
    if not details.federation:
        yield RatingGap(_("The federation of the event is missing"), _to_facts(state))
    if not (details.rate_of_play or details.time_control):
        yield RatingGap(_("The rate of play is missing"), _to_facts(state))


def _gaps_of_arbiters(state: ReportFacts) -> Iterator[RatingGap]:
    """Yield who directs the event without a number of FIDE."""
    details = state.event.details
    chief = read_official(details.chief_arbiter)
    unnumbered = [official.name for official in list_officials(details.deputy_arbiters) if not official.fide_id]
    if not chief.name:
        yield RatingGap(_("The chief arbiter is missing"), _to_facts(state))
    elif not chief.fide_id:
        yield RatingGap(_("The chief arbiter has no FIDE ID"), _to_facts(state))
    if unnumbered:
        names = {"names": "; ".join(unnumbered)}
        yield RatingGap(_("Deputy arbiters without a FIDE ID: %(names)s") % names, _to_facts(state))


def _gaps_of_play(state: ReportFacts) -> Iterator[RatingGap]:
    """Yield what FIDE would not take of the rate of play."""
    event, details = state.event, state.event.details
    code = details.time_control or encode(details.rate_of_play)
    kind, used = kind_of_game(code), next(iter(RatingKind(event.rating_kind).order), "")
    words = {"kind": _kind_in_words(kind), "ratings": _kind_in_words(used)}
    if details.rate_of_play and not code:
        yield RatingGap(
            _("The rate of play is not clear enough for record 222: write it as a code too"), _to_facts(state)
        )
    if code and not kind:
        yield RatingGap(_("FIDE rates no games of this rate of play"), _to_facts(state))
    if kind and used and kind != used:
        text = _("The rate of play is that of %(kind)s games, but the event uses ratings for %(ratings)s games")
        yield RatingGap(text % words, _to_settings(state))


def _gaps_of_rounds(event: Event, rounds: Sequence[RoundState]) -> Iterator[RatingGap]:
    """Yield the rounds with open or unchecked results."""
    for text, page, numbers in (
        (_("Boards without a result"), "desk", [each.number for each in rounds if each.open]),
        (_("Results that nobody else has checked"), "check", [each.number for each in rounds if each.unchecked]),
    ):
        if numbers:
            links = [
                GapLink(_("Round %(number)d") % {"number": n}, reverse(page, args=[event.slug, n])) for n in numbers
            ]
            yield _gap(text, links[:NAMED], len(links))


def _gaps_of_dates(state: ReportFacts) -> Iterator[RatingGap]:
    """Yield what the event says too little of: its days, its place, the dates of its published rounds."""
    event, rounds = state.event, state.rounds
    times = GapLink(_("Round times"), reverse("times", args=[event.slug]))
    settings = _to_settings(state)
    if not event.starts_on or not event.ends_on:
        yield RatingGap(_("The first or the last day of the event is missing"), settings)
    if not event.place:
        yield RatingGap(_("The place of the event is missing"), settings)
    days = {number: time.date() for number, time in read_round_times(event).items()}
    dated = {*days, *_rounds_dated_in_file(event.details.file_lines)}
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
            yield RatingGap(text % {"rounds": ", ".join(map(str, numbers))}, (times,))


def _gap(text: str, links: Sequence[GapLink], count: int) -> RatingGap:
    return RatingGap(text, tuple(links), count - len(links))


def _to_player(event: Event, player: Player) -> GapLink:
    return GapLink(player.name, reverse("player_edit", args=[event.slug, player.number]))


def _to_facts(state: ReportFacts) -> tuple[GapLink, ...]:
    return (GapLink(_("About"), reverse("event_details", args=[state.event.slug])),) if state.may_configure else ()


def _to_settings(state: ReportFacts) -> tuple[GapLink, ...]:
    return (GapLink(_("Settings"), reverse("settings", args=[state.event.slug])),) if state.may_configure else ()


def _kind_in_words(kind: str) -> str:
    return str(KINDS_OF_RATINGS.get(kind, kind))


def _compared_name(player: Player) -> str:
    return " ".join(player.name.casefold().replace(",", " ").split())


def _is_number(fide_id: str) -> bool:
    return fide_id.isascii() and fide_id.isdigit() and int(fide_id) > 0


def _has_day(player: Player) -> bool:
    """Tell whether the whole date of birth is known."""
    day = read_day(player.birth_date)
    return bool(day and day[2])


def _is_impossible(event: Event, player: Player) -> bool:
    """Tell whether nobody who plays can be born then; a year alone is possible."""
    if not player.birth_date:
        return False
    found = re.match(r"(\d{4})(?!\d)", player.birth_date)
    day = read_day(player.birth_date)
    year = day[0] if day else int(found[1]) if found else 0
    now = (event.starts_on or timezone.localdate()).year
    is_whole = day is not None or (found is not None and not re.search(r"[1-9]", player.birth_date[4:]))
    return not is_whole or not now - OLDEST < year < now


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
