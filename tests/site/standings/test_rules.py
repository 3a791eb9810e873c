"""The page of rules: every criterion of the registry with its words and an example that the code works out."""

import pytest
from django.utils import translation

from tests.site.reading import text
from tiebreaks import examples
from tiebreaks.criteria.registry import CRITERIA
from tournaments.pages.standings.rules import rules_view


@pytest.fixture(scope="module")
def rules():
    with translation.override("en"):
        view = rules_view()
    return {rule.code: rule for section in view.sections for rule in section.rules}


def test_every_criterion_stands_there_once(rules):
    with translation.override("en"):
        listed = [rule.code for section in rules_view().sections for rule in section.rules]
    assert sorted(listed) == sorted(CRITERIA) == sorted(examples.EXAMPLES)


@pytest.mark.parametrize("code", CRITERIA)
def test_every_criterion_has_words_and_a_worked_example(rules, code):
    rule = rules[code]
    assert rule.name and rule.scope and rule.formula.endswith(".")
    assert bool(rule.article) == bool(CRITERIA[code].rule)
    assert [len(words) > 3 for _, words in rule.modifiers] == [True] * len(CRITERIA[code].modifiers)
    assert examples.example_standings(code).order[-1].code == code
    assert rule.example.value not in ("", "–")
    assert rule.example.working.terms or rule.example.working.mini_table or rule.example.working.comparisons


# What the examples are known to give: FIDE's exercise, and the tables that were worked out by hand.
VALUES = """
    BH 14 | FB 14½ | TPR 2081 | PTP 2168 | SB 9 | KS 1½ | PS 11½ | AOB 13.38 | BHZ 3 | FBHZ 11 | DIFF +7
    SPREAD +1 | SCORE 752 | MP 4 | GP 6½ | BERLIN 17½ | BC 15 | OSB 14 | OBH 6 | DE 1 | DEB 1 | PLAYOFF 1
"""


@pytest.mark.parametrize("line", VALUES.replace("\n", "|").split("|"))
def test_examples_give_the_values_known(rules, line):
    for code, value in [line.split()] if line.strip() else []:
        assert rules[code].example.value == value


@pytest.mark.parametrize(("language", "title"), [("en", "The criteria"), ("de", "")])
def test_the_page_answers_in_both_languages(client, db, language, title):
    page = client.get("/rules/", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert title in text(page)
    for code in CRITERIA:
        assert f'id="{code}"' in page.text


def test_the_footer_leads_there(client, db):
    assert 'href="/rules/"' in client.get("/").text
