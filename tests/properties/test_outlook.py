"""No claim about the first places ever fails, and for a small last round the claims are exact."""

from itertools import product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.generated import generator_teams
from tests.generated.generator import THREE_ONE_ZERO, WILD, swiss
from tests.generated.outlooks import (
    LETTERS,
    any_end,
    any_end_of_teams,
    ended_teams,
    every_end,
    last_of,
    open_boards,
    open_seats,
    scored,
    scored_from,
    sides,
    stopped,
    stopped_teams,
)
from tests.generated.strategies import seeds
from tests.sizes import examples
from tiebreaks.facts.games import Scheme
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.marks import Mark, compute_outlooks

CHESS, POINTS, SCRABBLE = read_order("PTS,BH/C1,BH,SB,DE"), read_order("PTS"), read_order("PTS,SPREAD,SCORE")
TWO_ONE_ZERO = Scheme(win=THREE_ONE_ZERO.win - 1, draw=THREE_ONE_ZERO.draw, pab=THREE_ONE_ZERO.draw)
FEW_RESULTS = ["10", "01", "==", "--", "=0", "0="]  # every pair of points that one game can bring

schemes = st.sampled_from((Scheme(), THREE_ONE_ZERO, TWO_ONE_ZERO))


def marked(outlooks, mark):
    return {number for number, each in outlooks.items() if each.mark == mark}


def starts(most_open=5):
    """Draw an event, the round that it is in, and the boards that are open."""
    return {
        "seed": seeds,
        "players": st.integers(2, 14),
        "rounds": st.integers(2, 7),
        "scheme": schemes,
        "back": st.integers(0, 4),
        "boards": st.sets(st.integers(0, 6), max_size=most_open),
        "places": st.integers(1, 5),
    }


def begun(seed, players, rounds, scheme, back, boards):
    """Return an event that is `back` rounds before its end."""
    facts = swiss(seed, players=players, rounds=rounds, rates=WILD, scheme=scheme)
    return stopped(facts, max(1, facts.rounds - back), boards)._replace(rounds=max(1, facts.rounds))


@examples(200)
@given(**starts())
def test_no_claim_fails_however_the_event_ends(seed, players, rounds, scheme, back, boards, places):
    facts = begun(seed, players, rounds, scheme, back, boards)
    if not any(facts.games.values()):
        return
    outlooks = compute_outlooks(facts, CHESS, places)
    chance = Random(seed)
    for _ in range(12):
        inside, outside = sides(any_end(facts, chance), CHESS, places)
        assert marked(outlooks, Mark.SAFE) <= inside
        assert marked(outlooks, Mark.OUT) <= outside


@examples(300)
@given(cap=st.sampled_from((None, 150, 300)), **starts())
def test_no_claim_fails_in_scrabble(cap, seed, players, rounds, scheme, back, boards, places):
    chance = Random(seed)
    whole = swiss(seed, players=players, rounds=rounds, scheme=scheme)
    if not whole.rounds:
        return
    facts = stopped(scored(whole, chance), max(1, whole.rounds - back), boards)._replace(
        rounds=whole.rounds, spread_cap=cap
    )
    outlooks = compute_outlooks(facts, SCRABBLE, places)
    for _ in range(12):
        inside, outside = sides(scored_from(facts, any_end(facts, chance), chance), SCRABBLE, places)
        assert marked(outlooks, Mark.SAFE) <= inside
        assert marked(outlooks, Mark.OUT) <= outside


@examples(100)
@given(**starts(most_open=3))
def test_a_last_round_is_judged_exactly_by_points(seed, players, rounds, scheme, back, boards, places):
    facts = begun(seed, players, rounds, scheme, 0, boards)
    if not any(facts.games.values()):
        return
    outlooks = compute_outlooks(facts, POINTS, places)
    ends = [sides(end, POINTS, places) for end in every_end(facts, FEW_RESULTS)]
    assert marked(outlooks, Mark.SAFE) == set.intersection(*(inside for inside, _ in ends))
    assert marked(outlooks, Mark.OUT) == set.intersection(*(outside for _, outside in ends))


