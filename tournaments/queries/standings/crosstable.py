"""From rows to the core: the only bridge from an event in the database to the crosstable that is ranked and paired."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from functools import cache
from typing import Any

from django.db.models import Expression, ExpressionWrapper, F, Q, TextField

from pairing.rules.history import draw_adjourned
from tiebreaks.facts import crosstable as core
from tiebreaks.facts import games as core_games
from tiebreaks.facts.round_factors import scheme_in_round
from tiebreaks.facts.scoring import outcome
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.decided_points import find_decided_points
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import read_adjourned
from tournaments.queries.snapshot import renew_event, snapshot
from tournaments.queries.standings import crosstable_cache, team_crosstable
from tournaments.queries.standings.crosstable_cache import Side
from tournaments.queries.standings.endings import read_endings

PLAYER_FIELDS = (
    "number",
    "name",
    "rating",
    "national_rating",
    "playoff",
    "title",
    "sex",
    "federation",
    "club",
    "fide_id",
    "birth_date",
    "withdrawn_from",
    "manual_value",
    "manual_reason",
    "given_number",
    "national_id",
    "own_rating",
    "later_ratings",
    "expelled_from",
    "rating_k",
)

GAME_FIELDS = (
    *("round__number", "board", "white__number", "black__number", "result", "white_score", "black_score"),
    *("white_penalty", "black_penalty", "decided_points"),
)


def as_stored(field: str) -> Expression:
    """Select a column as the database returns it: for thousands of games, Django's converters cost more than the query.

    SQLite then has 0 and 1 for booleans, and a float for a decimal.
    """
    return ExpressionWrapper(F(field), TextField())


# Behind what decides who sees them.
ROWS = Game.objects.order_by("round__number", "pk").values_list(
    *(as_stored("round__is_withheld"), as_stored("is_provisional"), "match"),
    *(*GAME_FIELDS, as_stored("white_deduction"), as_stored("black_deduction")),
)
WHITE, BLACK, NONE = core_games.Colour.WHITE, core_games.Colour.BLACK, core_games.Colour.NONE

type Stored = Decimal | float
# The values of GAME_FIELDS and two deductions.
type GameRow = tuple[int, int | None, int, int | None, str, int | None, int | None, int, int, str, Stored, Stored]

HIDDEN = (None, None, 0, 0, "", 0, 0)  # what follows the result in the row of a hidden game


def read_crosstable(reader: Reader) -> core.Crosstable:
    """Return the facts of an event as the core takes them: of its teams where it is a team event.

    Two queries; six for a team event.
    """
    players = read_players_crosstable(reader)
    return team_crosstable.build_team_crosstable(reader, players) if reader.event.team_boards else players


def read_players_crosstable(reader: Reader) -> core.Crosstable:
    """Return the facts of the players of an event, also where teams are ranked. Two queries."""
    rows = reader.event.players.order_by("number").values_list("pseudonym", "is_withheld", *PLAYER_FIELDS)
    players = {
        fields[0]: audience.redact_player(reader, core.Player(*fields), pseudonym, is_withheld)
        for pseudonym, is_withheld, *fields in rows
    }
    return build_crosstable(reader.event, players, read_game_rows(reader))


def read_facts_for_pairing(reader: Reader) -> tuple[core.Crosstable, core.Crosstable]:
    """Return the facts that the next round is paired from, and those of the players: an adjourned game is a draw."""
    players = _draw_adjourned(reader.event, read_players_crosstable(reader))
    return (team_crosstable.build_team_crosstable(reader, players) if reader.event.team_boards else players), players


def read_known_facts_for_pairing(reader: Reader) -> tuple[core.Crosstable, core.Crosstable]:
    """Return the same for a page, without reading again what this process knows. Not for what is being written."""
    if reader.event.team_boards:
        return read_facts_for_pairing(reader)
    with snapshot():
        reader = renew_event(reader)
        facts = _draw_adjourned(reader.event, refresh_facts(reader)[0])
    return facts, facts


def _draw_adjourned(event: Event, facts: core.Crosstable) -> core.Crosstable:
    return draw_adjourned(facts, [(game.round.number, game.white.number) for game in read_adjourned(event)])


def refresh_facts(reader: Reader) -> crosstable_cache.Facts:
    """Return the facts of an event and the stages that end it; of players, only the games entered since are read."""
    if reader.event.team_boards:
        return read_all_facts(reader)
    return crosstable_cache.read_facts(reader, lambda: read_all_facts(reader), lambda keys: read_sides(reader, keys))


def read_all_facts(reader: Reader) -> crosstable_cache.Facts:
    return read_crosstable(reader), read_endings(reader)


def build_crosstable(event: Event, players: dict[int, core.Player], rows: Iterable[GameRow]) -> core.Crosstable:
    """Return the facts that the settings of an event, some players and the rows of their games state.

    A row may also be the game of somebody else, who is then left out.
    """
    scheme = make_scoring_scheme(event)
    games: dict[int, list[core_games.Game]] = {number: [] for number in players}
    adjustments: dict[int, tuple[core.Adjustment, ...]] = {}
    for number, game, deduction in sides_of_rows(rows, scheme, event.round_factors):
        if number not in games:
            continue
        games[number].append(game)
        if deduction:
            adjustments[number] = (*adjustments.get(number, ()), core.Adjustment(game.round, -deduction))
    return core.Crosstable(
        players=players,
        games={number: tuple(played) for number, played in games.items()},
        rounds=event.planned_rounds,
        system=event.system,
        edition=event.edition,
        discipline=event.discipline,
        scheme=scheme,
        unrated_rating=event.unrated_rating,
        rating_method=event.rating_method,
        tiebreak_ratings=event.tiebreak_ratings,
        is_long=event.is_long,
        spread_cap=event.spread_cap,
        bye_spread=event.bye_spread,
        forfeit_spread=event.forfeit_spread,
        lots_seed=event.lots_seed,
        name=event.name,
        starts_on=event.starts_on.isoformat() if event.starts_on else "",
        adjustments=adjustments,
        early_withdrawals=event.early_withdrawals,
        round_factors=event.round_factors,
    )


def make_scoring_scheme(event: Event) -> core_games.Scheme:
    """Return what results are worth in an event."""
    return core_games.Scheme(
        event.win_points, event.draw_points, event.loss_points, event.bye_points, event.forfeit_points
    )


def read_sides(reader: Reader, keys: Collection[int]) -> Iterable[Side]:
    """Yield some games of an event, by their keys, as each of their players sees them. One query."""
    event = reader.event
    return sides_of_rows(read_game_rows(reader, Q(pk__in=keys)), make_scoring_scheme(event), event.round_factors)


def read_game_rows(reader: Reader, which: Q | None = None) -> Iterable[GameRow]:
    """Return the rows of all games by round, or of some of them, as this audience sees them."""
    return hide_results(reader, ROWS.filter(which or Q(), round__event=reader.event))


def hide_results(reader: Reader, rows: Iterable[tuple[Any, ...]]) -> Iterable[GameRow]:
    """Yield rows of `ROWS` as this audience sees them."""
    for is_withheld, is_provisional, match, *values in rows:
        row: GameRow = tuple(values)
        result = audience.replacement_result(reader, is_withheld, is_provisional, row[3] is not None, match is not None)
        yield row if result is None else (*row[:4], result, *HIDDEN)


def sides_of_rows(rows: Iterable[GameRow], scheme: core_games.Scheme, factors: str) -> Iterable[Side]:
    """Yield games as each of their players sees them; `factors` are the rounds that count otherwise."""

    @cache
    def worth(letter: str, has_opponent: bool, round_number: int) -> tuple[core_games.Kind, Decimal]:
        if has_opponent and not letter:
            return core_games.Kind.OPEN, core_games.ZERO
        return outcome(letter, has_opponent, scheme_in_round(scheme, factors, round_number))

    for row in rows:
        round_number, board, white, black, result, score, other_score, penalty, other_penalty, decided, *taken = row
        if black is None:
            free = core_games.Game(
                round_number, None, NONE, *worth(result, False, round_number), score, letter=result, penalty=penalty
            )
            yield white, free, exact(taken[0])
            continue
        own, other = result[:1], result[1:]
        mine, theirs = worth(own, True, round_number), worth(other, True, round_number)
        game = core_games.Game(round_number, black, WHITE, *mine, score, other_score, board, own, penalty)
        other_game = core_games.Game(
            round_number, white, BLACK, *theirs, other_score, score, board, other, other_penalty
        )
        if decided and (points := find_decided_points(decided, result)):
            game, other_game = game._replace(points=points.white), other_game._replace(points=points.black)
        yield white, game, exact(taken[0])
        yield black, other_game, exact(taken[1])


def exact(deduction: Stored) -> Decimal:
    """Return what is deducted as the number with one decimal that was stored."""
    return Decimal(str(deduction)) if deduction else core_games.ZERO
