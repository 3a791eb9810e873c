"""Readers: any input gives a table or a refusal with its place; written files are read back unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator import WILD, swiss
from tests.generated.strategies import EDITIONS, events
from tests.notation.trf_text import trf_text
from tests.sizes import examples
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.facts.team_crosstable import TEAMS_WANTED
from tiebreaks.order.notation import read_criterion as read_criterion
from tiebreaks.order.notation import read_order, write_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf.reader import read

many = examples(200)
SOUND = trf_text(swiss(1, players=8, rounds=4, rates=WILD))


def table_or_refusal(data):
    """Read, and rank what was read; a refusal must have a sentence and, in a file, a line."""
    try:
        tournament = read(data)
    except Refusal as refusal:
        assert str(refusal) and refusal.line > 0 and refusal.field
        return
    rank(tournament.crosstable, read_order("PTS,DE,BH/C1,SB,KS,ARO,TPR"))


@many
@given(event=events())
def test_a_written_table_is_read_back(event):
    crosstable = read(trf_text(event)).crosstable
    assert (crosstable.games, crosstable.system, crosstable.scheme) == (event.games, event.system, event.scheme)
    assert {n: (p.name, p.rating) for n, p in crosstable.players.items()} == {
        n: (p.name, p.rating) for n, p in event.players.items()
    }
    assert crosstable.rounds == event.rounds
    assert crosstable.edition == (event.edition if event.starts_on else EDITIONS[-1])


@many
@given(st.binary(max_size=400))
def test_any_bytes(data):
    table_or_refusal(data)


@many
@given(st.binary(max_size=60))
def test_any_bytes_after_a_record_number(data):
    table_or_refusal(b"001    1      A Name\n162 W " + data + b"\n001 " + data)


@many
@given(place=st.integers(0, len(SOUND) - 1), text=st.text(max_size=3), drop=st.integers(0, 12))
def test_a_sound_file_with_a_slip(place, text, drop):
    table_or_refusal(SOUND[:place] + text + SOUND[place + drop :])


@many
@given(st.data())
def test_a_file_with_lines_missing_or_exchanged(data):
    lines = SOUND.splitlines()
    table_or_refusal("\n".join(data.draw(st.lists(st.sampled_from(lines), max_size=len(lines)))))


@many
@given(st.text(max_size=30))
def test_any_text_as_an_order(text):
    try:
        order = read_order(text)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert read_order(write_order(order)) == order


def modified():
    """Draw spellings made of the right parts, many of them senseless."""
    letters = st.text("CMLPFRUKX0123456789+-.", min_size=1, max_size=4)
    return st.builds(
        lambda code, joint, parts: joint.join([code, *parts]),
        st.sampled_from(sorted(CRITERIA)),
        st.sampled_from("/-"),
        st.lists(letters, max_size=3),
    )


@examples(500)
@given(text=modified())
def test_any_modifiers(text):
    event = swiss(2, players=6, rounds=3, rates=WILD)
    try:
        chosen = read_criterion(text)
    except Refusal as refusal:
        assert str(refusal)
        return
    assert read_criterion(chosen.notation) == chosen
    try:
        rank(event, (chosen,))
    except Refusal as refusal:
        assert refusal.code == TEAMS_WANTED


@pytest.mark.parametrize("spelling", ["BH/C1", "BH-C1", "bh-c1", " bh/c01 "])
def test_every_spelling_is_written_in_one_way(spelling):
    assert read_criterion(spelling).notation == "BH/C1"
