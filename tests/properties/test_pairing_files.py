"""Written files are read back unchanged: FIDE's tournament file and tsh's divisions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing import rounds
from pairing.plan.stages import Stage
from tests.generated.scrabble_events import Hall
from tests.generated.strategies import events
from tests.sizes import examples
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.trf import reader
from tiebreaks.trf.dates import edition_in_force, read_day
from tiebreaks.trf.writer import TRF16, TRF26, write
from tournaments.formats import tourney_js, tsh, tsh_config, tsh_folder

CONFIG = 'division A a.t\nconfig event_name = "Cup"\nautopair A 3 4 ns 0 3 A\n'
SWISS = Stage("new-swiss", 1, 99)


@pytest.mark.parametrize("dialect", (TRF16, TRF26))
@examples(60)
@given(event=events())
def test_a_tournament_file_holds_the_event(dialect, event):
    dated = event._replace(edition=edition_in_force(read_day(event.starts_on)))
    assert reader.read(write(dated, "PTS,BH", dialect))[:2] == (dated, "PTS,BH")


@examples(40)
@given(size=st.integers(4, 30), seed=st.integers(0, 10**6), last=st.integers(0, 3))
def test_a_division_holds_the_event(size, seed, last):
    hall = Hall(size, 0, seed, clubs=3)
    for _ in range(last):
        hall.play(rounds.pair(hall.facts, SWISS))
    gone = size // 2
    hall.games[gone].append(Game(last + 1, None, Colour.NONE, Kind.ZPB, 0, own_score=-50, letter="Z"))
    facts = hall.facts._replace(rounds=last + 1, lots_seed=0)
    fields = {1: {"rrank": ("1", "2")}, 2: {"class": ("B",)}}
    division = tsh.Division(facts, {gone: -50}, fields)
    for text in (tsh.write_division(division), tsh.write_division(division).encode("latin-1")):
        assert tsh.read_division(text) == division
    assert tourney_js.read_tourney(tourney_js.write_tourney({"max_rounds": 9}, {"A": division}))[1] == [("A", division)]
    kept = tsh_folder.read_kept_lines(tsh_folder.write_kept_lines("A", division, tsh_config.read_config(CONFIG)))
    assert (kept.fields, kept.off) == (division.fields, division.off)
    assert kept.config[:3] == tsh_config.read_config(CONFIG)[:3]
