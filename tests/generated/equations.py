"""Read the numbers of a printed explanation back, and compute every equation on it again.

Pages are read in the active language; the command line is in English.
"""

import re
from fractions import Fraction
from html import unescape
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks import criteria  # noqa: F401 - its steps bring their sentences
from tiebreaks.refusal import SENTENCES
from tiebreaks.table.working import LIMIT

GLYPHS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
NUMBER = r"[+−-]?(?:\d[\d\u202f]*(?:[.,]\d+)?[¼½¾]?|[¼½¾])"
EXPRESSION = rf"{NUMBER}(?: [×÷+−-] {NUMBER})*"
EQUATION = re.compile(rf"(?<![\w/.+−-])({EXPRESSION}) ([=≈→]) ({NUMBER})")
TERM = re.compile(rf"  (?:round \d+: )?(?:{EXPRESSION} [=≈→] )?({NUMBER})(?![\d.])")
RESULT = "result %(points)s"
STEPS = {text for code, text in SENTENCES.items() if code.startswith("step-")}
ENOUGH = "expected points with the rating"
HALF_A_CENT = Fraction(1, 200)


class Term(NamedTuple):
    value: Fraction
    result: Fraction | None
    is_cut: bool


class Reading(NamedTuple):
    """What an explanation says: the value, None if it is undefined, the terms, the steps by name, and sentences."""

    value: Fraction | None
    terms: list[Term]
    steps: dict[str, Fraction]
    sentences: list[str]


def number(text):
    """Read a number as the command line or a page writes it."""
    sign = -1 if text[0] in "-−" else 1
    text = text.lstrip("+-−").replace("\u202f", "").replace(",", ".")
    glyph = GLYPHS.get(text[-1:], Fraction(0))
    return sign * (Fraction((text[:-1] if glyph else text) or 0) + glyph)


def find_result(text):
    """Return the result that stands beside a value, None without one."""
    found = re.search(gettext(RESULT) % {"points": rf"({NUMBER})"}, text)
    return found and number(found[1])


def compute(expression):
    """Compute an expression with its products first."""
    first, *rest = re.split(r" ([×÷+−-]) ", expression)
    terms = [number(first)]
    for sign, text in zip(rest[::2], rest[1::2], strict=True):
        if sign in "×÷":
            terms[-1] = terms[-1] * number(text) if sign == "×" else terms[-1] / number(text)
        else:
            terms.append(number(text) if sign == "+" else -number(text))
    return sum(terms)


def is_true(left, sign, right, operands=1):
    """Return whether the sign between two numbers is right, as exactly as they are written.

    What is rounded to whole numbers is at most a half away, all else is written with two decimals.
    """
    if sign == "=":
        return left == right
    if sign == "→":
        return abs(right) < abs(left) and left * right >= 0
    return abs(left - right) <= (Fraction(1, 2) if right.denominator == 1 else HALF_A_CENT * (1 + operands))


def check_equations(text):
    """Compute every equation in a text; fail if a sign of equality belongs to none that can be computed."""
    equations = EQUATION.findall(text)
    assert len(equations) == sum(map(text.count, "=≈→")), text
    for left, sign, right in equations:
        operands = len(re.findall(NUMBER, left))
        assert is_true(compute(left), sign, number(right), operands), f"{left} {sign} {right}"


def check(reading):
    """Follow an explanation from its terms to its value."""
    kept = [term for term in reading.terms if not term.is_cut]
    steps = list(reading.steps.items())
    if reading.value is None:
        assert not steps and reading.sentences[-1].endswith(".")
        return
    assert not reading.sentences
    total = sum(term.value for term in kept)
    assert abs(reading.steps.get("sum", total) - total) <= HALF_A_CENT * len(kept)
    assert reading.value == (steps[-1][1] if steps else total)
    if "points made" in reading.steps:
        points = sum(term.result for term in kept)
        assert reading.steps["points made"] == points
    if ENOUGH in reading.steps:
        assert reading.steps["expected points with one rating point less"] < points <= reading.steps[ENOUGH]


