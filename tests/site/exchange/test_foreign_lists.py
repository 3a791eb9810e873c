"""Lists of players as other programs write them: the table is found, and nothing else becomes a player."""

import csv
import io
import zipfile

import openpyxl
import pytest
from django.utils import translation

from tests.site.factories import make_event
from tiebreaks.refusal import Refusal
from tiebreaks.trf.oddities import Oddities
from tournaments.formats import column_titles, list_reader, player_csv
from tournaments.formats.incoming import read_tournament
from tournaments.imports import player_fields
from tournaments.imports.player_list import preview_players
from tournaments.models import Upload
from tournaments.wording import sentences

CHESS_RESULTS = """\
From the Tournament-Database of Chess-Results http://chess-results.com
;
Spring Open 2026
Last update 01.03.2026 18:00:00, Creator: Somebody
;
Starting rank
No.;;Name;FideID;FED;Rtg;Club/City
1;FM;Neu, Nora;4600001;GER;2310;SK Ulm
2;;Alt, Olaf;4600002;GER;1985;SK Bonn

You find all details and data under http://chess-results.com/tnr1.aspx
Chess-Tournament-Results-Server: Chess-Results
"""
CHESS_RESULTS_GERMAN = """\
Aus der Turnierdatenbank von Chess-Results http://chess-results.com

Startrangliste

Nr.;;Name;Land;EloI;EloN;Verein/Ort
1;FM;Neu, Nora;GER;2310;2290;SK Ulm
2;;Alt, Olaf;GER;1985;1990;SK Bonn
"""
SWISS_MANAGER = """\
ID_NO;NAME;TITLE;RATINGINT;RATINGNAT;BIRTHDAY;FEDERATION;SEX;CLUBNAME;FIDE_NO
;Neu, Nora;FM;2310;2290;2001/02/03;GER;w;SK Ulm;4600001
;Alt, Olaf;;1985;1990;1980/00/00;GER;m;SK Bonn;4600002
"""
VEGA = """\
NAME;FED;BIRTHDATE;G;TIT;FIDE RTG;NAT RTG;ID FIDE
Neu, Nora;GER;2001-02-03;w;FM;2310;2290;4600001
Alt, Olaf;GER;1980-05-06;m;;1985;1990;4600002
"""
SWISS_CHESS = """\
Teilnehmer;Titel;TWZ;Verein/Ort;Land;s;Geburt;FideKenn;Attr
Neu, Nora;FM;2310;SK Ulm;GER;w;2001;4600001;
Alt, Olaf;;1985;SK Bonn;GER;m;1980;4600002;
"""
FORM = """\
Zeitstempel,"Nachname, Vorname",Verein,DWZ,Geburtsjahr
01.02.2026 10:00:00,"Neu, Nora",SK Ulm,2310,2001
02.02.2026 11:30:00,"Alt, Olaf",SK Bonn,1985,1980
"""
NUMBERED_IN_ADVANCE = """\
Club championship

Nr;Name;Elo
1;Neu, Nora;2310
2;Alt, Olaf;1985
3;;
4;;
"""
SWISS_SYS = """\
Pair,Name,Rtng,Rd 1,Tot
1,"Neu, Nora",2310,W2,1.0
2,"Alt, Olaf",1985,L1,0.0
"""
FORM_WITH_NOTES = """\
Timestamp,Last name,First name,Rating (FIDE),Geb.-Datum (TT.MM.JJJJ)
2026/01/01 10:00:00,Neu,Nora,2310,03.02.2001
2026/01/01 11:00:00,Alt,Olaf,1985,06.05.1980
"""
LISTS = {
    "Chess-Results": (CHESS_RESULTS, "number - name fide_id federation rating club", [], {1, 3, 4, 6, 11, 12}),
    "Chess-Results in German": (
        CHESS_RESULTS_GERMAN,
        "number - name federation rating national_rating club",
        [],
        {1, 3},
    ),
    "Swiss-Manager": (
        SWISS_MANAGER,
        "national_id name title rating national_rating birth_date federation sex club fide_id",
        [],
        set(),
    ),
    "Vega": (VEGA, "name federation birth_date sex title rating national_rating fide_id", [], set()),
    "Swiss-Chess": (SWISS_CHESS, "name title rating club federation sex birth_date fide_id -", ["Attr"], set()),
    "a form on the net": (FORM, "- name club national_rating birth_date", ["Zeitstempel"], set()),
    "SwissSys": (SWISS_SYS, "- name rating - -", ["Pair", "Rd 1", "Tot"], set()),
    "a form with notes": (FORM_WITH_NOTES, "- surname first_name rating birth_date", ["Timestamp"], set()),
    "numbers in advance": (NUMBERED_IN_ADVANCE, "number name rating", [], {1, 6, 7}),
}
PLAYERS = [(1, "Neu, Nora"), (2, "Alt, Olaf")]


