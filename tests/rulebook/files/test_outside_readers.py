"""Our tournament files, read as others read them: `trf` from PyPI finds the same event, and columns fit strict readers.

Its pattern has two columns for a title, FIDE's format has three: titles such as WFM are left out here.
"""

import re
from pathlib import Path

import pytest
import trf

from tests.rulebook.files.test_trf_file import FOUR
from tiebreaks.facts.games import Colour
from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.writer import TRF16, TRF26

GOLDEN = Path(__file__).parents[2] / "golden"
FILES = sorted(path.name for path in GOLDEN.glob("*.trf"))
COLOURS = {Colour.WHITE: "w", Colour.BLACK: "b"}


def read_plain(name):
    """Return the event of a file without the titles that the foreign reader can't hold."""
    read = reader.read((GOLDEN / name).read_bytes())
    players = {n: player._replace(title=player.title[:2].strip()) for n, player in read.crosstable.players.items()}
    return read._replace(crosstable=read.crosstable._replace(players=players))


@pytest.mark.parametrize("dialect", [TRF16, TRF26])
@pytest.mark.parametrize("name", FILES)
def test_a_foreign_reader_finds_the_same_event(name, dialect):
    ours = read_plain(name)
    theirs = trf.loads(whole_file.write(ours.crosstable, teams=ours.teams, dialect=dialect))
    found = {player.startrank: player for player in theirs.players}
    assert found.keys() == ours.crosstable.players.keys()
    for number, player in ours.crosstable.players.items():
        assert found[number].name == player.name[:33].strip()
        assert (found[number].rating, found[number].fed) == (player.rating or 0, player.federation)
        theirs_by_round = {game.round: game for game in found[number].games if game.startrank}
        for game in ours.crosstable.games[number]:
            if game.opponent is not None:
                there = theirs_by_round.pop(game.round)
                assert there.startrank == game.opponent
                assert there.color == COLOURS.get(game.colour, "-")
                assert there.result.strip() == game.letter
        assert theirs_by_round == {}


def test_a_foreign_reader_takes_a_running_round():
    event = read_plain("fide_swiss_2024.trf").crosstable
    last = max(game.round for games in event.games.values() for game in games)
    running = {
        number: tuple(game._replace(letter="") if game.round == last and game.opponent else game for game in games)
        for number, games in event.games.items()
    }
    theirs = trf.loads(whole_file.write(event._replace(games=running)))  # raises for a line cut short
    assert len(theirs.players) == len(running)
    assert {len(player.games) for player in theirs.players} == {last - 1, last}, "it drops an open game at the end"


# Sharly Chess takes a player's line by its columns alone, and refuses the file for one that does not fit.
STRICT = re.compile(
    r"001 [ \d]{4} [\w ][\w ]{3} .{33} [ \d]{4} [\w ]{3} [ \d]{11} .{10} [ \d.]{4} [ \d]{4}"
    r"(  [ \d]{4} [bsw\- ] [-1=0+wdlhfuz ]| {10})*",
    re.IGNORECASE,
)


@pytest.mark.parametrize("dialect", [TRF16, TRF26])
@pytest.mark.parametrize("name", FILES)
def test_every_line_of_a_player_fits_the_columns(name, dialect):
    read = reader.read((GOLDEN / name).read_bytes())
    lines = whole_file.write(read.crosstable, teams=read.teams, dialect=dialect).splitlines()
    players = [line for line in lines if line.startswith("001 ")]
    assert len(players) == len(read.crosstable.players)
    assert [line for line in players if not STRICT.fullmatch(line)] == []


def test_the_colour_of_a_forfeit_is_not_invented():
    event = reader.read(FOUR.replace("4 w +", "4 - +").replace("2 b -", "2 - -")).crosstable
    written = whole_file.write(event)
    assert "4 - +" in written and "2 - -" in written
    assert reader.read(written).crosstable.games == event.games
