"""Pools: their sizes, who is drawn into which, who meets whom, and which places they decide."""

import pytest

from pairing.brackets.course import Draw
from pairing.brackets.deciding import DuelFormat
from pairing.brackets.pool_course import PoolCourse
from pairing.brackets.pools import PoolSettings, draw_pools
from pairing.brackets.stage import Course, pair_duels
from pairing.brackets.table_course import follow_stage
from pairing.plan.fitting import adapt_plan, fit_stage
from pairing.plan.stages import Stage
from pairing.rules.history import read_history
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Kind, Scheme

SIZES = [
    # The size asked for, the way, and the pools by the number of players.
    (
        4,
        "everybody",
        {3: "3", 4: "4", 5: "5", 6: "3 3", 7: "4 3", 8: "4 4", 9: "3 3 3", 13: "4 3 3 3", 17: "4 4 3 3 3"},
    ),
    (4, "barrage", {3: "3", 5: "5", 10: "4 3 3", 11: "4 4 3", 14: "4 4 3 3", 16: "4 4 4 4", 2: ""}),
    (5, "everybody", {4: "4", 6: "3 3", 10: "5 5", 11: "4 4 3", 24: "5 5 5 5 4"}),
    (5, "barrage", {10: "4 3 3", 5: "5"}),
    (3, "everybody", {4: "4", 5: "5", 7: "4 3", 8: "4 4", 9: "3 3 3"}),
]


@pytest.mark.parametrize(("size", "way", "expected"), SIZES)
def test_as_few_small_pools_as_possible_and_none_of_two(size, way, expected):
    settings = PoolSettings(size=size, way=way)
    assert {count: " ".join(map(str, settings.sizes(count))) for count in expected} == expected


def test_pools_are_dealt_like_a_snake():
    drawn = draw_pools(range(1, 17), [4, 4, 4, 4], "places", 0)
    assert drawn == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert draw_pools(range(1, 12), [4, 4, 3], "places", 0) == [[1, 6, 7, 11], [2, 5, 8, 10], [3, 4, 9]]


def test_pots_have_one_player_in_each_pool_and_lots_anybody():
    drawn = draw_pools(range(1, 17), [4, 4, 4, 4], "pots", 5)
    assert [sorted(pool[tier] for pool in drawn) for tier in range(4)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]
    assert drawn == draw_pools(range(1, 17), [4, 4, 4, 4], "pots", 5), "the same seed draws the same pools"
    assert drawn != draw_pools(range(1, 17), [4, 4, 4, 4], "pots", 6)
    by_lot = draw_pools(range(1, 17), [4, 4, 4, 4], "lots", 5)
    assert sorted(player for pool in by_lot for player in pool) == list(range(1, 17))
    assert any({1, 2, 3, 4} & {*pool[1:]} for pool in by_lot)


def test_players_of_a_club_are_drawn_into_different_pools():
    clubs = {1: "a", 8: "a", 2: "b", 7: "b", 15: "b", 16: "", 9: ""}
    drawn = draw_pools(range(1, 17), [4, 4, 4, 4], "places", 0, clubs)
    assert all(sum(clubs.get(player) == club for player in pool) <= 1 for pool in drawn for club in "ab")
    assert [pool[0] for pool in drawn] == [1, 2, 3, 4]


# The settings, how many players, and who meets whom in each round: as lines of the pool, or where they come from.
PLANS = [
    (PoolSettings(), [4], "1-4 2-3 | 4-3 1-2 | 2-4 3-1"),
    (PoolSettings(), [3], "2-3 | 1-2 | 3-1"),
    (PoolSettings(way="barrage"), [4], "1-2 3-4 | WA-1-1-WA-1-2 LA-1-1-LA-1-2>4 | LA-2-1-WA-2-2>3"),
    (PoolSettings(way="barrage"), [5], "2-5 3-4 | 5-3 1-2 | 3-1 4-5 | 1-4 2-3 | 4-2 5-1"),
    (
        PoolSettings(way="barrage"),
        [4, 4],
        "1-2 3-4 1-2 3-4 | WA-1-1-WA-1-2 WB-1-1-WB-1-2 LA-1-1-LA-1-2>7 LB-1-1-LB-1-2>7"
        " | LA-2-1-WA-2-2>5 LB-2-1-WB-2-2>5",
    ),
]


@pytest.mark.parametrize(("settings", "lines", "expected"), PLANS)
def test_who_meets_whom(settings, lines, expected):
    turns = {}
    for duel in settings.plan(lines):
        seats = "-".join(
            str(seat.place + 1) if seat.kind == "line" else seat.kind[0].upper() + seat.of for seat in duel.seats
        )
        turns.setdefault(duel.turn, []).append(seats + (f">{duel.out}" if duel.out else ""))
    assert " | ".join(" ".join(turns[turn]) for turn in sorted(turns)) == expected
    assert len(settings.turn_games(lines)) == len(turns)


