"""Pairings and results come in from a list: guessed, checked line by line, and stored whole or not at all."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from tests.site.desk.teams.test_sheet import workbook
from tests.site.factories import NAMES, game, make_event, person
from tests.site.reading import text
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.exports import lists
from tournaments.formats import list_writer
from tournaments.imports import game_fields
from tournaments.imports.player_fields import Unfit
from tournaments.models import Event, Game, LogEntry, Upload
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
URL = "/e/open/pairings/import/"


@pytest.fixture
def event(db):
    return make_event()


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def upload(client, content, name="list.csv"):
    data = content if isinstance(content, bytes) else content.encode()
    return client.post(URL, {"file": SimpleUploadedFile(name, data)}, follow=True)


def import_list(client, **changes):
    view = client.get(URL).context["view"]
    form = {"column": [column.field for column in view.columns], **({"titles": "on"} if view.has_titles else {})}
    return client.post(f"{URL}store/", form | changes)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("1-0", "10"), ("1 : 0", "10"), ("1–0", "10"), ("½-½", "=="), ("0.5:0,5", "=="), ("1/2-1/2", "=="),
        ("remis", "=="), ("0-1", "01"), ("+:-", "+-"), ("- - +", "-+"), ("-:-", "--"), ("0:0", "00"), ("½-0", "=0"),
        ("10", "10"), ("1-0 forfeit", "+-"), ("both absent", "--"), ("", None),
    ],
)  # fmt: skip
def test_results_as_people_write_them(written, code):
    assert game_fields.read_result(written, alone=False) == code


@pytest.mark.parametrize(
    ("written", "code"),
    [("bye", "U"), ("Freilos", "U"), ("half-point bye", "H"), ("½", "H"), ("0,5", "H"), ("absent", "Z"), ("F", "F")],
)
def test_rounds_without_an_opponent(written, code):
    assert game_fields.read_result(written, alone=True) == code


@pytest.mark.parametrize(("written", "alone"), [("2-0", False), ("bye", False), ("1-0", True), ("x", True)])
def test_a_text_that_is_not_a_result_is_unfit(written, alone):
    with pytest.raises(Unfit):
        game_fields.read_result(written, alone=alone)


def test_results_of_published_rounds_are_entered_and_logged(chief, event):
    page = upload(chief, "Runde;Brett;Ergebnis\n1;1;1:0\n1;2;½:½\n2;1;\n".encode("cp1252"))
    assert "separated by semicolon" in text(page)
    assert "Results to enter: 2. To correct: 0. Already entered: 1." in text(page)
    assert game(event, 1, 1).result == ""
    assert import_list(chief)["Location"] == "/e/open/pairings/"
    assert (game(event, 1, 1).result, game(event, 1, 2).result) == ("10", "==")
    assert [entry.action for entry in LogEntry.objects.all()] == ["enter", "enter"]
    assert not Upload.objects.exists()


def test_a_new_round_is_published_with_byes_and_absences(chief, event):
    rows = "round,white,black,result\n3,Müller Anna,3,\n3,Bo Sørensen,4,1-0\n3,5,,bye\n3,6,,½\n"
    page = upload(chief, rows)
    assert "Rounds to publish: 3, with 4 lines." in text(page)
    import_list(chief)
    games = {g.white.number: g for g in Game.objects.filter(round__number=3).select_related("white", "black")}
    assert {n: (g.board, g.black and g.black.number, g.result) for n, g in games.items()} == {
        1: (1, 3, ""), 2: (2, 4, "10"), 5: (None, None, "U"), 6: (None, None, "H"),
        7: (None, None, "Z"), 8: (None, None, "Z"),
    }  # fmt: skip
    entry = LogEntry.objects.get()
    assert (entry.action, entry.after["rounds"][0]["results"]) == ("publish", [[2, "10"]])
    assert games[2].entered_by.username == "chief"
    read_standings(Reader(Event.objects.get()))


def test_a_stored_result_is_corrected_only_where_somebody_says_so(chief, event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    page = upload(chief, "round,board,result\n1,1,0-1\n1,2,1-0\n")
    assert "1 result differs" in text(page)
    assert "1-0 → 0-1" in text(page)
    assert '<option value="round" selected>' in page.text
    assert import_list(chief).status_code == 422
    assert import_list(chief, **{"row-2": "skip"}).status_code == 302
    assert (game(event, 1, 1).result, game(event, 1, 2).result) == ("10", "10")
    upload(chief, "round,board,result\n1,1,0-1\n")
    import_list(chief, **{"row-2": "correct", "reason": "signed so"})
    assert game(event, 1, 1).result == "01"
    assert LogEntry.objects.first().reason == "signed so"


MISTAKES = [
    ("round,white,black,result\n1,1,2,3-0\n", "“3-0” is not a result"),
    ("round,white,black\nx,1,2\n", "list.csv, line 2 : Round: “x” is not a number"),
    ("round,white,black\n3,1,99\n", "There is no player with the number 99."),
    ("round,white,black\n3,Nobody,2\n", "Nobody is not a player of this event."),
    ("round,first number,first player,black\n3,1,Weiß Carl,2\n", "Number 1 is Müller, Anna, not Weiß Carl."),
    ("round,white,black\n3,1,2\n3,4,1\n", "Müller, Anna already plays in line 2."),
    ("round,white,black,result\n1,2,1,1-0\n", "Round 1 has no board Sørensen, Bo – Müller, Anna in this order."),
    ("round,board,result\n1,9,1-0\n", "The first player is missing"),
    ("round,white\n3,1\n", "For the round without an opponent write bye"),
    ("round,white,black,result\n1,1,2,bye\n", "“bye” is not a result"),
]


@pytest.mark.parametrize(("content", "sentence"), MISTAKES)
def test_a_mistake_names_its_line_and_stops_everything(chief, event, content, sentence):
    assert sentence in text(upload(chief, content))
    before = Game.objects.count()
    assert import_list(chief).status_code == 422
    assert Game.objects.count() == before
    assert not LogEntry.objects.exists()


def test_a_mistake_that_only_the_action_sees_leaves_nothing(chief, event):
    upload(chief, "round,white,black,result\n3,1,3,1-0\n5,1,4,\n")
    answer = import_list(chief)
    assert answer.status_code == 422
    assert "list.csv, line 3: Round 5 comes too early: round 4 is still missing." in text(answer)
    assert Game.objects.filter(round__number__gt=2).count() == 0
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("discipline", ["chess", "scrabble"])
def test_an_exported_event_is_imported_again(client, kind, language, discipline):
    event = make_event(discipline=discipline)
    for board, (result, *scores) in enumerate([("10", 400, 380), ("==", 350, 350), ("01", 300, 420)], 1):
        entry = Entry(result, *(scores if discipline == "scrabble" else (None, None)), version=0)
        enter_result(event, 1, board, entry, COMMAND)
    Game.objects.filter(round__number=2, board=4).delete()
    last = event.rounds.get(number=2)
    for number, result in ((8, "U"), (5, "H")):
        Game.objects.create(round=last, white=event.players.get(number=number), result=result)
    clear_caches()
    with translation.override(language):
        rows = list(lists.games_rows(Reader(Event.objects.get(pk=event.pk))))
        data = list_writer.write_csv(rows) if kind == "csv" else list_writer.write_xlsx("Games", rows)
    other = make_event("other", discipline=discipline, rounds=0)
    client.force_login(person("chief", other, Role.CHIEF_ARBITER))
    file = SimpleUploadedFile(f"games.{kind}", data)
    page = client.post("/e/other/pairings/import/", {"file": file}, follow=True)
    view = page.context["view"]
    assert not view.wrong, view.wrong
    columns = [column.field for column in view.columns]
    client.post("/e/other/pairings/import/store/", {"column": columns, "titles": "on"})
    assert (
        read_crosstable(staff_reader(Event.objects.get(slug="other"))).games
        == read_crosstable(staff_reader(event)).games
    )


@pytest.mark.parametrize(
    ("discipline", "written", "stored"),
    [
        ("petanque", "13:7", (13, 7, "10")),
        ("petanque", "4 - 13", (4, 13, "01")),
        ("scrabble", "402–381", (402, 381, "10")),
        ("scrabble", "350:350", (350, 350, "==")),
        ("petanque", "+:-", (None, None, "+-")),
    ],
)
def test_both_scores_may_stand_in_one_cell(client, discipline, written, stored):
    event = make_event(discipline=discipline)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = upload(client, f"round;board;result\n1;1;{written}\n")
    assert not page.context["view"].wrong
    assert stored[0] is None or f"<td>{stored[0]}:{stored[1]}</td>" in page.content.decode()
    import_list(client)
    found = game(event, 1, 1)
    assert (found.white_score, found.black_score, found.result) == stored


@pytest.mark.parametrize(
    ("discipline", "written", "sentence"),
    [
        ("petanque", "13", "“13” is not a result: write both scores, for example 13:7."),
        ("scrabble", "won", "“won” is not a result: write both scores, for example 402:381."),
        ("chess", "13:7", "“13:7” is not a result: write 1-0, ½-½, 0-1 or +:-."),
        ("petanque", "1-0", "score"),
    ],
)
def test_a_refused_result_is_explained_in_the_notation_of_the_game(client, discipline, written, sentence):
    event = make_event(discipline=discipline)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = upload(client, f"round;board;result\n1;1;{written}\n")
    assert [row.line for row in page.context["view"].wrong] == [2]
    assert sentence in text(page)


def test_lines_without_a_round_are_of_the_one_that_is_named(chief, event):
    page = upload(chief, workbook(["Weiß", "Schwarz", "Erg."], [NAMES[1], NAMES[2], "1:0"]), "results.xlsx")
    assert page.context["round"] == 2
    import_list(chief, round="2")
    assert game(event, 2, 1).result == "10"


CHESS_RESULTS = """\
From the Tournament-Database of Chess-Results http://chess-results.com

