"""Rating lists are read as federations publish them; other files are refused."""

import sqlite3
import zipfile
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command

from tests.site.players.rating_samples import (
    BOMB,
    COMBINED,
    NATIONAL,
    PEOPLE,
    STANDARD,
    XML,
    columns,
    import_ratings,
)
from tiebreaks.refusal import Refusal
from tournaments.formats import rating_files
from tournaments.formats.rating_fields import FIELDS, RatedPerson, find_rating_field, read_k
from tournaments.rating_lists import lookup, store

WHOLE = (  # as the German federation writes it since 2024, beside a file of the clubs
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,'
    '"Letzte Auswertung",DWZ,Index,'
    "FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,FIDE-Frauentitel,FIDE-Elozahl-Schnellschach\n"
    '10001,A0002,7,P,"Quellkamp,Jürgen",M,D,1990,202640,2380,55,2431,IM,9900001,GER,Jürgen,Quellkamp,-,2380\n'
    '10001,A0001,1,A,"Quellkamp,Jürgen",M,D,1990,202640,2380,55,2431,IM,9900001,GER,Jürgen,Quellkamp,-,2380\n'
    '10002,A0002,2,P,"Dornhain,Zoë",W,D,,,,,,-,,,Zoë,Dornhain,-,\n'
)
CLUBS = (
    "ZPS-Nummer,Landesverband,UebergeordneterVerband,Vereinsname\nA0001,A,A00,SK Ahornfels\nA0002,A,A00,SC Birkenmoor\n"
)
UNITED_STATES = (
    "MEM_ID,MEM_NAME,STATE,GENDER,BYEAR,R_LPB_RAT,Q_LPB_RAT,FIDE_ID\n"
    '10001,"QUELLKAMP, JUERGEN",NY,M,1990,2380/12,,9900001\n10002,"DORNHAIN, ZOE",,F,,,,\n'
)
LISTS = [
    ("standard_rating_list.xml", XML.encode(), (2431, 2380, None)),
    ("players_list_foa.txt", columns(COMBINED, *PEOPLE).encode("latin-1"), (2431, None, None)),
    ("standard_rating_list.txt", columns(STANDARD, *PEOPLE).encode("latin-1"), (2431, None, None)),
    ("rapid_rating_list.txt", columns(STANDARD, *PEOPLE).encode("latin-1"), (None, 2431, None)),
    ("crlf.txt", columns(COMBINED, *PEOPLE).replace("\n", "\r\n").encode("latin-1"), (2431, None, None)),
    ("spieler.csv", NATIONAL.encode(), (2431, None, 2380)),
    ("windows.csv", NATIONAL.encode("cp1252"), (2431, None, 2380)),
    ("semicolon.csv", NATIONAL.replace(",", ";").replace("p;J", "p,J").encode("utf-8-sig"), (2431, None, 2380)),
    ("uscf.csv", UNITED_STATES.encode(), (None, None, 2380)),
]


def row(header, **cells):
    """Write a header, and a line with cells below some of its titles."""
    line = ""
    for title, text in cells.items():
        line = f"{line:{header.index(title)}}{text}"
    return f"{header}\n{line}\n"


def people_of(path):
    with rating_files.open_rating_file(path) as reading:
        return list(reading.people())


def packed(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return path


@pytest.mark.parametrize(
    ("title", "field"),
    [("K", "k"), ("K-Faktor", "k"), *((str(title), field) for field, title in FIELDS.items())],
)
def test_columns_are_found_by_their_titles_on_our_own_pages(title, field):
    assert find_rating_field(title) == field


@pytest.mark.parametrize(
    ("written", "k"), [("40", 40), ("10", 10), ("41", None), ("99", None), ("0", None), ("", None)]
)
def test_no_k_is_above_40(written, k):
    assert read_k(written) == k


@pytest.mark.parametrize(("name", "data", "points"), LISTS, ids=[name for name, *_ in LISTS])
@pytest.mark.parametrize("zipped", [False, True])
def test_lists_are_read_as_they_are_published(tmp_path, name, data, points, zipped):
    path = tmp_path / name
    path.write_bytes(data)
    if zipped:
        path = tmp_path / f"{name}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, data)
    first, second = people_of(path)
    assert store.fold_both_orders(first.name) == ("kulkamp iurgen", "iurgen kulkamp")
    assert (first.fide_id, first.sex, first.birth_year) == ("9900001", "m", 1990)
    assert (first.rating, first.rapid, first.national) == points
    assert (first.title, first.federation) == (("", "") if name == "uscf.csv" else ("IM", "GER"))
    assert (store.fold_both_orders(second.name)[0], second.sex, second.birth_year) == ("dornhain so", "w", None)
    assert (second.rating, second.rapid, second.national) == (None, None, None)


IN_XML = "<k>10</k><rapid_k>20</rapid_k><blitz_k>0</blitz_k>"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("x.xml", XML.replace("<birthday>1990", f"{IN_XML}<birthday>1990"), (10, 20, None)),
        ("x.txt", row(COMBINED, Name="Quellkamp", SRtng="2431", SK="10", Rk="40", BK="0"), (10, 40, None)),
        ("rapid.txt", row(STANDARD, Name="Quellkamp", DEC26="2431", **{"K ": "10"}), (None, 10, None)),
    ],
)  # fmt: skip
def test_the_k_of_each_rating_is_read(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text)
    first = people_of(tmp_path / name)[0]
    assert (first.k, first.rapid_k, first.blitz_k) == expected


