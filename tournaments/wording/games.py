"""A game in words: who sat where, against whom, and how a round without a game went."""

from decimal import Decimal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.facts.crosstable import FINAL_TABLE
from tiebreaks.facts.games import Colour, Game, Kind
from tournaments import models
from tournaments.domain.desk.decided_points import DecidedPoints, find_decided_points
from tournaments.domain.desk.results import FORFEITS, UNRATED, Result
from tournaments.domain.disciplines import GameRules, rules_of
from tournaments.domain.number_format import figure

KINDS = {
    Kind.PLAYED: _("played"),
    Kind.OPEN: _("not finished"),
    Kind.PAB: _("bye: no opponent left"),
    Kind.FPB: _("full-point bye"),
    Kind.HPB: _("half-point bye"),
    Kind.ZPB: _("absent"),
    Kind.FORFEIT_WIN: _("won by forfeit"),
    Kind.FORFEIT_LOSS: _("lost by forfeit"),
}


def name_kind(kind: Kind) -> str:
    """Name the kind of a round, for example "half-point bye"."""
    return str(KINDS[kind])


def name_unplayed(kind: Kind) -> str:
    """Name an unplayed round; return "" for a game."""
    return "" if kind in (Kind.PLAYED, Kind.OPEN) else str(KINDS[kind])


def name_side(colour: Colour, discipline: str) -> str:
    """Name the side that a player had: White or Black in chess, first or second in Scrabble."""
    rules = rules_of(discipline)
    if colour == Colour.NONE or not rules.has_sides:
        return ""
    first = colour == Colour.WHITE
    if rules.has_colours:
        return gettext("White") if first else gettext("Black")
    return gettext("plays first") if first else gettext("plays second")


def name_side_briefly(colour: Colour) -> str:
    """Name in a few letters who played first: for Scrabble."""
    if colour == Colour.NONE:
        return ""
    return gettext("1st") if colour == Colour.WHITE else gettext("2nd")


def write_side_letter(colour: Colour, discipline: str) -> str:
    """Name the side in chess by one letter, for the cells of a cross table."""
    if colour == Colour.NONE or not rules_of(discipline).has_colours:
        return ""
    return gettext("w") if colour == Colour.WHITE else gettext("b")


def describe_meeting(round_number: int, colour: Colour, kind: Kind, discipline: str) -> tuple[str, str]:
    """Say of a cell of the cross table what stands before the opponent, the round and the side, and after it.

    That is why it was not played, "" for a game.
    """
    parts = [gettext("Round %(round)d") % {"round": round_number}, name_side(colour, discipline)]
    return ", ".join(filter(None, parts)), "" if kind == Kind.PLAYED else name_kind(kind)


def name_fixture(is_open: bool, of_teams: bool) -> str:
    """Name the game that a player is shown: the next one, or the last one."""
    if of_teams:
        return gettext("Next match") if is_open else gettext("Last match")
    return gettext("Next game") if is_open else gettext("Last game")


def describe_fixture(game: Game, opponent: str, discipline: str) -> str:
    """Describe a player's game: the side and the opponent, or why there is none."""
    if not opponent:
        return name_kind(game.kind)
    parts = [name_side(game.colour, discipline), gettext("against %(name)s") % {"name": opponent}]
    if game.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS):
        parts.append(name_kind(game.kind))
    return ", ".join(part for part in parts if part)


def name_board(number: int, rules: GameRules) -> str:
    """Name where a game is played: "Board 4", "Table 4"."""
    return gettext("Board %(board)s") % {"board": number} if rules.has_boards else name_table(number)


def write_number(number: int) -> str:
    """Write a start number where a name would stand, or beside one: "No. 12"."""
    return gettext("No. %(number)d") % {"number": number}


def name_table(number: int) -> str:
    return gettext("Table %(board)s") % {"board": number}


def place_word(rules: GameRules) -> str:
    """Name what two players sit at: a board in chess, a table elsewhere."""
    return gettext("Board") if rules.has_boards else table_word()


def short_board_word(rules: GameRules) -> str:
    """Name what two players sit at where there is little room."""
    return gettext("Bd.") if rules.has_boards else table_word()


def name_board_of_round(rules: GameRules, number: int, label: str) -> str:
    """Name a board of a round, or a table: "round 2, board 3.1"."""
    said = (
        gettext("round %(round)s, board %(board)s") if rules.has_boards else gettext("round %(round)s, table %(board)s")
    )
    return said % {"round": number, "board": label}


def table_word() -> str:
    """Name what two teams, and the players of a game without boards, sit at."""
    return gettext("Table")


def describe_board(game: models.Game) -> str:
    """Say what the marks of a paired board do not: forfeit or unrated, adjourned, not checked; otherwise ""."""
    parts = [describe_result(game.result), gettext("adjourned") if game.is_adjourned else ""]
    parts.append(gettext("not checked yet") if game.is_provisional else "")
    if decided := find_decided_points(game.decided_points, game.result):
        parts.append(gettext("points %(points)s") % {"points": write_points(decided)})
    if game.result and game.rating_result:
        parts.append(gettext("rated as %(result)s") % {"result": Result(game.rating_result).label})
    return ", ".join(part for part in parts if part)


def write_points(decided: DecidedPoints) -> str:
    """Write the points that an arbiter gave both sides of a game: "1½ : 1"."""
    return f"{figure(decided.white)} : {figure(decided.black)}"


def describe_points(points: Decimal) -> str:
    """Say what a game counts for a player where an arbiter gave it other points than usual."""
    return gettext("%(points)s for the game, by the arbiter") % {"points": figure(points)}


def describe_deduction(penalty: int, points: Decimal | int) -> str:
    """Say what an arbiter has deducted in a round from the score and from the points; "" for nothing."""
    parts = [gettext("penalty %(score)s") % {"score": figure(-penalty, signed=True)}] if penalty else []
    parts += [gettext("points by the arbiter: %(points)s") % {"points": figure(points, signed=True)}] if points else []
    return ", ".join(parts)


def describe_in_round(round_number: int, text: str) -> str:
    """Say in which round an arbiter decided something; round 999 counts in the final table only."""
    if round_number == FINAL_TABLE:
        return gettext("final table: %(text)s") % {"text": text}
    return gettext("round %(number)d: %(text)s") % {"number": round_number, "text": text}


def describe_withdrawal(round_number: int) -> str:
    """Say from which round on somebody does not play any more."""
    return gettext("withdrawn from round %(number)d") % {"number": round_number}


def describe_gone(withdrawn: int | None, expelled: int | None) -> str:
    """Say briefly why a player no longer plays, by the rounds before which it happened; "" for one who plays."""
    if expelled is not None:
        return gettext("expelled")
    return describe_withdrawal(withdrawn) if withdrawn is not None else ""


def describe_early_withdrawal(round_number: int) -> str:
    """Say that somebody left a round robin before half of the games, and what that means for the table."""
    return gettext(
        "withdrawn from round %(number)d, before half of the games: ranked last, and no result against them counts"
    ) % {"number": round_number}


def describe_early_expulsion() -> str:
    """Say that somebody was expelled from a round robin before half of the games, and what that means for the table."""
    return gettext("expelled before half of the games: not in the table, and no result against them counts")


def describe_expulsion() -> str:
    """Say that somebody was expelled, and what that means for the table."""
    return gettext("expelled: not in the table; their games still count for their opponents")


def describe_result(result: str) -> str:
    """Say of a result what its marks do not: a forfeit, an unrated game; otherwise ""."""
    if result in FORFEITS:
        return gettext("forfeit")
    return gettext("unrated") if result in UNRATED else ""