Spring Open 2026
Round 3 on 2026/03/01 at 10:00
Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.
1;1;FM;Müller, Anna;2310;1;½ - ½;1;;Weiß, Carl;1985;3
2;2;;Sørensen, Bo;1900;0;+ - -;0;WFM;Doğan, Defne;1800;4
3;5;;O'Brien, Eve;1700;0;;0;;Łuk, Filip;;6
4;7;;Gao, G;;0;1;;;bye;;
5;8;;Ho, H;;0;½;;;not paired;;

You find all details under http://chess-results.com/tnr1.aspx
"""
CHESS_RESULTS_GERMAN = (
    CHESS_RESULTS.replace(
        "Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.", "Br.;Nr.;;Name;Elo;Pkt.;Ergebnis;Pkt.;;Name;Elo;Nr."
    )
    .replace("Round 3 on 2026/03/01 at 10:00", "3. Runde am 2026/03/01 um 10:00")
    .replace("bye", "spielfrei")
    .replace("not paired", "nicht ausgelost")
)


@pytest.mark.parametrize("content", [CHESS_RESULTS, CHESS_RESULTS_GERMAN])
def test_the_pairings_of_chess_results_come_in(chief, event, content):
    """Its second columns are the second player's, it states the round above, and lines outside the table are named."""
    page = upload(chief, content)
    assert (page.context["view"].wrong, page.context["round"]) == ([], 3)
    assert "Rounds to publish: 3, with 5 lines." in text(page)
    assert [line for line, _ in page.context["view"].outside] == [1, 3, 4, 12]
    assert "line 4: " in text(page)
    assert "Line 5 contains the column titles." in text(page)
    import_list(chief)
    games = Game.objects.filter(round__number=3).order_by("white__number").select_related("white", "black")
    assert [(g.board, g.white.number, g.black and g.black.number, g.result) for g in games] == [
        (1, 1, 3, "=="), (2, 2, 4, "+-"), (3, 5, 6, ""), (None, 7, None, "U"), (None, 8, None, "H"),
    ]  # fmt: skip


def test_an_arbiter_who_does_not_pair_brings_nothing_in(client, event):
    client.force_login(person("helper", event, Role.ARBITER))
    assert client.get(URL).status_code == 403
