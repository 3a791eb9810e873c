"""What the desk's forms send, what is stored after it, and what the table then says."""

from uuid import uuid4

from tests.site.factories import game
from tournaments.access.reader import staff_reader
from tournaments.queries.standings.standings import read_standings

DESK, UNDO = "/e/open/desk/2/", "/e/open/desk/undo/"


def send(client, board, result=None, *, version=0, uuid=None, number=2, slug="open", **more):
    fields = {"version": version, "uuid": uuid or uuid4(), **({} if result is None else {"result": result})}
    headers = {name: more.pop(name) for name in list(more) if name.startswith("HTTP_")}
    return client.post(f"/e/{slug}/desk/{number}/{board}/", fields | more, **headers)


def type_line(client, line, *, seen="", number=2, slug="open", **headers):
    return client.post(f"/e/{slug}/desk/{number}/", {"line": line, "seen": seen, "uuid": uuid4()}, **headers)


def stored(event, board, number=2):
    row = game(event, number, board)
    return row.result, row.white_score, row.black_score, row.version


def value_of(event, number, column=0):
    event.refresh_from_db()
    return read_standings(staff_reader(event)).row(number).values[column]
