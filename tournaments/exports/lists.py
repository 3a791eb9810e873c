"""Exports of an event: lists as rows of cells and whole tournament files, as the present audience may see them."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import renumber, start_numbers
from tiebreaks.facts.teams import Team
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf import whole_file
from tiebreaks.trf.duels import DUELS_MARK
from tiebreaks.trf.players import NATIONAL_RECORD
from tiebreaks.trf.records import Header
from tiebreaks.trf.settings import OF_PLAYER, list_unsaid
from tiebreaks.trf.stated_details import StatedDetails
from tiebreaks.trf.whole_file import plain_event
from tiebreaks.trf.writer import TRF16, TRF26, has_unknown_results
from tiebreaks.values.numbers import Value
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.domain.event.event_details import list_lines
from tournaments.exports import tsh_files
from tournaments.exports.pairing_records import list_pairing_records
from tournaments.exports.remarks import list_remarks, replace_rated_results
from tournaments.formats.list_writer import Cell
from tournaments.models import Event
from tournaments.queries.rounds.games import count_boards, last_paired_round, read_adjourned, read_games
from tournaments.queries.rounds.round_times import read_round_times
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.crosstable import read_crosstable, read_facts_for_pairing, read_players_crosstable
from tournaments.queries.standings.endings import (
    list_rounds_of_duels,
    rank_with_endings,
    read_courses,
    read_known_endings,
)
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games
from tournaments.wording import team_matches as teams_wording

# Stored lines without personal data, which the public may have; others may hold dates of birth.
HARMLESS_LINES = {
    *("001", "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152"),
    *("162", "172", "182", "192", "202", "212", "222", "013", "240", "250", "260", "299", "300", "310", "320", "330"),
    *("352", "362", "801", "802", "XXR", "XXC"),
}

# Stored lines that name players by number, besides those that are always written again.
BY_NUMBER = {"240", "250", "260", "XXA", "XXP", "XXZ"}

type Rows = Iterator[list[Cell]]


class ExportList(NamedTuple):
    """A list that can be downloaded: its name in addresses, its title, and the function for its rows (header first)."""

    name: str
    title: Promise
    rows: Callable[[Reader], Rows]
    is_of_teams: bool = False


def standings_rows(reader: Reader) -> Rows:
    """Yield the table with the value of every criterion."""
    ranked = read_standings(reader)
    yield [_("Place"), _("Number"), _("Title"), _("Name"), _("Rating"), _("Federation"), _("Club"),
           *(chosen.notation for chosen in ranked.order), *_basis_titles()]  # fmt: skip
    basis = _basis(ranked)
    for row in ranked.rows:
        player = ranked.facts.players[row.number]
        person = (player.title, player.name, player.rating, player.federation, player.club)
        values = map(spreadsheet_number, row.values, ranked.texts[row.number])
        yield [row.rank, player.start_number, *person, *values, *basis]


def _basis_titles() -> list[Cell]:
    return [_("Edition"), _("System"), _("After round")]


def _basis(ranked: Standings) -> tuple[Cell, ...]:
    return (ranked.facts.edition, ranked.facts.system, ranked.progress[0])


def players_rows(reader: Reader) -> Rows:
    """Yield everybody who takes part, by number, with team and place in it; dates of birth are left out.

    Identity numbers stand in the arbiters' list alone.
    """
    seats = {player: (team.name, place) for team, place, player in read_members(reader)}
    identity = [_("FIDE ID"), _("National ID")] if reader.is_staff else []
    facts = read_players_crosstable(reader)
    expelled = [_("Expelled before round")] if any(each.expelled_from for each in facts.players.values()) else []
    yield [_("Number"), _("Title"), _("Name"), _("Rating"), _("National rating"), _("Federation"), _("Club"),
           *identity, _("Withdrawn from round"), *expelled, *([_("Team"), _("Board")] if seats else [])]  # fmt: skip
    for number in facts.start_order(facts.players):
        player = facts.players[number]
        seat = seats.get(number, ("", None)) if seats else ()
        left = [player.withdrawn_from, player.expelled_from] if expelled else [player.withdrawn_from]
        numbers = [player.fide_id, player.national_id] if identity else []
        yield [player.start_number, player.title, player.name, player.rating, player.national_rating, player.federation,
               player.club, *numbers, *left, *seat]  # fmt: skip


def read_members(reader: Reader) -> Iterator[tuple[Team, int, int]]:
    """Yield the members of teams: team, place in its list, number of the player; nobody in an event of players."""
    held = read_crosstable(reader).team_event
    for team in held.teams.values() if held else ():
        yield from ((team, place, player) for place, player in enumerate(team.players, start=1))


def games_rows(reader: Reader) -> Rows:
    """Yield every board and every round without an opponent, in the order of rounds."""
    teams = {player: team.name for team, _place, player in read_members(reader)}
    yield [_("Round"), _("Board"), _("First number"), _("First player"), _("Result"), _("Second player"),
           _("Second number"), _("First score"), _("Second score"), _("Remark"),
           *([_("First team"), _("Second team")] if teams else [])]  # fmt: skip
    for game in audience.redact_games(reader, read_games(reader.event)):
        white, black = game.white, game.black
        second = [black.name, black.start_number] if black else ["", None]
        label = str(Result(game.result).label) if black else ""
        remark = games.describe_result(game.result) if black else str(Result(game.result).label)
        sides = [teams.get(white.number, ""), teams.get(black.number, "") if black else ""] if teams else []
        yield [game.round.number, game.board, white.start_number, white.name, label, *second, game.white_score,
               game.black_score, remark, *sides]  # fmt: skip


def boards_rows(reader: Reader) -> Rows:
    """Yield the results of every team player over the board, by board in the order of the prizes."""
    found = board_prizes.read_board_lists(reader)
    yield [_("Board"), _("Place"), _("Number"), _("Title"), _("Name"), _("Rating"), _("Team"), _("Games"), _("Points"),
           _("Percent"), _("Performance"), *_basis_titles()]  # fmt: skip
    basis = _basis(found.table)
    for board, placed in found.boards.items():
        for record, place in placed:
            player, team = found.people[record.number], found.table.facts.players[record.team].name
            made = [record.points, record.percent, record.strength or None] if record.games else [None] * 3
            head = board or teams_wording.name_board_list(board)
            person = (player.start_number, player.title, player.name, player.rating)
            yield [head, place, *person, team, record.games, *made, *basis]


LISTS = (
    ExportList("standings", gettext_lazy("Standings"), standings_rows),
    ExportList("players", gettext_lazy("Players"), players_rows),
    ExportList("games", gettext_lazy("Pairings and results"), games_rows),
    ExportList("boards", gettext_lazy("Results by board"), boards_rows, is_of_teams=True),
)


def lists_of(event: Event) -> list[ExportList]:
    """Return the lists that an event has."""
    return [each for each in LISTS if event.of_teams or not each.is_of_teams]


def spreadsheet_number(value: Value, text: str) -> Cell:
    """Return a value that a spreadsheet can hold; of a fraction the decimal in its text."""
    if value is None:
        return ""
    return Decimal(text) if isinstance(value, Fraction) else value


FINAL_MARK = "### final "  # a comment: no record of the format says that an event can no longer change


def write_tournament_file(reader: Reader, dialect: str = TRF26, national: str = "") -> str:
    """Return the event as FIDE's tournament file, with the lines of the file that it was imported from.

    `national` is the federation whose own records of the players the file has too.

    The public's copy has no dates of birth, sex or identity numbers, and no lines that may hold any. Of a final event a
    comment says since when. In TRF26 arbiters find adjourned games as such, what pairings kept to, and in comments what
    touched them. Everybody finds which rounds were matches.
    """
    event = reader.event
    is_arbiters = dialect == TRF26 and reader.is_staff and not national
    members = read_facts_for_pairing(reader)[1] if is_arbiters else read_players_crosstable(reader)
    if dialect == TRF16 or national:
        members = replace_rated_results(event, members)
    ranked = read_standings(reader)
    start = start_numbers(ranked.facts)
    matches = list_rounds_of_duels(ranked)
    counts_draws = is_arbiters and not event.team_boards and not matches and has_unknown_results(members)
    rows = rank_with_endings(read_known_endings(ranked), members, ranked.order).rows if counts_draws else ranked.rows
    ranks = {start[row.number]: row.rank for row in rows}
    facts, lines = renumber(members), list_kept_lines(event, members)
    if not reader.is_staff:
        unborn = {number: player._replace(birth_date="", sex="") for number, player in facts.players.items()}
        facts = facts._replace(players=unborn)
        lines = drop_personal_lines(lines)
    ends_on = event.ends_on.isoformat() if event.ends_on else ""
    header = Header(event.place, ends_on, event.tiebreaks, list_days(event), read_facts(event), national)
    teams = renumber(ranked.facts, members) if event.team_boards else None
    remarks = list_remarks(reader, members) if is_arbiters else []
    records = list_pairing_records(event, members) if is_arbiters else []
    own = {record[:3] for record in records}
    lines = [line for line in lines if line not in remarks and line[:3] not in own]
    lines = [line for line in lines if not matches or not line.startswith(DUELS_MARK)]
    text = whole_file.write(facts, header, teams=teams, lines=lines, ranks=ranks, dialect=dialect)
    text += "".join(f"{line}\n" for line in (*records, *remarks))
    if matches:
        text += f"{DUELS_MARK}{' '.join(map(str, matches))}\n"
    return text + (f"{FINAL_MARK}{event.final_at.isoformat()}\n" if event.final_at else "")


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


def list_kept_lines(event: Event, members: Crosstable) -> list[str]:
    """Return the lines of the file that an event was imported from, those with old numbers left out."""
    lines = [line for line in event.details.file_lines if not line.startswith(FINAL_MARK)]
    if renumber(members) is members:
        return lines
    return [line for line in lines if line[:3] not in BY_NUMBER and not NATIONAL_RECORD.match(line)]


UNSAID = {
    "edition": gettext_lazy("the edition of the rules"),
    "discipline": gettext_lazy("the game and its scores"),
    "unrated_rating": gettext_lazy("the rating of unrated players"),
    "rating_method": gettext_lazy("which ratings the event goes by"),
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
    "withdrawn_from": gettext_lazy("who has withdrawn"),
    "expelled_from": gettext_lazy("who is expelled"),
    "by_berlin": gettext_lazy("that Berlin decides drawn matches"),
    "early_withdrawals": gettext_lazy("what becomes of the results of early withdrawals"),
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


type FileKind = tuple[Promise, Callable[[Reader], str | bytes]]

FILES: dict[str, FileKind] = {
    "trf": (gettext_lazy("FIDE’s tournament file, TRF26"), lambda reader: write_tournament_file(reader, TRF26)),
    "trf16": (gettext_lazy("FIDE’s tournament file, TRF16"), lambda reader: write_tournament_file(reader, TRF16)),
    "t": (gettext_lazy("Division of tsh (.t)"), tsh_files.write_division),
    "tsh": (gettext_lazy("Folder of tsh: config.tsh, division and tourney.js (.zip)"), tsh_files.write_folder),
    "js": (gettext_lazy("tourney.js, as tsh shows events on the web"), tsh_files.write_tourney),
}
# Files that are identity numbers for the most part: arbiters alone get them.
STAFF_FILES: dict[str, FileKind] = {
    "national": (
        gettext_lazy("National report: TRF26 with national IDs and ratings"),
        lambda reader: write_tournament_file(reader, TRF26, reader.event.details.federation),
    )
}


OF_FIDE = ("trf", "trf16", "national")
ADJOURNED = sentence(
    "file-adjourned",
    gettext_noop("Board {board} of round {round} is adjourned: until its result is entered, there is no final file."),
)


def find_file_objection(event: Event, kind: str) -> Refusal | None:
    """Return why there is no file of FIDE in FIDE mode: the last round is over while a game is adjourned."""
    if kind not in OF_FIDE or not event.is_in_fide_mode:
        return None
    last, adjourned = last_paired_round(event), read_adjourned(event)
    if not adjourned or last < event.planned_rounds or count_boards(event, last).running:
        return None
    return Refusal(ADJOURNED, board=adjourned[0].board, round=adjourned[0].round.number)


def can_hold(event: Event, kind: str) -> bool:
    """Tell whether a kind of file can hold the event."""
    return kind in event.game.file_kinds


def files_of(reader: Reader) -> dict[str, FileKind]:
    """Return the kinds of files that this audience can have of an event."""
    event = reader.event
    public = {kind: each for kind, each in FILES.items() if can_hold(event, kind)}
    is_reported = reader.is_staff and event.game.follows_fide and event.details.federation
    return public | (STAFF_FILES if is_reported else {})
