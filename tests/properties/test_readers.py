"""For any file, a reader returns a value or raises a refusal that says where and why; nothing else."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.rules import engine_records
from tests.generated import generator_teams
from tests.generated.fuzz import NASTY, slips, spoiled, spoiled_inside, zipped
from tests.generated.generator import WILD, swiss
from tests.notation.trf_text import trf_text
from tests.notation.trf_text_teams import trf_text_teams
from tests.rulebook.files.test_tsh_folder import CONFIG
from tests.rulebook.pairing.test_tsh import TEXT
from tests.site.desk.teams.test_sheet import workbook
from tests.site.exchange.test_open_documents import PLAYERS as PEOPLE_OF_LIBRE_OFFICE
from tests.site.exchange.test_open_documents import document
from tests.site.players.rating_samples import COMBINED, NATIONAL, PEOPLE, XML, columns
from tests.sizes import examples
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.oddities import Oddities
from tournaments.formats import (
    archive,
    finalists_csv,
    incoming,
    list_reader,
    player_csv,
    rating_files,
    tourney_js,
    tsh,
    tsh_config,
)

ORDER = read_order("PTS,DE,BH/C1,SB")
OF_TEAMS = read_order("PTS,MPvGP,EMGSB/C1,EDE", of_teams=True)


def read_trf(data):
    tournament = reader.read(data, "x")
    rank(tournament.teams or tournament.crosstable, OF_TEAMS if tournament.teams else ORDER)


def read_leniently(data):
    """Read what can be read; it can be ranked, written, and read again by the strict reader as far as we wrote it."""
    tournament = reader.read(data, "x", lenient=True)
    assert all(str(odd) and odd.line and odd.field and odd.file for odd in tournament.warnings)
    rank(tournament.teams or tournament.crosstable, OF_TEAMS if tournament.teams else ORDER)
    if tournament.teams:
        return  # boards without an opponent have other letters in the files of teams
    facts = tournament.crosstable._replace(starts_on="")
    written = reader.read(whole_file.write(facts))
    assert written.crosstable.games == facts.games
    assert {n: p.name for n, p in written.crosstable.players.items()} == {n: p.name for n, p in facts.players.items()}


def read_wishes(data):
    lines = data.decode("latin-1").splitlines()
    engine_records.read_records(lines, 4)


def read_ratings(data):
    """Read a rating list, which is read from the disk."""
    with tempfile.NamedTemporaryFile(suffix=".list") as file:
        file.write(data)
        file.flush()
        with rating_files.open_rating_file(Path(file.name), "list") as reading:
            assert len(list(reading.people())) < 100


def read_leniently_tsh(data):
    """Read what can be read of a division; it can be ranked, written, and read again by the strict reader."""
    odd = Oddities(lenient=True)
    division = tsh.read_division(data, "x", odd)
    assert all(str(each) and each.line and each.field and each.file for each in odd.reported)
    rank(division.crosstable, read_order("PTS,SPREAD"))
    again = tsh.read_division(tsh.write_division(division))
    assert again.crosstable.games == division.crosstable.games and again.off == division.off


def read_leniently_csv(data):
    """Read what can be read of a list; no number or name occurs twice."""
    odd = Oddities(lenient=True)
    players = player_csv.read_players(data, "x", odd).players
    assert all(str(each) and each.line and each.file for each in odd.reported)
    assert all(player.number == number for number, player in players.items())
    assert len({player.name.casefold() for player in players.values()}) == len(players)


PLAYERS = "Nr;Name;Elo;Verein;Land;Geburtsdatum\n1;Müller, Anna;2100;Bonn;GER;2001-02-03\n2;Bo;;;SWE;1999\n".encode()
PLACES = b"name;wins;spread\nAnna;13;+728\nBo;12.5;-3\n"
WISHES = b"152 W\nXXC white1\n250       1.0   1   3    1    4\n260   1   9    1    2\nXXP 3 4 5\nXXA    1  1.0  0.5\n"
WORKBOOK = workbook(["Name", "Elo", "born"], ["Müller, Anna", 2100, None], ["Bo", 1.5, "x"])
DOCUMENT = document(PEOPLE_OF_LIBRE_OFFICE)
TOURNEY = tourney_js.write_tourney({"event_name": "Cup"}, {"A": tsh.read_division(TEXT)}).encode()
FOLDER = zipped({"config.tsh": CONFIG.encode(), "a.t": TEXT.encode()})
PLAYED = trf_text(swiss(1, players=8, rounds=4, rates=WILD)).encode()
MATCHES = [trf_text_teams(*generator_teams.swiss(seed, teams=6, rounds=3, boards=3)).encode() for seed in range(2)]
RATED = columns(COMBINED, *PEOPLE)
ARCHIVE = archive.pack_documents({"event": {"name": "Cup"}, "players": [{"name": "Anna", "number": 1}]}, release="1")

READERS = {
    "trf": (PLAYED, read_trf),
    "trf of teams": (MATCHES[0], read_trf),
    "lenient trf": (PLAYED, read_leniently),
    "lenient trf of teams": (MATCHES[1], read_leniently),
    "wishes": (WISHES, read_wishes),
    "order": (b"PTS,BH/C1,SB/M1,BH:GP/C2,DE", lambda data: read_order(data.decode("latin-1"))),
    "tsh": (TEXT.encode(), lambda data: tsh.write_division(tsh.read_division(data))),
    "lenient tsh": (TEXT.encode(), read_leniently_tsh),
    "lenient csv": (PLAYERS, read_leniently_csv),
    "lenient tourney.js": (TOURNEY, lambda data: tourney_js.read_tourney(data, "x", Oddities(lenient=True))),
    "config.tsh": (
        CONFIG.encode(),
        lambda data: tsh_config.write_config(tsh_config.read_config(data), {"max_rounds": 3}, "A", "a.t"),
    ),
    "tourney.js": (TOURNEY, tourney_js.read_tourney),
    "csv": (PLAYERS, player_csv.read_players),
    "list": (PLAYERS, lambda data: list_reader.read_list(data, "list.csv")),
    "places": (PLACES, finalists_csv.read_places),
    "xlsx": (WORKBOOK, lambda data: list_reader.read_list(data, "list.xlsx")),
    "ods": (DOCUMENT, lambda data: list_reader.read_list(data, "list.ods")),
    "zip": (FOLDER, lambda data: incoming.read_files([("x.zip", data)])),
    "archive": (ARCHIVE, archive.unpack_documents),
    "ratings as XML": (XML.encode(), read_ratings),
    "ratings as text": (RATED.encode("latin-1"), read_ratings),
    "national ratings": (NATIONAL.encode(), read_ratings),
}
PACKED = ("xlsx", "ods", "zip", "archive")


def value_or_refusal(read, data):
    try:
        read(data)
    except Refusal as refusal:
        assert str(refusal)
        assert refusal.line or refusal.field or read is READERS["order"][1]


@pytest.mark.parametrize("name", READERS)
@examples(15, 1000)
@given(changes=slips())
def test_a_spoiled_file(name, changes):
    sound, read = READERS[name]
    value_or_refusal(read, spoiled(sound, changes))


@pytest.mark.parametrize("name", READERS)
def test_something_nasty_within_the_first_line(name):
    sound, read = READERS[name]
    for nasty in NASTY:
        for place in (0, 3, 10, 20):
            value_or_refusal(read, sound[:place] + nasty + sound[place:])


@pytest.mark.parametrize("name", PACKED)
@examples(20, 1000)
@given(place=st.integers(0, 50), changes=slips())
def test_a_spoiled_file_within_a_zip(name, place, changes):
    sound, read = READERS[name]
    value_or_refusal(read, spoiled_inside(sound, place, changes))


@pytest.mark.parametrize("name", READERS)
@examples(15, 1000)
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes(name, data):
    value_or_refusal(READERS[name][1], data)


@pytest.mark.parametrize("name", [name for name in READERS if name not in PACKED])
@examples(10, 1000)
@given(data=st.data())
def test_lines_missing_doubled_or_exchanged(name, data):
    sound, read = READERS[name]
    lines = sound.splitlines(keepends=True)
    value_or_refusal(read, b"".join(data.draw(st.lists(st.sampled_from(lines), max_size=len(lines) + 3))))
