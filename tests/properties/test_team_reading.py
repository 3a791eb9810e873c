"""For any team file, the reader returns a table that can be ranked, or raises a refusal with a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator_teams import WILD, swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.sizes import examples
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader

TEXTS = [trf_text_teams(*swiss(seed, teams=6, rounds=3, boards=3, rates=WILD)) for seed in range(4)]
ORDER = read_order("PTS,MPvGP,BH:GP/C1,EMGSB/C1,SSSC,BC,EDEBT,TBR,BBE,BERLIN,OSB,KS", of_teams=True)
CHANGE = st.tuples(st.integers(0, 10**6), st.sampled_from([*"0123456789 +-=wbWBFHUZ.x\n", ""]))


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
@given(changes=st.lists(CHANGE, min_size=1, max_size=5))
@examples(60)
def test_a_spoiled_file_is_read_or_refused(text, changes):
    letters = list(text)
    for place, letter in changes:
        letters[place % len(letters)] = letter
    try:
        teams = reader.read("".join(letters)).teams
    except Refusal as refusal:
        assert refusal.line > 0
        assert str(refusal)
    else:
        if teams is not None:
            assert len(rank(teams, ORDER).rows) == len(teams.players)


@given(
    records=st.lists(st.from_regex(r"(300|310|320|330|240|352|362)[ 0-9FHZ+WB.-]{0,30}", fullmatch=True), max_size=6)
)
@examples(200)
def test_any_records_of_teams_are_read_or_refused(records):
    try:
        teams = reader.read(TEXTS[0] + "\n".join(records)).teams
    except Refusal as refusal:
        assert refusal.line > 0
    else:
        rank(teams, ORDER)
