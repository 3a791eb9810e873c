"""New Swiss, king of the hill, byes and firsts: each rule on a table small enough to check by eye."""

from collections import Counter
from decimal import Decimal

import pytest

from pairing import byes, firsts, history, king_of_the_hill, new_swiss, rounds
from pairing.legality import Limits, find_faults
from pairing.new_swiss import Settings
from pairing.stages import Stage
from tests.notation.paper import read_player_rows
from tiebreaks.crosstable import Colour, Crosstable, Player
from tiebreaks.refusal import Refusal

MODES = ("tsh", "matching")


def past(text, rounds=20, **settings):
    return history.read_history(
        read_player_rows(text, rounds=rounds, edition="plain", discipline="scrabble", **settings)
    )


def pairs(pairing):
    return [board.pair for board in pairing.boards]


def start(size=8, rounds=20):
    """Return a field before its first round, the best rated first."""
    players = {n: Player(n, f"P{n}", 2000 - n) for n in range(1, size + 1)}
    return history.read_history(Crosstable(players, dict.fromkeys(players, ()), rounds, discipline="scrabble"))


# Four have won, four have lost; firsts are balanced against each other.
AFTER_ONE = """
    Ada: 5w400:300
    Ben: 6w390:300
    Cem: 7w380:300
    Dea: 8w370:300
    Eva: 1b300:400
    Fee: 2b300:390
    Gus: 3b300:380
    Hal: 4b300:370
"""

# One win group of three above one of five.
THREE_AND_FIVE = """
    Ada: 4w400:300
    Ben: 5w390:300
    Cem: 6w380:300
    Dea: 1b300:400
    Eva: 2b300:390
    Fee: 3b300:380
    Gus: 8w=
    Hal: 7b=
"""


@pytest.mark.parametrize("mode", MODES)
def test_the_upper_half_of_a_group_meets_the_lower_half(mode):
    assert pairs(new_swiss.pair(start(), Settings(mode))) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize("mode", MODES)
def test_win_groups_stay_among_themselves(mode):
    pairing = new_swiss.pair(past(AFTER_ONE), Settings(mode))
    assert pairs(pairing) == [(1, 3), (2, 4), (6, 8), (5, 7)]
    assert [board.reasons[0].code for board in pairing.boards] == ["same-wins"] * 4


@pytest.mark.parametrize("mode", MODES)
def test_an_odd_group_takes_in_a_neighbour(mode):
    pairing = new_swiss.pair(past(THREE_AND_FIVE), Settings(mode))
    floats = [board for board in pairing.boards if board.reasons[0].code == "float"]
    assert floats and not find_faults(pairing, past(THREE_AND_FIVE))


def test_firsts_come_before_distance():
    """Ada is due to reply: the nearest who is due to start is taken before the one half the group away."""
    text = """
        Ada: 5w450:300
        Ben: 6w440:300
        Cem: 7b430:300
        Dea: 8b420:300
        Eva: 1b300:450
        Fee: 2b300:440
        Gus: 3w300:430
        Hal: 4w300:420
    """
    assert pairs(new_swiss.pair(past(text)))[:2] == [(1, 3), (2, 4)]
    assert all(new_swiss.first_misfit(past(text), a, b) == 0 for a, b in ((1, 3), (2, 4)))


@pytest.mark.parametrize("mode", MODES)
def test_when_nothing_is_left_the_smallest_repeat_is_named_and_not_made(mode):
    with pytest.raises(Refusal, match="meet again") as refused:
        new_swiss.pair(past(ALL_MET), Settings(mode))
    assert len(refused.value.params["relaxation"]) == 2
    allowed = new_swiss.pair(past(ALL_MET), Settings(mode, Limits(repeats=1)))
    assert "They have met before" in " ".join(map(str, allowed.boards[0].reasons))


