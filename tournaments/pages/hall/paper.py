"""What exists on paper only: a round by name, the list of players, place cards, the wall chart and the result slips."""

from itertools import pairwise
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import rules_of
from tournaments.domain.number_format import figure
from tournaments.domain.players.name_matching import drop_accents
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.hall.slip_marks import SlipMark
from tournaments.pages.rounds.boards import BoardSide, RoundBoard
from tournaments.pages.rounds.by_name import Appearance, list_by_name
from tournaments.pages.rounds.round import RoundView, round_view
from tournaments.pages.rounds.team_matches import Chair, MatchLine
from tournaments.pages.standings.crosstable import CrosstableView, crosstable_view
from tournaments.pages.standings.footnotes import list_notes
from tournaments.pages.standings.marks import write_mark
from tournaments.pages.standings.standings import StandingsView, standings_view
from tournaments.pages.standings.table_rows import name_origin
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.endings import is_knock_out
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games as games_wording
from tournaments.wording.basis import describe_round, describe_rules
from tournaments.wording.pairings import name_sides

# A chart in large type has room for this many rounds; a longer event gets several charts.
MOST_ROUNDS = 10
SLIPS_PER_SHEET = 8


class RoundPaper(NamedTuple):
    """A round with its players in the order of names."""

    progress: EventState
    round: RoundView
    players: tuple[Appearance, ...]


class Person(NamedTuple):
    """A player of a list or a place card; `left` says why he plays no more, `code` is the QR code of
    his page; "" without one."""

    number: int
    name: str
    title: str
    origin: str
    rating: int | None
    left: str
    start_number: int
    code: str = ""


class PlayersPaper(NamedTuple):
    progress: EventState
    players: tuple[Person, ...]


class ChartCell(NamedTuple):
    """One round of a player: the opponent's number, the side's letter, the result; all "" if nothing is known."""

    against: str = ""
    side: str = ""
    mark: str = ""
    won: bool = False


class WallChartLine(NamedTuple):
    person: Person
    cells: tuple[ChartCell, ...]
    points: str
    note: str


class ChartPart(NamedTuple):
    """Some rounds of everybody, with their points after the last of these rounds."""

    rounds: tuple[int, ...]
    lines: tuple[WallChartLine, ...]


class WallChart(NamedTuple):
    """The charts; `footnotes` are the names of those who have one, each with its text.

    `rules` says by which ones the points count, and `stage` at which round. A knock-out has no points.
    """

    progress: EventState
    charts: tuple[ChartPart, ...]
    with_sides: bool
    with_points: bool
    footnotes: tuple[tuple[str, str], ...]
    rules: str
    stage: str


class PaperSlip(NamedTuple):
    """The slip of a board: its number in the round, and its label in the hall, for example 12 or 3.1.

    `codes` open the board on a phone: one, White's and Black's, or none.
    """

    board: int
    place: str
    white: BoardSide | Chair
    black: BoardSide | Chair
    codes: tuple[SlipMark, ...] = ()


class SlipsPaper(NamedTuple):
    progress: EventState
    number: int
    sides: tuple[str, str]
    sheets: tuple[tuple[PaperSlip | None, ...], ...]


def paper_round(reader: Reader, number: int) -> RoundPaper | None:
    """Return a round that has boards, or None."""
    view = round_view(reader, number)
    return RoundPaper(view.progress, view, list_by_name(view)) if view and view.rows else None


def paper_standings(reader: Reader, number: int) -> StandingsView:
    """Return the table after a round; for the running round it is the current table."""
    running = read_state(reader).round
    return standings_view(reader, number if 0 < number < running else None)


def paper_crosstable(reader: Reader, _number: int) -> CrosstableView | None:
    """Return the cross table of an event that has rounds, or None."""
    view = crosstable_view(reader)
    return view if view.progress.round else None


def paper_players(reader: Reader, _number: int) -> PlayersPaper:
    """Return everybody in the order of names. Four queries."""
    people = sorted(
        list_people(read_crosstable(reader)),
        key=lambda person: (drop_accents(person.name), person.start_number),
    )
    return PlayersPaper(read_state(reader), tuple(people))


def place_cards(reader: Reader, _number: int) -> PlayersPaper:
    """Return everybody in the order of numbers. Four queries."""
    return PlayersPaper(read_state(reader), tuple(list_people(read_crosstable(reader))))


