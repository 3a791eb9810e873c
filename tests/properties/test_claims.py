"""What the table claims about the first places, against every end of small events of every plan, with their finals."""

import pytest

from tests.generated import courses
from tests.sizes import FULL, some
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.marks import Mark
from tournaments.queries.standings.standings import read_outlook

REMAINING = 5 if FULL else 3  # games: all their results are tried

CASES = [
    (name, size, discipline, seed)
    for name in courses.PLANS
    for size in ((4, 6) if name == "Scheveningen" else (4, 5))
    for discipline in ("chess", "scrabble")
    for seed in range(1, 5)
]
ORDERS = {
    "chess": ("PTS,BH,SB,DE", "PTS,DE,WIN", "PTS"),
    "scrabble": ("PTS,SPREAD,SCORE",),
    "teams": ("MP,GP", "GP,MP", "MP,OSB,GP", "MP,EDE,BC"),
}


def claims(course):
    """Return who is claimed to be safe, and out, for each number of places."""
    ranked = course.table()
    claimed = {}
    for places in range(1, len(course.facts.players) + 1):
        outlooks = read_outlook(ranked, places)
        claimed[places] = tuple(
            {n for n, each in outlooks.items() if each.mark == mark} for mark in (Mark.SAFE, Mark.OUT)
        )
    return claimed


def truth(course):
    """Return who is among the first places at the end, and who is not; those tied across the border are in neither."""
    rows = course.table().rows
    possible = {}
    for places in range(1, len(rows) + 1):
        inside = {r.number for r in rows if sum(other.rank <= r.rank for other in rows) <= places}
        possible[places] = inside, {r.number for r in rows if r.rank > places}
    return possible


def check(course, results, before=None):
    """Check the claims here, and that they only grow until each end. Return what holds at all ends."""
    claimed = claims(course)
    for places, (safe, out) in (before or {}).items():
        assert safe <= claimed[places][0], f"safe for {places} went back"
        assert out <= claimed[places][1], f"out for {places} went back"
    states = courses.following(course, results)
    ends = [check(state, results, claimed) for state in states] or [truth(course)]
    held = {
        places: tuple(set.intersection(*(end[places][side] for end in ends)) for side in (0, 1)) for places in claimed
    }
    for places, (safe, out) in claimed.items():
        assert safe <= held[places][0], f"safe for {places} fails"
        assert out <= held[places][1], f"out for {places} fails"
    return held


# Of teams every match has two boards, decided one after the other.
TEAM_CASES = [(name, size, "teams", seed) for name, size, discipline, seed in CASES if discipline == "chess"]


@pytest.mark.parametrize(("name", "size", "discipline", "seed"), [*some(CASES, 13), *some(TEAM_CASES, 13)])
def test_every_claim_holds_however_the_event_ends(name, size, discipline, seed):
    chance = courses.chance_of(name, size, discipline, seed)
    order = read_order(ORDERS[discipline][seed % len(ORDERS[discipline])], of_teams=discipline == "teams")
    usual, unusual = (
        (courses.SCRABBLE, courses.SCRABBLE_TOO) if discipline == "scrabble" else (courses.CHESS, courses.CHESS_TOO)
    )
    course = courses.start(courses.PLANS[name], size, order, discipline)
    if seed == 4 and name != "Scheveningen" and "championship" not in name:
        players = {n: p._replace(withdrawn_from=3) if n == 1 else p for n, p in course.facts.players.items()}
        course = course._replace(facts=course.facts._replace(players=players))
    remaining = REMAINING // 2 if discipline == "teams" else REMAINING
    course = courses.play_until(course, chance, remaining, (*usual, *usual, *unusual))
    assert courses.following(course, usual)
    check(course, (*usual, chance.choice(unusual)))


def test_in_chess_the_higher_placed_finalist_needs_only_an_even_match():
    """Best of two games: whoever was first in the table and wins the first game has the title whatever follows."""
    order = read_order("PTS,BH")
    course = courses.start(courses.PLANS["a final with placement games"], 4, order)
    while course.paired < 3:
        board = course.open_board()
        course = courses.entered(course, board, courses.CHESS[0]) if board else courses.next_round(course)
    ((_round, _board, white, _black), first) = course.open_board(), course.table().rows[0].number
    won = courses.entered(course, course.open_board(), courses.CHESS[0 if white == first else 1])
    lost = courses.entered(course, course.open_board(), courses.CHESS[1 if white == first else 0])
    assert claims(course)[1][0] == set()
    assert claims(won)[1][0] == {first}
    assert claims(lost)[1][0] == set()
