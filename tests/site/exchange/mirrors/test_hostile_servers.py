"""What the server that shows an event answers is input: no answer stops the desk, fills the log or plants a link."""

import json
from datetime import timedelta
from io import BytesIO
from urllib.error import HTTPError
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import make_event, person
from tiebreaks.refusal import SENTENCES, Refusal
from tournaments.actions.exchange.carried_reports import receive_slips
from tournaments.actions.exchange.mirror_links import begin_mirror_link
from tournaments.actions.exchange.mirror_sending import show_elsewhere
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.exchange.mirror_messages import MOST_REPORTS, Receipt
from tournaments.models import Event, Job, LogEntry, MirrorLink, Token
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SHOW_ELSEWHERE
from tournaments.webhooks import mirror_client

pytestmark = pytest.mark.django_db

SOUND = {"have": 0, "epoch": "e", "address": "https://chess.example/e/x/", "unknown": []}
REPORT = [5, str(uuid4()), "f" * 64, "w", "10", None, None, False]
WRONG = (None, [], {}, "", "\0", "\ud800", "x" * 300_000, -1, 10**30, 1.5, True, [[]], [None], [{"kind": "left"}])
RECEIPTS = [b"", b"[1,2]", b"null", b"{}", b"[" * 900_000, b'{"have": ' + b"9" * 5000 + b"}"]
RECEIPTS += [
    json.dumps(SOUND | {name: wrong}).encode() for name in (*SOUND, "logo", "slips", "reports") for wrong in WRONG
]
RECEIPTS += [
    json.dumps(SOUND | {"reports": [[*REPORT[:place], wrong, *REPORT[place + 1 :]]]}).encode()
    for place in range(len(REPORT))
    for wrong in WRONG
]
REFUSALS = [json.dumps({"refused": "webhook-inside", "params": {}, "sentence": "S"}).encode()]
REFUSALS += [
    json.dumps({"refused": refused, "params": params, "sentence": sentence}).encode()
    for refused in ("mirror-foreign", "mirror-malformed", "unknown")
    for params in ({"reason": "<img src=x>" * 100, "x": [1]}, {"line": [], "field": {}}, [], None)
    for sentence in ("S" * 10**6, None, "\0")
]
REFUSALS += [b"", b"null", b"[" * 900_000, b"\xff"]
PAGES = ("desk/", "desk/2/", "publication/", "publication/state/", "log/")


@pytest.fixture
def event():
    event = make_event("zq-open", takes_reports=True)
    begin_mirror_link(event, "https://chess.example", "t" * 22, Actor(person("olga", event, Role.OWNER), Role.OWNER))
    return event


def carry_out(event, monkeypatch, call):
    """Carry out the job once, while the other server answers by `call`."""
    monkeypatch.setattr(mirror_client, "call", call)
    MirrorLink.objects.update(heard_at=None)
    with pytest.raises(jobs.Later):
        show_elsewhere(jobs.Task(Job.objects.get(kind=SHOW_ELSEWHERE, event=event)))


def check_pages(event, client):
    client.force_login(event.memberships.get(role="owner").user)
    for page in PAGES:
        assert client.get(f"/e/{event.slug}/{page}").status_code == 200, page


def test_no_receipt_stops_a_page_or_fills_the_log(event, client, monkeypatch):
    before = event.log.count()
    for receipt in RECEIPTS:
        carry_out(event, monkeypatch, lambda *_args, receipt=receipt: receipt)
        link = MirrorLink.objects.get()
        assert (link.address or SOUND["address"]) == SOUND["address"]
        assert len(str(link.unknown)) + len(str(link.error)) < 3000 and "\0" not in f"{link.unknown}{link.error}"
    check_pages(event, client)
    assert event.log.count() == before


def test_each_refusal_leaves_the_pages_of_the_laptop_in_order(event, client, monkeypatch):
    client.force_login(event.memberships.get(role="owner").user)
    for body in REFUSALS:

        def refuse(*_args, body=body):
            raise mirror_client.read_refusal(HTTPError("", 422, "Unprocessable", None, BytesIO(body)))

        carry_out(event, monkeypatch, refuse)
        assert client.get(f"/e/{event.slug}/desk/").status_code == 200
    check_pages(event, client)


def test_each_sentence_of_another_release_is_whole_or_quoted():
    for code in SENTENCES:
        body = json.dumps({"refused": code, "params": {}, "sentence": "S"}).encode()
        assert mirror_client.read_refusal(HTTPError("", 422, "Unprocessable", None, BytesIO(body))).is_whole, code


def test_an_error_of_another_release_is_shown_by_its_code(event, client):
    MirrorLink.objects.update(error=["webhook-inside", {}], state="refused")
    check_pages(event, client)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://chess.example/e/x/", True),
        ("https://www.chess.example/e/x/", True),
        ("https://chess.example.net/e/x/", False),
        ("javascript:alert(document.domain)//", False),
        ("https://chess.example@evil.example/", False),
    ],
)
def test_the_link_to_the_page_leads_to_the_server_that_was_typed(event, monkeypatch, address, kept):
    carry_out(event, monkeypatch, lambda *_args: json.dumps(SOUND | {"address": address}).encode())
    assert MirrorLink.objects.get().address == (address if kept else "")


def test_one_report_that_makes_no_sense_does_not_hold_up_the_others():
    reports = [REPORT, [*REPORT[:3], "x", *REPORT[4:]], [*REPORT[:4], "?!", *REPORT[5:]]] * MOST_REPORTS
    assert [report.number for report in Receipt.read(json.dumps(SOUND | {"reports": reports}).encode()).reports] == [
        5
    ] * 17


@pytest.mark.parametrize("facts", [{"result": wrong} for wrong in WRONG] + [{"side": wrong} for wrong in WRONG])
def test_a_line_of_the_log_can_be_shown_whatever_it_holds(event, client, facts):
    stored = json.loads(json.dumps(facts).replace("\\u0000", "?").replace("\\ud800", "?"))
    number = event.log.count() + 1
    LogEntry.objects.create(
        event=event, version=number, action=LogAction.REPORT_REFUSED, after=stored, before=stored, at=timezone.now()
    )
    check_pages(event, client)


@pytest.mark.parametrize("kind", TokenKind.values)
def test_a_laptop_plants_slips_and_codes_alone(event, kind):
    twin = Twin(event)
    twin.send()
    slip = {"kind": kind, "lock": "a" * 64, "round": 1, "board": 1, "player": None, "seconds": 600}
    sent = json.dumps({"name": "list", "slips": [slip]}).encode()
    if kind in (TokenKind.SLIP, TokenKind.CODE):
        receive_slips(twin.mirror, sent)
        assert Token.objects.get(digest="a" * 64).expires_at < timezone.now() + timedelta(seconds=601)
    else:
        with pytest.raises(Refusal):
            receive_slips(twin.mirror, sent)
        assert not Token.objects.filter(digest="a" * 64).exists()
    assert Event.objects.count() == 2