# Everybody has met everybody.
ALL_MET = """
    Ann: 2w1 3w1 4w1
    Bob: 1b0 4w1 3w1
    Cem: 4w1 1b0 2b0
    Dot: 3b0 2b0 1b0
"""
# A field, the meetings allowed, and why each board is as it is: "who meets whom: code and its parameters".
REASONS = [
    (AFTER_ONE, 0, """
        1-3: same-wins wins=1 place=1 other=3
        2-4: same-wins wins=1 place=2 other=4
        6-8: same-wins wins=0 place=5 other=7
        5-7: same-wins wins=0 place=6 other=8
    """),
    (THREE_AND_FIVE, 0, """
        1-3: same-wins wins=1 place=1 other=3
        2-7: float player=2 other=7 wins=1 fewer=0.5, float-nobody-left player=7 wins=0.5
        5-8: float player=8 other=5 wins=0.5 fewer=0, float-nobody-left player=8 wins=0.5
        4-6: same-wins wins=0 place=6 other=8
    """),
    (ALL_MET, 1, """
        1-2: float player=1 other=2 wins=3 fewer=2, float-alone player=1 wins=3, repeated times=1 limit=1
        3-4: float player=3 other=4 wins=1 fewer=0, float-alone player=3 wins=1, repeated times=1 limit=1
    """),
    (ALL_MET, None, """
        1-2: float player=1 other=2 wins=3 fewer=2, float-alone player=1 wins=3, repeated-freely times=1
        3-4: float player=3 other=4 wins=1 fewer=0, float-alone player=3 wins=1, repeated-freely times=1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("text", "repeats", "expected"), REASONS)
def test_why_two_players_meet(text, repeats, expected):
    pairing = new_swiss.pair(past(text), Settings(limits=Limits(repeats=repeats)))
    written = [
        f"{board.pair[0]}-{board.pair[1]}: {', '.join(map(reason_text, board.reasons[:-1]))}"
        for board in pairing.boards
    ]
    assert written == [line.strip() for line in expected.strip().splitlines()]
    assert (pairing.round, pairing.bye, pairing.notes) == (past(text).last + 1, None, ())


def reason_text(reason):
    """Write a reason as its code and parameters."""
    return " ".join([reason.code, *(f"{key}={value}" for key, value in reason.params.items())])


@pytest.mark.parametrize("mode", MODES)
def test_another_bye_is_named_before_a_repeat(mode):
    """Cem would have the bye, but Ann and Bob have met; with the bye for Bob everything is legal."""
    text = """
        Ann: 2w400:300
        Bob: 1b300:400
        Cem: Z-200
    """
    with pytest.raises(Refusal, match="2 has the bye instead"):
        new_swiss.pair(past(text), Settings(mode, bye_method="bottom-up"))


def test_pairs_that_must_not_meet_are_named_when_even_repeats_do_not_help():
    banned = Limits(forbidden=frozenset({(1, 2)}))
    with pytest.raises(Refusal, match="let 1–2 meet"):
        new_swiss.pair(past("Ann: 2w1\nBob: 1b0"), Settings(limits=banned))


def test_too_many_steps_lead_to_a_matching_and_a_note():
    pairing = new_swiss.pair(start(), Settings(steps=1))
    assert pairs(pairing) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert list(map(reason_text, pairing.notes)) == ["matched steps=1"]


def test_open_boards_are_refused():
    with pytest.raises(Refusal, match=r"Round 1 is not finished\. Boards without a result: 1"):
        text = read_player_rows("Ann: 2w1\nBob: 1b0")
        open_games = {n: tuple(g._replace(kind="open", letter="") for g in own) for n, own in text.games.items()}
        history.read_history(text._replace(games=open_games))


BYES = """
    Ann: 2w500:300 U50
    Bob: 1b300:500 3w410:300
    Cem: U50       2b300:410
"""


@pytest.mark.parametrize(
    ("method", "rounds", "line"),
    [
        ("bottom-up", 20, [2, 3, 1]),
        ("top-down", 20, [2, 1, 3]),
        ("always-bottom", 20, [3, 2, 1]),
        ("german", 3, [2, 3, 1]),  # the last round: the search starts at the bottom
        ("german", 4, [2, 3, 1]),
        ("german", 20, [2, 1, 3]),
    ],
)
def test_who_gets_the_bye(method, rounds, line):
    """Bob has had none; the others follow in the order of the search. The standings are Ann, Bob, Cem."""
    before = past(BYES, rounds)
    order = sorted(before.order)
    assert byes.bye_candidates(before, order, method) == line


# The method, the number of rounds, who has the bye after two of them, and why.
CHOSEN = [
    ("bottom-up", 20, 2, "bye-lowest byes=0"),
    ("top-down", 20, 2, "bye-highest byes=0"),
    ("always-bottom", 20, 3, "bye-last"),
    ("german", 20, 2, "bye-german byes=0 start=3"),
    ("german", 4, 2, "bye-german byes=0 start=2"),
    ("german", 3, 2, "bye-german byes=0 start=1"),
]


@pytest.mark.parametrize(("method", "rounds", "player", "reason"), CHOSEN)
def test_why_somebody_has_the_bye(method, rounds, player, reason):
    before = past(BYES, rounds)
    bye = byes.choose_bye(before, sorted(before.order), method)
    assert (bye.player, [reason_text(each) for each in bye.reasons]) == (player, [reason])


@pytest.mark.parametrize(("rounds", "first"), [(1, 5), (2, 4), (3, 3), (5, 1), (9, 1)])
def test_the_german_bye_starts_as_many_places_from_the_bottom_as_rounds_are_left(rounds, first):
    before = start(5, rounds)
    assert byes.choose_bye(before, before.order).player == first


STARTERS = [
    ("Ann: 3w1 4w1\nBob: 4w1 3b1\nCem: 1b0 2w0\nDot: 2b0 1b0", "first-fewer first=2 firsts=1 other=2"),
    ("Ann: 3w1 4b1\nBob: 4w1 3w1\nCem: 1b0 2b0\nDot: 2b0 1w0", "first-fewer first=1 firsts=1 other=2"),
    ("Ann: 3w1 U\nBob: 4w1 3b1\nCem: 1b0 2w0\nDot: 2b0 U", "first-more-seconds first=2 seconds=1 other=0"),
    ("Ann: 3w1 4b1\nBob: 4w1 U\nCem: 1b0 U\nDot: 2b0 1w0", "first-more-seconds first=1 seconds=1 other=0"),
    ("Ann: 3w1 4b1\nBob: 4b1 3w1\nCem: 1b0 2b0\nDot: 2w0 1w0", "first-turned first=1 round=2"),
    ("Ann: 4b1 3w1\nBob: 3w1 4b1\nCem: 2b0 1b0\nDot: 1w0 2w0", "first-turned first=2 round=2"),
    ("Ann: 3w1\nBob: 4w1\nCem: 1b0\nDot: 2b0", "first-lot first=LOT"),
    # Rounds that only one of them has played say nothing.
    ("Ann: 3w1 4b1 U\nBob: 4w1 U 3b1\nCem: 1b0 U 2w0\nDot: 2b0 1w0 U", "first-lot first=LOT"),
]


@pytest.mark.parametrize(("text", "expected"), STARTERS)
def test_who_starts(text, expected):
    before = past(text)
    starter, reason = firsts.choose_starter(before, 1, 2)
    assert reason_text(reason) == expected.replace("LOT", str(starter))
    assert reason.params["first"] == starter
    assert (starter, reason) == firsts.choose_starter(before, 2, 1)


def test_the_lot_of_who_starts_is_stored_and_falls_both_ways():
    """The lower number starts if the first byte of the SHA-256 of "seed:round:lower:higher" is odd: 23, 58, 2e, b1 …"""
    text = "Ann: 3w1\nBob: 4w1\nCem: 1b0\nDot: 2b0"
    starters = [firsts.choose_starter(past(text, lots_seed=seed), 1, 2)[0] for seed in range(8)]
    assert starters == [1, 2, 2, 1, 2, 1, 2, 1]


def test_king_of_the_hill_pairs_neighbours_even_again():
    pairing = king_of_the_hill.pair(past("Ann: 2w1\nBob: 1b0\nCem: 4w1\nDot: 3b0"))
    assert len(pairing.boards) == 2
    first = past("Ann: 2w500:300\nBob: 1b300:500\nCem: U60")
    assert pairs(king_of_the_hill.pair(first, bye_method="always-bottom")) == [(1, 3)]


def test_king_of_the_hill_avoids_what_must_not_be():
    pairing = king_of_the_hill.pair(start(), Limits(None, frozenset({(1, 2)})))
    assert pairs(pairing) == [(1, 3), (2, 4), (5, 6), (7, 8)]


# A field, the way to find its bye, and what would have to be allowed.
HILLS = [
    ("Ann: 2w1\nBob: 1b0", "german", "no-pairing-meet-again", ((1, 2),), None),
    (
        "Ann: 2w400:300 3w400:200\nBob: 1b300:400 U\nCem: U 1b200:400",
        "always-bottom",
        "no-pairing-other-bye",
        (),
        1,
    ),
]


@pytest.mark.parametrize(("text", "bye_method", "code", "relaxation", "bye"), HILLS)
def test_king_of_the_hill_names_what_would_have_to_be_allowed(text, bye_method, code, relaxation, bye):
    with pytest.raises(Refusal) as refused:
        king_of_the_hill.pair(past(text), Limits(0), bye_method)
    found = refused.value
    assert (found.code, found.params["relaxation"], found.params["bye"]) == (code, relaxation, bye)


def test_clubs_stay_apart():
    before = start()
    before.entrants.update({n: before.entrants[n]._replace(club="Here") for n in (1, 5)})
    pairing = new_swiss.pair(before, Settings(limits=Limits(clubs_apart=True)))
    assert (1, 5) not in pairs(pairing) and not find_faults(pairing, before, Limits(clubs_apart=True))


def test_a_confirmed_relaxation_is_carried_out():
    facts = read_player_rows("Ann: 2w1\nBob: 1b0", rounds=20, edition="plain", discipline="scrabble")
    with pytest.raises(Refusal) as refused:
        rounds.pair(facts, Stage("new-swiss", 1, 19))
    granted = frozenset(refused.value.params["relaxation"])
    assert pairs(rounds.pair(facts, Stage("new-swiss", 1, 19), rounds.Wishes(granted=granted))) == [(1, 2)]


def field(wins, sides="", met="", last=""):
    """Return the history of players 1, 2, … in standing order: wins, sides in rounds 1 to 3 ("-": none), meetings.

    `last` are the games of round 3, the last one.
    """
    sides = sides.split() or ["-"] * len(wins.split())
    entrants = [
        history.Entrant(
            number,
            Decimal(won),
            Decimal(0),
            0,
            0,
            number,
            0,
            tuple((round, Colour(side)) for round, side in enumerate(own.strip("-"), start=1)),
        )
        for number, (won, own) in enumerate(zip(wins.split(), sides, strict=True), start=1)
    ]
    pairs = [tuple(map(int, pair.split("-"))) for pair in last.split()]
    opponents = {one: ((3, other),) for pair in pairs for one, other in (pair, pair[::-1])}
    meetings = Counter(tuple(map(int, pair.split("-"))) for pair in met.split())
    return history.History(entrants, meetings, 3, 20, 1, opponents)


FREE = Settings("matching", Limits(1), balance_firsts=False)
# Wins, sides and meetings of players 1, 2, …; settings; the pairs, and who has the bye.
FIELDS = [
    # Groups of 1, 5 and 2: the first two take each other, 7 and 8 stay together, and 4 can't meet 8.
    ("3 2 2 2 2 2 1 1", "b wb bbb - bw bbw - www", "4-8 6-7 5-6 1-5 1-6 2-8 3-7 5-8 4-7", Settings(),
     "1-2 3-5 4-6 7-8"),
    # Groups of 2, 3 and 3: 1 and 2 have met, so both float.
    ("2 2 1 1 1 0 0 0", "wwb w b wb wb wwb bw wbw", "6-7 2-3 5-7 5-8 3-4 1-2 5-6", Settings(), "1-3 2-5 4-6 7-8"),
    # The middle groups can't be paired among themselves: they are paired together with the last one, or with everybody.
    ("3 3 2 2 2 1 0 0", "bw ww bb ww bww bb bw bb", "4-8 7-8 2-3 4-7 1-7 2-4 1-5 5-7 3-6 2-7 4-5 3-4", Settings(),
     "1-2 3-7 4-6 5-8"),
    ("3 2 2 2 1 1 1 0", "bb bb bbb bw bww wb b ww",
     "6-8 5-8 4-8 5-7 3-7 2-5 3-8 2-6 2-3 1-4 5-6 1-5 4-6 1-2 3-5", Settings(), "1-8 2-7 3-6 4-5"),
    # An odd field: 1 has the bye by the German rule, because 17 rounds are left.
    ("3 2 2 1 0", "wwb ww b b wbw", "1-3 1-2 4-5 2-3", Settings(), "2-4 3-5 bye 1"),
    ("3 2 2 1 0", "", "", Settings(bye_method="always-bottom"), "1-2 3-4 bye 5"),
    ("1 1 1 1 1 1 0 0 0", "wbw wwb wb bb bb b b wb wb", "2-5 3-9 1-8 2-8 3-6 2-4 1-5 1-4 3-4 7-9",
     Settings("matching"), "2-6 3-5 4-9 7-8 bye 1"),
    # Nobody's firsts count: the odd one of the upper group floats, next to the border.
    ("3 2 2 2 2 1 1 1", "b - bbb w ww bb wwb bb", "6-8", FREE, "1-3 2-4 5-6 7-8"),
    ("2 2 2 2 2 1 1 1", "wb bwb b wb w bwb bw bw", "1-3 3-7 3-6 5-8 6-8", FREE, "1-4 2-3 5-6 7-8"),
    ("3 2 2 2 1 0", "ww bb wb wwb ww bww", "2-3 3-6 2-5 1-2 4-5 2-4 2-6", FREE, "1-2 3-4 5-6"),
]  # fmt: skip


@pytest.mark.parametrize(("wins", "sides", "met", "settings", "expected"), FIELDS)
def test_groups_floats_and_byes(wins, sides, met, settings, expected):
    pairing = new_swiss.pair(field(wins, sides, met), settings)
    bye = [f"bye {pairing.bye.player}"] if pairing.bye else []
    assert " ".join([f"{one}-{other}" for one, other in pairs(pairing)] + bye) == expected


# Six players of three win groups in 3 boards: what a pair costs, from the heaviest layer to the lightest.
COSTS = [
    # pair: meetings, met in the last round, groups apart (squared), firsts that don't fit, distance (squared)
    ((1, 2), [2, 1, 0, 2, 0]),  # the two of a group are half of it apart
    ((1, 3), [0, 0, 1, 0, 1]),  # across groups: 2 stands between 1 and the border, nobody between it and 3
    ((2, 3), [0, 0, 1, 0, 0]),
    ((1, 5), [1, 0, 4, 1, 1]),
    ((2, 6), [0, 0, 4, 1, 1]),
    ((1, 4), [0, 0, 1, 1, 4]),
    ((3, 4), [0, 0, 0, 1, 0]),
    ((5, 6), [0, 0, 0, 2, 0]),
]


@pytest.mark.parametrize(("pair", "expected"), COSTS)
def test_what_a_pair_costs(pair, expected):
    assert costs_of(pair, Settings("matching", Limits(None))) == expected


def costs_of(pair, settings):
    """Split the cost into its layers, which never overlap: each is larger than all that the lighter ones can add up."""
    before = field("2 2 1 1 0 0", "w w b - - -", "1-2 1-2 1-5", "1-2")
    cost = new_swiss.cost_of_pairs(before, before.order, settings)(*pair)
    layers = []
    for most in (3 * 12**2, 3 * 2, 3 * 3**2, 3):
        cost, layer = divmod(cost, most + 1)
        layers.append(layer)
    return [cost, *reversed(layers)]


def test_firsts_cost_nothing_where_they_are_not_balanced():
    assert costs_of((1, 2), Settings("matching", Limits(None), balance_firsts=False)) == [2, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("size", "mode", "notes"), [(200, "tsh", []), (202, "tsh", ["matched-large limit=200"]), (202, "matching", [])]
)
def test_a_large_field_is_matched_from_the_start(size, mode, notes):
    pairing = new_swiss.pair(start(size), Settings(mode))
    assert pairs(pairing) == [(place, place + size // 2) for place in range(1, size // 2 + 1)]
    assert list(map(reason_text, pairing.notes)) == notes


def test_in_a_large_field_near_pairs_are_looked_at_first():
    """Half of the group apart, or across the border to the next group, give or take 30 places."""
    before = field(" ".join(["1"] * 100 + ["0"] * 40))
    near = list(new_swiss._near_pairs(before, list(before.order)))
    within = {
        (i, j)
        for first, last in ((0, 100), (100, 140))
        for i in range(first, last)
        for j in range(i + 1, last)
        if abs(j - i - (last - first) // 2) <= 30
    }
    across = {(i, j) for i in range(70, 100) for j in range(100, 130)}
    assert len(near) == len(set(near))
    assert set(near) == within | across


@pytest.mark.parametrize("mode", MODES)
def test_nobody_to_pair(mode):
    assert new_swiss.pair_players(start(4), [], Settings(mode)).boards == ()


# Six players in five rounds: two have been played, and what is left are the triangles 1-3-5 and 2-4-6 and three games
# between them. Pairing those three now, as the standings want, would leave two triangles: no round fits into them.
TRIANGLES = "1-4 3-6 2-5 1-6 2-3 4-5"


def near_the_end(met, last):
    before = field("2 2 1 1 0 0", met=met)
    before.last, before.rounds = last, 5
    return before


@pytest.mark.parametrize("mode", MODES)
def test_near_the_end_the_next_rounds_are_kept_playable(mode):
    pairing = new_swiss.pair(near_the_end(TRIANGLES, 2), Settings(mode))
    assert list(map(reason_text, pairing.notes)) == ["looked-ahead"]
    assert pairs(pairing) == [(1, 2), (3, 5), (4, 6)]
    assert pairs(new_swiss.pair(near_the_end(TRIANGLES, 4), Settings(mode))) == [
        (1, 2),
        (3, 4),
        (5, 6),
    ]  # the last round


@pytest.mark.parametrize("mode", MODES)
def test_a_dead_end_is_refused(mode):
    with pytest.raises(Refusal) as refused:
        new_swiss.pair(near_the_end(f"{TRIANGLES} 1-2 3-4 5-6", 3), Settings(mode))
    assert refused.value.params["relaxation"]
