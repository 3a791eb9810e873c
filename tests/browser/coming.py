"""An event that is being set up, for pictures: 24 players, most of them here, and a list that waits for a decision."""

from datetime import date, datetime, timedelta
from random import Random

from tournaments.access.policy import SUPERUSER
from tournaments.actions.event.setup import ChosenWay, choose_way, create_event
from tournaments.actions.exchange.uploads import store_upload
from tournaments.actions.players.checkin import check_in
from tournaments.actions.players.players import import_players
from tournaments.actions.rounds.round_times import set_times
from tournaments.actions.writing import Actor
from tournaments.demo.names import people
from tournaments.domain.rounds.usual_ways import WAYS


def make(user):
    """Store the event; `user` owns it and has uploaded a list with a mistake and a name that is here already."""
    by = Actor(user, SUPERUSER)
    about = {"place": "Ahorntal", "starts_on": date(2027, 10, 2), "ends_on": date(2027, 10, 3)}
    event = create_event(by, discipline="chess", name="Herbst-Open 2027", time_zone="Europe/Berlin", **about)
    choose_way(event, ChosenWay(WAYS[0].make(7), {}), by)
    names = people(Random(24), 25)
    players = [
        {"name": name, "rating": 2110 - 17 * place, "club": "SK Ahorntal"} for place, name in enumerate(names[:24], 1)
    ]
    import_players(event, players, {}, by, by_rating=True)
    for number in (*range(1, 8), *range(9, 19)):
        check_in(event, number, True, by)
    first = datetime(2027, 10, 2, 10)
    set_times(event, {number: first + timedelta(hours=2 * number - 2) for number in range(1, 5)}, by)
    surname, first_name = names[3].split(", ")
    lines = [
        ["Nr.", "Name", "Verein", "TWZ"],
        ["1", names[24], "Turm Ulm", "1812"],
        ["2", f"{first_name} {surname}", "Turm Ulm", "2058"],
        ["3", f"{names[5].split(',')[0]}, E.", "", "achtzehn"],
    ]
    store_upload(event, user, "nachmeldungen.xlsx", "", list(enumerate(lines, 1)))
