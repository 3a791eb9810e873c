"""Every moment of a team event, read from the log."""

import re
from html import unescape

import pytest

from tests.site.championship import play
from tests.site.event.test_log_page import past, picture
from tests.site.factories import person
from tests.site.teams import enter_matches, make_teams, round_of, swiss
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.players.players import remove_player
from tournaments.actions.players.teams import remove_team, save_team
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role

pytestmark = pytest.mark.django_db


def test_each_moment_of_a_team_event_comes_back_and_stands_in_the_log_with_names(client):
    """Do whatever moves teams, keep a picture after each step, and take the log back to each of them."""
    event = swiss(make_teams(7, boards=2))
    members = {team.number: [p.number for p in team.players.order_by("team_place")] for team in event.teams.all()}

    def listed(number, name, order, **more):
        return save_team(event, number, {"name": name, "short_name": "", **more}, order, COMMAND)

    steps = [
        lambda: listed(None, "Zinnia", []),
        lambda: remove_team(event, 8, COMMAND),
        lambda: number_by_rating(event, COMMAND),
        lambda: listed(2, "Birch Bay", members[2][::-1], captain="Cem"),
        lambda: remove_player(event, 6, COMMAND),
        lambda: round_of(event),
        lambda: set_line_up(event, 1, 1, 4, {1: 11, 2: None}, COMMAND),
        lambda: swap_seats(event, 1, (4, 3), COMMAND, "wrong list"),
        lambda: swap_seats(event, 1, (3, 7), COMMAND, "came late"),
        lambda: unpublish_round(event, 1, COMMAND, "wrong list"),
        lambda: round_of(event),
        lambda: end_match(event, 1, 1, "+-", COMMAND, "the bus"),
        lambda: end_match(event, 1, 1, "-+", COMMAND, "the other bus"),
        lambda: end_match(event, 1, 1, "", COMMAND, "here"),
        lambda: enter_matches(event, 1, "11", "1=", "01"),
        lambda: round_of(event),
        lambda: withdraw_participant(event, 3, COMMAND, "ill", of_teams=True),
        lambda: end_match(event, 2, 2, "--", COMMAND, "nobody came"),
        lambda: play(event, 2),
    ]
    pictures = [(event.log.first().at, picture(event))]
    for step in steps:
        step()
        pictures.append((event.log.first().at, picture(event)))
    for moment, taken in pictures:
        assert past(event, moment) == (taken, ())
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    log = unescape(re.sub(r"<[^>]+>|\s+", " ", client.get("/e/league/log/").text))
    for words in (
        "added a team – Zinnia: nobody",
        "changed a team Birch Bay Birch: Birch 1; Birch 2; No. 6 Birch Bay: No. 6; Birch 2; Birch 1; captain …",
        "set a line-up round 1, match 1: Dahlia 1 Dahlia 1; 2 Dahlia 2 1 Dahlia 2",
        "changed a published round Reason: wrong list match 1: Aster – Dahlia; match 3: Cedar – Fern",
        "Cedar: bye", "unpublished a round", "draft of round 1",
        "ended a match without play round 1, match 1: Aster – Dahlia Reason: the bus decided on the boards"
        " forfeited by",
        "entered a result round 1, board 2.1: Elder 1 – Birch 2",
        "forfeited by Dahlia forfeited by Aster", "decided on the boards forfeited by both teams",
    ):  # fmt: skip
        assert words in re.sub(r"\s+", " ", log), words
    assert client.get("/e/league/log/?round=1&board=2.1").text.count("Elder 1 – Birch 2") == 1
    assert "there is no board 2.3" in client.get("/e/league/log/?board=2.3").text
