"""Rounds of a file that no Swiss pairing allows are named when it is read."""

import pytest

from tests.rulebook.pairing.test_dutch_articles import RECORDED
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF26, write
from tournaments.formats.incoming import MOST_BROKEN, read_tournament

HEAD = "012 Open\n092 {}\n142 5\n"
PLAYER = "001 {:>4}      {:33}                                 {:4.1f}    1"
RIGHT = {
    "Ada": ["2 w 1", "3 b 1", "4 w 1"],
    "Ben": ["1 b 0", "4 w 1", "3 b 1"],
    "Cem": ["4 w 1", "1 w 0", "2 w 0"],
    "Dan": ["3 b 0", "2 b 0", "1 b 0"],
}
THRICE = (
    "Round 3 breaks a pairing rule: Cem would have the same colour three times in a row.",
    "Round 3 breaks a pairing rule: Dan would have the same colour three times in a row.",
)


def read(rounds, system="Individual: Swiss-System", lenient=True):
    lines = []
    for number, (name, cells) in enumerate(rounds.items(), start=1):
        points = sum({"1": 1, "=": 0.5, "+": 1, "U": 1}.get(cell[-1], 0) for cell in cells)
        lines.append(PLAYER.format(number, name, points) + "".join(f"  {cell:>8}" for cell in cells))
    text = HEAD.format(system) + "\n".join(lines) + "\n"
    return read_tournament(text.encode(), "open.trf", lenient=lenient)


def broken(*arguments, **options):
    return [each for each in read(*arguments, **options).warnings if each.code == "round-breaks-rule"]


def test_colours_that_no_rule_allows_are_named_with_the_line_of_the_player():
    found = broken(RIGHT, lenient=False)
    lines = {str(each): each.line for each in found}
    assert {text: lines.get(text) for text in THRICE} == dict(zip(THRICE, (6, 7), strict=True))
    assert {each.field for each in found} == {"001"}


@pytest.mark.parametrize(
    ("ada", "ben", "said"),
    [
        (["2 w 1", "2 b 1"], ["1 b 0", "1 w 0"], "Ben and Ada have already met (1×)."),
        (["0000 - U", "0000 - U"], ["0000 - Z", "0000 - Z"], "Ada has already had a bye"),
        (["2 w +", "2 w 1"], ["1 b -", "1 b 0"], ""),
    ],
)
def test_second_meetings_and_byes_are_named(ada, ben, said):
    others = {"Cem": ["4 w 1", "0000 - Z"], "Dan": ["3 b 0", "0000 - Z"]}
    found = [str(each) for each in broken({"Ada": ada, "Ben": ben, **others})]
    assert [text.startswith("Round 2 breaks a pairing rule: ") and said in text for text in found] == [True] * bool(
        said
    )


def test_a_round_robin_is_asked_for_no_colours():
    assert broken(RIGHT, "Individual: Round Robin") == []


def test_rounds_after_an_open_one_are_judged_as_if_it_were_drawn():
    still = {name: [f"{cells[0][:-1]} ", *cells[1:]] for name, cells in RIGHT.items()}
    assert list(map(str, broken(still))) == list(map(str, broken(RIGHT)))


def test_an_event_that_was_paired_by_the_rules_breaks_none():
    text = write(RECORDED, dialect=TRF26)
    assert reader.read(text).crosstable.system == "swiss"
    assert [each for each in read_tournament(text.encode(), "a.trf").warnings if each.code == "round-breaks-rule"] == []


def test_many_are_not_all_named():
    names = [f"P{number:02}" for number in range(1, 45)]
    cells = {name: [f"{n + 1 if n % 2 else n - 1} {'w' if n % 2 else 'b'} ="] * 2 for n, name in enumerate(names, 1)}
    cells["P43"], cells["P44"] = (
        cells[name][:1] for name in ("P43", "P44")
    )  # or all had the same opponent, as in matches
    assert len(broken(cells)) == MOST_BROKEN