@examples(30)
@given(**starts(most_open=2))
def test_the_last_two_boards_are_judged_exactly_with_all_tie_breaks(
    seed, players, rounds, scheme, back, boards, places
):
    facts = begun(seed, players, rounds, scheme, 0, boards)
    if not any(facts.games.values()):
        return
    outlooks = compute_outlooks(facts, CHESS, places)
    ends = [sides(end, CHESS, places) for end in every_end(facts)]
    assert marked(outlooks, Mark.SAFE) == set.intersection(*(inside for inside, _ in ends))
    assert marked(outlooks, Mark.OUT) == set.intersection(*(outside for _, outside in ends))


@examples(40)
@given(**starts())
def test_claims_hold_while_results_come_in(seed, players, rounds, scheme, back, boards, places):
    """Players who are safe or out stay so, round after round."""
    facts = begun(seed, players, rounds, scheme, 0, ())
    safe, out = set(), set()
    for last in range(1, facts.rounds + 1):
        for state in (stopped(facts, last, boards), stopped(facts, last)):
            if not any(state.games.values()):
                continue
            outlooks = compute_outlooks(state, CHESS, places)
            assert safe <= marked(outlooks, Mark.SAFE)
            assert out <= marked(outlooks, Mark.OUT)
            safe, out = marked(outlooks, Mark.SAFE), marked(outlooks, Mark.OUT)


TEAM_ORDERS = [read_order(text, of_teams=True) for text in ("MP,GP", "GP,MP", "MP,OSB,GP", "MP,EDE,BC")]


@examples(150)
@given(
    seed=seeds, teams=st.integers(2, 7), rounds=st.integers(1, 5), boards=st.integers(1, 4), back=st.integers(0, 2),
    open_boards=st.sets(st.integers(0, 8), max_size=5), places=st.integers(1, 4), order=st.sampled_from(TEAM_ORDERS),
)  # fmt: skip
def test_no_claim_about_teams_fails_however_the_event_ends(
    seed, teams, rounds, boards, back, open_boards, places, order
):
    """Few open boards of the last round are ended in every way; more of them, and later rounds, at random."""
    score = "GP" if order[0].code == "GP" else "MP"
    whole, _colours = generator_teams.swiss(seed, teams, rounds, boards, rates=generator_teams.WILD, primary=score)
    if not last_of(whole):
        return
    facts = stopped_teams(whole, max(1, last_of(whole) - back), open_boards)
    outlooks, chance = compute_outlooks(facts, order, places), Random(seed)
    if last_of(facts) == facts.rounds and len(open_seats(facts)) <= 2:
        ends = [ended_teams(facts, letters) for letters in product(LETTERS, repeat=len(open_seats(facts)))]
    else:
        ends = [any_end_of_teams(facts, chance) for _ in range(12)]
    for end in ends:
        inside, outside = sides(end, order, places)
        assert marked(outlooks, Mark.SAFE) <= inside
        assert marked(outlooks, Mark.OUT) <= outside


BY_SCORES = [read_order(text, of_teams=True) for text in ("GP", "MP", "GP,MP", "MP,GP")]


@examples(100)
@given(
    seed=seeds, teams=st.integers(2, 7), rounds=st.integers(1, 5), boards=st.integers(1, 4),
    still_open=st.sets(st.integers(0, 8), max_size=3), places=st.integers(1, 4), order=st.sampled_from(BY_SCORES),
)  # fmt: skip
@example(seed=32, teams=4, rounds=2, boards=3, still_open={0, 8}, places=2, order=BY_SCORES[2])
@example(seed=104, teams=4, rounds=2, boards=4, still_open={2}, places=3, order=BY_SCORES[2])
def test_the_last_round_of_teams_is_judged_exactly_by_both_scores(
    seed, teams, rounds, boards, still_open, places, order
):
    """The boards that are decided count: a team that can't be caught by points is safe before its match ends."""
    whole, _colours = generator_teams.swiss(
        seed, teams, rounds, boards, rates=generator_teams.WILD, primary=order[0].code
    )
    if not last_of(whole):
        return
    facts = stopped_teams(whole, last_of(whole), still_open)
    outlooks, ends = compute_outlooks(facts, order, places), []
    for letters in product(FEW_RESULTS, repeat=len(open_seats(facts))):
        ends += [(letters, sides(end, order, places)) for end in with_berlin_scores(facts, ended_teams(facts, letters))]
    inside, outside = (set.intersection(*(end[side] for _, end in ends)) for side in (0, 1))
    assert (marked(outlooks, Mark.SAFE), marked(outlooks, Mark.OUT)) == (inside, outside)
    claimed = {n: each.params["matches"] for n, each in outlooks.items() if "matches" in each.params}
    event, open_at = facts.team_event, open_seats(facts)
    for letters, (_, beyond) in ends:
        lost = {team for (team, _board), pair in zip(open_at, letters, strict=True) if pair in ("--", "00")}
        teams_of = {f"{event.teams[n].name} – {event.teams[opponent_of(facts, n)].name}" for n in lost}
        for number, named in claimed.items():
            assert number in beyond or any(team in named for team in teams_of)
    if len({team for team, _board in open_at}) == 1:  # then it is said whenever it is true
        usual = [beyond for letters, (_, beyond) in ends if not {"--", "00"} & set(letters)]
        assert claimed.keys() == set.intersection(*usual) - outside


