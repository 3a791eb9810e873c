"""What docs/columns.md shows is what happens: its examples run, and its code is the code."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

from tiebreaks.criteria import scrabble, sonneborn_berger

PAGE = (Path(__file__).parents[3] / "docs/columns.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
CODE = [block for block in BLOCKS if not block.startswith(">>>")]


def test_the_examples_run():
    examples = doctest.DocTestParser().get_doctest(EXAMPLES, {}, "docs/columns.md", None, None)
    assert len(examples.examples) > len(BLOCKS)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


@pytest.mark.parametrize(
    ("shown", "function"), [*zip(CODE, (sonneborn_berger.sonneborn_berger, scrabble.sum_of_scores), strict=True)]
)
def test_the_code_is_the_code(shown, function):
    assert shown == inspect.getsource(function)
