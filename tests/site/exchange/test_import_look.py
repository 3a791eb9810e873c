"""Files with oddities, files of tsh, zips: looked at before anything is stored, and then stored whole."""

import io
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.rulebook.files.test_tsh_folder import CONFIG
from tests.rulebook.pairing.test_tsh import TEXT
from tests.site.desk.teams.test_sheet import workbook
from tests.site.exchange.test_import import TABLE
from tests.site.reading import text
from tournaments.access.reader import Reader
from tournaments.formats import incoming, tourney_js, tsh
from tournaments.models import Event, Series, Upload
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
URL = "/import/"
WHOLE = TABLE.replace("XXR 3", "142 3")
ODD = TABLE.replace("2150", "21x0").replace("XXR 3", "XXR three")


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def upload(client, *files, follow=True, **fields):
    sent = [SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode()) for name, data in files]
    return client.post(URL, {"file": sent, "discipline": "chess", **fields}, follow=follow)


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name.replace("__", "/").replace("_", "."), data)
    return packed.getvalue()


def test_oddities_are_shown_by_line_before_anything_is_stored(admin):
    page = text(upload(admin, ("night.trf", ODD), name="My night"))
    assert "2 oddities were found" in page
    assert "night.trf:3: XXR: “three” is not a whole number from 0 to 99." in page
    assert "night.trf:5: Rating: “21x0” is not a whole number" in page
    assert "3 players · 2 of 2 rounds · 2 results" in page
    assert not Event.objects.exists()
    answer = admin.post(f"{URL}store/")
    event = Event.objects.get()
    assert answer["Location"] == f"/e/{event.slug}/"
    assert (event.name, event.players.get(number=2).rating) == ("My night", None)
    assert not Upload.objects.exists()


KNOCK_OUT = """\
012 Cup
092 Individual: Knock-out
142 2
001    1      Ada                                                                2.0    1     4 w 1     2 b 1
001    2      Ben                                                                1.0    2     3 b 1     1 w 0
001    3      Cem                                                                0.0    3     2 w 0
001    4      Dan                                                                0.0    4     1 b 0
"""


def test_a_file_of_matches_says_what_becomes_of_them(admin):
    page = text(upload(admin, ("cup.trf", KNOCK_OUT)))
    assert "cup.trf: These rounds were matches" in page
    assert ": 1, 2. A tournament file does not say who goes on." in page


@pytest.mark.parametrize("file", [TABLE, ODD])
def test_what_an_older_file_leaves_open_is_named(admin, file):
    page = text(upload(admin, ("night.trf", file)))
    assert "Assumed: the Swiss system, 1, ½ and 0 points, the usual order of tie-breaks" in page
    assert not Event.objects.exists()
    admin.post(f"{URL}store/")
    assert Event.objects.get().tiebreaks


def test_a_file_that_says_everything_is_imported_at_once(admin):
    upload(admin, ("night.trf", WHOLE))
    assert Event.objects.get().name == "Club night"


def test_every_mistake_of_a_division_and_of_a_list_is_shown_at_once(admin):
    page = text(upload(admin, ("a.t", "Ann 1500 2 9; 300 20\nBob 99999 1 0; 280x 50\nCleo\n")))
    assert "5 oddities were found" in page
    for sentence in (
        "a.t:1: round 2: There is no player with the number 9.",
        "a.t:2: round 1: “280x” is not a whole number.",
        "a.t:3: Rating: A rating is needed",
    ):
        assert sentence in page
    page = text(upload(admin, ("club.csv", "Nr;Name;Elo;m/w\n1;Ada;9999;\n1;Ben;1800;\n3;;1700;\n4;Ada;;\n")))
    for sentence in (
        "club.csv:2: Rating: “9999” is not a whole number from 0 to 4000.",
        "club.csv:3: Start number: Number 1 is already in line 2.",
        "club.csv:4: Name: The player has no name.",
        "club.csv:5: Name: “Ada” is already in line 2.",
    ):
        assert sentence in page
    admin.post(f"{URL}store/")
    assert list(Event.objects.get().players.values_list("number", "name", "rating")) == [
        (1, "Ada", None),
        (2, "Ben", 1800),
    ]
    assert upload(admin, ("a.t", "Ann 1500 2; 300"), strict="on").status_code == 422