def test_a_list_from_before_k_was_read_is_read_on(own_rating_lists):
    import_ratings("FIDE", RatedPerson("Quellkamp, Jürgen", "9900001", rating=2431, k=10))
    (rated,) = store.read_lists()
    with closing(sqlite3.connect(rated.path)) as database:
        for column in ("k", "rapid_k", "blitz_k"):
            database.execute(f"ALTER TABLE people DROP COLUMN {column}")
        database.commit()
    store.read_fact_columns.cache_clear()
    (found,) = lookup.find_people("quellkamp")
    assert (found.person.rating, found.person.k) == (2431, None)


def test_the_german_list_has_its_clubs_beside_it(tmp_path):
    files = {"spieler_csv": WHOLE.encode("cp1252"), "vereine_csv": CLUBS.encode("cp1252"), "verbaende_csv": "x"}
    with rating_files.open_rating_file(packed(tmp_path / "LV-0-csv.zip", **files)) as reading:
        assert store.import_list("DSB", reading) == 2, "a person of two clubs is one"
    (person,) = lookup.find_people("quellkamp")
    assert person.person == RatedPerson(
        *("Quellkamp, Jürgen", "9900001", "10001", "IM", "m", "GER", "SK Ahornfels"), 1990, 2431, 2380, None, 2380
    )
    assert lookup.find_people("dornhain")[0].person.club == "", "a passive member plays for another club"


FORMS = [  # the header of a list, what it lacks, what is not read
    ("x.txt", COMBINED, [], ["OTit", "FOA", "SGm", "RGm", "BGm", "Flag"]),
    ("x.txt", "ID Number  Name     Nat SRtng", ["federation", "sex", "title", "birth", "rapid", "blitz"], ["Nat"]),
    ("x.csv", "Spieler;DWZ;Haarfarbe", ["number", "birth", "club"], ["Haarfarbe"]),
]


@pytest.mark.parametrize(("name", "header", "lacks", "unread"), FORMS)
def test_a_list_goes_by_its_header_and_names_what_it_lacks(tmp_path, name, header, lacks, unread):
    (tmp_path / name).write_text(f"{header}\n")
    with rating_files.open_rating_file(tmp_path / name) as reading:
        assert (reading.lacks, reading.unread) == (lacks, unread)


def test_a_column_that_moved_is_found(tmp_path):
    (tmp_path / "x.txt").write_text(
        "ID Number  SRtng Name               Fed\n9900001    2431  Quellkamp, Juergen GER\n"
    )
    with pytest.raises(Refusal):
        people_of(tmp_path / "x.txt")
    (tmp_path / "x.txt").write_text(
        "ID Number  Name               SRtng Fed\n9900001    Quellkamp, Juergen 2431  GER\n"
    )
    (person,) = people_of(tmp_path / "x.txt")
    assert (person.name, person.rating, person.federation) == ("Quellkamp, Juergen", 2431, "GER")


REFUSED = [
    ("list.csv", b"a;b\n1;2\n", "list.csv:1: file: This is not a rating list"),
    ("list.jpg", b"\xff\xd8\xff\0\0\0", "list.jpg: file: This is not a rating list"),
    ("list.txt", b"", "list.txt: file: This is not a rating list"),
    ("list.csv", b"name;dwz\n", "list.csv: file: This list is empty"),
    ("list.csv", b"name;dwz\n" + b"x" * 30_000, "list.csv:2: file: This line is too long"),
    ("list.csv", b'name;dwz\n"' + b"x;\n" * 100_000, "list.csv:[0-9]+: csv: The list can’t be read"),
    ("list.xml", b"<playerslist><player><name>A</na", "list.xml:1"),
    ("list.xml", b"<l>\n<player><name>A</name></player>\n<player><name>B</nam></player></l>", "list.xml:3: xml"),
    ("list.xml", BOMB.encode(), "list.xml:1: xml"),
    ("list.xml", b"<l><player>" + b"<name>" * 400_000, "list.xml:1: xml"),
    ("list.zip", b"PK\x03\x04" + b"x" * 100, "list.zip"),
]


@pytest.mark.parametrize(("name", "data", "place"), REFUSED)
def test_other_files_than_lists_are_refused_and_the_old_list_stays(tmp_path, name, data, place):
    import_ratings("FIDE", "Old, Olga")
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CommandError, match=place):
        call_command("import_ratings", tmp_path / name, name="FIDE")
    assert [each.person.name for each in lookup.find_people("old")] == ["Old, Olga"]
    assert len(list(store.read_lists()[0].path.parent.iterdir())) == 1, "nothing half is left behind"


PACKED = [
    ({"a_txt": "x", "b_txt": "x"}, "must hold one file"),
    ({}, "must hold one file"),
    ({"players_txt": columns(COMBINED) + " " * 50_000_000}, "far too large"),
    ({"list_zip": b"PK\x03\x04\0\0"}, "not a rating list"),
]


@pytest.mark.parametrize(("files", "sentence"), PACKED, ids=["two", "none", "bomb", "zip in zip"])
def test_a_zip_is_refused_before_it_is_unpacked(tmp_path, files, sentence):
    with pytest.raises(Refusal, match=sentence):
        people_of(packed(tmp_path / "list.zip", **files))


def test_a_zip_that_lies_about_its_size_is_refused(tmp_path):
    path = packed(tmp_path / "list.zip", x_csv="name;dwz\nA;1500\n" + "B;1500\n" * 20_000)
    data, size = path.read_bytes(), (7 * 20_000 + 16).to_bytes(4, "little")
    assert data.count(size) == 2
    path.write_bytes(data.replace(size, (100).to_bytes(4, "little")))
    with pytest.raises(Refusal, match="damaged"):
        people_of(path)
