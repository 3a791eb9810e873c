"""Events on their way through an archive: what is entered before, and what is compared afterwards."""

import json
from uuid import uuid4

from tests.site.factories import game, make_event, person
from tiebreaks.output import as_json
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.exchange.archives import import_archive
from tournaments.actions.players.participation import set_absence
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.formats import archive
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.standings import read_standings


def table(event):
    return [
        (row.rank, row.number, [as_json.exact_text(value) for value in row.values])
        for row in read_standings(staff_reader(event)).rows
    ]


def log(event, until=None):
    """Return the log without its keys: games by round and board, people by name."""
    games = {game.pk: (game.round.number, game.board) for each in event.rounds.all() for game in each.games.all()}
    lines = list(event.log.order_by("pk").select_related("actor"))[:until]
    order = {line.pk: place for place, line in enumerate(lines)}
    return [
        (
            *(
                line.version,
                line.at,
                line.role,
                line.action,
                line.before,
                line.after,
                line.reason,
                line.address,
                line.uuid,
            ),
            line.actor and line.actor.username,
            line.actor_name,
            games.get(line.game_id, line.game_id and "gone"),
            {**line.answer, "undone": order.get(line.answer.get("undone"))} if line.answer else None,
        )
        for line in lines
    ]


def enter(event, board, result, by, number=2, uuid=None):
    entry = Entry(result, version=game(event, number, board).version, uuid=uuid or uuid4(), reason="as signed")
    return enter_result(event, number, board, entry, by)


def make_hall():
    """Return an event with entries, a correction, an undo, an absence, and people."""
    event = make_event("open", place="Ahorntal")
    anna = Actor(person("anna", event), Role.ARBITER, "192.0.2.7")
    carl = Actor(person("carl", event, Role.OWNER), Role.OWNER)
    for board, result in enumerate(["10", "==", "01"], 1):
        enter(event, board, result, anna)
    enter(event, 2, "10", carl)
    undo_last_entry(event, anna)
    set_absence(event, 4, 3, "H", carl)
    return Event.objects.get(pk=event.pk)


def import_again(data, **options):
    """Import an archive beside or in place of nothing: the event that it came from is gone."""
    clear_caches()
    return import_archive(data, COMMAND, **options)


def remade(data, change):
    """Return the archive with its documents changed, the digests right again."""
    manifest, documents = archive.unpack_documents(data)
    facts = {name: value for name, value in manifest.items() if name not in ("archive", "format", "files")}
    documents = json.loads(json.dumps(documents))
    change(documents)
    return archive.pack_documents(documents, **facts)
