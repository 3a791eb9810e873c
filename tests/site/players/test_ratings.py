"""Rating lists: read as federations publish them, and looked through by identity, name and sound."""

import zipfile

import pytest
from django.core.management import CommandError, call_command

from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.domain.roles import Role
from tournaments.formats import rating_files
from tournaments.formats.rating_fields import RatedPerson
from tournaments.rating_lists import lookup, store

XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player><fideid>9900001</fideid><name>Quellkamp, Jürgen</name><country>GER</country><sex>M</sex><title>IM</title>
<w_title></w_title><rating>2431</rating><games>0</games><rapid_rating>2380</rapid_rating><birthday>1990</birthday><flag></flag></player>
<player><fideid>9900002</fideid><name>Dornhain, Zoë</name><country>SUI</country><sex>F</sex><title></title>
<rating></rating><birthday></birthday><flag>i</flag></player>
</playerslist>
"""
HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
)
COMBINED = HEADER + "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
STANDARD = HEADER + "DEC26 Gms K  B-day Flag"


def columns(header, *people):
    """Write lines as FIDE's text has them."""
    rows = []
    for identity, name, federation, sex, title, rating, born in people:
        line = f"{identity:15}{name:61}{federation:4}{sex:4}{title:5}"
        line = f"{line:{header.index('SRtng' if 'SRtng' in header else 'DEC26')}}{rating:6}"
        rows.append(f"{line:{header.index('B-day')}}{born:6}")
    return "\n".join([header, *rows]) + "\n"


PEOPLE = [
    ("9900001", "Quellkamp, Juergen", "GER", "M", "IM", "2431", "1990"),
    ("9900002", "Dornhain, Zoe", "SUI", "F", "", "", "0000"),
]
NATIONAL = (
    "ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land\n"
    '10001,A0001,1,A,"Quellkamp,Jürgen",M,1990,2380,55,2431,IM,9900001,GER\n'
    '10002,A0001,2,A,"Dornhain,Zoë",W,,,,,,,\n'
)
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


def people_of(path):
    with rating_files.open_rating_file(path) as reading:
        return list(reading.people())


