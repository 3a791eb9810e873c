"""From rows to the core: the only bridge from an event in the database to the crosstable that is ranked and paired."""

from collections.abc import Collection, Iterable

from tiebreaks import crosstable as core
from tiebreaks.scoring import outcome
from tournaments.access import audience
from tournaments.models import Event, Game
from tournaments.queries import facts_cache, team_facts

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
)

GAME_FIELDS = (
    *("round__number", "board", "white__number", "black__number", "result", "white_score", "black_score"),
    *("white_penalty", "black_penalty", "white_deduction", "black_deduction"),
)

HIDDEN = (None, None, 0, 0, 0, 0)  # what follows the result in the row of a hidden game


def read_crosstable(event: Event) -> core.Crosstable:
    """Return the facts of an event as the core takes them: of its teams where it is a team event.

    Two queries; six for a team event.
    """
    players = read_players_crosstable(event)
    return team_facts.build_team_crosstable(event, players) if event.team_boards else players


def read_players_crosstable(event: Event) -> core.Crosstable:
    """Return the facts of the players of an event, also where teams are ranked. Two queries."""
    rows = event.players.order_by("number").values_list("pseudonym", "is_withheld", *PLAYER_FIELDS)
    players = {p[0]: audience.redact_player(event, core.Player(*p), other, gone) for other, gone, *p in rows}
    return build_crosstable(event, players, read_game_rows(event))


def refresh_facts(event: Event) -> core.Crosstable:
    """Return the facts of an event, of which only the games entered since the last time are read."""
    if event.team_boards:
        return read_crosstable(event)
    return facts_cache.read_facts(event, lambda: read_crosstable(event), lambda keys: read_sides(event, keys))


def build_crosstable(event: Event, players: dict[int, core.Player], rows: Iterable[tuple]) -> core.Crosstable:
    """Return the facts that the settings of an event, some players and the rows of their games state."""
    worth = make_scoring_scheme(event)
    games: dict[int, list[core.Game]] = {number: [] for number in players}
    adjustments: dict[int, tuple[core.Adjustment, ...]] = {}
    for *row, white_off, black_off in rows:
        for number, game in sides_of_row(tuple(row), worth):
            games[number].append(game)
        for number, off in ((row[2], white_off), (row[3], black_off)):
            if off:
                adjustments[number] = (*adjustments.get(number, ()), core.Adjustment(row[0], -off))
    return core.Crosstable(
        players=players,
        games={number: tuple(played) for number, played in games.items()},
        rounds=event.planned_rounds,
        system=event.system,
        edition=event.edition,
        discipline=event.discipline,
        scheme=worth,
        unrated_rating=event.unrated_rating,
        spread_cap=event.spread_cap,
        bye_spread=event.bye_spread,
        forfeit_spread=event.forfeit_spread,
        lots_seed=event.lots_seed,
        name=event.name,
        starts_on=event.starts_on.isoformat() if event.starts_on else "",
        adjustments=adjustments,
    )


def make_scoring_scheme(event: Event) -> core.Scheme:
    """Return what results are worth in an event."""
    return core.Scheme(event.win_points, event.draw_points, event.loss_points, event.bye_points)


def read_sides(event: Event, keys: Collection[int]) -> Iterable[tuple[int, core.Game, int]]:
    """Yield some games of an event as each of their players sees them, with what is taken off his points. One query.

    What is taken off goes and comes with the result, where the public does not see that yet.
    """
    for *row, white_off, black_off in read_game_rows(event, keys):
        for (number, game), off in zip(
            sides_of_row(tuple(row), make_scoring_scheme(event)), (white_off, black_off), strict=False
        ):
            yield number, game, off


def read_game_rows(event: Event, keys: Collection[int] | None = None) -> Iterable[tuple]:
    """Return round, board, both numbers, result, scores, penalties and deductions of every game, by round.

    With `keys` of these games alone.
    """
    rows = Game.objects.filter(round__event=event).order_by("round__number", "pk")
    rows = rows if keys is None else rows.filter(pk__in=keys)
    said = rows.values_list("round__is_withheld", "is_provisional", "match", *GAME_FIELDS)
    for withheld, unchecked, match, *row in said:
        instead = audience.replacement_result(event, withheld, unchecked, row[3] is not None, match is not None)
        yield tuple(row) if instead is None else (*row[:4], instead, *HIDDEN)


def sides_of_row(row: tuple, scheme: core.Scheme) -> Iterable[tuple[int, core.Game]]:
    """Yield a game as each of its players sees it."""
    number, board, white, black, result, white_score, black_score, white_penalty, black_penalty = row
    if black is None:
        kind, points = outcome(result, False, scheme)
        free = core.Game(number, None, core.Colour.NONE, kind, points, white_score, letter=result)
        yield white, free._replace(penalty=white_penalty)
        return
    sides = (
        (white, black, core.Colour.WHITE, result[:1], white_score, black_score, white_penalty),
        (black, white, core.Colour.BLACK, result[1:], black_score, white_score, black_penalty),
    )
    for own, other, colour, letter, own_score, other_score, penalty in sides:
        kind, points = outcome(letter, True, scheme) if letter else (core.Kind.OPEN, core.ZERO)
        yield own, core.Game(number, other, colour, kind, points, own_score, other_score, board, letter, penalty)
