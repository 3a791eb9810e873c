"""Brackets: who stands where, who plays on after a loss, which places are left, and in how many rounds."""

import pytest

from pairing.brackets import draw, elimination, seeding
from pairing.brackets.course import Draw, PlayOffGame, Turn, find_coming, find_level, follow
from pairing.brackets.deciding import DuelDecision, DuelFormat, DuelResult, PlayOffKind, decide, find_sure_winner
from pairing.brackets.duels import LOSER, NOBODY, WINNER
from pairing.brackets.elimination import PlayOnRules, plan_stage
from pairing.brackets.outlook import widen
from pairing.brackets.places import Ends, find_spans, rank_all, rank_stage
from pairing.brackets.schedule import DuelSettings

WON, DRAWN, LOST, BOTH_LOST = DuelResult(2, 30), DuelResult(1), DuelResult(0, -50), DuelResult(0, 0, 0)


@pytest.mark.parametrize(
    ("size", "seeds"),
    [
        (2, "1-2"),
        (4, "1-4 3-2"),
        (8, "1-8 4-5 3-6 2-7"),
        (16, "1-16 8-9 5-12 4-13 3-14 6-11 7-10 2-15"),
    ],
)
def test_the_best_meet_as_late_as_possible(size, seeds):
    order = seeding.seed_order(size)
    pairs = {frozenset(pair) for pair in zip(order[::2], order[1::2], strict=True)}
    assert pairs == {frozenset(map(int, pair.split("-"))) for pair in seeds.split()}


# How many players, and who has a bye.
BYES = [(3, [1]), (5, [1, 2, 3]), (6, [1, 2]), (12, [1, 2, 3, 4]), (15, [1]), (16, [])]


@pytest.mark.parametrize(("players", "expected"), BYES)
def test_the_best_have_the_byes(players, expected):
    line = draw.draw_lines([range(1, players + 1)], draw.PLACES, 0)["A"]
    pairs = [pair for pair in zip(line[::2], line[1::2], strict=True) if NOBODY in pair]
    assert sorted(max(pair) for pair in pairs) == expected


@pytest.mark.parametrize("players", [5, 6, 9, 12, 13, 17, 31, 33])
def test_so_many_games_by_lot_as_leave_a_power_of_two(players):
    """The cadrage: with 13 there are 5 games, and three wait, so that eight go on."""
    (lines,) = DuelSettings(seeding=draw.LOTS).draw(range(1, players + 1), 7).values()
    games = sum(NOBODY not in pair for pair in zip(lines[::2], lines[1::2], strict=True))
    assert games == players - (1 << (players.bit_length() - 1))
    assert sorted(lines) == [NOBODY] * (len(lines) - players) + list(range(1, players + 1))
    assert lines not in DuelSettings(seeding=draw.LOTS).draw(range(1, players + 1), 8).values()


@pytest.mark.parametrize(("size", "rounds", "earliest"), [(4, 2, 2), (8, 4, 3), (16, 6, 4), (32, 8, 5)])
def test_a_loser_meets_the_former_opponent_late_in_the_lower_bracket(size, rounds, earliest):
    """The winner of a match may lose the next one: in the lower bracket they don't meet before half of its rounds."""
    duels = plan_stage([size], PlayOnRules(double=True))
    by_key = {duel.key: duel for duel in duels}
    following = {(seat.of, seat.kind): duel.key for duel in duels for seat in duel.seats if seat.of in by_key}

    def reach(key, kind):
        after = following.get((key, kind))
        return {after} | reach(after, WINNER) | reach(after, LOSER) if after else set()

    lower = {duel.key: duel.level for duel in duels if duel.bracket == "Al"}
    again = [lower.keys() & reach(m.key, WINNER) & reach(m.key, LOSER) for m in duels if m.bracket == "A"]
    assert max(lower.values()) == rounds
    assert min(lower[key] for keys in again for key in keys) == earliest


# How many players, and consolation brackets; who meets in the first round of A, and how many matches follow in B and C.
FIRST_DUELS = [
    (8, 1, "1-8 5-4 3-6 7-2", [2]),
    (7, 1, "1 4-5 3-6 2-7", [1]),
    (9, 1, "1-9 4-7 3 2-8 5-6", [2]),
    (10, 1, "1-10 4-7 3-8 2-9 5-6", [1]),
    (20, 1, "", [2]),
    (20, 2, "", [5, 1]),
    (18, 2, "", [4, 2]),
    (17, 2, "", [4, 2]),
    (32, 2, "", [8, 4]),
]


