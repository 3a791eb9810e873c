"""Why teams have the bye, come up or meet, and what an exchange costs: one position for each sentence of C.04.6."""

import pytest

from pairing.team_swiss.colours import allocate
from pairing.team_swiss.explanations import explain_bye, explain_pairs, explain_upfloaters
from pairing.team_swiss.judging import judge_colours, judge_pairs
from pairing.team_swiss.round_pairing import explain_meetings, pair_teams
from tests.generated.teams_small import made_up_round
from tests.notation.seats import split_seats, swap
from tests.notation.team_rounds import round_of


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (
            3,
            "Of those who can have the bye, 3 has the lowest score (1), then the most matches, then the largest number",
        ),
        (3, "5 comes first for the bye, but has had it or won a match without playing (C2)."),
        (131, "4 comes first for the bye, but without 4 the others could not all be paired (3.4.1)."),
        (1, "7 floats up from score 0: the next in order (3.5.3)."),
        (1, "2 would float up before 6, but then the others could not all be paired (C1, C3)."),
        (20, "3 would float up before 7, but criterion C4 speaks against it."),
        (498, "2 would float up before 3, but criterion C5 speaks against it."),
        (185, "1 would float up before 5, but criterion C6 speaks against it."),
        (25, "1 would float up before 3, but criterion C7 speaks against it."),
        (9, "6 would come first for 2, but they may not meet (C1)."),
        (4, "5 would come first for 2, but criterion C8 speaks against it."),
        (43, "7 would come first for 3, but criterion C9 speaks against it."),
        (130, "4 would come first for 2, but criterion C10 speaks against it."),
        (10, "6 would come first for 1, but then the others could not all be paired (C1)."),
        (134, "4 would come first for 1, but such a pairing comes later (3.6.3)."),
        (18, "By number 4 belongs to the upper half of the bracket, but then the others could not all be paired (C1)."),
        (24, "By number 3 belongs to the upper half of the bracket, but criterion C8 speaks against it."),
        (556, "By number 3 belongs to the upper half of the bracket, but criterion C9 speaks against it."),
        (15, "By number 3 belongs to the upper half of the bracket, but criterion C10 speaks against it."),
    ],
)
def test_what_speaks_against_those_who_come_first(seed, sentence):
    assert any(text.startswith(sentence) for text in list_reasons(made_up_round(seed)))


def list_reasons(this_round):
    """Return all that is said of a round."""
    paired = pair_teams(this_round)
    found = [] if paired.bye is None else explain_bye(this_round, paired.bye)
    for each in paired.brackets:
        found += [reason for _, reason in explain_upfloaters(each)]
        found += [reason for _, reasons in explain_pairs(each) for reason in reasons]
    return [str(reason) for reason in found]


def test_the_match_of_a_team_that_comes_up_says_who_was_passed_over():
    this_round = made_up_round(25)
    told = {pair: [str(reason) for reason in reasons] for pair, reasons in explain_meetings(pair_teams(this_round))}
    (pair,) = (pair for pair, reasons in told.items() if "criterion C7 speaks against it" in reasons[0])
    assert told[pair][0] == "1 would float up before 3, but criterion C7 speaks against it."
    assert 3 in {this_round.teams[place].tpn for place in pair}


def test_a_usual_pairing_needs_no_reason():
    assert list_reasons(round_of("1 2 3 4: 2 / 5 6 7 8: 1")) == []


def test_a_forbidden_pairing_is_named_as_a_rule_of_the_event():
    this_round = round_of("1 2 3 4: 2", met="1-3", banned=frozenset({(0, 2)}))
    assert list_reasons(this_round)[0] == "3 would come first for 1, but a rule of the event keeps them apart."
    assert str(judge(this_round, [[0, 2], [1, 3]])) == "A rule of the event keeps 1 and 3 apart."


def seats_of(this_round):
    paired = pair_teams(this_round)
    seats = [list(pair) for each in paired.brackets for pair in each.pairs]
    return [*seats, *([] if paired.bye is None else [[paired.bye]])]


def judge(this_round, seats):
    return judge_pairs(this_round, *split_seats(seats))


@pytest.mark.parametrize(
    ("seed", "swapped", "sentence"),
    [
        (1, (2, 0), "3 and 6 may not meet (C1)."),
        (3, (5, 0), "2 may not have the bye (C2)."),
        (4, (6, 1), "7 should have the bye (3.4)."),
        (1, (2, 1), "In the bracket with score 4, criterion C4 has the value 2; the rules require 0."),
        (1, (3, 2), "In the bracket with score 3, criterion C5 has the value 1; the rules require 0."),
        (25, (2, 1), "In the bracket with score 2, criterion C7 has the value 1; the rules require 0."),
        (4, (1, 0), "In the bracket with score 0, criterion C8 has the value 2; the rules require 0."),
        (43, (2, 0), "In the bracket with score 0, criterion C9 has the value 1; the rules require 0."),
        (15, (2, 0), "In the bracket with score 1, criterion C10 has the value 1; the rules require 0."),
        (
            1,
            (5, 3),
            "In the bracket with score 2 these teams are possible upfloaters too, but later in the order (3.5.4).",
        ),
        (4, (2, 0), "In the bracket with score 0 this pairing is as good, but it comes later in the order (3.6.3)."),
    ],
)
def test_what_an_exchange_costs(seed, swapped, sentence):
    this_round = made_up_round(seed)
    assert str(judge(this_round, swap(seats_of(this_round), *swapped))) == sentence


def test_what_the_following_scoregroup_loses():
    this_round = round_of("1: 3 / 2 3 4: 2 / 5 6: 1", met="3-4")
    places = {team.tpn: place for place, team in enumerate(this_round.teams)}
    seats = [[places[a], places[b]] for a, b in ((1, 2), (3, 5), (4, 6))]
    assert (
        str(judge(this_round, seats))
        == "In the bracket with score 3, criterion C6 has the value 2; the rules require 0."
    )


@pytest.mark.parametrize("first", [0, 50])
def test_nothing_is_better_than_the_right_pairing(first):
    for seed in range(first, first + 50):
        this_round = made_up_round(seed)
        if pair_teams(this_round) is None:
            continue
        seats = seats_of(this_round)
        assert judge(this_round, seats) is None
        for one in range(len(this_round.teams) - 1):
            changed = swap(seats, one, one + 1)
            judgement, is_same = judge(this_round, changed), {*map(frozenset, changed)} == {*map(frozenset, seats)}
            assert (judgement is None) == is_same
            assert is_same or judgement.params.get("theirs", 1) > judgement.params.get("ours", 0)


def test_whose_colours_are_turned():
    this_round = round_of("1 2: 2", colours="1 ww 2 bb")
    white, black, _article = allocate(this_round, 0, 1)
    assert (white.tpn, black.tpn) == (2, 1)
    assert judge_colours(this_round, [(1, 0)]) is None
    assert str(judge_colours(this_round, [(0, 1)])) == "2 should have White against 1 (4.3.3)."
