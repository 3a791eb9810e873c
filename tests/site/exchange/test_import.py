import pytest
from django.conf import settings

from tests.notation import paper
from tests.site.factories import person
from tiebreaks.facts import crosstable as core
from tiebreaks.refusal import Refusal
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.formats import player_csv
from tournaments.formats.incoming import read_tournament
from tournaments.models import Event, Membership, Player

TABLE = """\
012 Club night
042 2026/05/01
XXR 3
001    1      Anna                              2200                             1.5    1     2 w 1     3 b =
001    2      Bert                              2150                             0.5    3     1 b 0  0000 - H
001    3      Cleo                              2100                             1.5    2  0000 - U     1 w =
"""


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("name,rating\nAnna,2200\nBert,\n", [(1, "Anna", 2200), (2, "Bert", None)]),
        (
            "Nr;Name;Elo;Verein\n7;Müller, Anna;2200;SK Ulm\n\n3;Bert;0;\n",
            [(3, "Bert", None), (7, "Müller, Anna", 2200)],
        ),
        ("Nachname;Vorname;DWZ\nMüller;Anna;1500\n", [(1, "Müller, Anna", None)]),
        ('Name,Elo\n"Müller, Anna",2200\r\n', [(1, "Müller, Anna", 2200)]),
        ("Titel,NAME , Unbekannt\nFM,Anna  Berg,x\n", [(1, "Anna Berg", None)]),
    ],
)
def test_lists_of_players(text, players):
    for data in (text, text.encode("utf-8-sig"), text.encode("utf-8"), text.encode("cp1252")):
        read = player_csv.read_players(data, "list.csv").players.values()
        assert [(player.number, player.name, player.rating) for player in read] == players


def test_every_column_is_kept():
    header = "Name;Elo;DWZ;Titel;Land;Verein;FIDE-ID;Geburtsdatum;Geschlecht"
    (player,) = player_csv.read_players(f"{header}\nA;1;2;FM;GER;SK Ulm;4600001;2001/02/03;weiblich").players.values()
    assert player == core.Player(1, "A", 1, 2, None, "FM", "w", "GER", "SK Ulm", "4600001", "2001/02/03")


@pytest.mark.parametrize(
    ("text", "line", "field", "code"),
    [
        ("", 1, "", "csv-file-empty"),
        ("name,rating\n", 1, "", "csv-file-empty"),
        ("elo,club\n1,2\n", 1, "name", "csv-column-missing"),
        ("name,elo,rating\nA,1,2\n", 1, "rating", "csv-column-twice"),
        ("name,rating\nA,1\n,2\n", 3, "name", "csv-player-nameless"),
        ("name,rating\nAnna,1\nBert,1\nANNA,3\n", 4, "name", "csv-player-twice"),
        ("nr,name\n1,A\n1,B\n", 3, "number", "csv-number-twice"),
        ("name,rating\nA,12o0\n", 2, "rating", "csv-not-a-number"),
        ("name,rating\nA,9999\n", 2, "rating", "csv-not-a-number"),
        ("name,rating\nA,²\n", 2, "rating", "csv-not-a-number"),
        ("name;titel\nA;Großmeister\n", 2, "title", "csv-text-too-long"),
        ("name;sex\nA;x\n", 2, "sex", "csv-sex-unknown"),
        ("name;geburt\nA;31.02.2001\n", 2, "birth_date", "csv-birth-date"),
        ("name;jahrgang\nA;1001\n", 2, "birth_date", "csv-birth-date"),
        ("name,elo\nA,1,2\n", 2, "", "csv-fields-too-many"),
        ('name,elo\n"A,1\n', 2, "", "sheet-quotes"),
        ("name,elo\nA\0,1\n", 2, "", "sheet-not-text"),
    ],
)
def test_mistakes_are_refused_with_their_place(text, line, field, code):
    with pytest.raises(Refusal) as refused:
        player_csv.read_players(text.encode(), "list.csv")
    refusal = refused.value
    assert (refusal.file, refusal.line, refusal.field, refusal.code) == ("list.csv", line, field, code)
    assert str(refusal)


def test_birth_dates_and_ratings_are_read_as_in_the_import_of_a_list():
    table = player_csv.read_players("name;dwz;geburt\nA;1834-56;31.1.2001\nB;ohne;1999\nC;–;2001-12-00\n")
    read = [(player.national_rating, player.birth_date) for player in table.players.values()]
    assert read == [(1834, "2001/01/31"), (None, "1999"), (None, "2001/12/00")]


def test_the_name_of_the_file_chooses_the_format():
    assert len(read_tournament(b"name\nA\nB\n", "LIST.CSV")[0].players) == 2
    table, order = read_tournament((TABLE + "202 BH/C1,SB\n").encode(), "night.trf")[:2]
    assert (table.name, order) == ("Club night", "PTS,BH/C1,SB")
    with pytest.raises(Refusal) as refused:
        read_tournament(b"", "list.pdf")
    assert refused.value.code == "format-unknown"


@pytest.mark.django_db
def test_the_importer_owns_the_event():
    user = person("anna")
    table = read_tournament(TABLE.encode(), "night.trf")[0]
    event = import_tournament(table, Actor(user, "superuser"), order="pts,bh-c1")
    assert (event.slug, event.tiebreaks, event.planned_rounds, event.version) == ("club-night", "PTS,BH/C1", 3, 1)
    assert (str(event.starts_on), event.edition, event.players.count()) == ("2026-05-01", "2026-03", 3)
    assert Membership.objects.get().role == Role.OWNER
    assert event.log.get().action == "import"
    assert event.time_zone == settings.TIME_ZONE


@pytest.mark.django_db
def test_names_in_other_letters_get_an_address_too():
    table = paper.read_player_rows("A: 2w1\nB: 1b0")
    addresses = {import_tournament(table, COMMAND, name=name).slug for name in ("Ελλάδα", "日本")}
    assert len(addresses) == 2 and all(address.startswith("event-") for address in addresses)


@pytest.mark.django_db
def test_a_name_that_exists_gets_a_free_address():
    table = paper.read_player_rows("A: 2w1\nB: 1b0")
    addresses = [import_tournament(table, COMMAND, name="Club night").slug for _ in range(3)]
    assert addresses == ["club-night", "club-night-2", "club-night-3"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"name": "", "slug": "x"}, "name-missing"),
        ({"name": "Other", "slug": "Club Night"}, "slug-taken"),
        ({"name": "Other", "order": "PTS,NOPE"}, "unknown-criterion"),
    ],
)
def test_nothing_is_left_of_a_refused_import(options, code):
    import_tournament(paper.read_player_rows("A: 2w1\nB: 1b0"), COMMAND, name="Club night")
    with pytest.raises(Refusal) as refused:
        import_tournament(paper.read_player_rows("A: 2w1\nB: 1b0\nC: U"), COMMAND, **options)
    assert refused.value.code == code
    assert (Event.objects.count(), Player.objects.count()) == (1, 2)


@pytest.mark.django_db
def test_two_imports_of_one_file_have_different_epochs():
    table = paper.read_player_rows("A: 2w1\nB: 1b0")
    first, second = (import_tournament(table, COMMAND, name=name) for name in ("One", "Two"))
    assert first.epoch != second.epoch
    assert first.lots_seed != second.lots_seed
