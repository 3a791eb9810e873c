"""Papers: who may print them, what stands on them, and that a PDF says the same as the page."""

import io
import re
import subprocess
import sys
from threading import BoundedSemaphore

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.site.factories import make_event, person
from tests.site.reading import read_pdf
from tests.sizes import some
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.access.tokens import find_token
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.categories import save_category
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.models import Event, Game, LogEntry, Player, Token
from tournaments.operation.folders import PACKAGES
from tournaments.pages.hall.paper import split_rounds, stack_slips, wall_chart
from tournaments.paper import page_style, pdf
from tournaments.paper.kinds import KINDS

pytestmark = pytest.mark.django_db

AT_THE_END = {"categories", "prizes", "certificates"}
OF_PLAYERS = [key for key, kind in KINDS.items() if not kind.of_teams and key not in {*AT_THE_END, "bracket"}]
needs_engine = pytest.mark.usefixtures("pdf_engine")


@pytest.fixture
def no_process_yet():
    """No process that has made sheets before: one that took much memory for them leaves after its next sheet."""
    for process in pdf._warm:
        process.kill()
        process.communicate()
    pdf._warm.clear()


@pytest.fixture
def desk(client):
    """A browser of an arbiter, and his event."""
    event = make_event()
    client.force_login(person("anna", event))
    return client


def text_of(answer):
    return answer.content.decode()


@pytest.mark.parametrize("role", [Role.CHECKIN, Role.DISPLAY, None])
def test_only_those_who_enter_results_print(client, role):
    event = make_event()
    user = person("carl", event, role) if role else person("carl")
    client.force_login(user)
    for path in ("boards/", "boards/page.css", "slips/"):
        assert client.get(f"/e/open/print/{path}").status_code == 403


def test_visitors_are_sent_to_the_door(client):
    make_event()
    assert client.get("/e/open/print/boards/").url.startswith("/signin/")


def test_every_kind_is_offered_and_opens(desk):
    offered = text_of(desk.get("/e/open/documents/"))
    for key in OF_PLAYERS:
        assert f"/print/{key}/" in offered
        answer = desk.get(f"/e/open/print/{key}/")
        assert answer.status_code == 200
        # Before the first result, how ties are broken names nobody.
        assert ("Direct encounter" if key == "ties" else "Müller, Anna") in text_of(answer)


@pytest.mark.parametrize("path", ["nothing/", "boards/?round=3", "boards/?round=x", "nothing/page.css"])
def test_what_is_not_there_is_not_found(desk, path):
    assert desk.get(f"/e/open/print/{path}").status_code == 404


def test_before_the_first_round_there_are_papers_of_the_players_alone(client):
    event = make_event(rounds=0)
    client.force_login(person("anna", event))
    offered = text_of(client.get("/e/open/documents/"))
    assert "/print/players/" in offered and "/print/boards/" not in offered
    assert client.get("/e/open/print/boards/").status_code == 404
    assert client.get("/e/open/print/players/").status_code == 200


def test_an_earlier_round_is_printed_as_it_was(desk):
    assert "Sørensen, Bo" in text_of(desk.get("/e/open/print/boards/?round=1"))
    assert "Standings after round 1" in text_of(desk.get("/e/open/print/standings/?round=1"))


# What an event is called must not get out of the style sheet that its name stands in.
@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Open 2026", '"Open 2026"'),
        ('a"; } body {', '"a\\22 ; \\7d  body \\7b "'),
        ("a\\b", '"a\\5c b"'),
        ("Ä\n½", '"Ä\\a ½"'),
    ],
)
def test_texts_of_the_margins_are_quoted(name, written):
    assert page_style.quote_css(name) == written


def test_the_margins_name_event_round_and_state(desk):
    style = text_of(desk.get("/e/open/print/boards/page.css?round=2"))
    assert 'content: "The open"' in style
    assert 'content: "Pairings by board, round 2"' in style
    assert "round 2 of 5, 0/4 results" in style
    assert 'content: "Page" " " counter(page) " of " counter(pages)' in style


@pytest.mark.parametrize(
    ("rounds", "charts"), [(0, []), (1, [1]), (10, [10]), (11, [5, 6]), (20, [10, 10]), (23, [7, 8, 8])]
)
def test_a_long_event_gets_several_charts(rounds, charts):
    ranges = split_rounds(rounds)
    assert [len(each) for each in ranges] == charts
    assert [number for each in ranges for number in each] == list(range(1, rounds + 1))


