"""A board on a phone: the address of its slip, what is sent from there, and what is stored after it."""

from datetime import timedelta
from uuid import uuid4

from tests.site.factories import game
from tournaments.access import tokens


def slip_of(event, number=2, board=1, kind="slip", **valid):
    text = tokens.issue_token(event, kind, valid=timedelta(**(valid or {"hours": 1})), round=number, board=board)
    return f"/slip/{text}/"


def send(client, url, result="10", side="", **more):
    headers = {name: more.pop(name) for name in list(more) if name.startswith("HTTP_")}
    fields = {"version": 0, "uuid": uuid4(), "confirm": "yes", "side": side, "result": result} | more
    return client.post(url, {name: value for name, value in fields.items() if value is not None}, **headers)


def stored(event, board=1):
    row = game(event, 2, board)
    return row.result, row.is_provisional, row.version
