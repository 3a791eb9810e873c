"""Byes of brackets and of the consolations of their losers: as early as the losers allow (cadrage), and never late."""

from itertools import groupby

import pytest

from pairing.brackets import draw
from pairing.brackets.course import Draw, find_coming, follow
from pairing.brackets.deciding import DuelFormat
from pairing.brackets.elimination import PlayOnRules, plan_stage
from pairing.brackets.places import Ends
from pairing.brackets.schedule import DuelSettings


def draw_bracket(players, **rules):
    """Return the lines and the duels of a bracket of so many players, drawn by lot."""
    settings = DuelSettings(seeding=draw.LOTS, rules=PlayOnRules(**rules))
    lines = settings.draw(range(1, players + 1), players)
    return lines, settings.plan([len(lines["A"])], lines)


def read_levels(players, **rules):
    """Return for each bracket how many duels and byes each of its levels has that somebody is in: `A: 5+1 2+2 2 1`."""
    lines, duels = draw_bracket(players, **rules)
    taken = Ends(duels, lines).taken
    levels = {}
    in_levels = sorted(duels, key=lambda duel: (duel.bracket, duel.level))
    for (name, _level), own in groupby(in_levels, lambda duel: (duel.bracket, duel.level)):
        counts = [sum(taken[duel.key]) for duel in own]
        levels.setdefault(name, []).append((counts.count(2), counts.count(1)))
    return levels


def write_levels(levels):
    return " | ".join(
        f"{name}: " + " ".join(f"{games}+{byes}" if byes else f"{games}" for games, byes in own)
        for name, own in levels.items()
    )


CONCOURS = [
    (5, "A: 1+3 2 1"),
    (6, "A: 2+2 2 1 | B: 1"),
    (7, "A: 3+1 2 1 | B: 1+1 1"),
    (9, "A: 4+1 1+3 2 1 | B: 2 1 | C: 1"),
    (10, "A: 5 1+3 2 1 | B: 1+3 2 1"),
    (11, "A: 5+1 2+2 2 1 | B: 1+3 2 1"),
    (12, "A: 6 2+2 2 1 | B: 2+2 2 1 | C: 1"),
    (14, "A: 7 3+1 2 1 | B: 3+1 2 1 | C: 1+1 1"),
    (16, "A: 8 4 2 1 | B: 4 2 1 | C: 2 1"),
    (18, "A: 9 1+7 4 2 1 | B: 4+1 1+3 2 1 | C: 2 1"),
    (22, "A: 11 3+5 4 2 1 | B: 5+1 2+2 2 1 | C: 1+3 2 1"),
]


@pytest.mark.parametrize(("players", "expected"), CONCOURS)
def test_the_cadrage_of_a_concours_leaves_a_power_of_two(players, expected):
    assert write_levels(read_levels(players, consolations=2)) == expected


# The first round of eleven leaves six, and the next one four; of twelve eight go on at once. Three have a semi-final.
CADRAGES = [(3, {}, ""), (5, {}, "A1"), (8, {}, ""), (12, {}, "A1"), (16, {}, ""), (11, {"consolations": 1}, "A2 B1")]


@pytest.mark.parametrize(("players", "rules", "expected"), CADRAGES)
def test_a_round_that_byes_bring_to_a_power_of_two_is_a_cadrage(players, rules, expected):
    lines, duels = draw_bracket(players, **rules)
    ends = Ends(duels, lines)
    assert " ".join(sorted({f"{duel.bracket}{duel.level}" for duel in duels if ends.is_cadrage(duel)})) == expected


@pytest.mark.parametrize("consolations", [0, 1, 2, 3])
def test_nobody_is_exempt_once_four_are_left_or_in_a_final(consolations):
    """Only a bracket that begins with three has a bye with fewer than five, in its first round."""
    for players in range(4, 129):
        check_byes(read_levels(players, consolations=consolations), ["A", "B", "C", "D"][: consolations + 1])


def check_byes(levels, names):
    for place, name in enumerate(names):
        if name not in levels:
            assert sum(levels[names[place - 1]][0]) <= 5, "a bracket without losers to play on"
            break
        entered = 2 * levels[name][0][0] + levels[name][0][1]
        has_next = names[place + 1 : place + 2] and entered > 6
        for level, (games, byes) in enumerate(levels[name]):
            left = 2 * games + byes
            assert games, "no round without a game"
            assert not byes or left > 4 or (left == 3 and level == 0)
            assert not byes or level == 0 or (level == 1 and has_next), "byes come as early as the losers allow"
            is_halved = level == 0 and has_next
            assert byes == left % 2 if is_halved else (games + byes).bit_count() == 1
        assert levels[name][-1] == (1, 0)


@pytest.mark.parametrize("players", [7, 9, 11, 13, 19, 27, 41, 63])
def test_who_has_a_bye_in_the_first_round_plays_in_the_cadrage(players):
    lines, duels = draw_bracket(players, consolations=2)
    taken = Ends(duels, lines).taken
    second = [duel for duel in duels if duel.level == 2 and any(taken[duel.key]) and not all(taken[duel.key])]
    waiting = [seat.of for duel in second for seat, here in zip(duel.seats, taken[duel.key], strict=True) if here]
    assert all(all(taken[key]) for key in waiting), "whoever waits has played"


def test_brackets_drawn_before_stay_as_they_are():
    """Their draws say nothing of the losers' seats: these follow from the lines of A, with all their gaps."""
    lines = {"A": (1, 10, 4, 7, 3, 8, 0, 0, 2, 9, 5, 6, 0, 0, 0, 0)}
    duels = DuelSettings(rules=PlayOnRules(consolations=2)).plan([16], lines)
    assert duels == plan_stage([16], PlayOnRules(consolations=2))
    assert [d.key for d in duels if d.bracket == "B" and d.level == 1] == ["B-1-1", "B-1-2", "B-1-3", "B-1-4"]
    states = follow(
        duels, Draw(lines), {}, dict.fromkeys((d.key for d in duels), DuelFormat()), {n: n for n in range(1, 65)}
    )
    assert [state.duel.key for state in find_coming(states)] == ["A-1-1", "A-1-2", "A-1-3", "A-1-5", "A-1-6"]
