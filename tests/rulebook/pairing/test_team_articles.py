"""C.04.6 article by article: for each one a position that it alone decides."""

from decimal import Decimal

import pytest

from pairing import team_swiss
from pairing.rules.engine_records import Acceleration
from pairing.rules.history import read_history
from pairing.team_swiss.colours import allocate
from pairing.team_swiss.preferences import NO_COLOUR, TYPE_A, TYPE_B, preference_of
from pairing.team_swiss.round_pairing import pair_teams
from pairing.team_swiss.teams import read_round
from tests.notation.team_rounds import pairs_of, round_of
from tiebreaks.facts.games import Colour, Kind, Scheme
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import Match, Team, TeamEvent, TeamScheme


@pytest.mark.parametrize(
    ("colours", "simple", "graded", "in_last_round"),
    [
        ("", "", "", ""),
        ("w", "", "mild b", "mild b"),
        ("b", "", "mild w", "mild w"),
        ("wb", "", "mild w", ""),
        ("bw", "", "mild b", ""),
        ("ww", "strong b", "strong b", "strong b"),
        ("bb", "strong w", "strong w", "strong w"),
        ("bww", "strong b", "strong b", "strong b"),
        ("bbww", "strong b", "strong b", "strong b"),  # the last sentence closes the mild preferences alone
        ("bbbww", "", "mild w", "mild w"),
        ("wwbb", "strong w", "strong w", "strong w"),
        ("wwwbb", "", "mild b", "mild b"),
        ("wwwb", "strong b", "strong b", "strong b"),
        ("bbbw", "strong w", "strong w", "strong w"),
    ],
)
def test_colour_preferences(colours, simple, graded, in_last_round):
    """1.7.1 and 1.7.2. A simple preference counts as a strong one: nothing asks which of both it is."""
    sides = tuple(map(Colour, colours))

    def wish(kind, is_last=False):
        found = preference_of(sides, kind, is_last=is_last)
        return f"{found.strength.name.lower()} {found.colour.value}" if found.strength else ""

    assert [wish(TYPE_A), wish(TYPE_A, is_last=True)] == [simple, simple]
    assert [wish(TYPE_B), wish(TYPE_B, is_last=True)] == [graded, in_last_round]
    assert wish(NO_COLOUR) == ""


@pytest.mark.parametrize(
    ("article", "white", "scores", "settings"),
    [
        ("4.3.1", 1, "1 2: 0", {}),
        ("4.3.1", 1, "1 2: 0", {"game_points": {1: 1, 2: 0}}),
        ("4.3.1", 1, "1 2: 0", {"game_points": {1: 0, 2: 1}}),  # 4.2.2: team 2 is first, and even
        ("4.3.1", 2, "1 2: 0", {"initial": Colour.BLACK}),
        ("4.3.2", 2, "1 2: 2", {"colours": "1 ww 2 wb"}),
        ("4.3.2", 1, "1 2: 2", {"colours": "1 wb 2 ww"}),
        ("4.3.3", 2, "1 2: 2", {"colours": "1 ww 2 bb"}),
        ("4.3.4", 1, "1 2: 2", {"colours": "1 wbb 2 wb", "preferences": TYPE_B}),
        ("4.3.5", 2, "1 2: 2", {"colours": "1 w 2 b", "preferences": NO_COLOUR}),
        ("4.3.5", 2, "1 2: 2", {"colours": "1 www 2 bww"}),
        ("4.3.6", 2, "1 2: 2", {"colours": "1 bw 2 wb"}),
        ("4.3.6", 1, "1 2: 2", {"colours": "1 wbbw 2 bwbw", "preferences": NO_COLOUR}),
        ("4.3.7", 2, "1 2: 2", {"colours": "1 ww 2 ww"}),
        ("4.3.8", 2, "1 2: 2", {"colours": "1 bw 2 bw"}),
        ("4.3.9", 1, "1 2: 2", {"colours": "2 bw"}),
        ("4.3.9", 2, "1 2: 2", {"colours": "2 wb"}),
    ],
)
def test_colours(article, white, scores, settings):
    found = allocate(round_of(scores, **settings), 0, 1)
    assert (found[0].tpn, found[2]) == (white, article)