def packed(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return path


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


def test_the_german_list_has_its_clubs_beside_it(tmp_path):
    files = {"spieler_csv": WHOLE.encode("cp1252"), "vereine_csv": CLUBS.encode("cp1252"), "verbaende_csv": "x"}
    with rating_files.open_rating_file(packed(tmp_path / "LV-0-csv.zip", **files)) as reading:
        assert store.import_list("DSB", reading) == 2, "a person of two clubs is one"
    (person,) = lookup.find_people("quellkamp")
    assert person.facts == RatedPerson(
        *("Quellkamp, Jürgen", "9900001", "10001", "IM", "m", "GER", "SK Ahornfels"), 1990, 2431, 2380, None, 2380
    )
    assert lookup.find_people("dornhain")[0].facts.club == "", "a passive member plays for another club"


FORMS = [  # the header of a list, what it lacks, what is not read
    ("x.txt", COMBINED, [], ["OTit", "FOA", "SGm", "SK", "RGm", "Rk", "BGm", "BK", "Flag"]),
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


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa">]><playerslist><player><name>&a;</name></player></playerslist>'
REFUSED = [
    ("list.csv", b"a;b\n1;2\n", "list.csv:1: file: This is not a rating list"),
    ("list.jpg", b"\xff\xd8\xff\0\0\0", "list.jpg: file: This is not a rating list"),
    ("list.txt", b"", "list.txt: file: This is not a rating list"),
    ("list.csv", b"name;dwz\n", "list.csv: file: This list has no people"),
    ("list.csv", b"name;dwz\n" + b"x" * 30_000, "list.csv:2: file: This line is too long"),
    ("list.csv", b'name;dwz\n"' + b"x;\n" * 100_000, "list.csv:[0-9]+: csv: The list can’t be read"),
    ("list.xml", b"<playerslist><player><name>A</na", "list.xml:1"),
    ("list.xml", b"<l>\n<player><name>A</name></player>\n<player><name>B</nam></player></l>", "list.xml:3: xml"),
    ("list.xml", BOMB.encode(), "list.xml:1: xml"),
    ("list.xml", b"<l><player>" + b"<name>" * 400_000, "list.xml:1: xml"),
    ("list.zip", b"PK\x03\x04" + b"x" * 100, "list.zip"),
]


@pytest.mark.parametrize(("name", "data", "place"), REFUSED)
def test_what_is_no_list_is_refused_and_the_old_one_stays(tmp_path, name, data, place):
    bring_in("FIDE", "Old, Olga")
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CommandError, match=place):
        call_command("import_ratings", tmp_path / name, name="FIDE")
    assert [each.facts.name for each in lookup.find_people("old")] == ["Old, Olga"]
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


class Lines:
    """A list that is read from people."""

    dated, lacks, unread = "DEC26", [], []

    def __init__(self, name, people):
        self.name, self.is_fide, self.people = f"{name}.txt", name == "FIDE", lambda: people


def bring_in(name, *people):
    """Store a list of people, or of names."""
    return store.import_list(
        name, Lines(name, (each if isinstance(each, RatedPerson) else RatedPerson(each) for each in people))
    )


def test_a_new_list_takes_the_place_of_the_old_one(tmp_path, capsys):
    bring_in("FIDE", "Old, Olga")
    bring_in("DSB", "Other, Otto")
    (tmp_path / "standard_rating_list.xml").write_text(XML)
    call_command("import_ratings", tmp_path / "standard_rating_list.xml")
    assert capsys.readouterr().out == "FIDE: 2 people.\nNot stated: blitz.\n"
    assert [(each.name, each.count) for each in store.read_lists()] == [("FIDE", 2), ("DSB", 1)]
    assert not lookup.find_people("old olga") and lookup.find_people("other")


def test_until_the_last_line_is_in_the_old_list_answers():
    bring_in("FIDE", "Old, Olga")

    def lines():
        yield RatedPerson("New, Nora")
        assert [each.facts.name for each in lookup.find_people("old")] == ["Old, Olga"]
        assert not lookup.find_people("new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.import_list("FIDE", Lines("FIDE", lines()))
    assert lookup.find_people("old") and not lookup.find_people("new")


@pytest.fixture
def fide():
    people = [
        ("Müller, Anna", "1", 2100),
        ("Müller, Anne", "2", 1900),
        ("Mueller, Bernd", "3", 2300),
        ("Meier, Paul", "4", 1500),
        ("Weiß, Carl", "5", None),
        ("Garcia Lopez, Juan Maria", "6", 2000),
        ("O'Brien-Smith, Eve", "7", 1800),
        ("Sørensen, Bo", "8", 1700),
        ("Wei Yi", "9", 2700),
        ("Schmidt, Aleksandr", "10", 1600),
        ("Иванов, Пётр", "11", 1400),
    ]
    bring_in("FIDE", *(RatedPerson(name, f"99000{n:0>2}", rating=rating) for name, n, rating in people))


FINDS = [
    ("9900004", ["Meier, Paul"]),
    ("mueller anna", ["Müller, Anna"]),
    ("Anna Müller", ["Müller, Anna"]),
    ("Muller Anna", ["Müller, Anna"]),
    ("MÜLLER, ANNA", ["Müller, Anna"]),
    ("müll", ["Mueller, Bernd", "Müller, Anna", "Müller, Anne"]),
    ("mü an", ["Müller, Anna", "Müller, Anne"]),
    ("weiss", ["Weiß, Carl"]),
    ("Weis Karl", ["Weiß, Carl"]),
    ("Meyer, Paul", ["Meier, Paul"]),
    ("Maier Paul", ["Meier, Paul"]),
    ("Muler Ana", ["Müller, Anna"]),
    ("Nüller Anna", ["Müller, Anna"]),
    ("Müller Anan", ["Müller, Anna", "Müller, Anne"]),
    ("Mueler Brend", ["Mueller, Bernd"]),
    ("juan garcia", ["Garcia Lopez, Juan Maria"]),
    ("lopez juan", ["Garcia Lopez, Juan Maria"]),
    ("maria garcia lopez", ["Garcia Lopez, Juan Maria"]),
    ("obrien eve", ["O'Brien-Smith, Eve"]),
    ("o'brien", ["O'Brien-Smith, Eve"]),
    ("sorensen bo", ["Sørensen, Bo"]),
    ("Sörensen", ["Sørensen, Bo"]),
    ("yi wei", ["Wei Yi"]),
    ("Schmitt Alexander", ["Schmidt, Aleksandr"]),
    ("иванов", ["Иванов, Пётр"]),
    ("zzz", []),
    ("m", []),
    ("", []),
    ("%_", []),
    ("' OR 1=1 --", []),
    ("x" * 60, []),
    ("9" * 60, []),
]


@pytest.mark.parametrize(("text", "found"), FINDS)
def test_people_are_found_as_they_are_typed(fide, text, found):
    assert sorted(each.facts.name for each in lookup.find_people(text)) == sorted(found)


def test_the_likeliest_comes_first_then_the_strongest(fide):
    assert next(each.facts.name for each in lookup.find_people("müller")) == "Mueller, Bernd"
    assert [each.facts.name for each in lookup.find_people("anne müller")] == ["Müller, Anne"]
    assert [each.facts.name for each in lookup.find_people("müller ann")] == ["Müller, Anna", "Müller, Anne"]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "rating"), [("standard", 2100), ("rapid", 2050), ("blitz", 2100)])
