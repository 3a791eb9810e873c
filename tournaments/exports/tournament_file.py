"""A whole tournament file of FIDE: the event as its audience may see it, merged with the lines of the imported file."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext_lazy

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.start_numbers import renumber, start_numbers
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.trf import whole_file
from tiebreaks.trf.duels import DUELS_MARK
from tiebreaks.trf.players import NATIONAL_RECORD
from tiebreaks.trf.records import Header
from tiebreaks.trf.settings import OF_PLAYER, list_unsaid
from tiebreaks.trf.stated_details import StatedDetails
from tiebreaks.trf.whole_file import plain_event
from tiebreaks.trf.writer import TRF16, TRF26, has_unknown_results
from tournaments.access.reader import Reader
from tournaments.domain.event.event_details import list_lines
from tournaments.exports.pairing_records import (
    ALIKE,
    draws_by_lot,
    find_type_code,
    list_pairing_records,
    read_noted_absences,
)
from tournaments.exports.remarks import list_remarks, replace_rated_results
from tournaments.models import Event
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.round_times import read_round_times
from tournaments.queries.standings.crosstable import read_crosstable, read_facts_for_pairing, read_players_crosstable
from tournaments.queries.standings.endings import (
    list_rounds_of_duels,
    rank_with_endings,
    read_courses,
    read_known_endings,
)
from tournaments.queries.standings.standings import read_standings

# Stored lines without personal data, which the public may have; others may hold dates of birth.
HARMLESS_LINES = {
    *("001", "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152"),
    *("162", "172", "182", "192", "202", "212", "222", "013", "240", "250", "260", "299", "300", "310", "320", "330"),
    *("352", "362", "801", "802", "XXR", "XXC"),
}

# Stored lines that name players by number, besides those that are always written again.
BY_NUMBER = {"240", "250", "260", "XXA", "XXP", "XXZ"}

FINAL_MARK = "### final "  # a comment: no record of the format says that an event can no longer change
COMMENT = "###"


def write_tournament_file(reader: Reader, dialect: str = TRF26, national: str = "") -> str:
    """Return the event as FIDE's tournament file, with the lines of the file that it was imported from.

    `national` is the federation whose own records of the players the file has too.

    The public's copy has no dates of birth, sex or identity numbers, and no lines that may hold any. Of a final event a
    comment says since when. Arbiters find what pairings keep to; in TRF26 also adjourned games as such, and in comments
    what touched them. Everybody finds which rounds were matches.
    """
    event, ranked = reader.event, read_standings(reader)
    is_arbiters, added = reader.is_staff and not national, list[str]()
    if is_arbiters:
        paired, members = read_facts_for_pairing(reader)
        added = list_pairing_records(event, paired, dialect)
    if is_arbiters and dialect == TRF26:
        ranks = rank_as_paired(ranked, members)
        added += list_remarks(reader, members)
    else:
        members, ranks = read_players_crosstable(reader), list_ranks(ranked)
    said = [*added, *list_own_comments(event, ranked)]
    if dialect == TRF16 or national:
        members = replace_rated_results(event, members)
    if dialect == TRF16 and is_arbiters:
        members = add_noted_absences(event, members)
    text = whole_file.write(
        renumber(members) if reader.is_staff else hide_births(renumber(members)),
        make_header(event, national)._replace(with_lots=is_arbiters and draws_by_lot(event)),
        teams=renumber(ranked.facts, members) if event.of_teams else None,
        lines=list_kept_lines(reader, members, said),
        ranks=ranks,
        dialect=dialect,
    )
    return text + "".join(f"{line}\n" for line in said)


def add_noted_absences(event: Event, members: Crosstable) -> Crosstable:
    """Return the players with the byes that are noted for rounds to come, which is how older files have them."""
    games = dict(members.games)
    for number, noted in read_noted_absences(event, of_teams=False).items():
        ahead = [
            Game(r, None, Colour.NONE, *outcome(letter, False, members.scheme_of(r)), letter=letter)
            for r, letter in noted.items()
        ]
        games[number] = (*games[number], *sorted(ahead))
    return members._replace(games=games)


def list_ranks(ranked: Standings) -> dict[int, int]:
    """Return the places in the table by start number."""
    start = start_numbers(ranked.facts)
    return {start[row.number]: row.rank for row in ranked.rows}


def rank_as_paired(ranked: Standings, members: Crosstable) -> dict[int, int]:
    """Return the places by start number where adjourned games count as draws, which is how a file of players has them.

    In an event of teams, and once matches decide, they are those of the table.
    """
    counts_draws = ranked.facts.team_event is None and not list_rounds_of_duels(ranked) and has_unknown_results(members)
    return list_ranks(rank_with_endings(read_known_endings(ranked), members, ranked.order) if counts_draws else ranked)


def hide_births(facts: Crosstable) -> Crosstable:
    """Return the facts without dates of birth and sex."""
    unborn = {number: player._replace(birth_date="", sex="") for number, player in facts.players.items()}
    return facts._replace(players=unborn)


def make_header(event: Event, national: str) -> Header:
    """Return what a tournament file says about an event beside its players and games."""
    ends_on = event.ends_on.isoformat() if event.ends_on else ""
    code = find_type_code(event, plan.read_plan(event))
    return Header(event.place, ends_on, event.tiebreaks, list_days(event), read_facts(event), national, code)


def read_facts(event: Event) -> StatedDetails:
    """Return what a tournament file says about an event itself."""
    details = event.details
    return StatedDetails(
        federation=details.federation,
        chief_arbiter=details.chief_arbiter,
        deputy_arbiters=tuple(list_lines(details.deputy_arbiters)),
        rate_of_play=details.rate_of_play,
        time_control=details.time_control,
    )


def list_days(event: Event) -> dict[int, str]:
    """Return the dates of the rounds that have a time, by number, as tournament files write them."""
    return {number: f"{time:%y/%m/%d}" for number, time in read_round_times(event).items()}


def list_kept_lines(reader: Reader, members: Crosstable, said: Collection[str]) -> list[str]:
    """Return the lines of the file that an event was imported from, without what is `said` again.

    Lines with old numbers are left out too, and for the public those that may hold personal data.
    """
    codes = {line[:3] for line in said} - {COMMENT}
    codes |= {code for alike in ALIKE for code in alike if codes & set(alike)}
    marks = (FINAL_MARK, *(mark for mark in (DUELS_MARK,) if any(line.startswith(mark) for line in said)))
    lines = [line for line in reader.event.details.file_lines if line not in said and line[:3] not in codes]
    lines = [line for line in lines if not line.startswith(marks)]
    if renumber(members) is not members:
        lines = [line for line in lines if line[:3] not in BY_NUMBER and not NATIONAL_RECORD.match(line)]
    return lines if reader.is_staff else drop_personal_lines(lines)


def list_own_comments(event: Event, ranked: Standings) -> Iterator[str]:
    """Yield what no record of the format has: which rounds were matches, and since when the event is final."""
    if duels := list_rounds_of_duels(ranked):
        yield f"{DUELS_MARK}{' '.join(map(str, duels))}"
    if event.final_at:
        yield f"{FINAL_MARK}{event.final_at.isoformat()}"


UNSAID = {
    "edition": gettext_lazy("the edition of the rules"),
    "discipline": gettext_lazy("the game and its scores"),
    "unrated_rating": gettext_lazy("the rating of unrated players"),
    "rating_method": gettext_lazy("which ratings the event uses"),
    "own_rating": gettext_lazy("the event’s own ratings"),
    "tiebreak_ratings": gettext_lazy("which ratings count in the tie-breaks"),
    "later_ratings": gettext_lazy("the ratings of later rounds"),
    "spread_cap": gettext_lazy("the largest spread of one game"),
    "bye_spread": gettext_lazy("the spread of a bye"),
    "forfeit_spread": gettext_lazy("the spread of a forfeit loss"),
    "lots_seed": gettext_lazy("the drawing of lots"),
    "national_rating": gettext_lazy("the national ratings"),
    "playoff": gettext_lazy("the places in the play-off"),
    "manual_value": gettext_lazy("the values set by hand"),
    "withdrawn_from": gettext_lazy("withdrawals"),
    "expelled_from": gettext_lazy("expulsions"),
    "by_berlin": gettext_lazy("that Berlin decides drawn matches"),
    "round_factors": gettext_lazy("which rounds count otherwise"),
    "early_withdrawals": gettext_lazy("how the results of early withdrawals count"),
}


def name_unsaid(reader: Reader) -> list[str]:
    """Return what changes the table and stands in a tournament file only in comments that other programs skip."""
    facts = read_crosstable(reader)
    unsaid = set(list_unsaid(facts, plain_event(facts))) - (
        set() if "LOTS" in reader.event.tiebreaks else {"lots_seed"}
    )
    players = facts.players.values()
    unsaid |= {name for name in OF_PLAYER if any(getattr(player, name) for player in players)}
    unsaid |= {"by_berlin"} if facts.team_event and facts.team_event.scheme.by_berlin else set()
    unsaid |= {"manual_value"} if any(player.manual_value is not None for player in players) else set()
    if any(NATIONAL_RECORD.match(line) for line in reader.event.details.file_lines):
        unsaid.discard("national_rating")
    return [str(words) for name, words in UNSAID.items() if name in unsaid]


def has_matches(reader: Reader) -> bool:
    """Tell whether rounds decide matches: a tournament file has their games as those of any other round."""
    return bool(read_courses(read_standings(reader)))


def drop_personal_lines(lines: list[str]) -> list[str]:
    """Return the lines of a tournament file that hold no personal data; a comment may hold anything."""
    return [line for line in lines if line[:3] in HARMLESS_LINES or not line.strip()]