def test_the_wall_chart_has_what_was_played_and_room_for_the_rest():
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    with translation.override("en"):
        (chart,) = wall_chart(staff_reader(event), 2).charts
    first, second = chart.lines[:2]
    assert chart.rounds == (1, 2, 3, 4, 5)
    assert [(cell.against, cell.side, cell.mark) for cell in first.cells] == [
        ("2", "w", "1"), ("4", "b", ""), ("", "", ""), ("", "", ""), ("", "", ""),
    ]  # fmt: skip
    assert (first.points, second.points) == ("1", "0")


def test_the_earlier_address_leads_to_the_documents(client):
    answer = client.get("/e/open/print/")
    assert (answer.status_code, answer["Location"]) == (301, "/e/open/documents/")


def test_a_place_card_leads_to_the_players_page_where_there_is_one(desk):
    assert text_of(desk.get("/e/open/print/cards/")).count("<figure><svg") == 2 * 8, "both halves of eight cards"
    Event.objects.update(is_public=False)
    assert "<figure>" not in text_of(desk.get("/e/open/print/cards/"))


def test_cut_slips_lie_in_the_order_of_boards():
    sheets = stack_slips(list(range(1, 18)))
    assert sheets[0] == (1, 4, 7, 10, 13, 16, None, None)
    piles = [sheet[place] for place in range(8) for sheet in sheets]
    assert [slip for slip in piles if slip] == list(range(1, 18))


def test_printing_slips_makes_a_code_for_each_board_and_looking_makes_none(desk):
    assert "<svg" not in text_of(desk.get("/e/open/print/slips/?round=2"))
    assert not Token.objects.exists()
    answer = desk.post("/e/open/print/slips/?round=2")
    assert text_of(answer).count("<svg") == 4
    assert answer["Cache-Control"] == "private, no-store"
    for kind in ("slip", "code"):
        made = Token.objects.filter(kind=kind).order_by("pk")
        assert [token.payload for token in made] == [{"round": 2, "board": n} for n in (1, 2, 3, 4)]
    codes = re.findall(r'<b class="typed">(\w{4} \w{4})</b>\s*testserver/slip/', text_of(answer))
    assert {find_token(code.replace(" ", ""), "code").payload["board"] for code in codes} == {1, 2, 3, 4}
    entry = LogEntry.objects.get()
    assert (entry.action, entry.after) == ("slips", {"round": 2, "boards": 4})


def test_a_wall_shows_what_everybody_may_see(desk):
    Player.objects.filter(number=1).update(is_withheld=True)
    assert "Müller" not in text_of(desk.get("/e/open/print/boards/")) + text_of(desk.get("/e/open/print/wall-chart/"))
    assert "Müller" in text_of(desk.get("/e/open/print/slips/"))


@needs_engine
@pytest.mark.parametrize("key", some(OF_PLAYERS, 20))
def test_a_pdf_says_what_the_page_says(desk, key):
    words = " ".join(read_pdf(desk.get(f"/e/open/print/{key}/?as=pdf")))
    for name in ("Müller, Anna", "Sørensen, Bo", "Weiß, Carl", "Doğan, Defne", "Łuk, Filip"):
        assert name in words


@needs_engine
def test_a_long_table_repeats_its_head_and_counts_its_pages(desk):
    event = make_event("long")
    Player.objects.bulk_create(Player(event=event, number=n, name=f"Guest {n}") for n in range(9, 121))
    desk.force_login(person("ben", event))
    texts = read_pdf(desk.get("/e/long/print/players/?as=pdf"))
    assert len(texts) > 2
    for number, text in enumerate(texts, 1):
        assert "Club or town" in text
        assert f"Page {number} of {len(texts)}" in text
    assert all("The long" in text for text in texts[1:])
    assert sum(text.count("Guest ") for text in texts) == 112


def test_a_pdf_that_takes_too_long_is_given_up():
    with pytest.raises(Refusal) as refused:
        pdf.make_pdf("<p>long</p>", [], seconds=0.01)
    assert refused.value.code == "pdf-too-slow"