def test_how_many_rounds_pools_take():
    assert [PoolSettings().count_rounds(count) for count in (3, 4, 5, 7, 16)] == [3, 3, 5, 3, 3]
    assert [PoolSettings(way="barrage").count_rounds(count) for count in (3, 4, 5, 16)] == [3, 3, 5, 3]
    assert PoolSettings(entrants=4).count_rounds(40) == 3
    assert PoolSettings().count_rounds(2) == 0


def follow(settings, players, games, discipline="petanque", rounds=3, withdrawn=()):
    """Draw pools by place and play them. A game is written `round: winner-loser 13:7`, `1=2` is a draw."""
    stage = Stage("pools", 1, rounds, settings)
    entrants = {n: Player(n, f"P{n}", withdrawn_from=2 if n in withdrawn else None) for n in range(1, players + 1)}
    own = {n: [] for n in entrants}
    for text in filter(None, games.split(", ")):
        number, pair, *score = text.replace(":", " ", 1).split()
        one, other = map(int, pair.replace("=", "-").split("-"))
        low, high = map(int, (score or ["0:0"])[0].split(":"))
        won = Scheme().draw if "=" in pair else Scheme().win
        add = (int(number), Colour.WHITE, Kind.PLAYED)
        own[one].append(Game(add[0], other, *add[1:], won, low, high))
        own[other].append(Game(add[0], one, Colour.BLACK, Kind.PLAYED, 1 - won, high, low))
    facts = Crosstable(
        entrants, {n: tuple(each) for n, each in own.items()}, rounds, discipline=discipline, edition="plain"
    )
    full = PoolSettings(**settings)
    return follow_stage(facts, stage, Draw(full.draw(list(entrants), 0)), list(entrants))


def written(course):
    return " ".join(
        f"{n}:{span.best}" if span.best == span.last else f"{n}:{span.best}-{span.last}"
        for n, span in sorted(course.spans.items())
    )


BARRAGE = {"way": "barrage"}
COURSES = [
    # The settings, the players, the games, and the places that everybody can still reach.
    (BARRAGE, 4, "", "1:1-4 2:1-4 3:1-4 4:1-4"),
    (BARRAGE, 4, "1: 1-4, 1: 3-2", "1:1-3 2:2-4 3:1-3 4:2-4"),
    (BARRAGE, 4, "1: 1-4, 1: 3-2, 2: 3-1, 2: 4-2", "1:2-3 2:4 3:1 4:2-3"),
    (BARRAGE, 4, "1: 1-4, 1: 3-2, 2: 3-1, 2: 4-2, 3: 4-1", "1:3 2:4 3:1 4:2"),
    (BARRAGE, 3, "", "1:1-3 2:1-3 3:1-3"),
    (BARRAGE, 3, "1: 3-2, 2: 1-3, 3: 2-3", "1:1 2:2 3:3"),
    (BARRAGE, 8, "1: 1-8, 1: 4-5, 2: 4-1", "1:3-6 2:1-8 3:1-8 4:1-2 5:3-8 6:1-8 7:1-8 8:3-8"),
    ({}, 4, "", "1:1-4 2:1-4 3:1-4 4:1-4"),
    ({}, 4, "1: 1-4, 1: 2-3, 2: 4-3, 2: 1-2", "1:1-3 2:1-4 3:2-4 4:1-4"),
    ({}, 4, "1: 1-4 13:7, 1: 2-3 13:0, 2: 4-3 13:2, 2: 2-1 13:12, 3: 1-3 13:5, 3: 2-4 13:1", "1:2 2:1 3:4 4:3"),
    # Three with two wins each: their direct encounters are level, so the difference of all games decides.
    ({}, 4, "1: 1-4 13:6, 1: 2-3 13:0, 2: 1-2 13:0, 2: 3-4 13:6, 3: 3-1 13:12, 3: 2-4 13:6", "1:1 2:2 3:3 4:4"),
    ({}, 4, "1: 1-4 13:6, 1: 2-3 13:0, 2: 1-2 13:12, 2: 3-4 13:6, 3: 3-1 13:4, 3: 2-4 13:6", "1:3 2:1 3:2 4:4"),
    # Seven players, a pool of three: 4 places for the first two of each, then the thirds and the fourth.
    ({}, 7, "1: 4-5, 1: 1-7, 2: 1-4, 2: 7-5, 3: 4-7, 3: 1-5, 1: 3-6, 2: 2-6, 3: 2-3",
     "1:1-2 2:1-2 3:3-4 4:3-4 5:7 6:5-6 7:5-6"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "players", "games", "expected"), COURSES)
def test_the_places_that_pools_decide(settings, players, games, expected):
    assert written(follow(settings, players, games)) == expected


