"""Our own engine for FIDE Dutch against the rules carried out word for word, and what must hold for any field."""

import pytest

from pairing import dutch
from pairing.dutch.round_pairing import pair_brackets
from pairing.rules.history import read_history
from pairing.rules.legality import find_faults
from tests.generated.dutch_by_the_book import pair_by_the_book
from tests.generated.dutch_small import made_up_round, positions
from tests.sizes import some
from tiebreaks.refusal import Refusal


@pytest.mark.parametrize("must_explain", [True, False])
@pytest.mark.parametrize("first", some(range(0, 2000, 50), 10))
def test_every_candidate_in_its_sequence_gives_the_same_round(first, must_explain):
    """By counting where that is enough, or by search wherever somebody does not get the first opponent."""
    for seed in range(first, first + 50):
        this_round = made_up_round(seed)
        assert paired(this_round, must_explain) == pair_by_the_book(this_round), seed


@pytest.mark.parametrize("first", some(range(0, 200, 4), 25))
def test_fields_of_nine_and_ten_too(first):
    for seed in range(first, first + 4):
        this_round = made_up_round(seed, sizes=(9, 10))
        book = pair_by_the_book(this_round)
        assert [paired(this_round, must_explain) for must_explain in (True, False)] == [book, book], seed


def paired(this_round, must_explain):
    """Return what our engine pairs, as the book writes it."""
    brackets = list(pair_brackets(this_round, must_explain=must_explain))
    pairs = {pair for each in brackets for pair in each.pairs}
    floaters = brackets[-1].floaters if brackets else ()
    return (pairs, floaters[0] if floaters else None) if brackets else None


@pytest.mark.parametrize("seed", some(range(1, 41), 10))
def test_rounds_are_legal_and_do_not_depend_on_the_order_of_lines(seed):
    for facts, absent, settings in positions(seed, most=20):
        try:
            pairing = dutch.pair_round(facts, absent, settings)
        except Refusal:
            continue
        past = read_history(facts, absent)
        is_by_plain_points = facts.scheme.win == 1 and past.round < facts.rounds
        assert not is_by_plain_points or find_faults(pairing, past, fide=True) == ()
        turned = facts._replace(
            players=dict(reversed(facts.players.items())), games=dict(reversed(facts.games.items()))
        )
        assert dutch.pair_round(turned, absent, settings) == pairing
