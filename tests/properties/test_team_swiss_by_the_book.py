"""Our own engine for teams against the rules carried out word for word, and against gacrux on whole events."""

import pytest

from pairing import team_swiss
from pairing.rules.history import read_history
from pairing.rules.legality import find_faults
from pairing.team_swiss.round_pairing import pair_teams
from tests.generated.team_events import as_set, by_gacrux, by_ourselves, find_cause, has_no_game, positions
from tests.generated.team_swiss_by_the_book import pair_by_the_book
from tests.generated.teams_small import made_up_round
from tests.sizes import some
from tiebreaks.refusal import Refusal


@pytest.mark.parametrize("first", some(range(0, 20_000, 500), 14))
def test_every_set_and_pairing_in_its_order_gives_the_same_round(first):
    for seed in range(first, first + 500):
        this_round = made_up_round(seed)
        paired = pair_teams(this_round)
        ours = paired and ({tuple(sorted(pair)) for each in paired.brackets for pair in each.pairs}, paired.bye)
        assert ours == pair_by_the_book(this_round), seed


@pytest.mark.parametrize("seed", some(range(1, 41), 8))
def test_rounds_of_events_are_legal_and_do_not_depend_on_the_order_of_lines(seed):
    for _players, teams, absent, settings in positions(seed):
        try:
            pairing = team_swiss.pair_round(teams, absent, settings)
        except Refusal:
            continue
        assert find_faults(pairing, read_history(teams, absent), settings.limits, fide=True, of_teams=True) == ()
        turned = teams._replace(
            players=dict(reversed(teams.players.items())), games=dict(reversed(teams.games.items()))
        )
        assert team_swiss.pair_round(turned, absent, settings) == pairing


@pytest.mark.parametrize("seed", some(range(1, 31), 30))
def test_gacrux_pairs_the_same_events(seed):
    for players, teams, absent, settings in positions(seed, most=14):
        ours, theirs = by_ourselves(teams, absent, settings), by_gacrux(players, teams, absent, settings)
        if isinstance(ours, Refusal):
            assert isinstance(theirs, Refusal) or has_no_game(teams)
        elif not has_no_game(teams):
            assert as_set(ours) == as_set(theirs) or find_cause(teams, absent, settings, ours, theirs)
