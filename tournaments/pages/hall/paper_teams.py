"""What only team events have on paper: match sheets, blank line-ups, the teams with their players."""

from collections.abc import Iterator
from typing import NamedTuple

from tiebreaks.facts.team_crosstable import event_of
from tournaments.access.reader import Reader
from tournaments.models import Team
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.hall.paper import PlayersPaper, list_people
from tournaments.pages.hall.slip_marks import SlipMark
from tournaments.pages.rounds.round import RoundView, round_view
from tournaments.pages.rounds.team_matches import Chair, MatchLine
from tournaments.queries.standings import team_crosstable
from tournaments.queries.standings.crosstable import read_crosstable, read_players_crosstable
from tournaments.wording.games import describe_gone


class SheetBoard(NamedTuple):
    """A board of a match sheet. `colour` is that of the first team, even if nobody sits there.

    `game` is its number in the whole round, and `code` what opens its entry, None without one.
    """

    board: int
    game: int
    colour: str
    first: Chair
    second: Chair
    open: bool
    code: SlipMark | None = None


class TeamSheet(NamedTuple):
    match: MatchLine
    boards: tuple[SheetBoard, ...]


class SheetsPaper(NamedTuple):
    """The sheets of a round. A sheet of few boards takes half a page."""

    progress: EventState
    number: int
    sheets: tuple[TeamSheet, ...]
    is_half: bool


class SheetMember(NamedTuple):
    """A player of a team with his place in its list; `left` says why he plays no more, if so."""

    place: int
    start_number: int
    name: str
    title: str
    rating: int | None
    left: str


class TeamList(NamedTuple):
    """A team with its players in the order of its list; `boards` are those of a match."""

    start_number: int
    name: str
    short_name: str
    captain: str
    average: int | None
    members: tuple[SheetMember, ...]


class TeamsPaper(NamedTuple):
    progress: EventState
    teams: tuple[TeamList, ...]
    boards: range


MOST_ON_HALF_A_PAGE = 5  # boards


def match_sheets(reader: Reader, number: int) -> SheetsPaper | None:
    """Return the sheets of a round, without codes, or None without matches."""
    view = round_view(reader, number)
    if not view or not view.rows:
        return None
    colours = team_crosstable.find_board_colours(reader.event)
    matches = [row for row in view.rows if isinstance(row, MatchLine)]
    sheets = tuple(TeamSheet(match, tuple(_boards(match, colours))) for match in matches)
    return SheetsPaper(view.progress, number, sheets, reader.event.team_boards <= MOST_ON_HALF_A_PAGE)


def _boards(match: MatchLine, colours: str) -> Iterator[SheetBoard]:
    for board in match.boards:
        colour = "white" if colours[board.board - 1] == "W" else "black"
        yield SheetBoard(board.board, board.game, colour, board.first, board.second, board.open)


def add_sheet_codes(view: SheetsPaper, codes: dict[int, tuple[SlipMark, ...]]) -> SheetsPaper:
    """Return the sheets with the code of each board; a board with an empty side needs none."""

    def coded(sheet: TeamSheet) -> TeamSheet:
        return sheet._replace(
            boards=tuple(b._replace(code=next(iter(codes.get(b.game, ())), None)) for b in sheet.boards)
        )

    return view._replace(sheets=tuple(map(coded, view.sheets)))


def team_lists(reader: Reader, _number: int) -> TeamsPaper:
    """Return every team with its players."""
    facts, people = read_crosstable(reader), read_players_crosstable(reader).with_event_ratings()
    teams = []
    for row in Team.objects.filter(event=reader.event).order_by("start_number"):
        listed = enumerate(event_of(facts).teams[row.number].players, start=1)
        members = tuple(
            SheetMember(
                place,
                each.start_number,
                each.name,
                each.title,
                each.rating,
                describe_gone(each.withdrawn_from, each.expelled_from),
            )
            for place, each in ((place, people[number]) for place, number in listed)
        )
        average = facts.players[row.number].rating
        teams.append(TeamList(row.start_number, row.name, row.short_name, row.captain, average, members))
    return TeamsPaper(read_state(reader), tuple(teams), range(1, reader.event.team_boards + 1))


def player_cards(reader: Reader, _number: int) -> PlayersPaper:
    """Return the players of all teams, team by team, each with the team's name as origin."""
    facts, players = read_crosstable(reader), read_players_crosstable(reader)
    team_of = {n: team.name for team in event_of(facts).teams.values() for n in team.players}
    people = [each._replace(origin=team_of.get(each.number, "")) for each in list_people(players)]
    order = {n: place for place, n in enumerate(team_of)}
    return PlayersPaper(read_state(reader), tuple(sorted(people, key=lambda each: order.get(each.number, len(order)))))


def matches_paper(reader: Reader, number: int) -> RoundView | None:
    """Return a round that has matches, or None."""
    view = round_view(reader, number)
    return view if view and view.rows else None
