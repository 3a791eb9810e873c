"""A list of players is imported: its columns, its mistakes, who is here already; all of it or nothing."""

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.desk.teams.test_sheet import workbook
from tests.site.factories import NAMES, make_event, person
from tests.site.reading import text
from tournaments.domain.accounts.roles import Role
from tournaments.formats import list_reader as files
from tournaments.models import Game, LogEntry, Upload

pytestmark = pytest.mark.django_db

URL = "/e/open/players/import/"


@pytest.fixture
def event(db):
    return make_event(rounds=0)


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def upload(client, content, name="list.csv"):
    data = content if isinstance(content, bytes) else content.encode()
    return client.post(URL, {"file": SimpleUploadedFile(name, data)}, follow=True)


def fields_of(page):
    """Return what the form of the preview would post when nothing is touched."""
    view = page.context["view"]
    rows = {f"row-{row.line}": row.choice for row in view.doubles if row.choice}
    return {
        "column": [column.field for column in view.columns],
        **({"titles": "on"} if view.has_titles else {}),
        **rows,
    }


def import_list(client, **changes):
    return client.post(f"{URL}store/", fields_of(client.get(URL)) | changes)


COLUMNS = [
    ("name;rating;club\nNeu, Nora;1800;Ulm\n", ["name", "rating", "club"]),
    ("Nachname;Vorname;DWZ;Verein\nNeu;Nora;1800;Ulm\n", ["surname", "first_name", "national_rating", "club"]),
    ("Nom;Prénom;Cote;Né(e) le\nNeu;Nora;1800;1990\n", ["surname", "first_name", "rating", "birth_date"]),
    ("Name;Vorname;TWZ\nNeu;Nora;1800\n", ["surname", "first_name", "rating"]),
    ("Nr.;Teilnehmer;Elo;Land;Geburtsdatum\n1;Neu, Nora;1800;GER;2001\n", "number name rating federation birth_date"),
    ("Fide-ID;Name;E-Mail\n4600001;Neu, Nora;n@example.org\n", ["fide_id", "name", ""]),
    ("Neu, Nora;1800\nAlt, Olaf;1700\n", ["name", "rating"]),
    ("Winter Open\n\nName;Elo\nNeu, Nora;1800\nAlt, Olaf;1700\n", ["name", "rating"]),
    ("Nora Neu\nOlaf Alt\n", ["name"]),
    ("Nora Neu 1800\nOlaf 1700\n", ["name", "rating"]),
    ("Neu, Nora 1800\nAlt, Olaf 1700\n", ["name", "rating"]),
    ("Neu , Nora 1800\nAlt, Olaf\n", ["name", "rating"]),
    ("Neu ,Nora;1.800\nAlt, Olaf;1.700\n", ["name", ""]),
]


@pytest.mark.parametrize(("content", "fields"), COLUMNS)
def test_columns_are_guessed_by_title_or_content(chief, content, fields):
    page = upload(chief, content)
    wanted = fields.split() if isinstance(fields, str) else fields
    assert [column.field for column in page.context["view"].columns] == wanted
    assert page.context["view"].added[0].name in ("Neu, Nora", "Nora Neu")


@pytest.mark.parametrize(
    ("above", "sentence"),
    [("", "The first line contains the column titles."), ("Winter Open\n\n", "Line 3 contains the column titles.")],
)
def test_the_preview_says_where_the_titles_stand(chief, above, sentence):
    assert sentence in text(upload(chief, f"{above}Name;Elo\nNeu, Nora;1800\n"))


@pytest.mark.parametrize(
    ("content", "people"),
    [
        ("Anna 1800\nBen\nCarl 950\n", [("Anna", 1800), ("Ben", None), ("Carl", 950)]),
        ("Anna\nBen\n", [("Anna", None), ("Ben", None)]),
        ("Anna\nBen\nCarl the 2nd\nDora 1800\n", []),
        ("Name;Elo\nNeu ,Nora;1.711\nAlt , Olaf;2,000\n", [("Neu, Nora", 1711), ("Alt, Olaf", 2000)]),
    ],
)
def test_names_and_ratings_as_people_type_them(chief, content, people):
    added = upload(chief, content).context["view"].added
    assert [(row.name, row.values.get("rating")) for row in added if row.name] == people


def test_the_preview_stores_nothing_and_the_import_everybody(chief, event):
    page = upload(chief, "Name;Elo;Verein\nNeu, Nora;1800;Ulm\nAlt, Olaf;1900;\n".encode("cp1252"))
    assert "Read as UTF-8, separated by semicolon." in text(page)
    assert "New: 2. Updated: 0. Skipped: 0." in text(page)
    assert event.players.count() == len(NAMES)
    assert import_list(chief)["Location"] == "/e/open/players/"
    assert list(event.players.order_by("number").values_list("number", "name", "rating"))[8:] == [
        (9, "Neu, Nora", 1800),
        (10, "Alt, Olaf", 1900),
    ]
    entry = LogEntry.objects.get()
    assert (entry.action, entry.after) == ("players-imported", {"added": 2, "updated": 0, "new": [9, 10]})
    assert not Upload.objects.exists()


