"""An uploaded list before it is brought in: what its columns mean, what is wrong where, who takes part already."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.domain import name_matching
from tournaments.imports import player_fields
from tournaments.imports.list_columns import Column, describe_columns
from tournaments.models import Event, Sheet, Team

ADD, UPDATE, SKIP = "add", "update", "skip"
LEAST_KNOWN_TITLES = 0.5  # so many of the columns of a first line must have a known title
MOST_SHOWN = 200  # lines that are asked about at once; the next ones come when these are decided


class Row(NamedTuple):
    """A line that would be brought in. `known` and `alike` are players who take part: number and name.

    `twin` is an earlier line of the file with the same name. `choice` is add, update or skip, "" while it is open.
    `changes` says what an update would change: title of the field, old and new value.
    """

    line: int
    values: dict[str, Any]
    wrong: list[tuple[str, str]]
    known: tuple[int, str] | None
    alike: tuple[int, str] | None
    twin: int
    choice: str
    changes: list[tuple[str, str, str]]

    @property
    def name(self) -> str:
        return self.values.get("name", "")

    @property
    def is_double(self) -> bool:
        return bool(self.known or self.alike or self.twin)

    @property
    def is_same(self) -> bool:
        """Tell whether the line is surely about somebody who takes part, and says nothing new."""
        return bool(self.known) and not self.twin and not self.changes

    @property
    def target(self) -> int | None:
        """Return the number of the player whom an update changes."""
        found = self.known or self.alike
        return found[0] if found else None


class Preview(NamedTuple):
    columns: list[Column]
    has_titles: bool
    rows: list[Row]
    lacks_name: bool
    lacks_team: bool = False

    @property
    def wrong(self) -> list[Row]:
        return [row for row in self.rows if row.wrong and row.choice != SKIP]

    @property
    def doubles(self) -> list[Row]:
        """Return the lines about people who may be here already, those first that somebody must decide about."""
        found = [row for row in self.rows if row.is_double and not row.wrong and (row.changes or not row.is_same)]
        return sorted(found, key=lambda row: (bool(row.choice), row.line))[:MOST_SHOWN]

    @property
    def skipped(self) -> list[Row]:
        return [row for row in self.rows if row.choice == SKIP]

    @property
    def open(self) -> list[Row]:
        return [row for row in self.rows if not row.choice and not row.wrong]

    @property
    def added(self) -> list[Row]:
        return [row for row in self.rows if row.choice == ADD and not row.wrong]

    @property
    def updated(self) -> list[Row]:
        return [row for row in self.rows if row.choice == UPDATE and not row.wrong and row.changes]

    @property
    def is_ready(self) -> bool:
        return not (self.wrong or self.open or self.lacks_name or self.lacks_team) and bool(self.added or self.updated)

    @property
    def has_numbers(self) -> bool:
        return any(column.field == "number" for column in self.columns)


def preview_players(event: Event, sheet: Sheet) -> Preview:
    """Return what would happen with a list as its columns and choices stand. One question."""
    lines = sheet.lines
    has_titles = sheet.choices.get("titles", has_known_titles(lines[0][1]))
    known = {field.name for field in player_fields.list_fields(event)}
    columns = describe_columns(lines, has_titles, known, sheet.choices.get("columns"), guess_fields)
    chosen = {column.field: column.index for column in columns if column.field}
    rows = read_rows(event, lines[has_titles:], chosen, sheet.choices.get("rows", {}))
    return Preview(columns, has_titles, rows, not {"name", "surname"} & chosen.keys(), lacks_team(event, chosen))


def lacks_team(event: Event, columns: dict[str, int]) -> bool:
    """Tell whether a list of a team event has no column that says who plays for which team."""
    return event.of_teams and "team" not in columns


def has_known_titles(cells: list[str]) -> bool:
    """Tell whether a first line holds titles of columns and not somebody's data."""
    known = [bool(player_fields.find_field(cell)) for cell in cells if cell]
    return any(known) and (sum(known) >= LEAST_KNOWN_TITLES * len(known) or not any(cell.isdecimal() for cell in cells))


def guess_fields(titles: list[str], samples: list[list[str]]) -> list[str]:
    """Guess the field of each column by its title; without titles by what stands there. No field is taken twice."""
    found: list[str] = []
    for index, values in enumerate(samples):
        field = player_fields.find_field(titles[index]) if index < len(titles) else ""
        if not titles:
            field = guess_by_content(values)
        found.append(field if field not in found else "")
    if "surname" in found and "first_name" not in found and "name" in found:  # "Name" beside "Nachname" says it all
        found[found.index("surname")] = ""
    if "first_name" in found and "surname" not in found and "name" in found:  # German lists: "Name", "Vorname"
        found[found.index("name")] = "surname"
    return found


