"""Files that unfold to far more than they are, or lie about it: refused before the memory is taken."""

import io
import struct
import tracemalloc
import zipfile

import pytest

from tests.generated.fuzz import members, zipped
from tests.site.desk.teams.test_sheet import workbook
from tiebreaks.refusal import Refusal
from tournaments.formats import archive, incoming, list_reader

SHEET = "xl/worksheets/sheet1.xml"
BOOK = members(workbook(["Name"], ["Anna"]))
LARGE = 100 * 2**20
ZEROS = b"0" * LARGE
MOST_MEMORY = 30 * 2**20


def lying(data, stated=10):
    """Return a zip whose directory and headers state another length for each file of more than a MB."""
    sizes = [part.file_size for part in zipfile.ZipFile(io.BytesIO(data)).infolist()]
    for size in (size for size in sizes if size > 2**20):
        data = data.replace(struct.pack("<L", size), struct.pack("<L", stated))
    return data


READERS = {
    "xlsx": (lambda data: list_reader.read_list(data, "list.xlsx"), lambda content: zipped(BOOK | {SHEET: content})),
    "ods": (lambda data: list_reader.read_list(data, "list.ods"), lambda content: zipped({"content.xml": content})),
    "archive": (archive.unpack_documents, lambda content: zipped({"manifest.json": b"{}", "players.json": content})),
    "tsh": (lambda data: incoming.read_files([("x.zip", data)]), lambda content: zipped({"a.t": content})),
}


@pytest.fixture(scope="module")
def bombs():
    """A bomb for each reader: 100 MB of the same letter."""
    return {name: made(ZEROS) for name, (_read, made) in READERS.items()}


@pytest.mark.parametrize("is_lying", [False, True], ids=["stated", "lying"])
@pytest.mark.parametrize("name", READERS)
def test_a_bomb_is_refused_without_unfolding_it(bombs, name, is_lying):
    data = lying(bombs[name]) if is_lying else bombs[name]
    assert len(data) < 2 * 2**20, "it is small enough to be taken by its size"
    tracemalloc.start()
    with pytest.raises(Refusal) as refused:
        READERS[name][0](data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert str(refused.value)
    assert peak < MOST_MEMORY


ENTITIES = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "%s">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>""" % (b"x" * 1000)
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize("entities", [ENTITIES, OUTSIDE], ids=["nested", "outside"])
@pytest.mark.parametrize(
    "part", [SHEET, "xl/_rels/workbook.xml.rels", "xl/workbook.xml", "[Content_Types].xml", "xl/styles.xml"]
)
def test_entities_of_a_spreadsheet_are_never_unfolded(part, entities):
    content = BOOK[part].partition(b"?>")[2] if BOOK[part].startswith(b"<?xml") else BOOK[part]
    place = content.index(b">") + 1
    data = zipped(BOOK | {part: entities + content[:place] + b"&e;" + content[place:]})
    with pytest.raises(Refusal, match="not a spreadsheet"):
        list_reader.read_list(data, "list.xlsx")


@pytest.mark.parametrize("cell", ['r="XFD1048576"', 'r="A1048576"', 'r="XFD1"'])
def test_a_cell_far_out_makes_no_large_sheet(cell):
    content = BOOK[SHEET].replace(b'r="A2"', cell.encode())
    row = cell.rstrip('"').lstrip('r="').lstrip("XFDA") or "2"
    content = content.replace(b'<row r="2"', b'<row r="%s"' % row.encode())
    tracemalloc.start()
    try:
        sheet = list_reader.read_list(zipped(BOOK | {SHEET: content}), "list.xlsx")
        assert len(sheet.lines) <= 2
    except Refusal as refusal:
        assert str(refusal)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MOST_MEMORY
