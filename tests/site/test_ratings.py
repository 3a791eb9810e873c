"""Rating lists: read as federations publish them, and looked through by identity, name and sound."""

import zipfile

import pytest
from django.core.management import CommandError, call_command

from tests.site.hall import make_event, person
from tests.site.test_desk import text
from tournaments import actions, lookup
from tournaments.formats import ratings
from tournaments.models import RatedPerson, RatingList, Role

XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player><fideid>9900001</fideid><name>Quellkamp, Jürgen</name><country>GER</country><sex>M</sex><title>IM</title>
<w_title></w_title><rating>2431</rating><games>0</games><birthday>1990</birthday><flag></flag></player>
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
LISTS = [
    ("standard_rating_list.xml", XML.encode()),
    ("players_list_foa.txt", columns(COMBINED, *PEOPLE).encode("latin-1")),
    ("standard_rating_list.txt", columns(STANDARD, *PEOPLE).encode("latin-1")),
    ("spieler.csv", NATIONAL.encode()),
    ("windows.csv", NATIONAL.encode("cp1252")),
]


@pytest.mark.parametrize(("name", "data"), LISTS, ids=[name for name, _ in LISTS])
@pytest.mark.parametrize("zipped", [False, True])
def test_lists_are_read_as_they_are_published(tmp_path, name, data, zipped):
    path = tmp_path / name
    path.write_bytes(data)
    if zipped:
        path = tmp_path / f"{name}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, data)
    first, second = ratings.read(path)
    assert (first.search, first.identity, first.title, first.sex) == ("quellkamp juergen", "9900001", "IM", "m")
    assert (first.federation, first.birth_year) == ("GER", 1990)
    assert first.rating == (2380 if name.endswith("csv") else 2431)
    assert (second.search, second.sex, second.birth_year, second.rating) == ("dornhain zoe", "w", None, None)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa">]><playerslist><player><name>&a;</name></player></playerslist>'
REFUSED = [
    ("list.csv", b"a;b\n1;2\n", "list.csv:1"),
    ("list.xml", b"<playerslist><player><name>A</na", "list.xml:1"),
    ("list.xml", BOMB.encode(), "list.xml"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "data", "place"), REFUSED)
def test_what_is_no_list_is_refused_and_the_old_one_stays(tmp_path, name, data, place):
    actions.import_ratings("FIDE", [ratings.rated({"name": "Old, Olga"})])
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CommandError, match=place):
        call_command("import_ratings", tmp_path / name, name="FIDE")
    assert [each.name for each in RatedPerson.objects.all()] == ["Old, Olga"]
    assert RatingList.objects.get().is_ready


@pytest.mark.django_db
def test_a_new_list_takes_the_place_of_the_old_one(tmp_path, capsys):
    actions.import_ratings("FIDE", [ratings.rated({"name": "Old, Olga"})])
    (tmp_path / "standard_rating_list.xml").write_bytes(XML.encode())
    call_command("import_ratings", tmp_path / "standard_rating_list.xml")
    assert capsys.readouterr().out == "FIDE: 2 people.\n"
    assert RatingList.objects.get().people.count() == 2


@pytest.fixture
def fide(db):
    known = [
        ("Müller, Anna", "1", 2100),
        ("Müller, Anne", "2", 1900),
        ("Mueller, Bernd", "3", 2300),
        ("Meier, Paul", "4", 1500),
        ("Weiß, Carl", "5", None),
    ]
    rows = [{"name": name, "identity": f"990000{n}", "rating": str(rating or "")} for name, n, rating in known]
    actions.import_ratings("FIDE", map(ratings.rated, rows))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("9900004", ["Meier, Paul"]),
        ("mueller anna", ["Müller, Anna"]),
        ("Anna Müller", ["Müller, Anna"]),
        ("müll", ["Mueller, Bernd", "Müller, Anna", "Müller, Anne"]),
        ("weiss", ["Weiß, Carl"]),
        ("Meyer, Paul", ["Meier, Paul"]),
        ("Muller Anna", ["Müller, Anna", "Müller, Anne"]),
        ("zzz", []),
        ("m", []),
        ("", []),
        ("%_", []),
    ],
)
def test_people_are_found_as_they_are_typed(fide, text, found):
    assert sorted(each.name for each in lookup.find(text)) == sorted(found)


def test_a_found_person_fills_the_form_and_nothing_is_stored_before_it_is_sent(client, fide):
    event = make_event(rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = text(client.get("/e/open/players/add/", {"look": "mueller bernd"}))
    assert "Mueller, Bernd 2300 · FIDE" in page
    taken = RatedPerson.objects.get(name="Mueller, Bernd")
    page = client.get("/e/open/players/add/", {"take": taken.pk})
    assert page.status_code == 200
    assert 'value="Mueller, Bernd"' in page.content.decode() and 'value="9900003"' in page.content.decode()
    assert event.players.count() == 8


@pytest.mark.django_db
def test_without_a_list_there_is_nothing_to_look_up(client):
    event = make_event(rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "Look up" not in text(client.get("/e/open/players/add/", {"look": "anna"}))