def read_block(lines):
    """Read the lines of one value from the command line, and compute its equations."""
    head, *lines = lines
    value = re.match(rf"[^ ]+ [=≈] ({NUMBER}|–): ", head)[1]
    check_equations("\n".join(lines))
    terms, steps, sentences = [], {}, []
    for line in lines:
        label, colon, rest = line.strip().partition(": ")
        if colon and label in STEPS:
            steps[label] = number(re.split(" [=≈] ", rest)[-1])
        elif label == SENTENCES[LIMIT]:  # it leads to no value, and its equation is checked
            continue
        elif match := TERM.match(line):
            terms.append(Term(number(match[1]), find_result(line), "left out" in line))
        else:
            sentences.append(line)
    return Reading(None if value == "–" else number(value), terms, steps, sentences)


def plain(html):
    """Return the text of a part of a page on one line."""
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def read_page(html):
    """Read the explanation of a value from its page, and compute its equations."""
    value = plain(re.search(r'<span class="figure">(.*?)</span>', html, re.DOTALL)[1])
    _, _, body = html.partition("</header>")
    terms, steps, names = [], {}, {gettext(name): name for name in STEPS}
    for kind, item in re.findall(r'<li\s*(?:class="(\w+)")?\s*>(.*?)</li>', body, re.DOTALL):
        text = plain(item)
        bold = number(plain(re.search(r"<b>(.*?)</b>", item, re.DOTALL)[1]))
        label, colon, _ = text.partition(": ")
        if kind == "sum":
            total, sign = sum(term.value for term in terms if not term.is_cut), re.search("[=≈]", text)[0]
            assert is_true(total, sign, bold, len(terms)), f"{total} {text}"
            steps["sum"] = bold
            continue
        check_equations(re.sub(r'<span class="note">.*?</span>', "", text))
        if colon and label in names:
            steps[names[label]] = bold
        else:
            terms.append(Term(bold, find_result(text), kind == "cut"))
    outside = re.sub(r"<ol.*?</ol>", "", body, flags=re.DOTALL)
    sentences = [plain(text) for text in re.findall(r"<p>(.*?)</p>", outside, re.DOTALL)][1:]
    check_equations(plain(outside))
    return Reading(None if value == "–" else number(value), terms, steps, sentences)


def check_rows(html):
    """Compute the differences of a page that compares two values."""
    for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL):
        cells = re.findall(r"<td.*?</td>", row, re.DOTALL)
        if not cells:
            continue
        one, other = map(_side, cells[:2])
        difference = plain(cells[2])
        if difference in ("=", "≠"):
            assert (one == other) == (difference == "="), plain(row)
        elif difference not in ("", "–"):
            assert abs(one[0] - other[0] - number(difference)) <= 3 * HALF_A_CENT, plain(row)


def _side(cell):
    """Return what a player has in a row: the value, nothing if it is cut, and the results beside it."""
    left = re.search(rf"({EXPRESSION}) [=≈→]", plain(cell))
    if left:
        check_equations(plain(cell))
    value = plain(re.sub(r"<small.*?</small>|<s>.*?</s>", "", cell, flags=re.DOTALL))
    values = [number(each) for each in value.split("; ")] if value and value != "–" else []
    _, beside, results = plain(cell).partition(gettext(RESULT) % {"points": ""})
    games = sorted(zip(values, map(number, results.split("; ")), strict=True)) if beside else []
    return sum(values), games


def check_mini_table(rows):
    """Add up the points of each line of a mini-table; a line has the points, their sum and the place as text."""
    for *points, total, _place in rows:
        made = [number(text) for text in points if text not in ("×", "·")]
        assert abs(sum(made) - number(total)) <= HALF_A_CENT * (1 + len(made)), (points, total)