@pytest.mark.parametrize(("players", "consolations", "expected", "later"), FIRST_DUELS)
def test_with_consolation_brackets_everybody_plays_a_first_match(players, consolations, expected, later):
    drawn = DuelSettings(rules=PlayOnRules(consolations=consolations)).draw(range(1, players + 1), 0)
    lines = drawn["A"]
    assert sorted(lines)[-players:] == list(range(1, players + 1))
    pairs = [pair for pair in zip(lines[::2], lines[1::2], strict=True) if any(pair)]
    assert sum(NOBODY in pair for pair in pairs) == players % 2, "at most one has a bye"
    if expected:
        found = {frozenset(pair) - {NOBODY} for pair in pairs}
        assert found == {frozenset(map(int, pair.split("-"))) for pair in expected.split()}
    taken = Ends(plan_stage([players], PlayOnRules(consolations=consolations), drawn), drawn).taken
    firsts = [
        [key for key in taken if key.startswith(f"{name}-1-") and all(taken[key])] for name in "BC"[:consolations]
    ]
    assert [len(keys) for keys in firsts] == later


DIVIDED = [
    (6, None, 0, [[1, 2, 3, 4, 5, 6]]),
    (6, 2, 0, [[1, 2]]),
    (6, 2, 1, [[1, 2], [3, 4]]),
    (6, 4, 1, [[1, 2, 3, 4], [5, 6]]),
    (5, 2, 9, [[1, 2], [3, 4]]),
    (3, 8, 0, [[1, 2, 3]]),
    (1, 2, 0, []),
]


@pytest.mark.parametrize(("players", "entrants", "further", "expected"), DIVIDED)
def test_who_plays_in_which_bracket(players, entrants, further, expected):
    assert draw.divide(range(1, players + 1), entrants, further) == expected


def test_lots_and_pots():
    players = list(range(1, 17))
    by_lot = draw.draw_lines([players], draw.LOTS, 5)["A"]
    assert sorted(by_lot) == players
    assert by_lot != draw.draw_lines([players], draw.LOTS, 6)["A"]
    assert by_lot == draw.draw_lines([players], draw.LOTS, 5)["A"], "the same seed draws the same lines"
    order, pots = seeding.seed_order(16), draw.draw_lines([players], draw.POTS, 5)["A"]
    drawn = {order[line]: player for line, player in enumerate(pots)}
    assert (drawn[1], drawn[2], {drawn[3], drawn[4]}) == (1, 2, {3, 4})
    assert {drawn[seed] for seed in range(5, 9)} == {5, 6, 7, 8}


def meet_at(line, one, other):
    """Return the round of a bracket in which two players can meet at the earliest."""
    return (line.index(one) ^ line.index(other)).bit_length()


def test_pool_mates_meet_in_the_final_at_the_earliest():
    """Eight pools: their winners are 1 to 8, and 9 to 16 are second in the same order."""
    pools = {player: (player - 1) % 8 for player in range(1, 17)}
    pools = {player: f"pool {pool}" for player, pool in pools.items()}
    line = draw.draw_lines([range(1, 17)], draw.POTS, 3, pools)["A"]
    assert all(meet_at(line, player, player + 8) == 4 for player in range(1, 9))


def test_clubs_are_kept_apart():
    clubs = {player: f"club {player % 4}" for player in range(1, 17)} | {16: ""}
    line = draw.draw_lines([range(1, 17)], draw.LOTS, 3, clubs)["A"]
    mates = [(a, b) for a in range(1, 16) for b in range(a + 1, 16) if clubs[a] == clubs[b]]
    assert min(meet_at(line, *pair) for pair in mates) == 3, "four of a club, one in each quarter"


