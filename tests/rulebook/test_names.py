"""Criteria by the names that people know, in three languages and with the abbreviations of older programs."""

import pytest

from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.choices import GROUPS, check_cuts, is_named, read_name, split_names
from tiebreaks.order.names import NAMES, WORDS
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.refusal import Refusal

CHESS, PETANQUE, SCRABBLE = {"chess"}, {"petanque"}, {"scrabble"}

UNDERSTOOD = [
    ("Buchholz", CHESS, "BH"),
    ("buchholz", PETANQUE, "BHZ"),
    ("BuHo", CHESS, "BH"),
    ("FW", CHESS, "BH"),
    ("Feinwertung", CHESS, "BH"),
    ("SoBerg", CHESS, "SB"),
    ("So-Be", CHESS, "SB"),
    ("sonneborn berger", CHESS, "SB"),
    ("Cut 1", CHESS, "BH/C1"),
    ("cut-2", CHESS, "BH/C2"),
    ("median", CHESS, "BH/M1"),
    ("Médian", CHESS, "BH/M1"),
    ("Buchholz mit Streichwertung", CHESS, "BH/C1"),
    ("Buchholz tronqué", CHESS, "BH/C1"),
    ("Sonneborn Cut 1", CHESS, "SB/C1"),
    ("verfeinerte Buchholz", CHESS, "SBH"),
    ("Feinbuchholz", PETANQUE, "FBHZ"),
    ("Feinbuchholz", CHESS, "SBH"),
    ("goal difference", PETANQUE, "DIFF"),
    ("goal-average", PETANQUE, "DIFF"),
    ("goal-average", SCRABBLE, "SPREAD"),
    ("direkter Vergleich", CHESS, "DE"),
    ("forfeits as played", CHESS, "BH/P"),
    ("Losentscheid", CHESS, "LOTS"),
    ("tirage au sort", CHESS, "LOTS"),
    ("Points d’échiquier", {"teams"}, "GP"),
    ("bh-c1", CHESS, "BH/C1"),
]


@pytest.mark.parametrize(("text", "games", "notation"), UNDERSTOOD)
def test_a_name_is_understood(text, games, notation):
    def fits(chosen):
        own = set(chosen.criterion.scope) - {"swiss", "round-robin"}
        return not own or bool(own & games)

    assert read_name(text, fits).notation == notation


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Buchhloz", "There is no criterion “Buchhloz”. Did you mean BH"),
        ("XX", "There is no criterion “XX”."),
        ("BH/Z9", "“BH” does not take the modifier “Z9”."),
    ],
)
def test_an_unknown_name_is_refused_with_what_is_near(text, sentence):
    with pytest.raises(Refusal, match=sentence.split("”")[0]) as refused:
        read_name(text)
    assert str(refused.value).startswith(sentence)


def test_every_criterion_has_names_and_a_group():
    assert list(NAMES) and set(NAMES) == set(CRITERIA)
    listed = [read_criterion(notation) for group in GROUPS for notation in group.notations.split()]
    assert {chosen.code for chosen in listed} == set(CRITERIA)
    assert len({chosen.notation for chosen in listed}) == len(listed)
    assert all(split_names(names) for names in (*NAMES.values(), *WORDS.values()))


def test_the_most_used_come_first_in_their_group():
    assert [group.notations.split()[0] for group in GROUPS] == ["PTS", "BH/C1", "ARO", "DE", "MP", "PLAYOFF"]


@pytest.mark.parametrize(("text", "found"), [("cut", True), ("buch cut", True), ("streich", True), ("koya", False)])
def test_words_find_a_criterion_in_any_order(text, found):
    assert is_named(read_criterion("BH/C1"), text) == found


@pytest.mark.parametrize(("order", "rounds", "refused"), [
    ("PTS,BH/C9", 5, "BH/C9"), ("PTS,BH/C4", 5, ""), ("PTS,BH/C5", 5, "BH/C5"), ("PTS,BH/M2", 4, "BH/M2"),
    ("PTS,PS/C3", 3, "PS/C3"), ("PTS,BH/C1", 0, ""),
])  # fmt: skip
def test_a_cut_that_leaves_nothing_is_refused(order, rounds, refused):
    if not refused:
        check_cuts(read_order(order), rounds)
        return
    with pytest.raises(Refusal, match=f"“{refused}” leaves nothing to count") as found:
        check_cuts(read_order(order), rounds)
    assert found.value.field == refused
