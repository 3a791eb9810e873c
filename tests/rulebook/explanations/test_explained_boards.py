"""Who is ahead after a drawn match, and the numbers that are compared for it."""

import pytest

from tests.notation.paper_teams import places as team_places
from tests.notation.paper_teams import team_rows
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

# A drawn match: A's points on the boards, and who is ahead by each way to separate two teams ("=": nobody).
DRAWN_MATCHES = """
    boards EDE EDEC EDEBT EDEBB EDET EDEB TBR BBE
    110001  =    A    A     A    A    B    A   B
    011100  =    A    A     A    B    A    B   A
    1001    =    =    A     B    A    B    A   B
    1100    =    A    A     A    A    A    A   A
"""


@pytest.mark.parametrize(
    ("boards", "criterion", "ahead"),
    [
        (row.split()[0], criterion, ahead)
        for row in DRAWN_MATCHES.strip().splitlines()[1:]
        for criterion, ahead in zip(DRAWN_MATCHES.split("\n")[1].split()[1:], row.split()[1:], strict=True)
    ],
)
def test_who_is_ahead_after_a_drawn_match(boards, criterion, ahead):
    event = team_rows(f"A: 2w{boards}\nB: 1b{boards.translate(str.maketrans('10', '01'))}")
    (_, first), (rank_of_second, _) = team_places(event, f"MP,{criterion}")
    assert ("=" if rank_of_second == 1 else first) == ahead


# The numbers that are compared for A 1001 and B 0110, in their order.
AMONG = {"match-points-among": ((1,), (1,)), "game-points-among": ((2,), (2,))}
COMPARED = [
    ("TBR", {"top-boards": ((1, 0, 0, 1), (0, 1, 1, 0))}),
    ("BBE", {"without-bottom": ((1, 1, 1), (2, 1, 0))}),
    ("EDEBT", AMONG | {"board-count": ((5,), (5,)), "top-boards": ((1, 0, 0, 1), (0, 1, 1, 0))}),
    ("EDEBB", AMONG | {"board-count": ((5,), (5,)), "without-bottom": ((1, 1, 1), (2, 1, 0))}),
    ("EDET", AMONG | {"top-boards": ((1, 0, 0, 1), (0, 1, 1, 0))}),
    ("EDEB", AMONG | {"without-bottom": ((1, 1, 1), (2, 1, 0))}),
    ("EDEC", AMONG | {"board-count": ((5,), (5,))}),
    ("EDE", AMONG),
]


@pytest.mark.parametrize(("criterion", "compared"), COMPARED)
def test_the_numbers_behind_a_comparison_of_boards(criterion, compared):
    table = rank(team_rows("A: 2w1001\nB: 1b0110"), read_order(f"MP,{criterion}", of_teams=True))
    encounter = table.explain(1, 1).encounter
    assert {step.compared: (step.values[1], step.values[2]) for step in encounter.steps} == compared
    assert encounter.group == (1, 2)
    assert encounter.complete
    assert [encounter.total(number) for number in (1, 2)] == ([0, 0] if criterion in ("TBR", "BBE") else [1, 1])
    assert dict(encounter.results) == ({} if criterion in ("TBR", "BBE") else {(1, 2): 1, (2, 1): 1})