# The brackets' players, the rules, the matches turn by turn, and the places that losers are out at.
PLANS = [
    ([2], PlayOnRules(), "A-1-1>2"),
    ([2, 2], PlayOnRules(), "A-1-1>2 B-1-1>4"),
    ([4], PlayOnRules(), "A-1-1>3 A-1-2>3 | A-2-1>2"),
    ([4], PlayOnRules("third"), "A-1-1 A-1-2 | A-2-1>2 A3-1-1>4"),
    ([3], PlayOnRules("third"), "A-1-1 A-1-2 | A-2-1>2 A3-1-1>4"),
    ([4, 4], PlayOnRules("third"), "A-1-1 A-1-2 B-1-1 B-1-2 | A-2-1>2 A3-1-1>4 B-2-1>6 B3-1-1>8"),
    (
        [8],
        PlayOnRules("all"),
        "A-1-1 A-1-2 A-1-3 A-1-4 | A-2-1 A-2-2 A5-1-1 A5-1-2 | A-3-1>2 A3-1-1>4 A5-2-1>6 A7-1-1>8",
    ),
    ([8], PlayOnRules(consolations=1), "A-1-1 A-1-2 A-1-3 A-1-4 | A-2-1>3 A-2-2>3 B-1-1>7 B-1-2>7 | A-3-1>2 B-2-1>6"),
    (
        [8],
        PlayOnRules(consolations=2),
        "A-1-1 A-1-2 A-1-3 A-1-4 | A-2-1>3 A-2-2>3 B-1-1 B-1-2 | A-3-1>2 B-2-1>6 C-1-1>8",
    ),
    ([4, 4], PlayOnRules(consolations=1), "A-1-1 A-1-2 B-1-1 B-1-2 | A-2-1>2 C-1-1>4 B-2-1>6 D-1-1>8"),
    ([2], PlayOnRules(double=True), "A-1-1>2"),
    ([4], PlayOnRules(double=True), "A-1-1 A-1-2 | A-2-1 Al-1-1>4 | Al-2-1>3 | Af-1-1>2"),
    ([4], PlayOnRules(double=True, second_final=True), "A-1-1 A-1-2 | A-2-1 Al-1-1>4 | Al-2-1>3 | Af-1-1 | Af-2-1>2"),
    (
        [8],
        PlayOnRules(double=True),
        "A-1-1 A-1-2 A-1-3 A-1-4 | A-2-1 A-2-2 Al-1-1>7 Al-1-2>7 | A-3-1 Al-2-1>5 Al-2-2>5 | Al-3-1>4 | Al-4-1>3"
        " | Af-1-1>2",
    ),
]


@pytest.mark.parametrize(("players", "rules", "expected"), PLANS)
def test_the_matches_of_a_stage(players, rules, expected):
    turns = {}
    for duel in plan_stage(players, rules):
        turns.setdefault(duel.turn, []).append(duel.key + (f">{duel.out}" if duel.out else ""))
    assert " | ".join(" ".join(turns[turn]) for turn in sorted(turns)) == expected


def test_many_brackets_have_different_names():
    names = [elimination.name_bracket(place) for place in (0, 1, 25, 26, 27, 51)]
    assert names == ["A", "B", "Z", "AA", "AB", "AZ"]


ROUNDS = [
    # The settings, the players, and the rounds of each turn.
    (DuelSettings(entrants=2, games=3), 2, [3]),
    (DuelSettings(entrants=2, games=3, further=1, further_games=1), 4, [3]),
    (DuelSettings(), 16, [1, 1, 1, 1]),
    (DuelSettings(), 9, [1, 1, 1, 1]),
    (DuelSettings(games=2, final_games=4), 8, [2, 2, 4]),
    (DuelSettings(entrants=4, games=1, final_games=3, rules=PlayOnRules("third")), 4, [1, 3]),
    (DuelSettings(games=1, final_games=3, rules=PlayOnRules(double=True, second_final=True)), 4, [1, 1, 1, 3, 3]),
    (DuelSettings(), 2, [1]),
]


@pytest.mark.parametrize(("settings", "players", "expected"), ROUNDS)
def test_how_many_rounds_a_stage_takes(settings, players, expected):
    assert settings.turn_games([len(part) for part in settings.divide(range(players))]) == expected
    assert settings.count_rounds(players) == sum(expected)


CUP = DuelFormat(2, "best", ("rapid2", "blitz2", "armageddon"))
FINAL = DuelFormat(3, "best", ("spread", "better"))
SUM = DuelFormat(2, "sum", ("next", "lots"))


def played(text):
    """Read a play-off: `rapid 0` is won by the first player, `blitz =` is drawn."""
    seats = {"0": 0, "1": 1, "=": None}
    return [PlayOffKind(rule, seats[winner]) for rule, winner in (each.split() for each in text.split(",") if each)]