def test_a_spreadsheet_and_the_empty_one_that_is_offered(chief, event):
    for kind in ("csv", "xlsx"):
        empty = chief.get(f"/e/open/players/empty/{kind}/")
        assert f"players.{kind}" in empty["Content-Disposition"]
        page = upload(chief, empty.content, f"players.{kind}")
        assert [row.name for row in page.context["view"].added] == ["Muster, Erika"]
        assert page.context["view"].added[0].values["birth_date"] == "2001/12/31"
    assert chief.get("/e/open/players/empty/pdf/").status_code == 404
    assert openpyxl.load_workbook(io.BytesIO(empty.content)).active["A1"].value == "Name"


@pytest.mark.parametrize(("written", "title"), [("fm", "FM"), ("Wgm", "WGM"), ("IM", "IM"), ("-", ""), ("", "")])
def test_titles_are_those_of_fide_in_capitals(chief, event, written, title):
    upload(chief, f"name;titel\nNeu, Nora;{written}\n")
    import_list(chief)
    assert event.players.get(name="Neu, Nora").title == title
    page = chief.post("/e/open/players/add/", {"name": "Alt, Olaf", "title": "XM"})
    assert "“XM” is not a title of FIDE" in text(page)


def test_other_games_have_titles_of_their_own(client):
    event = make_event("tiles", discipline="scrabble", rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    file = SimpleUploadedFile("list.csv", b"name;title\nNeu, Nora;Ex\n")
    view = client.post("/e/tiles/players/import/", {"file": file}, follow=True).context["view"]
    assert [row.values["title"] for row in view.added] == ["Ex"]


def test_a_formula_without_a_stored_value_is_named(chief):
    page = upload(chief, workbook(["Name", "Elo"], ["Neu, Nora", "=1800+2"]), "list.xlsx")
    assert "line 2: Formulas have no stored values here, B2 first." in text(page)


def test_a_tournament_file_brings_its_players_without_results(chief, event):
    line = "001    1 mGM  Neu, Nora                         2400 GER     4600001 2001/12/31  0.0    1"
    upload(chief, f"012 Cup\n{line}\n", "cup.trf")
    import_list(chief)
    player = event.players.get(name="Neu, Nora")
    assert (player.rating, player.title, player.federation, player.fide_id) == (2400, "GM", "GER", "4600001")


MISTAKES = [
    ("name;elo\nNeu, Nora;many\n", "list.csv, line 2 (Neu, Nora): Rating: “many” is not a rating"),
    ("name;elo\n;1800\n", "list.csv, line 2 : Name: There is no name in this line."),
    ("name;elo\n\n\nNeu, Nora;9000\n", "list.csv, line 4"),
    ("nr;name\n1;Neu, Nora\n1;Alt, Olaf\n", "line 3 (Alt, Olaf): Start number: Number 1 is already in line 2."),
    ("name;land\nNeu, Nora;Germany\n", "write three letters, for example GER"),
    ("name;title\nNeu, Nora;XM\n", "“XM” is not a title of FIDE"),
]


@pytest.mark.parametrize(("content", "sentence"), MISTAKES)
def test_a_mistake_names_file_line_and_column_and_stops_everything(chief, event, content, sentence):
    assert sentence in text(upload(chief, content))
    answer = import_list(chief)
    assert answer.status_code == 422
    assert event.players.count() == len(NAMES)


def test_a_wrong_line_can_be_left_out(chief, event):
    upload(chief, "name;elo\nNeu, Nora;many\nAlt, Olaf;1800\n")
    import_list(chief, **{"row-2": "skip"})
    assert event.players.count() == len(NAMES) + 1


def test_a_wrong_line_can_be_taken_without_what_is_wrong(chief, event):
    page = upload(chief, "nr;name;elo;fide id\n1;Neu, Nora;many;x1\n1;Muller, Anna;1800;\n;;1900;\n")
    assert page.content.decode().count("take it without this") == 2, "a line without a name can only be skipped"
    assert "“many” is not a rating" in text(page) and "it has digits only" in text(page), "every mistake of a line"
    assert import_list(chief, **{"row-2w": "on", "row-3w": "on", "row-4w": "on"}).status_code == 422
    chosen = {"row-4": "skip", "row-3": "add"}
    assert import_list(chief, **chosen).status_code == 302, "the choice of both questions counts"
    new = event.players.filter(name__in=["Neu, Nora", "Muller, Anna"]).order_by("name")
    assert [(each.name, each.rating, each.fide_id) for each in new] == [
        ("Muller, Anna", 1800, ""),
        ("Neu, Nora", None, ""),
    ]


def test_a_list_without_a_name_asks_for_it(chief, event):
    page = upload(chief, "wer;elo\nNora;1800\n")
    assert "No column is set as the name" in text(page)
    assert import_list(chief).status_code == 422
    chief.post(f"{URL}check/", {"column": ["name", "rating"], "titles": "on"})
    assert import_list(chief).status_code == 302
    assert event.players.filter(name="Nora", rating=1800).exists()


def test_who_takes_part_already_is_brought_up_to_date(chief, event):
    event.players.filter(number=1).update(club="Ulm")
    page = upload(chief, "name;elo;verein\nAnna Mueller;2100;\n")
    assert "is number 1, Müller, Anna: Rating – → 2100" in text(page)
    import_list(chief)
    player = event.players.get(number=1)
    assert (player.name, player.rating, player.club) == ("Müller, Anna", 2100, "Ulm"), (
        "what is empty takes nothing away"
    )
    assert event.players.count() == len(NAMES)


def test_a_fide_id_finds_a_player_under_another_name(chief, event):
    event.players.filter(number=1).update(fide_id="4600001")
    upload(chief, "name;fide id\nMüller-Weiß, Anna;4600001\n")
    import_list(chief)
    assert event.players.get(number=1).name == "Müller-Weiß, Anna"


@pytest.mark.parametrize(("choice", "count"), [("add", 9), ("update", 8), ("skip", 8)])
def test_a_similar_name_must_be_decided(chief, event, choice, count):
    page = upload(chief, "name;elo\nMuller, Anna;2100\nNeu, Nora;1500\n")
    assert "looks like number 1, Müller, Anna" in text(page)
    assert import_list(chief).status_code == 422
    assert import_list(chief, **{"row-2": choice}).status_code == 302
    assert event.players.count() == count + 1
    assert event.players.filter(number=1, rating=2100).exists() == (choice == "update")


def test_two_lines_of_one_name_must_be_decided(chief, event):
    page = upload(chief, "name;club\nNeu, Nora;Ulm\nNora Neu;Bonn\n")
    assert "is already in line 2" in text(page)
    assert import_list(chief, **{"row-3": "add"}).status_code == 302
    assert event.players.count() == len(NAMES) + 2


def test_a_choice_that_nobody_offered_counts_as_none(chief, event):
    upload(chief, "name\nNeu, Nora\n")
    assert import_list(chief, **{"row-2": "update", "column": ["name"]}).status_code == 302
    assert event.players.count() == len(NAMES) + 1


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        ("rating", ["Alt, Olaf", "Çelik, Can", "Neu, Nora", "Östlund, Åke", "Peters, Pia"]),
        ("order", ["Östlund, Åke", "Neu, Nora", "Alt, Olaf", "Çelik, Can", "Peters, Pia"]),
    ],
)
def test_start_numbers(chief, event, numbers, order):
    event.players.all().delete()
    upload(chief, "name;elo\nÖstlund, Åke;1500\nNeu, Nora;1500\nAlt, Olaf;1900\nÇelik, Can;1500\nPeters, Pia;1500\n")
    import_list(chief, numbers=numbers)
    assert list(event.players.order_by("number").values_list("name", flat=True)) == order