def test_who_is_taken_over_fills_the_form_and_nothing_is_stored_before_it_is_sent(client, kind, rating):
    bring_in("FIDE", RatedPerson("Mueller, Bernd", "9900003", "", "FM", "m", "GER", "", 1990, 2100, 2050))
    bring_in(
        "DSB", RatedPerson("Müller,Bernd", "9900003", "77", "", "m", "", "SK Ahornfels", 1990, 2090, None, None, 1990)
    )
    event = make_event(rounds=0, rating_kind=kind)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = client.get("/e/open/players/add/", {"look": "mueller bernd"})
    assert f"FM Mueller, Bernd {rating} · GER · 1990 · FIDE DEC26" in text(page)
    key = page.context["found"][0][0].key
    page = client.get("/e/open/players/add/", {"take": key})
    assert page.status_code == 200
    assert {name: value for name, value in page.context["form"].data.items() if value} == {
        "name": "Mueller, Bernd",
        "rating": rating,
        "national_rating": 1990,
        "title": "FM",
        "club": "SK Ahornfels",
        "federation": "GER",
        "sex": "m",
        "birth_date": "1990",
        "fide_id": "9900003",
    }
    assert event.players.count() == 8


@pytest.mark.django_db
def test_suggestions_are_a_part_of_the_page(client, fide):
    client.force_login(person("chief", make_event(rounds=0), Role.CHIEF_ARBITER))
    part = client.get("/e/open/players/look-up/", {"look": "meier"}, headers={"HX-Request": "true"})
    assert part.content.decode().startswith('<div id="found">') and "Meier, Paul 1500" in text(part)
    assert "No player of this name" in text(client.get("/e/open/players/look-up/", {"look": "zzz"}))


@pytest.mark.django_db
def test_somebody_of_a_list_that_is_gone_is_looked_up_again(client, fide):
    client.force_login(person("chief", make_event(rounds=0), Role.CHIEF_ARBITER))
    key = lookup.find_people("meier")[0].key
    bring_in("FIDE", "Somebody, Else")
    for take in (key, "x-1", "", "1", f"{store.read_lists()[0].key}-99", f"{store.read_lists()[0].key}-{'9' * 40}"):
        page = client.get("/e/open/players/add/", {"take": take})
        assert page.status_code == 200
        assert ("look the player up again" in text(page)) == bool(take)


@pytest.mark.django_db
def test_without_a_list_there_is_nothing_to_look_up(client):
    event = make_event(rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "Look up" not in text(client.get("/e/open/players/add/", {"look": "anna"}))