# What a match is, its games and its play-off; then who has won (or nobody), by what, and what it still needs.
DECIDED = [
    (FINAL, [], "", DuelDecision(open_games=3)),
    (FINAL, [WON], "", DuelDecision(open_games=2)),
    (FINAL, [WON, WON], "", DuelDecision(0, is_over=True)),
    (FINAL, [LOST, LOST], "", DuelDecision(1, is_over=True)),
    (FINAL, [WON, LOST], "", DuelDecision(open_games=1)),
    (FINAL, [WON, LOST, DRAWN], "", DuelDecision(1, is_over=True, rule="spread")),
    (FINAL, [DRAWN, DRAWN, DRAWN], "", DuelDecision(0, is_over=True, rule="better")),
    (FINAL, [LOST, BOTH_LOST], "", DuelDecision(open_games=1)),
    (FINAL, [BOTH_LOST, BOTH_LOST, BOTH_LOST], "", DuelDecision(is_over=True)),
    (DuelFormat(3, "every"), [WON, WON], "", DuelDecision(open_games=1)),
    (SUM, [WON], "", DuelDecision(open_games=1)),
    (SUM, [WON, LOST], "", DuelDecision(1, is_over=True)),  # 30 points won and 50 lost
    (SUM, [WON, DuelResult(0, -30)], "", DuelDecision(waits_for="next")),
    (SUM, [WON, DuelResult(0, -30)], "next =,next 1", DuelDecision(1, is_over=True, rule="next")),
    (CUP, [DRAWN, DRAWN], "", DuelDecision(waits_for="rapid2")),
    (CUP, [DRAWN, DRAWN], "rapid2 0", DuelDecision(waits_for="rapid2")),
    (CUP, [DRAWN, DRAWN], "rapid2 0,rapid2 =", DuelDecision(0, is_over=True, rule="rapid2")),
    (CUP, [DRAWN, DRAWN], "rapid2 0,rapid2 1", DuelDecision(waits_for="blitz2")),
    (CUP, [DRAWN, DRAWN], "rapid2 =,rapid2 =,blitz2 1,blitz2 1", DuelDecision(1, is_over=True, rule="blitz2")),
    (CUP, [WON, LOST], "rapid2 0,rapid2 1,blitz2 =,blitz2 =", DuelDecision(waits_for="armageddon")),
    (
        CUP,
        [WON, LOST],
        "rapid2 0,rapid2 1,blitz2 =,blitz2 =,armageddon 1",
        DuelDecision(1, is_over=True, rule="armageddon"),
    ),
    (CUP, [DRAWN], "", DuelDecision(open_games=1)),
    (DuelFormat(1, "best", ("lots",)), [DRAWN], "", DuelDecision(waits_for="lots")),
    (DuelFormat(1, "best", ("lots",)), [DRAWN], "lots 1", DuelDecision(1, is_over=True, rule="lots")),
    (DuelFormat(1, "best", ()), [DRAWN], "", DuelDecision(waits_for="decision")),
    (DuelFormat(1, "best", ()), [DRAWN], "decision 1", DuelDecision(1, is_over=True, rule="decision")),
    (DuelFormat(1, "best", ()), [WON], "decision =", DuelDecision(is_over=True, rule="decision")),
]


@pytest.mark.parametrize(("form", "results", "play_off", "expected"), DECIDED)
def test_how_a_match_is_decided(form, results, play_off, expected):
    assert decide(form, results, played(play_off)) == expected


def test_chess_is_never_decided_by_spread():
    level = [DuelResult(2, 30), DuelResult(0, -50)]
    assert decide(DuelFormat(2), level, by_spread=True).rule == "spread"
    assert decide(DuelFormat(2), level, by_spread=False, better=1) == DuelDecision(1, is_over=True, rule="better")
    assert decide(DuelFormat(2, "sum", ()), level, by_spread=False) == DuelDecision(waits_for="decision")


# Whether the better placed, who comes first, has won before the last game.
SURE = [(FINAL, [WON], None), (FINAL, [WON, DRAWN], 0), (FINAL, [DRAWN, LOST], None), (CUP, [WON], None)]


@pytest.mark.parametrize(("form", "results", "expected"), SURE)
def test_the_better_placed_needs_only_a_draw_in_the_end(form, results, expected):
    assert find_sure_winner(form, results, by_spread=False) == expected
    assert find_sure_winner(form, results) is None, "where spreads count, they may turn it over"


ONE_GAME = DuelFormat()