def test_a_page_too_large_is_refused_before_any_work():
    with pytest.raises(Refusal) as refused:
        pdf.make_pdf("x" * (pdf.LARGEST + 1), [])
    assert refused.value.code == "pdf-too-large"


def test_a_server_that_is_too_busy_to_check_does_not_deny_pdfs(monkeypatch):
    monkeypatch.setattr(pdf, "SECONDS_TO_CHECK", 0)
    assert pdf.is_possible.__wrapped__()


def test_a_pdf_that_waits_for_others_is_tried_again_by_the_browser(desk, monkeypatch):
    event = make_event("busy")
    desk.force_login(person("ben", event))
    monkeypatch.setattr(pdf, "_slots", BoundedSemaphore(1))
    monkeypatch.setattr(pdf, "QUEUE_SECONDS", 1)
    with pdf._slots:
        answer = desk.get("/e/busy/print/players/?as=pdf")
        posted = desk.post("/e/busy/print/players/?as=pdf")
    assert (answer.status_code, answer["Retry-After"], answer["Refresh"]) == (503, "1", "1")
    assert "Other PDFs are being created. Try again in a moment." in text_of(answer)
    assert (posted.status_code, "Refresh" in posted) == (503, False), "codes for slips are made again by a person only"


@needs_engine
def test_a_pdf_fetches_nothing():
    outside = '<img src="http://192.0.2.1/x.png"><link rel="stylesheet" href="file:///etc/hostname"><p>here</p>'
    made = pdf.make_pdf(outside, ["@import url(http://192.0.2.1/x.css);"])
    assert "here" in PdfReader(io.BytesIO(made)).pages[0].extract_text()


@needs_engine
def test_a_process_that_has_made_a_sheet_makes_the_next_one(no_process_yet):
    pdf.make_pdf("<p>one</p>", [])
    (first,) = pdf._warm
    made = pdf.make_pdf("<p>two</p>", ["p { color: red }"])
    assert pdf._warm == [first] and first.poll() is None
    assert PdfReader(io.BytesIO(made)).pages[0].extract_text() == "two"


@needs_engine
def test_a_process_that_has_gone_meanwhile_is_replaced(no_process_yet):
    pdf.make_pdf("<p>one</p>", [])
    (gone,) = pdf._warm
    gone.kill()
    assert pdf.make_pdf("<p>two</p>", []).startswith(b"%PDF")
    assert len(pdf._warm) == 1 and gone not in pdf._warm


@needs_engine
def test_a_sheet_that_fails_takes_its_process_with_it(no_process_yet):
    pdf.make_pdf("<p>one</p>", [])
    with pytest.raises(Refusal) as refused:
        pdf.make_pdf("<p>x</p>", [None])
    assert (refused.value.code, pdf._warm) == ("pdf-failed", [])


@needs_engine
def test_a_process_that_is_too_slow_is_ended_and_not_kept(no_process_yet):
    pdf.make_pdf("<p>one</p>", [])
    (slow,) = pdf._warm
    with pytest.raises(Refusal) as refused:
        pdf.make_pdf("<p>x</p>" * 20_000, [], seconds=0.1)
    assert (refused.value.code, pdf._warm) == ("pdf-too-slow", [])
    assert slow.poll() is not None


@needs_engine
@pytest.mark.parametrize(("bound", "orders"), [("idle=0.1", 0), ("kept=1", 1)])
def test_a_process_ends_by_itself_when_it_is_idle_or_has_taken_much_memory(bound, orders):
    code = f"from tournaments.paper import process; process.main({bound})"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PACKAGES
    ) as waiting:
        waiting.stdin.write(b'{"html": "<p>x</p>", "styles": []}\n' * orders)
        waiting.stdin.flush()
        answer = waiting.stdout.read()  # until it ends, though more orders could come
    assert (waiting.returncode, b"%PDF" in answer) == (0, bool(orders))


def test_without_weasyprint_the_process_says_so():
    hide = "import sys, runpy; sys.modules['weasyprint'] = None; sys.argv = ['x', '--check']"
    code = f"{hide}; runpy.run_module('tournaments.paper.process', run_name='__main__')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 3


