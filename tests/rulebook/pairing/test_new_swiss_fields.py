"""New Swiss on whole fields: groups, floats and byes, what a pair costs, large fields and the end of an event."""

import pytest

from pairing.new_swiss import new_swiss
from pairing.new_swiss.new_swiss import NewSwissSettings
from pairing.rules.legality import Limits
from tests.notation.histories import field, pairs, reason_text, start
from tiebreaks.refusal import Refusal

MODES = ("tsh", "matching")


FREE = NewSwissSettings("matching", Limits(1), balance_firsts=False)
# Wins, sides and meetings of players 1, 2, …; settings; the pairs, and who has the bye.
FIELDS = [
    # Groups of 1, 5 and 2: the first two take each other, 7 and 8 stay together, and 4 can't meet 8.
    ("3 2 2 2 2 2 1 1", "b wb bbb - bw bbw - www", "4-8 6-7 5-6 1-5 1-6 2-8 3-7 5-8 4-7", NewSwissSettings(),
     "1-2 3-5 4-6 7-8"),
    # Groups of 2, 3 and 3: 1 and 2 have met, so both float.
    ("2 2 1 1 1 0 0 0", "wwb w b wb wb wwb bw wbw", "6-7 2-3 5-7 5-8 3-4 1-2 5-6", NewSwissSettings(),
     "1-3 2-5 4-6 7-8"),
    # The middle groups can't be paired among themselves: they are paired together with the last one, or with everybody.
    ("3 3 2 2 2 1 0 0", "bw ww bb ww bww bb bw bb", "4-8 7-8 2-3 4-7 1-7 2-4 1-5 5-7 3-6 2-7 4-5 3-4",
     NewSwissSettings(), "1-2 3-7 4-6 5-8"),
    ("3 2 2 2 1 1 1 0", "bb bb bbb bw bww wb b ww",
     "6-8 5-8 4-8 5-7 3-7 2-5 3-8 2-6 2-3 1-4 5-6 1-5 4-6 1-2 3-5", NewSwissSettings(), "1-8 2-7 3-6 4-5"),
    # An odd field: 1 has the bye by the German rule, because 17 rounds are left.
    ("3 2 2 1 0", "wwb ww b b wbw", "1-3 1-2 4-5 2-3", NewSwissSettings(), "2-4 3-5 bye 1"),
    ("3 2 2 1 0", "", "", NewSwissSettings(bye_method="always-bottom"), "1-2 3-4 bye 5"),
    ("1 1 1 1 1 1 0 0 0", "wbw wwb wb bb bb b b wb wb", "2-5 3-9 1-8 2-8 3-6 2-4 1-5 1-4 3-4 7-9",
     NewSwissSettings("matching"), "2-6 3-5 4-9 7-8 bye 1"),
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
    assert costs_of(pair, NewSwissSettings("matching", Limits(None))) == expected


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
    assert costs_of((1, 2), NewSwissSettings("matching", Limits(None), balance_firsts=False)) == [2, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("size", "mode", "notes"), [(200, "tsh", []), (202, "tsh", ["matched-large limit=200"]), (202, "matching", [])]
)
def test_a_large_field_is_matched_from_the_start(size, mode, notes):
    pairing = new_swiss.pair(start(size), NewSwissSettings(mode))
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
    assert new_swiss.pair_players(start(4), [], NewSwissSettings(mode)).boards == ()


# Six players in five rounds: two have been played, and what is left are the triangles 1-3-5 and 2-4-6 and three games
# between them. Pairing those three now, as the standings want, would leave two triangles: no round fits into them.
TRIANGLES = "1-4 3-6 2-5 1-6 2-3 4-5"


def near_the_end(met, last):
    before = field("2 2 1 1 0 0", met=met)
    before.last, before.rounds = last, 5
    return before


@pytest.mark.parametrize("mode", MODES)
def test_near_the_end_the_next_rounds_are_kept_playable(mode):
    pairing = new_swiss.pair(near_the_end(TRIANGLES, 2), NewSwissSettings(mode))
    assert list(map(reason_text, pairing.notes)) == ["looked-ahead"]
    assert pairs(pairing) == [(1, 2), (3, 5), (4, 6)]
    assert pairs(new_swiss.pair(near_the_end(TRIANGLES, 4), NewSwissSettings(mode))) == [
        (1, 2),
        (3, 4),
        (5, 6),
    ]  # the last round


@pytest.mark.parametrize("mode", MODES)
def test_a_dead_end_is_refused(mode):
    with pytest.raises(Refusal) as refused:
        new_swiss.pair(near_the_end(f"{TRIANGLES} 1-2 3-4 5-6", 3), NewSwissSettings(mode))
    assert refused.value.params["relaxation"]