def run(players, rules, games, play_offs=None, form=ONE_GAME, replaced=None):
    """Play a bracket of players seeded by their numbers. A game is written `round: winner-loser`, `1=2` is a draw."""
    duels = plan_stage([players], rules)
    lines = draw.draw_lines([range(1, players + 1)], draw.PLACES, 0)
    turns = {}
    for text in filter(None, games.split(", ")):
        number, pair = text.split(": ")
        one, other = map(int, pair.replace("=", "-").split("-"))
        half = 1 if "=" in pair else 2 if one < other else 0
        turns.setdefault((min(one, other), max(one, other)), []).append(Turn(int(number), DuelResult(half)))
    drawn = Draw(lines, play_offs or {}, replaced or {})
    states = follow(duels, drawn, turns, dict.fromkeys((m.key for m in duels), form), {n: n for n in range(1, 10)})
    ends = Ends(duels, lines)
    return states, find_spans(ends, states, drawn.replaced)


def written(spans):
    return " ".join(
        f"{n}:{best}" if best == last else f"{n}:{best}-{last}" for n, (best, last) in sorted(spans.items())
    )


COURSES = [
    # Players, rules, games, and the places that everybody can still reach.
    (4, PlayOnRules(), "", "1:1-4 2:1-4 3:1-4 4:1-4"),
    (4, PlayOnRules(), "1: 1-4", "1:1-2 2:1-4 3:1-4 4:3-4"),
    (4, PlayOnRules("third"), "1: 1-4, 1: 3-2", "1:1-2 2:3-4 3:1-2 4:3-4"),
    (4, PlayOnRules("third"), "1: 1-4, 1: 3-2, 2: 3-1, 2: 2-4", "1:2 2:3 3:1 4:4"),
    (4, PlayOnRules(), "1: 1-4, 1: 3-2, 2: 3-1", "1:2 2:3-4 3:1 4:3-4"),
    (3, PlayOnRules("third"), "1: 3-2", "1:1-2 2:3 3:1-2"),
    (6, PlayOnRules(), "1: 4-5, 1: 3-6", "1:1-4 2:1-4 3:1-4 4:1-4 5:5-6 6:5-6"),
    (8, PlayOnRules(consolations=1), "1: 1-8, 1: 4-5, 1: 3-6, 1: 2-7",
     "1:1-4 2:1-4 3:1-4 4:1-4 5:5-8 6:5-8 7:5-8 8:5-8"),
    (8, PlayOnRules(consolations=1), "1: 1-8, 1: 4-5, 1: 3-6, 1: 2-7, 2: 8-5, 2: 6-7, 3: 6-8, 2: 1-4, 2: 2-3, 3: 1-2",
     "1:1 2:2 3:3-4 4:3-4 5:7-8 6:5 7:7-8 8:6"),
    (4, PlayOnRules(double=True), "1: 1-4, 1: 2-3", "1:1-3 2:1-3 3:1-4 4:1-4"),
    (4, PlayOnRules(double=True), "1: 1-4, 1: 2-3, 2: 1-2, 2: 4-3, 3: 2-4, 4: 2-1", "1:2 2:1 3:4 4:3"),
    (4, PlayOnRules(double=True, second_final=True), "1: 1-4, 1: 2-3, 2: 1-2, 2: 4-3, 3: 2-4, 4: 1-2",
     "1:1 2:2 3:4 4:3"),
    (4, PlayOnRules(double=True, second_final=True), "1: 1-4, 1: 2-3, 2: 1-2, 2: 4-3, 3: 2-4, 4: 2-1",
     "1:1-2 2:1-2 3:4 4:3"),
    (4, PlayOnRules(double=True, second_final=True), "1: 1-4, 1: 2-3, 2: 1-2, 2: 4-3, 3: 2-4, 4: 2-1, 5: 1-2",
     "1:1 2:2 3:4 4:3"),
    (3, PlayOnRules(double=True), "1: 2-3, 2: 1-2, 3: 3-2, 4: 1-3", "1:1 2:3 3:2"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "rules", "games", "expected"), COURSES)
def test_the_places_that_can_still_be_reached(players, rules, games, expected):
    assert written(run(players, rules, games)[1]) == expected


def test_matches_are_played_turn_by_turn():
    def coming(games):
        return " ".join(state.duel.key for state in find_coming(run(4, PlayOnRules("third"), games)[0]))

    assert coming("") == "A-1-1 A-1-2"
    assert coming("1: 1-4") == "A-1-2"
    assert coming("1: 1-4, 1: 2-3") == "A-2-1 A3-1-1"
    assert coming("1: 1-4, 1: 2-3, 2: 1-2, 2: 3-4") == ""