def test_a_strict_import_refuses_the_first_oddity(admin):
    answer = upload(admin, ("night.trf", ODD), strict="on")
    assert answer.status_code == 422
    assert "night.trf:5: Rating: “21x0”" in text(answer)
    assert not Event.objects.exists() and not Upload.objects.exists()


def test_another_file_takes_the_place_of_the_first(admin):
    upload(admin, ("night.trf", ODD))
    admin.post(f"{URL}discard/")
    assert not Upload.objects.exists()
    assert 'name="file"' in admin.get(URL).content.decode()
    upload(admin, ("night.trf", ODD))
    upload(admin, ("other.trf", ODD))
    assert Upload.objects.get().file == "other.trf"
    upload(admin, ("sound.trf", WHOLE))
    assert Event.objects.get().name == "Club night"


def test_nobody_sees_what_another_one_uploaded(admin, client):
    upload(admin, ("night.trf", ODD))
    client.force_login(User.objects.create_superuser("other"))
    assert "night.trf" not in text(client.get(URL))
    client.post(f"{URL}store/")
    assert not Event.objects.exists()


def test_a_refusal_of_the_second_step_leaves_nothing(admin):
    upload(admin, ("night.trf", f"162 W 1.25\n{ODD}"))
    answer = admin.post(f"{URL}store/")
    assert answer.status_code == 422
    assert "1.25 points for a result can’t be stored" in text(answer)
    assert not Event.objects.exists()


def test_a_spreadsheet_of_players_becomes_an_event(admin):
    upload(admin, ("club.xlsx", workbook(["Name", "Elo"], ["Müller, Anna", 2100])), rounds=7)
    event = Event.objects.get()
    assert (event.name, event.planned_rounds) == ("club", 7)
    assert event.players.get().rating == 2100


def test_the_files_of_tsh_become_an_event_with_its_scores(admin):
    page = upload(admin, ("config.tsh", CONFIG), ("a.t", TEXT))
    assert "config.tsh:12: config: “perl” is not known here: the line is kept as it is." in text(page)
    admin.post(f"{URL}store/")
    event = Event.objects.get()
    assert (event.name, event.discipline, event.planned_rounds) == ('Deutsche "Meisterschaft"', "scrabble", 20)
    assert event.players.get(number=4).withdrawn_from == 4
    names = [read_standings(Reader(event)).facts.players[row.number].name for row in read_standings(Reader(event)).rows]
    assert names == ["Berg, Bert", "Cole, Cora", "Abel, Anna", "Dorn, Dirk"]
    facts, read = read_crosstable(Reader(event)), tsh.read_division(TEXT).crosstable
    assert facts.games == read.games


@pytest.mark.parametrize("kind", ["a.t", "tourney.js", "tsh.zip"])
def test_a_single_file_of_tsh_is_enough(admin, kind):
    data = {
        "a.t": TEXT,
        "tourney.js": tourney_js.write_tourney({"event_name": "Cup"}, {"A": tsh.read_division(TEXT)}),
        "tsh.zip": zipped(cup__a_t=TEXT, cup__config_tsh='division A a.t\nconfig event_name = "Cup"\n'),
    }[kind]
    upload(admin, (kind, data))
    event = Event.objects.get()
    assert event.name == ("a" if kind == "a.t" else "Cup")
    assert read_crosstable(Reader(event)).games == tsh.read_division(TEXT).crosstable.games