@pytest.mark.parametrize(
    ("pairs", "scores", "settings"),
    [
        # 3.4: the lowest score, the most matches, the largest number; not who has had it, nor who leaves no pairing.
        ("1-2 | 5", "1 2: 1 / 5: 0", {}),
        ("1-3 2-5 | 4", "1 2 3 4 5: 0", {"played": {4: 1}}),
        ("1-3 2-4 | 5", "1 2 3 4 5: 0", {}),
        ("1-3 2-5 | 4", "1 2 3 4 5: 0", {"had_bye": (5,)}),
        ("1-3 | 2", "1 2 3: 0", {"met": "1-2"}),
        # 3.6.2: the upper half against the lower one, whatever the scores.
        ("1-4 2-5 3-6", "1 2 3 4 5 6: 0", {}),
        ("1-3 2-4 | 5-7 6-8", "1 2 4: 2 / 3 5 6 7 8: 1", {"met": "1-5"}),
        ("1-5 2-4 3-6", "1 2 3 4 5 6: 0", {"met": "1-4"}),
        ("1-4 2-6 3-5", "1 2 3 4 5 6: 0", {"met": "2-5"}),
        ("1-3 2-4", "1 2 3 4: 0", {"met": "1-4"}),
        ("1-2 3-4", "1 2 3 4: 0", {"met": "1-3 1-4"}),
        # C3: who is left can be paired. C4: as few as possible come up, but two where one group can't be paired.
        ("1-3 | 2-4", "1: 2 / 2 3 4: 1", {"met": "3-4"}),
        ("1-3 2-4 | 5-6", "1 2: 2 / 3 4 5 6: 1", {"met": "1-2"}),
        # C5: from the highest scores that are possible, the lowest of them first.
        ("1-2 | 3-4", "1: 3 / 2 3: 2 / 4: 1", {}),
        ("1-4 | 2-3", "1: 3 / 2 3: 2 / 4: 1", {"met": "1-2 1-3"}),
        # C6: the next scoregroup needs nobody from below.
        ("1-3 | 2-4 | 5-6", "1: 3 / 2 3 4: 2 / 5 6: 1", {"met": "3-4"}),
        # C7: who floated in the round before does not come up, except in the last two rounds.
        ("1-3 | 2-4", "1: 2 / 2 3 4: 1", {"floated": (2,), "left": 2}),
        ("1-2 | 3-4", "1: 2 / 2 3 4: 1", {"floated": (2,), "left": 1}),
        # 3.5.4: the smallest number.
        ("1-2 | 3-4", "1: 2 / 2 3 4: 1", {"floated": (2, 3, 4)}),
        # C8: fewer colour preferences that are not fulfilled.
        ("1-4 2-3", "1 2 3 4: 2", {"colours": "1 ww 2 bb 3 ww 4 bb"}),
        # C9 before C10; both strong ones apart.
        ("1-4 2-3", "1 2 3 4: 2", {"colours": "1 bww 2 bw 3 bww 4 bw", "preferences": TYPE_B}),
        # C10: whom those who come up meet has not floated either.
        ("1-3 2-4", "1 2 3: 2 / 4: 1", {"floated": (1,), "left": 2}),
        ("1-4 2-3", "1 2 3: 2 / 4: 1", {"floated": (2,), "left": 2}),
        ("1-3 2-4", "1 2 3: 2 / 4: 1", {"floated": (2,), "left": 1}),
        # 3.3.3: no round is possible.
        (None, "1 2 3 4: 0", {"met": "1-2 1-3 1-4"}),
        (None, "1 2 3: 0", {"had_bye": (1, 2, 3)}),
    ],
)
def test_who_meets_whom(pairs, scores, settings):
    assert pairs_of(round_of(scores, **settings)) == pairs


@pytest.mark.parametrize(
    ("met", "upfloaters"),
    [
        ("", [2, 6, 8]),
        ("4-8 7-8 8-9", [2, 6, 1]),
        ("4-8 7-8 8-9 1-4 1-7 1-9", [2, 6, 3]),
        ("4-6 6-7 6-9 1-4 1-7 1-9 3-4 3-7 3-9", [2, 8, 5]),
        ("2-4 2-7 2-9", [6, 8, 1]),
    ],
)
def test_the_sets_of_3_5_4(met, upfloaters):
    """The example of the article: 2, 6 and 8 have more points than 1, 3 and 5, and three have to come up."""
    this_round = round_of("4 7 9: 3 / 2 6 8: 2 / 1 3 5 10: 1", met=f"4-7 4-9 7-9 {met}")
    first = pair_teams(this_round).brackets[0]
    assert [this_round.teams[place].tpn for place in first.chosen.upfloaters] == upfloaters


