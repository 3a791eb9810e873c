"""FIDE's checklist is answered whole, its page is made of the list, and every proof exists."""

from collections import Counter

import pytest

from tests import checklist
from tests.promises.plan import find_tests

QUESTIONS = checklist.read_questions()
COSTS = {checklist.GOOD, checklist.GOES_ON, checklist.FAILURE}


def test_every_question_is_answered_once():
    assert list(QUESTIONS) == list(range(1, 226))
    assert Counter(each.asks for each in QUESTIONS.values() if len(each.asks) > 60).most_common(1)[0][1] <= 3
    on_path = checklist.find_path(QUESTIONS)
    assert {each.answer for each in on_path} == {"yes", "no"}
    assert {each.answer for each in QUESTIONS.values()} == {"yes", "no", checklist.NOT_REACHED}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda each: str(each.number))
def test_its_proof_exists(question):
    tests = find_tests()
    missing = [
        each for each in question.proof if each not in tests and not ("/" in each and (checklist.ROOT / each).is_file())
    ]
    assert missing == []
    assert {question.if_yes, question.if_no} - COSTS <= {f"{number} %" for number in range(1, 200)}


def test_the_page_is_the_one_of_the_list():
    assert checklist.PAGE.read_text("utf-8") == checklist.write_page(), "run make checklist"


def test_a_failure_and_a_penalty_are_found_on_the_path_alone():
    free = checklist.Question(1, "?", "good", "failure", "yes", after_yes=3)
    passed = checklist.Question(2, "?", "failure", "good", "yes")
    paid = checklist.Question(3, "?", "good", "7 %", "no")
    path = checklist.find_path({each.number: each for each in (free, passed, paid)})
    assert [(each.number, each.cost) for each in path] == [(1, "good"), (3, "7 %")]
    assert checklist.percent("7 %") == 7