def spreadsheet(text):
    """Return the same lines as a workbook."""
    book, separator = openpyxl.Workbook(), ";" if ";" in text else ","
    for number, cells in enumerate(player_rows(text, separator), start=1):
        for column, cell in enumerate(cells, start=1):
            book.active.cell(number, column, cell or None)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def player_rows(text, separator):
    return [next(csv.reader([line], delimiter=separator), []) for line in text.splitlines()]


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_another_program_becomes_an_event(name, suffix):
    """What is not read is named, with its line."""
    text, _, unused, outside = LISTS[name]
    data = text.encode() if suffix == "csv" else spreadsheet(text)
    read = read_tournament(data, f"list.{suffix}", lenient=True)
    players = read.crosstable.players.values()
    assert [(p.number, p.name) for p in players] == PLAYERS
    assert {p.rating or p.national_rating for p in players} == {2310, 1985}
    assert all(each.code in ("csv-column-unused", "csv-line-outside") for each in read.warnings), read.warnings
    left_out = {each.line for each in read.warnings if each.code == "csv-line-outside"}
    assert left_out - {2, 5} == outside - {2, 5}  # a line with a separator alone is empty in a spreadsheet
    assert [each.params["column"] for each in read.warnings if each.code == "csv-column-unused"] == unused


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("separator", "encoding", "suffix"),
    [("\t", "utf-16", "txt"), ("\t", "utf-8-sig", "csv"), (";", "cp850", "csv"), (";", "cp1252", "txt")],
)
def test_a_list_is_read_as_spreadsheet_programs_save_it(name, separator, encoding, suffix):
    text = LISTS[name][0].replace("Nora", "Jörg").encode(encoding, errors="ignore").decode(encoding)
    rows = player_rows(text, ";" if ";" in text else ",")
    data = "\r\n".join(separator.join(f'"{cell}"' if "," in cell else cell for cell in row) for row in rows)
    players = read_tournament(data.encode(encoding), f"list.{suffix}", lenient=True).crosstable.players.values()
    assert [(p.number, p.name) for p in players] == [(1, "Neu, Jörg"), (2, "Alt, Olaf")]


def test_players_are_looked_for_in_every_sheet_of_a_workbook():
    book = openpyxl.Workbook()
    book.active.append(["Summer Open", "2026"])
    for row in (["Number", "Name", "Elo"], [1, "Neu, Nora", 2310], [2, "Alt, Olaf", 1985]):
        (book["Players"] if "Players" in book.sheetnames else book.create_sheet("Players")).append(row)
    book.save(file := io.BytesIO())
    players = read_tournament(file.getvalue(), "list.xlsx").crosstable.players.values()
    assert [(p.number, p.name) for p in players] == PLAYERS


def formula_list(value=None):
    """Return a workbook with a formula as rating, with the value that is stored for it."""
    book = openpyxl.Workbook()
    for row in (["Name", "Elo"], ["Neu, Nora", 2310], ["Alt, Olaf", "=1980+5"]):
        book.active.append(row)
    book.save(file := io.BytesIO())
    stored, written = io.BytesIO(), zipfile.ZipFile(file)
    with zipfile.ZipFile(stored, "w") as parts:
        for name in written.namelist():
            cell = written.read(name).replace(b"</f><v />", f"</f><v>{value}</v>".encode() if value else b"</f><v />")
            parts.writestr(name, cell)
    return stored.getvalue()


def test_a_formula_without_a_stored_value_is_named():
    read = read_tournament(formula_list(), "list.xlsx")
    assert [(each.code, each.line, each.params["cell"]) for each in read.warnings] == [("sheet-formulas", 3, "B3")]
    assert read.crosstable.players[2].rating is None
    read = read_tournament(formula_list(1985), "list.xlsx")
    assert (read.warnings, read.crosstable.players[2].rating) == ((), 1985)


def test_a_text_of_neither_kind_is_called_a_tournament_file_without_players():
    with pytest.raises(Refusal) as refused:
        read_tournament(b"Our club\nmeets on Fridays\n", "list.txt")
    assert refused.value.code == "no-players"


@pytest.mark.parametrize("name", LISTS)
def test_its_columns_are_known_in_the_preview(db, name):
    text, columns, _, outside = LISTS[name]
    lines = [[number, cells] for number, cells in list_reader.read_list(spreadsheet(text), "list.xlsx").lines]
    view = preview_players(make_event(rounds=0), Upload(lines=lines))
    assert [column.field or "-" for column in view.columns] == columns.split()
    assert [row.name for row in view.added] == ["Neu, Nora", "Alt, Olaf"]
    assert {line for line, _ in view.outside} == outside
    assert view.is_ready


TOTALS = ["Gesamt;2", "Summe;2 Spieler"]
TOTALS += ["Durchschnitt;2147,5", "Total players: 2", ";2;Anzahl Spieler", "Number of players;;2"]


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("total", TOTALS)
def test_a_total_below_the_list_is_no_player(total, between):
    text = f"Name;Elo;Verein\nNeu, Nora;2310;SK Ulm\nAlt, Olaf;1985;SK Bonn\n{between}{total}\n"
    read = read_tournament(text.encode(), "list.csv", lenient=True)
    assert [each.name for each in read.crosstable.players.values()] == ["Neu, Nora", "Alt, Olaf"]
    assert [each.code for each in read.warnings] == ["csv-line-outside"]