def test_several_divisions_become_sections_of_one_tournament(admin):
    config = 'division A a.t\ndivision B b.t\nconfig event_name = "Cup"\n'
    page = upload(admin, ("cup.zip", zipped(config_tsh=config, a_t=TEXT, b_t="Ann 1500 2; 400\nBob 1400 1; 300\n")))
    assert "A: 4 players" in text(page) and "B: 2 players" in text(page)
    admin.post(f"{URL}store/")
    assert [(event.name, event.section) for event in Event.objects.order_by("pk")] == [("Cup A", "A"), ("Cup B", "B")]
    assert Series.objects.get().name == "Cup"


BAD = [
    ([("config.tsh", "division A a.t\n")], "config.tsh:1: division: "),
    ([("a.trf", TABLE), ("b.trf", TABLE)], "“b.trf” is not one of them"),
    ([("x.zip", zipped(manifest_json="{}"))], "the archive of a whole event"),
    ([("x.zip", zipped(a_t=b"0" * (incoming.BOUNDS.unfolded + 1)))], "has more than 20 MB"),
    ([("x.zip", zipped(a_t=b"0" * (incoming.LARGEST + 1)))], "more than 2 MB together"),
    ([("x.zip", zipped(**{f"f{n}_t": b"" for n in range(201)}))], "more than 200 files"),
    ([("x.zip", zipped(a_t=TEXT)[:-30])], "This is not a zip file."),
    ([("tourney.js", "newt={")], "tourney.js:1: column"),
]


@pytest.mark.parametrize(("files", "sentence"), BAD, ids=[sentence for _files, sentence in BAD])
def test_a_refused_upload_names_the_file(admin, files, sentence):
    answer = upload(admin, *files)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Event.objects.exists() and not Upload.objects.exists()


def names_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name.rpartition("/")[2]: packed.read(name) for name in packed.namelist()}


def test_what_came_from_tsh_goes_back_to_tsh(admin, client):
    upload(admin, ("config.tsh", CONFIG), ("a.t", TEXT))
    admin.post(f"{URL}store/")
    event = Event.objects.get()
    files = names_of(admin.get(f"/e/{event.slug}/export/tsh/").content)
    assert sorted(files) == ["a.t", "config.tsh", "tourney.js"]
    assert tsh.read_division(files["a.t"]) == tsh.read_division(TEXT)
    assert tourney_js.read_tourney(files["tourney.js"])[1] == [("A", tsh.read_division(TEXT))]
    lines = files["config.tsh"].decode().splitlines()
    assert set(CONFIG.splitlines()) - set(lines) == {"division B"}, "two lines of one division are one"
    again = incoming.read_files([("x.zip", admin.get(f"/e/{event.slug}/export/tsh/").content)]).events[0].tournament
    assert again.crosstable.games == read_crosstable(Reader(event)).games
    for kind in ("t", "js", "tsh"):
        assert admin.get(f"/e/{event.slug}/export/{kind}/").status_code == 200
    assert "Show it to everybody" in admin.get(f"/e/{event.slug}/").content.decode()
    admin.logout()
    assert client.get(f"/e/{event.slug}/").status_code == 404, "nobody sees an imported event before it is shown"
    Event.objects.update(is_public=True)
    public = names_of(client.get(f"/e/{event.slug}/export/tsh/").content)
    assert b"unlink" not in public["config.tsh"] and b"rrank" not in public["a.t"]
    assert f"/e/{event.slug}/export/js/" in client.get(f"/e/{event.slug}/export/").content.decode()


def test_a_column_that_is_not_read_is_named_before_anything_is_stored(admin):
    assert "Columns that are not read are named before anything is stored." in text(admin.get(URL))
    page = text(upload(admin, ("list.csv", "Name;TWZ;Shoe size\nAda;2000;38\nBen;1900;44\n"), name="Shoes"))
    assert "The column “Shoe size” is not read." in page and "TWZ" not in page
    assert not Event.objects.exists()
    admin.post(f"{URL}store/")
    assert list(Event.objects.get().players.values_list("name", "rating")) == [("Ada", 2000), ("Ben", 1900)]