def guess_by_content(values: list[str]) -> str:
    """Guess a field by its values: names have letters, ratings three or four digits."""
    if not values:
        return ""
    if all(value.isdecimal() and 100 <= int(value) <= 3500 for value in values):
        return "rating"
    letters = sum(any(letter.isalpha() for letter in value) and (" " in value or "," in value) for value in values)
    return "name" if letters > len(values) / 2 else ""


def read_rows(event: Event, lines: list, columns: dict[str, int], choices: dict[str, str]) -> list[Row]:
    """Check every line, and find who takes part already: by FIDE ID, by name, by a name that is alike."""
    players = {player.number: player for player in event.players.select_related("team")}
    keys = {number: name_matching.comparison_key(player.name) for number, player in players.items()}
    by_key = {wanted: number for number, wanted in reversed(keys.items())}
    by_id = {player.fide_id: number for number, player in players.items() if player.fide_id}
    first_lines: dict[str, int] = {}
    numbers: dict[int, int] = {}
    boards: dict[tuple[str, int], int] = {}
    rows = []
    for line, cells in lines:
        written = {field: cells[index] if index < len(cells) else "" for field, index in columns.items()}
        values, wrong = player_fields.read_line(written)
        told = [(str(player_fields.BY_NAME[field].title), sentence) for field, sentence in wrong.items()]
        if (number := values.get("number")) and numbers.setdefault(number, line) != line:
            told.append((str(player_fields.BY_NAME["number"].title), describe_number_twice(number, numbers[number])))
        told += find_team_mistakes(values, wrong, line, boards) if "team" in columns else []
        wanted = name_matching.comparison_key(values["name"])
        known = by_id.get(values.get("fide_id", "")) or by_key.get(wanted)
        alike = next(iter(name_matching.find_similar(values["name"], keys)), None) if not known and wanted else None
        twin = first_lines.setdefault(wanted, line) if wanted else line
        row = Row(
            line, values, told, find_named(players, known), find_named(players, alike), twin * (twin != line), "", []
        )
        changes = describe_changes(players[row.target], values) if row.target else []
        rows.append(row._replace(choice=choose_action(row, choices.get(str(line), "")), changes=changes))
    return rows


def describe_number_twice(number: int, line: int) -> str:
    return _("Number %(number)d stands in line %(line)d already.") % {"number": number, "line": line}


def find_team_mistakes(values: dict[str, Any], wrong: dict[str, str], line: int, boards: dict) -> list[tuple[str, str]]:
    """Return what is wrong with the team of a line: none, or a board that an earlier line has; note its board."""
    team, place = values.get("team", ""), values.get("team_place")
    if not team and "team" not in wrong:
        return [(str(player_fields.BY_NAME["team"].title), _("There is no team in this line."))]
    if place and (first := boards.setdefault((name_matching.spell_out(team), place), line)) != line:
        said = _("Board %(board)d of %(team)s stands in line %(line)d already.")
        return [(str(player_fields.BY_NAME["team_place"].title), said % {"board": place, "team": team, "line": first})]
    return []


def find_named(players: dict, number: int | None) -> tuple[int, str] | None:
    return (number, players[number].name) if number else None


def choose_action(row: Row, chosen: str) -> str:
    """Return what becomes of a line: what was chosen, else the obvious; "" where only a person can tell."""
    if chosen in (ADD, SKIP) or (chosen == UPDATE and row.target):
        return chosen
    if row.known and not row.twin:
        return UPDATE
    return "" if row.is_double else ADD


def describe_changes(player, values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Say what a line would change of a player: only what it states, so nothing that is known gets lost."""
    return [
        (str(player_fields.BY_NAME[field].title), str(read_known_value(player, field) or "–"), str(value))
        for field, value in find_new_values(player, values).items()
    ]


def find_new_values(player, values: dict[str, Any]) -> dict[str, Any]:
    """Return what a line states otherwise than the player has it. Names that are spelt alike stay as they are."""
    stated = {field: value for field, value in values.items() if value and field != "number"}
    if name_matching.comparison_key(stated.get("name", "")) == name_matching.comparison_key(player.name):
        stated.pop("name", None)
    if player.team and name_matching.spell_out(stated.get("team", "")) == name_matching.spell_out(player.team.name):
        stated.pop("team")
    return {field: value for field, value in stated.items() if read_known_value(player, field) != value}


def read_known_value(player, field: str) -> Any:
    """Return what is known of a player, of his team its name."""
    value = getattr(player, field)
    return value.name if isinstance(value, Team) else value
