"""The event for other programs: lists, tournament files, and the answers of the API as JSON."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.access.reader import Reader
from tournaments.api import values
from tournaments.exports import lists
from tournaments.formats import list_writer
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.standings import read_standings

FILE_NAMES = {"trf": "event-26.trf", "trf16": "event-16.trf", "t": "event.t", "tsh": "tsh.zip", "js": "tourney.js"}


class DataFile(NamedTuple):
    """A file for programs: its path, what it holds in words, and its bytes."""

    path: str
    title: str
    data: bytes


def build_data_files(reader: Reader) -> Iterator[DataFile]:
    """Yield every file that can be downloaded, as the public sees it."""
    event = reader.event
    for chosen in lists.lists_of(event):
        yield DataFile(f"files/{chosen.name}.csv", f"{chosen.title}, CSV", list_writer.write_csv(chosen.rows(reader)))
        sheet = list_writer.write_xlsx(str(chosen.title), chosen.rows(reader))
        yield DataFile(f"files/{chosen.name}.xlsx", f"{chosen.title}, XLSX", sheet)
    for kind, (title, write) in lists.FILES.items():
        if lists.can_hold(event, kind) and not lists.find_file_objection(event, kind):
            data = write(reader)
            yield DataFile(f"files/{FILE_NAMES[kind]}", str(title), data if isinstance(data, bytes) else data.encode())
    for name, document in build_documents(reader):
        yield DataFile(f"files/{name}.json", f"{name}.json", write_json(document))


def build_documents(reader: Reader) -> Iterator[tuple[str, Any]]:
    """Yield the full answers of the API: the table with every term."""
    event = reader.event
    ranked = read_standings(reader)
    yield "event", values.whole_event_values(event) | {"progress": values.progress_values(reader)}
    yield "players", values.players_values(reader)
    yield "rounds", values.rounds_values(reader)
    yield "games", list(map(values.game_values, values.games(reader)))
    basis = values.basis_values(ranked)
    if event.team_boards:
        yield "teams", values.teams_values(reader)
        yield (
            "individuals",
            basis | {"items": values.individuals_values(board_prizes.read_board_lists(reader))},
        )
        yield "matches", values.matches_values(reader, values.matches(event))
    rows = [values.row_values(ranked, row) | {"workings": values.workings_values(ranked, row)} for row in ranked.rows]
    yield "standings", basis | {"criteria": [chosen.notation for chosen in ranked.order], "items": rows}
    yield "crosstable", basis | {"items": [values.line_values(ranked, row) for row in (*ranked.rows, *ranked.expelled)]}


def write_json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder).encode()