def opponent_of(facts, number):
    return next(m.opponent for m in facts.team_event.matches[number] if m.round == last_of(facts))


def with_berlin_scores(facts, ended):
    """Yield an event, and it with each match drawn in the end decided by the Berlin score, for either team."""
    event, last = ended.team_event, last_of(ended)
    still_open = sorted({team for team, _board in open_seats(facts)})
    drawn = []
    for number in still_open:
        own, other = (
            next(m for m in event.matches[n] if m.round == last) for n in (number, opponent_of(facts, number))
        )
        if own.match_points == other.match_points == event.scheme.match.draw and own.game_points == other.game_points:
            drawn.append((number, own.opponent))
    win, draw, loss = event.scheme.match[:3]
    for points in product(((draw, draw), (win, loss), (loss, win)), repeat=len(drawn)):
        worth = {n: each for pair, both in zip(drawn, points, strict=True) for n, each in zip(pair, both, strict=True)}
        matches = {
            n: tuple(m._replace(match_points=worth[n]) if n in worth and m.round == last else m for m in own)
            for n, own in event.matches.items()
        }
        decided = team_crosstable(event._replace(matches=matches), ended.score)
        yield ended._replace(team_event=decided.team_event, games=decided.games)


def lost_by_both(facts, end):
    """Return the boards of an event that both players have lost in one of its ends."""
    last = {n: games[-1] for n, games in end.games.items() if games}
    return {
        game.board for number, game in open_boards(facts) if not last[number].points and not last[game.opponent].points
    }


@examples(100)
@given(order=st.sampled_from((POINTS, CHESS)), **starts(most_open=3))
def test_out_unless_a_board_is_lost_by_both_is_true(order, seed, players, rounds, scheme, back, boards, places):
    facts = begun(seed, players, rounds, scheme, 0, boards)
    if not any(facts.games.values()):
        return
    numbered = {(n, g.round): place for place, (n, g) in enumerate(open_boards(facts), start=11)}
    numbered |= {(g.opponent, g.round): numbered[n, g.round] for n, g in open_boards(facts)}
    games = {n: tuple(g._replace(board=numbered.get((n, g.round))) for g in own) for n, own in facts.games.items()}
    facts = facts._replace(games=games)
    outlooks = compute_outlooks(facts, order, places)
    claimed = {n: each.params["boards"] for n, each in outlooks.items() if "boards" in each.params}
    for end in every_end(facts, FEW_RESULTS):
        outside = sides(end, order, places)[1]
        for number, named in claimed.items():
            assert number in outside or set(map(int, named.split(", "))) & lost_by_both(facts, end)
    if order == POINTS and len(open_boards(facts)) == 1:  # then it is said whenever it is true
        usual = (sides(end, order, places)[1] for end in every_end(facts, FEW_RESULTS) if not lost_by_both(facts, end))
        out = set.intersection(*usual)
        assert claimed.keys() == out - marked(outlooks, Mark.OUT)


@pytest.mark.parametrize("places", [1, 2, 5])
def test_there_are_never_more_safe_than_places_and_always_room_for_the_rest(places):
    for seed in range(40):
        facts = stopped(swiss(seed, players=12, rounds=7), 6, {0, 1})._replace(rounds=7)
        outlooks = compute_outlooks(facts, CHESS, places)
        assert len(marked(outlooks, Mark.SAFE)) <= places
        assert len(marked(outlooks, Mark.OUT)) <= len(outlooks) - places
