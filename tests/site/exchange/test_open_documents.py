"""Spreadsheets of LibreOffice: the cells as people see them, whatever repeats, and nothing that stands beside them."""

import re
import tracemalloc

import pytest

from tests.generated.fuzz import zipped
from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.domain.accounts.roles import Role
from tournaments.formats import list_reader
from tournaments.formats.incoming import read_tournament

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"><office:scripts/><office:body>
<office:spreadsheet><table:calculation-settings/>"""
FOOT = "<table:named-expressions/></office:spreadsheet></office:body></office:document-content>"
EMPTY_CELLS = '<T:table-cell T:number-columns-repeated="16384"/>'
NOTHING = f'<T:table-row T:number-rows-repeated="1048570">{EMPTY_CELLS}</T:table-row>'
COVER = f"<T:table>{NOTHING}</T:table>"

# As LibreOffice 24 writes it: a note of a cell, a part in bold, a day, a number in a format, a merged cell, two players
# who are alike, and the emptiness to the right and below.
PLAYERS = f"""<T:table T:name="Players"><T:table-column T:number-columns-repeated="16384"/>
<T:table-header-rows><T:table-row>
<T:table-cell O:value-type="string"><X:p>Name</X:p></T:table-cell>
<T:table-cell O:value-type="string"><O:annotation><X:p>which list?</X:p></O:annotation><X:p>Elo</X:p></T:table-cell>
<T:table-cell O:value-type="string"><X:p>born</X:p></T:table-cell>
<T:table-cell T:number-columns-repeated="16381"/></T:table-row></T:table-header-rows>
<T:table-row T:number-rows-repeated="2">{EMPTY_CELLS}</T:table-row>
<T:table-row>
<T:table-cell O:value-type="string"><X:p>Müller,<X:s/><X:span>Anna</X:span></X:p></T:table-cell>
<T:table-cell O:value-type="float" O:value="2100"><X:p>2.100,00</X:p></T:table-cell>
<T:table-cell O:value-type="date" O:date-value="2001-12-31T00:00:00"><X:p>31.12.01</X:p></T:table-cell></T:table-row>
<T:table-row T:number-rows-repeated="2">
<T:table-cell O:value-type="string"><X:p>Bo</X:p></T:table-cell><T:covered-table-cell/>
<T:table-cell O:value-type="float" O:value="1999"/></T:table-row>
{NOTHING}</T:table>"""
BROKEN = '<T:table><T:table-row><T:table-cell O:value-type="float"/></T:table-row></T:table>'


def write_content(*tables):
    text = "".join(tables)
    for short, prefix in (("T", "table"), ("O", "office"), ("X", "text")):
        text = re.sub(rf"(?<=[</ ]){short}:", f"{prefix}:", text)
    return HEAD + text + FOOT


def document(*tables):
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": kind, "content.xml": write_content(*tables)})


def table(*rows, repeated="1"):
    lines = [[f'<T:table-cell O:value-type="string"><X:p>{each}</X:p></T:table-cell>' for each in row] for row in rows]
    inside = "".join(
        f'<T:table-row T:number-rows-repeated="{repeated}">{"".join(line)}</T:table-row>' for line in lines
    )
    return f"<T:table>{inside}</T:table>"


@pytest.mark.parametrize("name", ["list.ods", "renamed.xlsx", "list.txt"])
def test_a_sheet_is_read_as_people_see_it(name):
    sheet = list_reader.read_list(document(COVER, PLAYERS), name)
    assert sheet.lines == [
        (1, ["Name", "Elo", "born"]),
        (4, ["Müller, Anna", "2100", "2001-12-31"]),
        (5, ["Bo", "", "1999"]),
        (6, ["Bo", "", "1999"]),
    ]


def test_the_first_sheet_with_a_table_of_players_is_read():
    sheet = list_reader.read_list(document(table(["Notes"]), table(["Name", "Elo"])), "list.ods")
    assert sheet.lines == [(1, ["Name", "Elo"])]


def test_a_list_becomes_an_event():
    players = read_tournament(document(table(["Name", "Elo"], ["Neu, Nora", "2100"])), "cup.ods").crosstable.players
    assert [(player.name, player.rating) for player in players.values()] == [("Neu, Nora", 2100)]


def test_the_page_of_players_takes_it(client, db):
    event = make_event(rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = text(client.get("/e/open/players/import/"))
    assert "A spreadsheet (.xlsx, .ods)" in page


ENTITY = write_content(table(["&e;"])).replace("?>", '?><!DOCTYPE x [<!ENTITY e "Anna">]>', 1)
REFUSED = [
    (document(table("x" * 61)), "more than 60 columns"),
    (document(table("x", repeated="1048576")), "more than 5031 lines"),
    (document(table("x").replace("O:value", 'T:number-columns-repeated="9999999" O:value')), "more than 60 columns"),
    (document(COVER), "The file is empty"),
    (document("<T:table>"), "not a spreadsheet"),
    (document(table("x", repeated="many")), "not a spreadsheet"),
    (document(BROKEN), "not a spreadsheet"),
    (zipped({"content.xml": ENTITY}), "not a spreadsheet"),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED)
def test_a_file_is_refused_before_it_takes_memory(data, sentence):
    tracemalloc.start()
    with pytest.raises(Refusal, match=sentence):
        list_reader.read_list(data, "list.ods")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * 2**20
