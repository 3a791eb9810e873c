"""The next step at the top of the desk and of the rounds: what it says in each state, and to whom."""

import re

import pytest

from tests.site.desk.entering import send
from tests.site.factories import make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.final import declare_final
from tournaments.actions.rounds.closing import close_round, withhold_results
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Draft, Event, Game

pytestmark = pytest.mark.django_db

# what has happened, separated by commas -> what the page of the rounds says to the owner
TABLE = """
    nothing                         -> No round has been paired yet. | Draw round 1
    paired                          -> Results are missing. | Round 1: 4 boards open
    1 open                          -> Results are missing. | Round 1: 1 board open
    played                          -> All results are in. | Look at the table | Close round 1 | Draw round 2
    played, unchecked               -> All results are in. | Check 1 result | Look at the table | Close round 1 | Draw round 2
    played, withheld                -> All results are in. | Look at the table | Show the withheld results | Close round 1 | Draw round 2
    played, closed                  -> All results are in. | Look at the table | ✓ Round 1 is closed | Draw round 2
    played, closed, drawn           -> All results are in. | Look at the table | ✓ Round 1 is closed | Publish round 2
    played, second round            -> Results are missing. | Round 2: 4 boards open
    1 open, second round            -> Results are missing. | Round 1: 1 board open | Round 2: 4 boards open
    1 open, second round, played 2  -> All results are in. | Round 1: 1 board open | Look at the table | Close round 2 | Draw round 3
    adjourned                       -> Results are missing. | Round 1: 1 board open | Draw round 2
    adjourned, last                 -> Results are missing. | Round 1: 1 board open
    played, last                    -> All results are in. | Look at the table | Close round 1 | Declare the event final
    played, last, final             -> This event is final. | Look at the table | Print the prize list and certificates | Download the archive
"""  # noqa: E501
LINES = [[side.strip() for side in line.split("->")] for line in TABLE.strip().splitlines()]


WHOLE = (1, 2, 3, 4)


def prepare(words, chief):
    """Return an event in which all that has happened."""
    event = make_event(rounds=0 if words == ["nothing"] else 1 + ("second round" in words))
    for word in words:
        match word:
            case "1 open":
                play(event, 1, WHOLE[:3], chief)
            case "adjourned":
                play(event, 1, WHOLE[:3], chief)
                enter_result(event, 1, 4, Entry("", version=0, is_adjourned=True), chief)
            case "played":
                play(event, 1, WHOLE, chief)
            case "played 2":
                play(event, 2, WHOLE, chief)
            case "unchecked":
                Game.objects.filter(board=1).update(is_provisional=True)
            case "withheld":
                withhold_results(event, 1, chief)
            case "closed":
                close_round(event, 1, chief)
            case "drawn":
                Draft.objects.create(event=event, number=2, proposal={}, boards=[], byes=[], based_on=1)
            case "last":
                Event.objects.update(planned_rounds=1)
            case "final":
                declare_final(event, chief)
    return event


def play(event, number, boards, by):
    for board in boards:
        enter_result(event, number, board, Entry("10", version=0), by)


@pytest.mark.parametrize(("words", "expected"), LINES, ids=[words for words, _ in LINES])
def test_what_comes_next(client, words, expected):
    owner = person("owner")
    event = prepare(words.split(", "), Actor(owner, Role.OWNER))
    client.force_login(person("owner", event, Role.OWNER))
    assert read_step(client.get("/e/open/rounds/")) == expected


# who is asking -> what the desk of the complete round offers
OFFERED = {
    Role.CHIEF_ARBITER: "All results are in. | Look at the table | Close round 2 | Draw round 3",
    Role.ARBITER: "All results are in. | Look at the table",
    Role.ENTRY: "All results are in. | Look at the table",
}


@pytest.mark.parametrize("role", OFFERED)
def test_the_desk_offers_what_the_role_may_do(client, role):
    event = make_event()
    chief = Actor(person("chief"), Role.CHIEF_ARBITER)
    play(event, 1, WHOLE, chief)
    client.force_login(person("somebody", event, role))
    assert read_step(client.get("/e/open/desk/2/")) == "", "the counter says how many boards are open"
    assert read_step(client.get("/e/open/desk/1/")) == "Results are missing. | Round 2: 4 boards open"
    play(event, 2, WHOLE[:3], chief)
    adjourned = send(client, 4, "??", HTTP_HX_REQUEST="true")
    assert read_step(adjourned).startswith("Results are missing. | Round 2: 1 board open")
    answer = send(client, 4, "10", version=1, HTTP_HX_REQUEST="true")
    assert read_step(answer) == OFFERED[role]


def read_step(answer):
    found = re.search(r'<div class="message nextstep">(.*?)</div>', answer.content.decode(), re.DOTALL)
    if not found:
        return ""
    marked = re.sub(r'<a href="[^"]*" class="done">', "<a>✓ ", found[1])
    parts = re.findall(r"<(?:b|a|button)(?: [^>]*)?>(.*?)</(?:b|a|button)>", marked, re.DOTALL)
    return " | ".join(part.strip() for part in parts)