def test_the_tournament_report_has_what_the_form_asks(desk):
    facts = {"federation": "GER", "chief_arbiter": "IA Ada Berg (4600000)", "rate_of_play": "90 min + 30 s"}
    times = {"1": "2026-11-21T10:00", "2": "2026-11-21T15:00"}
    Event.objects.get(slug="open").write_fields({**facts, "deputy_arbiters": "FA Ben Dorn", "round_times": times})
    players = Player.objects.filter(event__slug="open")
    anna = {"federation": "GER", "rating": 2400, "title": "IM", "fide_id": "4600001", "birth_date": "1990/05/06"}
    players.filter(number=1).update(**anna)
    players.filter(number=2).update(federation="NOR", rating=2300)
    players.filter(number=3).update(federation="AUT", withdrawn_from=2)
    players.filter(number=4).update(withdrawn_from=2, expelled_from=2)
    event = Event.objects.get(slug="open")
    for board, result in ((1, "10"), (2, "+-")):
        enter_result(event, 1, board, Entry(result, version=0), COMMAND)
    page = " ".join(re.sub(r"<[^>]*>", " ", text_of(desk.get("/e/open/print/report/"))).split())
    for part in (
        *("Federation GER", "Chief arbiter IA Ada Berg, FIDE ID 4600000", "Deputy arbiter FA Ben Dorn"),
        *("Players 8", "with a FIDE rating 2", "Federations 3", "not of GER 2", "of them with a FIDE rating 1"),
        *("most rounds a day 2", "IM 1", "AUT 1 0", "1 game was forfeited.", "Withdrawn: Weiß, Carl."),
        f"Expelled: {players.get(number=4).name}.",
        "IM Müller, Anna 4600001 GER 2400 1990/05/06 1 1",
    ):
        assert part in page, (part, page)
    entrants = page[page.index("IM Müller, Anna 4600001") :]
    assert entrants.index(players.get(number=4).name) > entrants.index(players.get(number=8).name), "no place: last"


def test_the_report_has_the_points_of_the_table_while_a_round_has_no_result(desk):
    """A bye of such a round counts nowhere yet."""
    running = Game.objects.filter(round__event__slug="open", round__number=1, board=4)
    running.update(black=None, board=None, result=Result.BYE)
    page = " ".join(re.sub(r"<[^>]*>", " ", text_of(desk.get("/e/open/print/report/"))).split())
    assert "Gao, G 0 0" in page


def test_lists_say_who_is_expelled_and_who_has_withdrawn(desk):
    players = Player.objects.filter(event__slug="open")
    players.filter(number=3).update(withdrawn_from=2)
    players.filter(number=4).update(withdrawn_from=2, expelled_from=2)
    page = " ".join(text_of(desk.get("/e/open/print/players/")).split())
    assert page.count("(withdrawn from round 2)") == page.count("(expelled)") == 1


def test_other_games_have_no_report_for_fide(client):
    client.force_login(person("anna", make_event("scrabble", discipline="scrabble")))
    assert client.get("/e/scrabble/print/report/").status_code == 404
    assert "/print/report/" not in text_of(client.get("/e/scrabble/documents/"))


def test_the_end_of_an_event_on_paper(desk):
    event = Event.objects.get(slug="open")
    assert "/print/prizes/" not in text_of(desk.get("/e/open/documents/")), "there are none yet"
    assert "No results yet" in text_of(desk.get("/e/open/print/certificates/"))
    for board, result in ((1, "10"), (2, "01"), (3, "==")):
        enter_result(event, 1, board, Entry(result, version=0), COMMAND)
    save_category(event, "", CategoryDefinition("Ladies", CategoryRule.LIST, numbers=[2, 4, 6]), COMMAND)
    set_prizes(event, "", ["300 €"], COMMAND)
    offered = text_of(desk.get("/e/open/documents/"))
    assert all(f"/print/{key}/" in offered for key in ("categories", "prizes", "certificates"))
    tables = text_of(desk.get("/e/open/print/categories/"))
    assert "Ladies" in tables and "Sørensen, Bo" in tables and "Gao, G" not in tables
    assert "300\N{NO-BREAK SPACE}€" in text_of(desk.get("/e/open/print/prizes/"))
    pages = text_of(desk.get("/e/open/print/certificates/"))
    assert (
        pages.count('class="certificate"') >= 6
        and "Ladies" in pages
        and "Bo Sørensen" in pages
        and "Place 1<" in re.sub(r"\s+<", "<", pages)
    )
