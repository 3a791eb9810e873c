"""Every code of the cores has its words, and figures look as people write them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from pairing import dutch
from pairing.rules import legality
from pairing.rules.boards import because
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.facts.crosstable import EDITIONS
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_criterion
from tiebreaks.refusal import SENTENCES, Refusal
from tournaments.domain.number_format import figure
from tournaments.wording import criteria, games, sentences


@pytest.mark.parametrize("code", CRITERIA)
def test_every_criterion_has_a_head_a_name_and_a_formula(code):
    chosen = read_criterion(code)
    assert code in criteria.LABELS
    assert criteria.label(chosen)
    assert criteria.name(chosen)
    assert criteria.formula(chosen).endswith(".")


def test_no_head_is_left_of_a_criterion_that_is_gone():
    assert set(criteria.LABELS) == set(CRITERIA)


@pytest.mark.parametrize("code", SENTENCES)
def test_every_code_has_a_sentence(code):
    assert sentences.reason(code)


def test_kinds_and_editions_have_names():
    assert set(games.KINDS) == set(Kind)
    assert set(criteria.EDITIONS) == set(EDITIONS)


@pytest.mark.parametrize(
    ("notation", "head", "name"),
    [
        ("BH/C1", "BH C1", "Buchholz Cut 1"),
        ("BH/C2", "BH C2", "Buchholz Cut 2"),
        ("BH-M1", "BH M1", "Buchholz Median 1"),
        ("DE/P", "Direct P", "Direct encounter, forfeits as played"),
    ],
)
def test_modifiers_are_written_in_words(notation, head, name):
    with translation.override("en"):
        assert criteria.label(read_criterion(notation)) == head
        assert criteria.name(read_criterion(notation)) == name


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("0.5"), "½"),
        (Decimal("7.75"), "7¾"),
        (Decimal("9.00"), "9"),
        (0, "0"),
        (2400, "2400"),
        (Fraction(63, 5), "12.60"),
        (Fraction(1, 3), "0.33"),
        (Decimal("-0.5"), "−½"),
        (None, "–"),
    ],
)
def test_figures(value, text):
    with translation.override("en"):
        assert figure(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1402, "+1\u202f402"), (-24, "−24"), (0, "0"), (Decimal("0.5"), "+½"), (-1234567, "−1\u202f234\u202f567")],
)
def test_signed_figures(value, text):
    assert figure(value, signed=True) == text


def test_a_reason_that_a_refusal_quotes_is_translated_too():
    fault = because(legality.FORBIDDEN, white=3, black=8)
    with translation.override("de"):
        message = sentences.refusal(Refusal(dutch.ILLEGAL, fault=fault))
    assert message.endswith(": 3 gegen 8 ist eine verbotene Paarung.")


def test_the_round_and_the_column_of_a_refused_field_are_translated():
    with translation.override("de"):
        assert sentences.field(Refusal("no-players", field="round 3")) == "Runde 3"
        assert sentences.field(Refusal("no-players", field="name")) == "Name"
        assert sentences.field(Refusal("no-players", field="XXZ")) == "XXZ"


def test_decimals_follow_the_language():
    with translation.override("de"):
        assert figure(Fraction(63, 5)) == "12,60"