@pytest.mark.parametrize("name", ["Total, Anna;1900", "Summer, Eva;1900", "Neu, Total;2"])
def test_a_player_whose_name_begins_like_a_total_stays(name):
    assert len(read_tournament(f"Name;Elo\nAlt, Olaf;1985\n{name}\n".encode(), "l.csv").crosstable.players) == 2


@pytest.mark.parametrize(
    ("written", "rating"),
    [
        *(("1850/P12", 1850), ("1850/12", 1850), ("1850P", 1850), ("1850 P4", 1850), ("UNR", None), ("unr.", None)),
        *(("1.711", 1711), ("1,711", 1711), ("2 000", 2000), ("1.000", 1000), ("2000.00", 2000), ("850.0", 850)),
        *(("1850 F", 1850), ("1199 E", 1199), ("1834-56", 1834), ("n/a", None), ("0", None), ("", None)),
    ],
)
def test_ratings_are_read_as_federations_write_them(written, rating):
    text = f"Name;Elo;Verein\nAlt, Olaf;{written};Ulm\n"
    assert read_tournament(text.encode(), "list.csv").crosstable.players[1].rating == rating
    assert player_fields.read_rating(written) == rating


@pytest.mark.parametrize(
    ("title", "field"),
    [
        *(
            ("Your rating", "rating"),
            ("What is your full name? (Last, First)", "name"),
            ("Your date of birth", "birth_date"),
        ),
        *(("FIDE-ID (if any)", "fide_id"), ("Do you need a bye?", ""), ("Your email", "")),
    ],
)
def test_forms_on_the_net_ask_for_your_rating(title, field):
    assert column_titles.find_field(title) == field


def test_a_column_that_is_refused_is_named_in_the_language_of_the_page():
    fields = (*player_fields.FIELDS, *player_fields.LONG_FIELDS, player_fields.NO_HALF_BYES)
    assert set(sentences.COLUMNS) == {field.name for field in fields} - {"surname", "first_name"}
    with translation.override("de"):
        assert sentences.field(Refusal("csv-birth-date", field="birth_date")) == "Geburtsdatum"
        assert sentences.field(Refusal("trf", field="001")) == "001"


@pytest.mark.parametrize("none", ["", "0", "none", "-", "keine"])
def test_who_has_no_identity_number_gets_none(none):
    """Swiss-Manager writes 0 for everybody without one; they are not one person."""
    text = f"Name;FIDE-ID;Nat ID;Land\nNeu, Nora;{none};{none};GER\nAlt, Olaf;{none};{none};{none}\n"
    players = read_tournament(text.encode(), "list.csv").crosstable.players
    assert [(each.fide_id, each.national_id, each.federation) for each in players.values()] == [
        ("", "", "GER"),
        ("",) * 3,
    ]
    assert player_fields.read_fide_id(none) == player_fields.read_federation(none if none != "0" else "") == ""


def test_a_file_without_a_column_of_names_makes_no_event():
    text = "From the tournament database\n\nStarting rank\n1;2310\n2;1985\n"
    with pytest.raises(Refusal) as refused:
        read_tournament(text.encode(), "list.csv", lenient=True)
    assert refused.value.code == "csv-column-missing"


@pytest.mark.parametrize(
    ("line", "field", "code"),
    [
        ("Alt, Olaf;19o5;;4600002", "rating", "csv-not-a-number"),
        ("Alt, Olaf;1985;;4600001", "fide_id", "csv-id-twice"),
        ("Alt, Olaf;1985;;;XM", "title", "csv-title"),
        ("Alt, Olaf;1985;;to follow", "fide_id", "csv-fide-id"),
    ],
)
def test_what_can_not_be_is_reported_with_its_line(line, field, code):
    odd = Oddities(lenient=True)
    players = player_csv.read_players(
        f"Name;Elo;Geburt;FIDE-ID;Titel\nNeu, Nora;2310;2001;4600001;fm\n{line}\n", "l.csv", odd
    )
    assert [(each.line, each.field, each.code) for each in odd.reported] == [(3, field, code)]
    assert [each.title for each in players.players.values()] == ["FM", "XM" if field == "title" else ""]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Alt, Olaf;1985;31.02.1980;", "“31.02.1980” is not a day"),
        ("Alt, Olaf;1985;1980;4600001", "FIDE ID 4600001 is already in line 2."),
        ("Alt, Olaf;strong;1980;", "“strong” is not a rating"),
    ],
)
def test_the_preview_names_the_line_too(db, line, sentence):
    text = f"Name;Elo;Geburt;FIDE-ID\nNeu, Nora;2310;29.02.2000;4600001\n{line}\n"
    lines = [[number, cells] for number, cells in list_reader.read_list(text.encode(), "l.csv").lines]
    view = preview_players(make_event(rounds=0), Upload(lines=lines))
    assert [(row.line, row.wrong[0][1][: len(sentence)]) for row in view.wrong] == [(3, sentence)]