def test_the_tie_rules_of_pools_are_their_own():
    """1 and 2 have won twice; 2 has beaten 1, but 1 has the better difference."""
    games = "1: 1-4 13:0, 1: 2-3 13:12, 2: 2-1 13:12, 2: 3-4 13:9, 3: 1-3 13:0, 3: 4-2 13:0"
    places = {ties: follow({"ties": ties}, 4, games).pools[0].members for ties in ("encounter", "figures")}
    assert places == {"encounter": (2, 1, 3, 4), "figures": (1, 2, 4, 3)}


def test_players_tied_in_everything_keep_their_order_from_before_the_pools():
    course = follow({}, 4, "1: 1=4, 1: 2=3, 2: 4=3, 2: 1=2, 3: 2=4, 3: 3=1", discipline="chess")
    assert written(course) == "1:1 2:2 3:3 4:4"
    assert [state.out for state in course.states] == [()] * 6, "nobody has lost a drawn game"
    assert not course.playing


def test_the_next_round_of_pools_and_why():
    course = follow(BARRAGE, 4, "1: 1-4, 1: 3-2")
    pairing = pair_duels(read_history(course.facts), course, {})
    assert {tuple(sorted(board.pair)): str(board.reasons[0]) for board in pairing.boards} == {
        (1, 3): "Pool 1: the winners of the first games.",
        (2, 4): "Pool 1: the losers of the first games.",
    }
    course = follow(BARRAGE, 4, "1: 1-4, 1: 3-2, 2: 3-1, 2: 4-2")
    (board,) = pair_duels(read_history(course.facts), course, {}).boards
    assert (board.pair, str(board.reasons[0])) == (
        (1, 4),
        "Pool 1, barrage: the loser of the winners and the winner of the losers.",
    )
    course = follow({}, 8, "")
    reasons = [str(board.reasons[0]) for board in pair_duels(read_history(course.facts), course, {}).boards]
    assert reasons[0] == "Pool 1, round 1: all play all."
    assert len(reasons) == 4


def test_a_level_match_needs_a_winner_only_in_the_barrage():
    assert set(PoolSettings().formats(PoolSettings().plan([4]), [4]).values()) == {DuelFormat(1, "table", ())}
    settings = PoolSettings(way="barrage", play_off=("lots",))
    assert set(settings.formats(settings.plan([4]), [4]).values()) == {DuelFormat(1, "best", ("lots",))}


# How many players, and how many of them the first bracket takes from pools of four with two going on from each.
ENTRANTS = [(16, 8), (15, 8), (13, 8), (12, 6), (8, 4), (5, 2)]


@pytest.mark.parametrize(("players", "expected"), ENTRANTS)
def test_the_first_of_each_pool_go_on(players, expected):
    plan = (Stage("pools", 1, 1), Stage("knock-out", 2, 2, {"from_pools": 2, "further": 1}), Stage("dutch", 3, 4))
    fitted = adapt_plan(plan, 1, players)
    assert fitted[1].get("entrants") == expected
    assert [stage.first for stage in fitted[1:]] == [fitted[0].last + 1, fitted[1].last + 1]
    assert fit_stage(plan[1], players, fitted[0]).get("entrants") == expected
    assert "entrants" not in fit_stage(plan[1], players, None).settings


def test_a_knock_out_after_another_stage_counts_players_itself():
    assert isinstance(follow({}, 4, ""), PoolCourse)
    stage = fit_stage(Stage("knock-out", 3, 3, {"from_pools": 2, "entrants": 4}), 9, Stage("dutch", 1, 2))
    assert stage.get("entrants") == 4
    assert type(follow_stage(follow({}, 4, "").facts, stage, Draw({}), [1, 2])) is Course


# The clubs of a pool that lots have drawn, in their order, and who meets in the first games.
MATES = [
    ("a b c d", "1-4 2-3"),
    ("a b c a", "1-3 2-4"),
    ("a b a b", "1-4 2-3"),
    ("a a b b", "1-4 2-3"),
    ("a b b a", "1-3 2-4"),
    ("a a a b", "1-4 2-3"),
    ("a b b", "1-3"),
    ("a b c", "2-3"),
]


@pytest.mark.parametrize(("clubs", "first"), MATES)
@pytest.mark.parametrize("seeding", ["lots", "places"])
def test_mates_in_a_pool_drawn_by_lot_do_not_meet_in_their_first_game(clubs, first, seeding):
    of, pool = dict(enumerate(clubs.split(), start=1)), list(range(1, len(clubs.split()) + 1))
    line = PoolSettings(way="barrage", seeding=seeding)._lay_out(pool, [of])
    pairs = sorted(tuple(sorted(pair)) for pair in (line[:2], line[2:]) if 0 not in pair)
    usual = "1-4 2-3" if len(pool) == 4 else "2-3"
    assert " ".join(f"{one}-{other}" for one, other in pairs) == (first if seeding == "lots" else usual)