def event(rows, rounds=5, **scheme):
    """Return the facts of teams: {number: "opponent colour match-points ..."}; 0 is a bye, F a forfeit."""
    teams = {number: Team(number, f"Team {number}") for number in rows}
    kinds = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS, "U": Kind.PAB, "H": Kind.HPB, "Z": Kind.ZPB}
    matches = {}
    for number, row in rows.items():
        own = []
        for round_number, cell in enumerate(row.split(), start=1):
            opponent, side, points = cell.split(",")
            kind, colour = kinds.get(side, Kind.PLAYED), Colour(side) if side in "wb" else Colour.NONE
            own.append(Match(round_number, int(opponent) or None, colour, kind, Decimal(points), Decimal(points)))
        matches[number] = tuple(own)
    event = TeamEvent(teams, matches, rounds, TeamScheme(4, Scheme(Decimal(2), Decimal(1), Decimal(0), Decimal(1))))
    return team_crosstable(event)._replace(rounds=rounds)


def read(facts, **settings):
    return read_round(facts, read_history(facts), team_swiss.Settings(**settings))


def test_what_a_team_brings_from_the_rounds_before():
    facts = event(
        {
            1: "4,w,2 2,b,2 3,w,1",
            2: "5,b,2 1,w,0 4,+,2",
            3: "0,U,1 5,w,2 1,b,1",
            4: "1,b,0 0,Z,0 2,-,0",
            5: "2,w,0 3,b,0 0,H,1",
        }
    )
    teams = {team.tpn: team for team in read(facts).teams}
    assert [team.tpn for team in read(facts).teams] == [1, 2, 3, 5, 4]
    assert ["".join(teams[n].colours) for n in sorted(teams)] == ["wbw", "bw", "wb", "b", "wb"]
    assert [teams[n].played for n in sorted(teams)] == [3, 2, 2, 1, 2]
    # 1.5: a float needs another score and a match. Team 1 had 4 points and team 3 had 3; the others did not play.
    assert [teams[n].floated for n in sorted(teams)] == [True, False, True, False, False]
    # C2: the bye, and a match won by forfeit.
    assert [teams[n].no_bye for n in sorted(teams)] == [False, True, True, False, False]
    # C1: a forfeit is no meeting.
    this_round = read(facts)
    apart = {
        (this_round.teams[a].tpn, this_round.teams[b].tpn)
        for a, others in enumerate(this_round.apart)
        for b in others
        if a < b
    }
    assert apart == {(1, 4), (1, 2), (1, 3), (2, 5), (3, 5)}
    assert this_round.left == 1


def test_who_has_not_arrived_turns_nobodys_colours():
    """C.04.2, 2.4: nobody has a number before arriving, so team 1 is missing in the parity of 4.3.1."""
    facts = event({1: "", 2: "", 3: "", 4: "", 5: ""})
    this_round = read_round(facts, read_history(facts, {1: "Z"}), team_swiss.Settings())
    assert [(team.tpn, team.odd) for team in this_round.teams] == [(2, True), (3, False), (4, True), (5, False)]


def test_acceleration_counts_for_pairing_alone():
    """C.04.7, 1.5: virtual points make scoregroups; the first-team is the one with more real points."""
    facts = event({1: "3,w,0", 2: "4,w,2", 3: "1,b,2", 4: "2,b,0"})
    plain, fast = read(facts), read(facts, accelerated=(Acceleration(Decimal(2), 1, 2, 1, 2),))
    assert [(team.tpn, team.score) for team in plain.teams] == [(2, 2), (3, 2), (1, 0), (4, 0)]
    assert [(team.tpn, team.score) for team in fast.teams] == [(2, 4), (1, 2), (3, 2), (4, 0)]
    assert [team.standing[0] for team in fast.teams] == [2, 0, 2, 0]
    assert [team.floated for team in fast.teams] == [True] * 4 and not any(team.floated for team in plain.teams)