def list_people(facts: Crosstable) -> list[Person]:
    """Return the players of a crosstable by number, as its audience sees them."""
    return [
        Person(
            each.number,
            each.name,
            each.title,
            name_origin(each),
            facts.rating_of(each),
            games_wording.describe_gone(each.withdrawn_from, each.expelled_from),
            each.start_number,
        )
        for each in map(facts.players.__getitem__, facts.start_order(facts.players))
    ]


@consistent_read
def wall_chart(reader: Reader, _number: int) -> WallChart:
    """Return each player's rounds by number, with empty cells for the rounds to come."""
    state = read_state(reader)
    facts = read_crosstable(reader)
    ranked = read_standings(reader)
    last = max(state.round, state.rounds)
    people, notes = list_people(facts), list_notes(facts)

    def chart(rounds: range) -> ChartPart:
        return ChartPart(tuple(rounds), tuple(line(person, rounds) for person in people))

    def line(person: Person, rounds: range) -> WallChartLine:
        of_matches_too, counted = ranked.facts.games[person.number], ranked.all_games.all_games_of(person.number)
        games = {game.round: game for game in (*of_matches_too, *counted)}
        cells = tuple(_chart_cell(facts, person.number, games.get(number)) for number in rounds)
        points = ranked.table.points_after(person.number, rounds[-1])
        known = any(game.round in rounds for game in games.values())
        return WallChartLine(person, cells, figure(points) if known else "", notes.get(person.number, ""))

    return WallChart(
        state,
        tuple(chart(rounds) for rounds in split_rounds(last)),
        rules_of(facts.discipline).has_colours,
        not is_knock_out(ranked),
        tuple((person.name, notes[person.number]) for person in people if person.number in notes),
        describe_rules(ranked),
        describe_round(ranked),
    )


def _chart_cell(facts: Crosstable, number: int, game: Game | None) -> ChartCell:
    if game is None:
        return ChartCell()
    if game.opponent is None:
        return ChartCell(mark=figure(game.points))
    side = games_wording.write_side_letter(game.colour, facts.discipline)
    mark = write_mark(facts, number, game)
    return ChartCell(str(facts.players[game.opponent].start_number), side, mark.text, mark.won)


def split_rounds(rounds: int) -> list[range]:
    """Divide rounds 1 to `rounds` among as few charts as possible, all about equally wide."""
    count = -(-rounds // MOST_ROUNDS)
    edges = [1 + rounds * at // count for at in range(count + 1)] if count else []
    return [range(first, end) for first, end in pairwise(edges)]


def slips_view(reader: Reader, number: int) -> SlipsPaper | None:
    """Return the slips of a round, without codes, or None without boards.

    After cutting the pile of sheets, laying the small piles on each other puts the slips in the order of boards.
    """
    view = round_view(reader, number)
    if not view or not view.rows:
        return None
    slips = [slip for row in view.rows for slip in (_of_match(row) if isinstance(row, MatchLine) else [_of_board(row)])]
    if not slips:
        return None
    return SlipsPaper(view.progress, number, name_sides(reader.event.game), stack_slips(slips))


def _of_board(row: RoundBoard) -> PaperSlip:
    return PaperSlip(row.board, str(row.board), row.white, row.black)


def _of_match(row: MatchLine) -> list[PaperSlip]:
    """Return the slips of the boards of a match where two players sit, White first."""
    pairs = (
        (board, sorted((board.first, board.second), key=lambda chair: chair.colour != "white")) for board in row.boards
    )
    return [
        PaperSlip(b.game, f"{row.table}.{b.board}", white, black)
        for b, (white, black) in pairs
        if white.name and black.name
    ]


def add_codes(view: SlipsPaper, codes: dict[int, tuple[SlipMark, ...]]) -> SlipsPaper:
    """Return the slips with the codes of each board."""

    def coded(slip: PaperSlip | None) -> PaperSlip | None:
        if slip is None:
            return None
        marks, names = codes.get(slip.board, ()), (slip.white.name, slip.black.name)
        if len(marks) == len(names):
            marks = tuple(mark._replace(whose=name) for mark, name in zip(marks, names, strict=True))
        return slip._replace(codes=marks)

    return view._replace(sheets=tuple(tuple(map(coded, sheet)) for sheet in view.sheets))


def stack_slips(slips: list[PaperSlip]) -> tuple[tuple[PaperSlip | None, ...], ...]:
    """Lay out slips so that the same place on consecutive sheets holds consecutive boards."""
    sheets = -(-len(slips) // SLIPS_PER_SHEET)
    padded = [*slips, *[None] * (sheets * SLIPS_PER_SHEET - len(slips))]
    return tuple(tuple(padded[place * sheets + sheet] for place in range(SLIPS_PER_SHEET)) for sheet in range(sheets))
