"""The preview of a list of pairings and results: its columns, and the effect of each line."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.domain.desk.results import Value, settle
from tournaments.domain.players import name_matching
from tournaments.formats.column_titles import find_table
from tournaments.imports import game_fields
from tournaments.imports.list_columns import ListColumn, describe_columns
from tournaments.imports.player_fields import Unfit
from tournaments.models import Event, Game, Upload
from tournaments.queries.rounds.games import last_paired_round, read_games
from tournaments.wording import log, sentences

STATED_ROUND = r"\b(?:round|runde) ([1-9][0-9]?)\b|\b([1-9][0-9]?)\. ?runde\b"
HIGHEST_SHORT = 99  # games with higher scores get an example of three figures
PAIR, ENTER, SAME, CORRECT = "pair", "enter", "same", "correct"


class GameLine(NamedTuple):
    """A line of a list: who plays whom by number (`black` is None without an opponent), and how it ended.

    `value` is None where the line is a pairing alone.
    """

    line: int
    round: int
    board: int | None
    white: int
    black: int | None
    value: Value | None


SKIP = "skip"
SHOWN_FIELDS = ("round", "board", "white", "result", "black")  # the cells that the page shows of each line


class GameRow(NamedTuple):
    """A line of the file: what it says, what is wrong with it by field, what it would do, and what was chosen for it.

    `stored` is the different result that is stored already.
    """

    line: int
    game: GameLine | None
    wrong: list[tuple[str, str]]
    does: str = ""
    choice: str = ""
    stored: str = ""
    shown: tuple[str, ...] = ("",) * len(SHOWN_FIELDS)

    @property
    def counts(self) -> bool:
        """Say whether the line changes something."""
        return not self.wrong and self.choice != SKIP and self.does in (PAIR, ENTER, CORRECT)


class GamesPreview(NamedTuple):
    columns: list[ListColumn]
    has_titles: bool
    titles_line: int  # where they stand, or would stand
    rows: list[GameRow]
    rounds: list[int]
    round: int  # of the lines that name none
    outside: Sequence[tuple[int, list[str]]] = ()

    @property
    def wrong(self) -> list[GameRow]:
        return [row for row in self.rows if row.wrong and row.choice != SKIP]

    @property
    def corrections(self) -> list[GameRow]:
        return [row for row in self.rows if row.does == CORRECT and not row.wrong]

    @property
    def open(self) -> list[GameRow]:
        return [row for row in self.corrections if not row.choice]

    @property
    def is_ready(self) -> bool:
        return not self.wrong and not self.open and any(row.counts for row in self.rows)

    def count(self, does: str) -> int:
        return sum(row.counts and row.does == does for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """Return how many lines do what, for the page."""
        doing = {does: self.count(does) for does in (PAIR, ENTER, CORRECT)}
        return doing | {"same": sum(row.does == SAME for row in self.rows)}


def preview_games(event: Event, sheet: Upload) -> GamesPreview:
    """Return what importing a list would do with its present columns and choices. Three queries."""
    choices, table = sheet.choices, find_table(sheet.lines, game_fields.find_game_field, game_fields.NAMES)
    first_line = sheet.lines[0][1]
    has_titles = choices.get("titles", bool(table) or any(game_fields.find_game_field(cell) for cell in first_line))
    lines, outside = table if table and has_titles else (sheet.lines, ())
    guess = game_fields.guess_fields
    columns = describe_columns(lines, has_titles, game_fields.BY_NAME, choices.get("columns"), guess)
    field_at = {column.field: column.index for column in columns if column.field}
    last = last_paired_round(event)
    round_number = choices.get("round") or find_round(outside) or max(last, 1)
    reader = GameReader(event, round_number)
    rows = [reader.row(n, cells, field_at, choices.get("rows", {}).get(str(n), "")) for n, cells in lines[has_titles:]]
    new = sorted({row.game.round for row in rows if row.game and row.game.round > last})
    return GamesPreview(
        columns, has_titles, (table.lines if table else sheet.lines)[0][0], rows, new, round_number, outside
    )


def find_round(outside: Sequence[tuple[int, list[str]]]) -> int:
    """Return the round that a line above the table names, "Round 3 on …" or "3. Runde am …"; 0 for none."""
    found = (re.search(STATED_ROUND, " ".join(cells), re.IGNORECASE) for _, cells in outside)
    return next((int(match[1] or match[2]) for match in found if match), 0)


class GameReader:
    """Compare lines with the players and games of an event. `round_number` is used for lines without one."""

    def __init__(self, event: Event, round_number: int) -> None:
        self.event, self.round = event, round_number
        players = list(event.players.all())
        self.players = {player.number: player.name for player in players}
        self.by_start = {player.start_number: player.number for player in players}
        self.by_key: dict[str, list[int]] = {}
        for number, name in self.players.items():
            self.by_key.setdefault(name_matching.comparison_key(name), []).append(number)
        self.games: dict[tuple[int, int], Game] = {}
        self.boards: dict[tuple[int, int], Game] = {}
        for game in read_games(event):
            for player in filter(None, (game.white, game.black)):
                self.games[game.round.number, player.number] = game
            if game.board:
                self.boards[game.round.number, game.board] = game
        self.last = last_paired_round(event)
        self.seated: dict[tuple[int, int], int] = {}

    def row(self, line: int, cells: list[str], columns: dict[str, int], choice: str) -> GameRow:
        written = {field: cells[at] if at < len(cells) else "" for field, at in columns.items()}
        values, wrong = game_fields.read_game_cells(written)
        mistakes = [(str(game_fields.BY_NAME[field].title), sentence) for field, sentence in wrong.items()]
        shown = tuple(written.get(field, "") for field in SHOWN_FIELDS)
        if mistakes:
            return GameRow(line, None, mistakes, choice=choice, shown=shown)
        try:
            game = self.read_game(line, values)
            does, stored = self.effect(game)
            result = write_scores(game.value) or shown[3]
            shown = (str(game.round), shown[1], self.name(game.white), result, self.name(game.black))
        except Unfit as unfit:
            return GameRow(line, None, [("", str(unfit))], choice=choice, shown=shown)
        except Refusal as refusal:
            return GameRow(
                line, None, [(sentences.field(refusal), sentences.refusal(refusal))], choice=choice, shown=shown
            )
        return GameRow(line, game, [], does, choice, stored, shown)

    def name(self, number: int | None) -> str:
        return self.players.get(number, "") if number else ""

    def read_game(self, line: int, values: dict[str, Any]) -> GameLine:
        """Return what a line says, with the players found. Raise Unfit or Refusal."""
        round_number = values.get("round") or self.round
        white, black = self.player(values, "white"), self.player(values, "black")
        if white is None and black is None and (game := self.boards.get((round_number, values.get("board") or 0))):
            white, black = game.white.number, game.black.number if game.black else None
        if white is None:
            raise Unfit(_("The first player is missing: give a number, a name, or the board of a published round."))
        for number in filter(None, (white, black)):
            other = self.seated.setdefault((round_number, number), line)
            if other != line:
                raise Unfit(_("%(name)s already plays in line %(line)d.") % {"name": self.name(number), "line": other})
        value = self.value(values, alone=black is None)
        return GameLine(line, round_number, values.get("board"), white, black, value)

    def player(self, values: dict[str, Any], side: str) -> int | None:
        """Return the number of a player, by number or by name; both must agree where both are given."""
        written, name = values.get(f"{side}_number"), values.get(side, "")
        if written is not None and written not in self.by_start:
            raise Unfit(_("There is no player with the number %(number)d.") % {"number": written})
        number = None if written is None else self.by_start[written]
        if (
            number is not None
            and name
            and name_matching.comparison_key(name) != name_matching.comparison_key(self.players[number])
        ):
            here = {"number": written, "known": self.players[number], "name": name}
            raise Unfit(_("Number %(number)d is %(known)s, not %(name)s.") % here)
        if number is not None or not name:
            return number
        numbers = self.by_key.get(name_matching.comparison_key(name), [])
        if len(numbers) > 1:
            raise Unfit(_("There are several players named %(name)s: give the number.") % {"name": name})
        if not numbers:
            raise Unfit(_("%(name)s is not a player of this event.") % {"name": name})
        return numbers[0]

    def value(self, values: dict[str, Any], *, alone: bool) -> Value | None:
        """Return the value of a line, None where it is a pairing alone."""
        written, own, other = values.get("result", ""), values.get("white_score"), values.get("black_score")
        if alone:
            code = game_fields.read_result(written or values.get("remark", ""), alone=True)
            if code is None:
                raise Unfit(_("For the round without an opponent write bye, half-point bye or absent."))
            return Value(code, own, None)
        span = self.event.game.score_range
        if span and own is None and other is None and (both := game_fields.read_both_scores(written)):
            written, (own, other) = "", both
        example = ("402:381" if span[1] > HIGHEST_SHORT else "13:7") if span else ""
        code = game_fields.read_result(written, alone=False, scores=example)
        if code is None and own is None and other is None:
            return None
        return settle(self.event.discipline, Value(code or "", own, other))

    def effect(self, line: GameLine) -> tuple[str, str]:
        """Return the effect of a line, and the different result stored already. Raise Unfit if it can't apply."""
        if line.round > self.last:
            if self.event.of_teams:
                raise Unfit(_("Team rounds are drawn here or imported from a tournament file."))
            return PAIR, ""
        game = self.games.get((line.round, line.white))
        players = (game.white.number, game.black.number if game.black else None) if game else None
        if game is None or players != (line.white, line.black):
            where = {"round": line.round, "white": self.name(line.white), "black": self.name(line.black) or "–"}
            raise Unfit(_("Round %(round)d has no board %(white)s – %(black)s in this order.") % where)
        stored = Value.of(game)
        if line.value is None or line.value == stored or (game.black is None and line.value.result == stored.result):
            return SAME, ""
        if game.black is None:
            raise Unfit(_("A round without an opponent is decided on the player’s page, not by a list."))
        return (ENTER, "") if stored == Value() else (CORRECT, write_stored_result(stored))


def write_scores(value: Value | None) -> str:
    """Write the scores of both sides, "" without them."""
    if value is None or value.white_score is None or value.black_score is None:
        return ""
    return f"{value.white_score}:{value.black_score}"


def write_stored_result(value: Value) -> str:
    """Write a stored result as the log does."""
    return log.log_result(value._asdict())
