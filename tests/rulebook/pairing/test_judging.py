"""What a pairing by hand costs by C.04.3: two players change places in the right pairing of a made-up round."""

from dataclasses import replace

import pytest

from pairing.dutch.colours import allocate
from pairing.dutch.judging import judge_colours, judge_pairs
from pairing.dutch.round_pairing import pair_brackets
from tests.generated.dutch_small import made_up_field, made_up_round
from tests.notation.seats import split_seats, swap
from tests.sizes import some


def right_seats(this_round):
    brackets = list(pair_brackets(this_round, must_explain=False))
    seats = [list(pair) for pair in sorted(pair for each in brackets for pair in each.pairs)]
    return [*seats, *([place] for each in brackets[-1:] for place in each.floaters)]


def judge(this_round, seats):
    return judge_pairs(this_round, *split_seats(seats))


@pytest.mark.parametrize(
    ("seed", "swapped", "sentence"),
    [
        (2, (7, 3), "3 and 8 may not meet (C1)."),
        (0, (4, 5), "1 and 6 may not meet (C3)."),
        (4, (6, 0), "5 may not have the bye (C2)."),
        (3, (6, 1), "Somebody with fewer points than 5 can have the bye (C5)."),
        (0, (4, 0), "In the bracket with score 2.5, criterion C6 has the value 3; the rules require 1."),
        (2, (5, 6), "In the bracket with score 2, criterion C7 has the value 1; the rules require 0."),
        (3, (6, 3), "In the bracket with score 0, criterion C9 has the value 2; the rules require 1."),
        (30, (1, 0), "In the bracket with score 3, criterion C10 has the value 1; the rules require 0."),
        (13, (0, 5), "In the bracket with score 3, criterion C11 has the value 1; the rules require 0."),
        (2, (7, 6), "In the bracket with score 0, criterion C12 has the value 1; the rules require 0."),
        (52, (5, 3), "In the bracket with score 3, criterion C13 has the value 1; the rules require 0."),
        (10, (2, 1), "In the bracket with score 2.5, criterion C14 has the value 1; the rules require 0."),
        (0, (1, 4), "In the bracket with score 1, criterion C15 has the value 1; the rules require 0."),
        (2, (2, 5), "In the bracket with score 3, criterion C16 has the value 1; the rules require 0."),
        (0, (1, 2), "In the bracket with score 2.5, criterion C17 has the value 1; the rules require 0."),
        (223, (2, 3), "In the bracket with score 1, criterion C18 has the value 1; the rules require 0."),
        (135, (6, 5), "In the bracket with score 1, criterion C19 has the value 1; the rules require 0."),
        (1074, (5, 4), "In the bracket with score 2, criterion C20 has the value 1; the rules require 0."),
        (1223, (0, 1), "In the bracket with score 0, criterion C21 has the value 1; the rules require 0."),
        (
            3,
            (6, 5),
            "In the bracket with score 0 both are equally good; the rules list the other first (article 4).",
        ),
    ],
)
def test_what_an_exchange_costs(seed, swapped, sentence):
    this_round = made_up_round(seed)
    assert str(judge(this_round, swap(right_seats(this_round), *swapped))) == sentence


def test_a_forbidden_pairing_is_named_as_a_rule_of_the_event():
    this_round = made_up_round(2)
    seats = swap(right_seats(this_round), 7, 3)
    assert str(judge(this_round, seats)) == "3 and 8 may not meet (C1)."
    pair = next(tuple(sorted(seat)) for seat in seats if len(seat) == 2 and not this_round.is_legal(*sorted(seat)))
    ruled = replace(this_round, banned=frozenset({pair}))
    assert str(judge(ruled, seats)) == "A rule of the event keeps 3 and 8 apart."


def test_what_two_exchanges_cost_the_following_bracket():
    this_round = made_up_round(391)
    seats = swap(swap(right_seats(this_round), 5, 1), 1, 3)
    assert (
        str(judge(this_round, seats))
        == "In the bracket with score 3, criterion C8 has the value 1; the rules require 0."
    )


@pytest.mark.parametrize("seed", range(40))
def test_whose_colours_are_turned(seed):
    """Every pair of the right pairing, with the right colours and with the others."""
    this_round = made_up_round(seed)
    for pair in (seat for seat in right_seats(this_round) if len(seat) == 2):
        high, low = (this_round.players[place] for place in sorted(pair))
        white, black = allocate(high, low, this_round.initial)
        right = tuple(this_round.players.index(player) for player in (white, black))
        assert judge_colours(this_round, [right]) is None
        sentence = f"{white.number} should have White against {black.number} (5.2."
        assert str(judge_colours(this_round, [right[::-1]])).startswith(sentence)


@pytest.mark.parametrize("first", some(range(0, 400, 20), 5))
def test_nothing_is_better_than_the_right_pairing(first):
    for seed in range(first, first + 20):
        for this_round in (made_up_round(seed), made_up_field(seed, 8, 30)):
            if not (seats := right_seats(this_round)):
                continue
            assert judge(this_round, seats) is None
            for one in range(0, this_round.bye - 1, 3):
                changed = swap(seats, one, one + 1)
                judgement, is_same = judge(this_round, changed), {*map(frozenset, changed)} == {*map(frozenset, seats)}
                assert (judgement is None) == is_same
                assert is_same or judgement.params.get("theirs", 1) > judgement.params.get("ours", 0)
