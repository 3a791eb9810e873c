"""Lists as people save them: encodings, separators, spreadsheets, and files that must not be opened."""

import io
import zipfile
from datetime import datetime

import openpyxl
import pytest

from tiebreaks.refusal import Refusal
from tournaments.formats import list_reader

NAMES = "Name;Elo\nMüller, Anna;2100\nGrößer, Jürgen;\n"


def workbook(*rows, title="Players"):
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("cp1252", "Windows-1252"),
        ("cp850", "DOS (CP 850)"),
        ("mac_roman", "Macintosh"),
    ],
)
def test_the_encoding_is_guessed_by_the_letters(codec, encoding):
    sheet = list_reader.read_list(NAMES.encode(codec), "list.csv")
    assert sheet.lines == [(1, ["Name", "Elo"]), (2, ["Müller, Anna", "2100"]), (3, ["Größer, Jürgen"])]
    assert (sheet.encoding, sheet.separator) == (encoding, ";")


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("name;rating\nA, B;1\n", ";"),
        ("name,rating\nA,1\n", ","),
        ("name\trating\nA, B\t1\n", "\t"),
        ("name|rating\nA, B|1\n", "|"),
        ("name\nAnna\nBo\n", list_reader.NO_SEPARATOR),
        ("name\nDoe, Jane\nBo, Carl\n", list_reader.NO_SEPARATOR),
        ("Doe, Jane\nBo, Carl\n", list_reader.NO_SEPARATOR),
        ("name, rating\nAnna, 1800\n", ","),
        ('"last, first",rating\n"A, B",1\n', ","),
    ],
)
def test_the_separator_is_guessed_by_its_regularity(text, separator):
    assert list_reader.read_list(text.encode(), "list.txt").separator == separator


def test_empty_lines_are_left_out_and_the_others_keep_their_numbers():
    sheet = list_reader.read_list(b"name,elo\r\n\r\n  \r\nAnna,1\r\n,\r\nBo,2\r\n", "list.csv")
    assert sheet.lines == [(1, ["name", "elo"]), (4, ["Anna", "1"]), (6, ["Bo", "2"])]


def test_letters_that_cannot_be_printed_become_spaces_and_invisible_ones_go():
    assert list_reader.read_list("name\nAn\u200bna\x07 \u00a0Bo\n".encode(), "list.csv").lines[1] == (2, ["Anna Bo"])


def test_a_spreadsheet_is_read_as_people_see_it():
    data = workbook(["Name", "Elo", "born"], [], ["Müller, Anna", 2100.0, datetime(2001, 12, 31)], ["Bo", None, 1999])
    sheet = list_reader.read_list(data, "list.xlsx")
    assert sheet.lines == [
        (1, ["Name", "Elo", "born"]),
        (3, ["Müller, Anna", "2100", "2001-12-31"]),
        (4, ["Bo", "", "1999"]),
    ]
    assert (sheet.encoding, sheet.separator) == ("", "")


def test_an_empty_first_sheet_is_passed_over():
    book = openpyxl.Workbook()
    book.create_sheet("Players").append(["name"])
    file = io.BytesIO()
    book.save(file)
    assert list_reader.read_list(file.getvalue(), "list.xlsx").lines == [(1, ["name"])]


def zipped(**parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file.getvalue()


BOMB = zipped(sheet=b"0" * (list_reader.LARGEST_UNPACKED + 1))
ENTITIES = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">&b;</Types>"""
REFUSED = [
    ("list.csv", b"", "The file is empty"),
    ("list.csv", b"\n \n", "The file is empty"),
    ("list.csv", b"name\nAnna\n\0", "not text"),
    ("list.csv", b'name\n"Anna\n', "quotation marks"),
    ("list.csv", b"name\n" + b"x\n" * 5031, "more than 5031 lines"),
    ("list.csv", b"name,elo\n" + b"," * 80 + b"x", "more than 60 columns"),
    ("list.csv", b"x" * (list_reader.LARGEST + 1), "more than 2 MB"),
    ("list.xlsx", BOMB, "Unpacked, the file has more than 20 MB"),
    ("list.xlsx", zipped(**{f"part{number}": b"" for number in range(600)}), "Unpacked"),
    ("list.xlsx", zipped(**{"[Content_Types].xml": ENTITIES}), "not a spreadsheet"),
    ("list.xlsx", zipped(nothing=b""), "not a spreadsheet"),
    ("list.xlsx", b"PK\x03\x04 broken", "not a spreadsheet"),
    ("list.xlsx", b"name\nAnna\n", "not a spreadsheet"),
    ("list.csv", workbook(["name"])[:400], "not a spreadsheet"),
    ("list.xls", b"\xd0\xcf\x11\xe0", "“.xls” can’t be read"),
    ("list.numbers", b"PK", "“.numbers” can’t be read"),
    ("list.ods", b"PK", "not a spreadsheet"),
]


@pytest.mark.parametrize(("file", "data", "sentence"), REFUSED, ids=[f"{name}-{words}" for name, _, words in REFUSED])
def test_a_refused_file_is_named_with_the_reason(file, data, sentence):
    with pytest.raises(Refusal) as refusal:
        list_reader.read_list(data, file)
    assert sentence in str(refusal.value)
    assert refusal.value.file == file


def test_the_line_of_a_mistake_is_named():
    with pytest.raises(Refusal) as refusal:
        list_reader.read_list(b"name\nAnna\n\0", "list.csv")
    assert refusal.value.line == 3
