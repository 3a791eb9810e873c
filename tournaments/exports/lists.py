"""Exports of an event: lists as rows of cells and whole tournament files, as the present audience may see them."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.teams import Team
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.writer import TRF16, TRF26
from tiebreaks.values.numbers import Value
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.exports import tsh_files
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.list_writer import Cell
from tournaments.models import Event
from tournaments.queries.rounds.games import count_boards, last_paired_round, read_adjourned, read_games
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.crosstable import read_crosstable, read_players_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games
from tournaments.wording import team_matches as teams_wording

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
        person = (player.title, player.name, ranked.facts.rating_of(player), player.federation, player.club)
        values = map(spreadsheet_number, row.values, ranked.texts[row.number])
        yield [row.rank, player.start_number, *person, *values, *basis]


def _basis_titles() -> list[Cell]:
    return [_("Edition"), _("System"), _("After round")]


def _basis(ranked: Standings) -> tuple[Cell, ...]:
    return (ranked.facts.edition, ranked.facts.system, ranked.progress[0])


def players_rows(reader: Reader) -> Rows:
    """Yield all players, by number, with team and place in it.

    Sexes, dates of birth and identity numbers stand in the arbiters' list alone.
    """
    seats = {player: (team.name, place) for team, place, player in read_members(reader)}
    identity = [_("Sex"), _("Date of birth"), _("FIDE ID"), _("National ID")] if reader.is_staff else []
    facts = read_players_crosstable(reader)
    expelled = [_("Expelled before round")] if any(each.expelled_from for each in facts.players.values()) else []
    yield [_("Number"), _("Title"), _("Name"), _("Rating"), _("National rating"), _("Federation"), _("Club"),
           *identity, _("Withdrawn from round"), *expelled, *([_("Team"), _("Board")] if seats else [])]  # fmt: skip
    for number in facts.start_order(facts.players):
        player = facts.players[number]
        seat = seats.get(number, ("", None)) if seats else ()
        left = [player.withdrawn_from, player.expelled_from] if expelled else [player.withdrawn_from]
        person = [player.sex, player.birth_date, player.fide_id, player.national_id] if identity else []
        yield [player.start_number, player.title, player.name, player.rating, player.national_rating, player.federation,
               player.club, *person, *left, *seat]  # fmt: skip


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