def test_start_numbers_of_the_file_are_kept_where_nobody_has_one(chief, event):
    event.players.all().delete()
    upload(chief, "nr;name\n7;Neu, Nora\n3;Alt, Olaf\n")
    import_list(chief, numbers="file")
    assert dict(event.players.values_list("number", "name")) == {7: "Neu, Nora", 3: "Alt, Olaf"}


def test_a_list_after_the_first_round_brings_late_entries(client):
    event = make_event()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    upload(client, "name\nNeu, Nora\n")
    import_list(client, numbers="rating")
    assert event.players.get(name="Neu, Nora").number == 9
    assert Game.objects.filter(white__name="Neu, Nora", result="Z").count() == 2


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("list.csv", b"name\nAnna\n\0", "list.csv, line 3: The file is not text"),
        ("list.xlsx", b"PK broken", "This is not a spreadsheet that can be read."),
        ("list.ods", b"PK", "This is not a spreadsheet that can be read."),
        ("list.numbers", b"PK", "Open the file in your spreadsheet program"),
        ("list.csv", b"x" * (files.LARGEST + 1), "more than 2 MB"),
    ],
)
def test_a_refused_file_leaves_nothing(chief, name, data, sentence):
    answer = upload(chief, data, name)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Upload.objects.exists()


def test_another_file_takes_the_place_of_the_first_and_each_person_has_his_own(chief, event, client):
    upload(chief, "name\nNeu, Nora\n")
    upload(chief, workbook(["name"], ["Alt, Olaf"]), "other.xlsx")
    assert Upload.objects.get().file == "other.xlsx"
    client.force_login(person("second", event, Role.CHIEF_ARBITER))
    assert "other.xlsx" not in text(client.get(URL))


def test_the_list_can_be_dropped(chief):
    upload(chief, "name\nNeu, Nora\n")
    chief.post(f"{URL}discard/")
    assert not Upload.objects.exists()


def test_what_a_cell_says_is_shown_and_never_run(chief):
    page = upload(chief, "name;verein\n<script>alert(1)</script>;=1+1\n")
    assert "<script>alert" not in page.content.decode()
