"""Laws that hold for all standings, whatever the event and the criterion."""

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.strategies import events
from tests.sizes import examples
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.ranking.ranked_table import find_changed_players
from tiebreaks.standings import rank
from tiebreaks.values.numbers import decimal_text, format_number

SAMPLES = {"C": "C1", "M": "M1", "P": "P", "F": "F", "R": "R", "L": "L+1", "U": "U1000"}
EVERY = tuple(
    notation
    for code, criterion in CRITERIA.items()
    if criterion.scope != ("teams",)
    for notation in (code, *(f"{code}/{SAMPLES[letter]}" for letter in criterion.modifiers))
)
BY_NUMBER = {"TPN", "LOTS", "PLAYOFF", "MAN"}  # these look at the number itself, or at what the arbiter entered
ORDER = read_order("PTS,DE,BH/C1,BH,SB,DE")

few = examples(15)
many = examples(60)


@pytest.mark.parametrize("notation", EVERY)
@few
@given(event=events())
def test_ranks_count_the_players_above(notation, event):
    """Tied players share the place: 1, 2, 2, 4; undefined values come last, tied players by number."""
    chosen = read_criterion(notation)
    rows = rank(event, (chosen,)).rows
    keys = [_key(row.values[0], chosen) for row in rows]
    assert keys == sorted(keys)
    assert [row.rank for row in rows] == [1 + keys.index(key) for key in keys]
    assert [(row.rank, row.number) for row in rows] == sorted((row.rank, row.number) for row in rows)


def _key(value, chosen):
    downwards = 1 if chosen.lower_is_better or chosen.criterion.place_group else -1
    return (value is None, 0 if value is None else downwards * value)


@many
@given(event=events(), seed=st.integers(0, 999))
def test_the_order_of_the_rows_never_matters(event, seed):
    numbers = list(event.players)
    Random(seed).shuffle(numbers)
    shuffled = event._replace(
        players={n: event.players[n] for n in numbers}, games={n: event.games[n] for n in reversed(numbers)}
    )
    order = tuple(map(read_criterion, EVERY))
    assert rank(shuffled, order).rows == rank(event, order).rows


@many
@given(event=events(), seed=st.integers(0, 999))
def test_new_numbers_change_no_value(event, seed):
    new = dict(zip(event.players, Random(seed).sample(range(1, 1000), len(event.players)), strict=True))
    renumbered = event._replace(
        players={new[n]: player._replace(number=new[n]) for n, player in event.players.items()},
        games={
            new[n]: tuple(g if g.opponent is None else g._replace(opponent=new[g.opponent]) for g in games)
            for n, games in event.games.items()
        },
    )
    order = tuple(read_criterion(notation) for notation in EVERY if notation.split("/")[0] not in BY_NUMBER)
    before, after = rank(event, order), rank(renumbered, order)
    for row in before.rows:
        assert after.row(new[row.number]).values == row.values
        assert after.row(new[row.number]).rank == row.rank


@many
@given(event=events(), after=st.integers(0, 8))
def test_earlier_facts_leave_out_later_rounds(event, after):
    kept = {n: tuple(game for game in games if game.round <= after) for n, games in event.games.items()}
    earlier = event.up_to(after)
    assert dict(earlier.games) == kept
    assert rank(earlier, ORDER).rows == rank(event._replace(games=kept, rounds=earlier.rounds), ORDER).rows


@many
@given(event=events())
def test_facts_up_to_the_end_are_the_whole_event(event):
    assert rank(event.up_to(event.rounds), ORDER).rows == rank(event, ORDER).rows


@many
@given(event=events())
def test_a_missing_round_is_an_absence(event):
    """A missing round is computed like a zero-point bye in the file."""
    sparse = event._replace(
        games={n: tuple(game for game in games if game.kind != Kind.ZPB) for n, games in event.games.items()}
    )
    order = tuple(map(read_criterion, EVERY))
    if max((g.round for games in sparse.games.values() for g in games), default=0) == event.rounds:
        assert rank(sparse, order).rows == rank(event, order).rows


@given(st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False, places=4), st.fractions()))
def test_plain_numbers_read_back(value):
    assert Fraction(format_number(value)) == value


@given(st.integers(-(10**6), 10**6), st.sampled_from((1, 2, 4, 5, 8, 20, 125)))
def test_plain_numbers_are_the_shortest_decimals(numerator, denominator):
    text = format_number(Fraction(numerator, denominator))
    assert "/" not in text and "E" not in text
    assert "." not in text or not text.endswith("0")


def test_undefined_values_are_written_as_empty_text():
    assert (format_number(None), format_number(Decimal("6.50")), format_number(Fraction(4, 3))) == ("", "6.5", "4/3")
    assert (decimal_text(Fraction(4, 3)), decimal_text(Fraction(1, 8)), decimal_text(None)) == ("1.33", "0.125", "")


@few
@given(event=events(), pick=st.randoms(use_true_random=False))
def test_players_whose_row_differs_are_found(event, pick):
    """Change the result of one game: players who are not named keep their rank and values."""
    played = [(n, g) for n, games in event.games.items() for g in games if g.kind == Kind.PLAYED]
    if not played:
        return
    number, game = pick.choice(played)
    sides = {number: (game.round, game.opponent), game.opponent: (game.round, number)}
    points = {number: event.scheme.win - game.points, game.opponent: game.points}
    games = {
        n: tuple(g._replace(points=points[n]) if n in sides and (g.round, g.opponent) == sides[n] else g for g in own)
        for n, own in event.games.items()
    }
    before, after = rank(event, ORDER), rank(event._replace(games=games), ORDER)
    assert set(find_changed_players(before, after)) == {
        row.number for row in after.rows if row != before.row(row.number)
    }
    assert find_changed_players(before, before) == []


@many
@given(event=events(), seed=st.integers(0, 999))
def test_nobodys_value_or_order_changes_where_somebody_is_expelled(event, seed):
    """The values stay, and of those who are left each place is one more than the number of those above."""
    gone = Random(seed).choice(list(event.players))
    left = event.players[gone]._replace(withdrawn_from=None, expelled_from=event.last_paired + 1)
    before = rank(event, ORDER)
    after = rank(event._replace(players={**event.players, gone: left}), ORDER)
    assert [(row.number, row.values) for row in after.rows] == [
        (row.number, row.values) for row in before.rows if row.number != gone
    ]
    tied = [before.row(row.number).rank for row in after.rows]
    assert [row.rank for row in after.rows] == [1 + tied.index(rank) for rank in tied]
    assert after.row(gone) == before.row(gone)._replace(rank=0)