def test_a_level_match_waits_for_its_play_off():
    form = DuelFormat(1, "best", ("rapid", "lots"))
    states, _ = run(4, PlayOnRules(), "1: 1=4, 1: 2-3", form=form)
    assert [(state.duel.key, state.decision.waits_for) for state in find_level(states)] == [("A-1-1", "rapid")]
    drawn = PlayOffGame("rapid", frozenset({1, 4}), None)
    states, _ = run(4, PlayOnRules(), "1: 1=4, 1: 2-3", {"A-1-1": (drawn,)}, form)
    assert [state.decision.waits_for for state in find_level(states)] == ["lots"]
    lot = PlayOffGame("lots", frozenset({1, 4}), 4)
    states, _ = run(4, PlayOnRules(), "1: 1=4, 1: 2-3", {"A-1-1": (drawn, lot)}, form)
    assert find_level(states) == []
    assert states[-1].players == (4, 2)
    strangers = PlayOffGame("lots", frozenset({1, 3}), 3)
    states, _ = run(4, PlayOnRules(), "1: 1=4, 1: 2-3", {"A-1-1": (drawn, strangers)}, form)
    assert [state.decision.waits_for for state in find_level(states)] == ["lots"], "a play-off of others counts nothing"


def test_a_corrected_result_moves_whoever_hangs_on_it():
    states, _ = run(4, PlayOnRules(), "1: 1-4, 1: 2-3, 2: 1-2")
    assert (states[-1].players, states[-1].winner) == ((1, 2), 1)
    states, _ = run(4, PlayOnRules(), "1: 4-1, 1: 2-3, 2: 1-2")
    assert (states[-1].players, states[-1].rounds, states[-1].winner) == ((4, 2), (), None)


def test_of_two_who_both_forfeit_nobody_goes_on():
    duels = plan_stage([4], PlayOnRules("third"))
    lines = {"A": (1, 4, 3, 2)}
    turns = {(1, 4): [Turn(1, BOTH_LOST)], (2, 3): [Turn(1, WON)]}
    forms = dict.fromkeys((duel.key for duel in duels), DuelFormat())
    states = follow(duels, Draw(lines), turns, forms, {n: n for n in (1, 2, 3, 4)})
    assert [state.winner for state in states] == [NOBODY, 2, 2, 3]
    assert written(find_spans(Ends(duels, lines), states, {})) == "1:4 2:1 3:3 4:4"


def test_a_substitute_takes_a_seat_and_leaves_their_place_to_the_replaced_player():
    """Player 4 has lost to player 1 and plays on for them; where the losers meet too, the two change their seats."""
    states, spans = run(4, PlayOnRules(), "1: 1-4, 1: 2-3", replaced={("A-2-1", 1): 4})
    assert states[-1].players == (4, 2)
    assert written(spans) == "1:3-4 2:1-2 3:3-4 4:1-2"
    states, spans = run(4, PlayOnRules("third"), "1: 1-4, 1: 2-3", replaced={("A-2-1", 1): 4, ("A3-1-1", 4): 1})
    assert [state.players for state in states[2:]] == [(4, 2), (1, 3)]
    assert written(spans) == "1:3-4 2:1-2 3:3-4 4:1-2"
    states, spans = run(4, PlayOnRules(), "1: 2-3", replaced={("A-1-1", 1): 9})
    assert written(spans) == "2:1-2 3:3-4 4:1-4 9:1-4", "1 was never there"


def test_the_table_has_the_stage_before_everybody_else():
    _, spans = run(4, PlayOnRules(), "1: 1-4, 1: 3-2, 2: 3-1")
    before = [(1, 1), (2, 2), (2, 7), (4, 3), (5, 5), (5, 4)]
    stage = rank_stage(spans, {1: 0, 2: 1, 7: 2, 3: 3, 5: 4, 4: 5})
    assert stage == [(1, 3), (2, 1), (3, 2), (3, 4)]
    assert rank_all(stage, before) == [*stage, (5, 7), (6, 5)]


@pytest.mark.parametrize(
    ("places", "coming", "expected"),
    [
        (1, [[2]], (0, 2)),
        (2, [[2]], (2, 2)),
        (3, [[2]], (3, 3)),
        (3, [[2, 2]], (2, 4)),
        (5, [[4, 4]], (4, 8)),
        (4, [[16], [4, 4]], (0, 16)),
        (4, [[4, 4]], (4, 4)),
        (3, [[8], [4]], (0, 8)),
    ],
)
def test_matches_to_come_change_the_order_of_the_places_around_a_border(places, coming, expected):
    assert widen(places, coming) == expected
