"""The order of criteria that gives the stated ranks: found where the file names none, and as short as possible."""

from pathlib import Path

import pytest

from tests.generated import generator, generator_teams
from tiebreaks.checking.order_search import COMMON, changed_orders, find_order, known_orders
from tiebreaks.order.notation import read_order
from tiebreaks.order.presets import PRESETS, ROUND_ROBIN_ORDER, SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER, TEAM_SWISS_ORDER
from tiebreaks.standings import rank
from tiebreaks.trf.declared import Declared
from tiebreaks.trf.reader import Tournament, read

SWISS = generator.swiss(5, players=60, rounds=4)
PLAIN = generator.swiss(5, players=60, rounds=5, edition="plain")
ROUND_ROBIN = generator.round_robin(4, players=14)
TEAMS, _colours = generator_teams.swiss(5, teams=30, rounds=4, boards=4)
OLDER_TEAMS, _colours = generator_teams.swiss(6, teams=30, rounds=4, boards=2, edition="2024-08")


def stating_ranks(facts, order, named=None, swapped=()):
    """Return a file with the ranks of an order; two of them may be `swapped`, as in a list with a mistake."""
    of_teams = facts.team_event is not None
    places = {row.number: row.rank for row in rank(facts, read_order(order, of_teams=of_teams)).rows}
    if swapped:
        one, other = swapped
        places[one], places[other] = places[other], places[one]
    stated = {number: Declared(1, "", str(place)) for number, place in places.items()}
    if of_teams:
        return Tournament(facts, order=named, other=(), teams=facts, declared_teams=stated)
    return Tournament(facts, order=named, other=(), declared=stated)


# The event, the order behind the stated ranks; the order found, the ranks that it gives, and how many of them are tied.
FOUND = [
    (SWISS, "PTS", "PTS", 60, 0),
    (SWISS, "PTS,WIN", "PTS,WIN", 60, 0),
    (SWISS, "PTS,WON,BPG,RTNG", "PTS,WON,BPG,TPN", 60, 0),  # pairing numbers follow the ratings
    (SWISS, "LOTS", "PTS", 14, 14),  # chance is not found, and points come first
    (SWISS, "RTNG,PTS", "PTS", 12, 12),
    (PLAIN, "PTS,PS", "PTS,PS", 60, 0),
    (ROUND_ROBIN, "PTS", "PTS", 14, 0),
    (ROUND_ROBIN, "PTS,KS", "PTS,KS", 14, 0),
    (ROUND_ROBIN, "PTS,BH", "PTS", 14, 0),  # in a round robin it decides nothing
    (TEAMS, "MP", "PTS", 30, 0),
    (TEAMS, "MP,GP,EDE,BC", "MP,GP,BC", 30, 0),
    (TEAMS, "MP,OSB,OBH,GP", "MP,OSB,OBH", 30, 0),
    (TEAMS, "GP,MP,TBR", "GP,MP,TBR", 30, 0),
    (OLDER_TEAMS, "MP,TPN", "PTS,TPN", 30, 0),
]


@pytest.mark.parametrize(("facts", "hidden", "expected", "right", "shared"), FOUND)
def test_a_hidden_order_is_found(facts, hidden, expected, right, shared):
    fit = find_order(stating_ranks(facts, hidden))
    assert (fit.order, fit.edition) == (expected, facts.edition)
    assert (fit.right, fit.shared, fit.ranks) == (right, shared, len(facts.players))


MISTAKEN = [
    (ROUND_ROBIN, "PTS,WON,PS", "PTS,WON,PS", 12),
    (ROUND_ROBIN, "PTS,DE,SB,WIN,KS", "PTS,DE", 12),
    (TEAMS, "MP,GP,BC", "MP,GP,BC", 28),
]


@pytest.mark.parametrize(("facts", "hidden", "expected", "right"), MISTAKEN)
def test_two_wrong_ranks_do_not_mislead(facts, hidden, expected, right):
    fit = find_order(stating_ranks(facts, hidden, swapped=(3, 11)))
    assert (fit.order, fit.right) == (expected, right)


# FIDE's sample of team records, and the same with the bye of team 47 in round 3 that record 240 leaves out.
SAMPLE = (Path(__file__).parents[2] / "golden" / "fide_team_2024.trf").read_text(encoding="utf-8")
MENDED = SAMPLE.replace("240 H   3   26   50", "240 H   3   26   47   50")


def test_the_sample_of_fide_is_ranked_by_older_rules_and_another_order_than_it_names():
    """Record 202 names EDET/P, EMGSB/C1/P, BH:MP/C1/P and MPvGP, and the dates are of 2024 (decision 47)."""
    teams, declared = read(MENDED).teams, read(MENDED).declared_teams
    ranked = rank(teams._replace(edition="pre-2023"), read_order("PTS,BH:MP/C1,TPN", of_teams=True))
    assert {row.number: str(row.rank) for row in ranked.rows} == {n: each.rank for n, each in declared.items()}
    for text, right in ((MENDED, 50), (SAMPLE, 45)):
        fit = find_order(read(text))
        assert (fit.order.split(",")[:2], fit.edition, fit.right) == (["PTS", "BH:MP/C1"], "pre-2023", right)


def test_the_order_that_the_file_names_comes_first_where_it_can_be_used():
    assert find_order(stating_ranks(SWISS, "PTS,BH,TPN", "PTS,BH,TPN")).order == "PTS,BH,TPN"
    assert find_order(stating_ranks(SWISS, "PTS", "ZZ,X")).order == "PTS"


@pytest.mark.parametrize(
    ("facts", "hidden", "others"),
    [
        (SWISS, "PTS", ("2024-08", "2024-04", "2023-09", "pre-2023", "plain")),
        (TEAMS, "MP,OSB,OBH,GP", ()),
        (PLAIN, "PTS", ("2026-03", "2024-08", "2024-04", "2023-09", "pre-2023")),
    ],
)
def test_the_other_editions_that_give_the_same_are_named(facts, hidden, others):
    assert find_order(stating_ranks(facts, hidden)).other_editions == others


KNOWN = [
    (SWISS, "PTS,KS", ["PTS,KS", SWISS_ORDER, "PTS", "PTS,SRO,BH", "PTS,BH,SBH", PRESETS["us-chess"], *COMMON]),
    (ROUND_ROBIN, None, [ROUND_ROBIN_ORDER, "PTS,SB", "PTS"]),
    (
        TEAMS,
        None,
        [TEAM_SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER, "PTS", "MP,GP", "GP,MP", "MP,OSB,OBH,GP", "MP,OSB,GP,OBH"],
    ),
]


@pytest.mark.parametrize(("facts", "named", "expected"), KNOWN)
def test_what_is_tried_first(facts, named, expected):
    assert list(known_orders(stating_ranks(facts, "PTS", named), facts)) == expected


def test_one_change_adds_replaces_or_removes_a_criterion():
    added, replaced, removed = (
        ["PTS,BH,SB,DE", "PTS,BH,DE,SB", "PTS,DE,BH,SB"],
        ["PTS,BH,DE", "PTS,DE,SB"],
        ["PTS,SB", "PTS,BH"],
    )
    assert sorted(changed_orders("PTS,BH,SB", ("DE", "BH"))) == sorted(added + replaced + removed)


def test_two_ranks_are_enough():
    two = stating_ranks(SWISS, "PTS")
    assert find_order(two._replace(declared={n: two.declared[n] for n in (1, 2)})).ranks == 2
