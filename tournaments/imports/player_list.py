"""The preview of a list of players: its columns, its mistakes, and who takes part already."""

from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.domain.players import name_matching
from tournaments.formats import column_titles
from tournaments.imports import player_fields
from tournaments.imports.list_columns import ListColumn, describe_columns
from tournaments.models import Event, Player, Team, Upload

ADD, UPDATE, SKIP = "add", "update", "skip"
LEAST_KNOWN_TITLES = 0.5  # the share of columns in the first line that must have a known title
NEEDED = {*column_titles.NAMES, "first_name", "team"}  # what no line can do without
MOST_SHOWN = 200  # lines to decide at once; more follow when these are decided


class PlayerRow(NamedTuple):
    """A line to be imported. `same_player` and `similar_player` are players in the event.

    `twin` is an earlier line of the file with the same name. `choice` is add, update or skip, "" while undecided.
    `changes` lists what an update would change: title of the field, old and new value. A line that `can_do_without`
    what is wrong in it still says who somebody is.
    """

    line: int
    values: dict[str, Any]
    wrong: list[tuple[str, str]]
    same_player: Player | None
    similar_player: Player | None
    twin: int
    choice: str
    changes: list[tuple[str, str, str]]
    can_do_without: bool = False

    @property
    def name(self) -> str:
        return str(self.values.get("name", ""))

    @property
    def is_double(self) -> bool:
        return bool(self.same_player or self.similar_player or self.twin)

    @property
    def is_same(self) -> bool:
        """Say whether the line is certainly about a player in the event and says nothing new."""
        return bool(self.same_player) and not self.twin and not self.changes

    @property
    def target(self) -> int | None:
        """Return the number of the player whom an update changes."""
        player = self.same_player or self.similar_player
        return player.number if player else None


class PlayersPreview(NamedTuple):
    columns: list[ListColumn]
    has_titles: bool
    titles_line: int  # where they stand, or would stand
    rows: list[PlayerRow]
    lacks_name: bool
    lacks_team: bool = False
    outside: Sequence[tuple[int, list[str]]] = ()

    @property
    def wrong(self) -> list[PlayerRow]:
        return [row for row in self.rows if row.wrong and row.choice != SKIP]

    @property
    def doubles(self) -> list[PlayerRow]:
        """Return the lines about people who may take part already, undecided ones first."""
        undecided = [row for row in self.rows if row.is_double and not row.wrong and (row.changes or not row.is_same)]
        return sorted(undecided, key=lambda row: (bool(row.choice), row.line))[:MOST_SHOWN]

    @property
    def skipped(self) -> list[PlayerRow]:
        return [row for row in self.rows if row.choice == SKIP]

    @property
    def open(self) -> list[PlayerRow]:
        return [row for row in self.rows if not row.choice and not row.wrong]

    @property
    def added(self) -> list[PlayerRow]:
        return [row for row in self.rows if row.choice == ADD and not row.wrong]

    @property
    def updated(self) -> list[PlayerRow]:
        return [row for row in self.rows if row.choice == UPDATE and not row.wrong and row.changes]

    @property
    def is_ready(self) -> bool:
        return not (self.wrong or self.open or self.lacks_name or self.lacks_team) and bool(self.added or self.updated)

    @property
    def has_numbers(self) -> bool:
        return any(column.field == "number" for column in self.columns)


def preview_players(event: Event, sheet: Upload) -> PlayersPreview:
    """Return what importing a list would do with its present columns and choices. One query."""
    table = column_titles.find_table(sheet.lines, player_fields.find_player_field)
    has_titles = sheet.choices.get("titles", bool(table) or has_known_titles(sheet.lines[0][1]))
    lines, outside = table if table and has_titles else (sheet.lines, ())
    names = {field.name for field in player_fields.list_fields(event)}
    columns = describe_columns(lines, has_titles, names, sheet.choices.get("columns"), guess_fields)
    chosen = {column.field: column.index for column in columns if column.field}
    rows = read_rows(event, lines[has_titles:], chosen, sheet.choices.get("rows", {}))
    lacks_name = not column_titles.NAMES & chosen.keys()
    titles_line = (table.lines if table else sheet.lines)[0][0]
    return PlayersPreview(columns, has_titles, titles_line, rows, lacks_name, lacks_team(event, chosen), outside)


def lacks_team(event: Event, columns: dict[str, int]) -> bool:
    """Say whether a list for a team event lacks the column of the team."""
    return event.of_teams and "team" not in columns


def has_known_titles(cells: list[str]) -> bool:
    """Say whether a first line holds column titles and not a person's data."""
    recognized = [bool(player_fields.find_player_field(cell)) for cell in cells if cell]
    return any(recognized) and (
        sum(recognized) >= LEAST_KNOWN_TITLES * len(recognized) or not any(cell.isdecimal() for cell in cells)
    )


def guess_fields(titles: list[str], samples: list[list[str]]) -> list[str]:
    """Guess the field of each column by its title, without titles by its values. No field is used twice."""
    fields: list[str] = []
    for index, values in enumerate(samples):
        field = player_fields.find_player_field(titles[index]) if index < len(titles) else ""
        if not titles:
            field = guess_by_content(values)
        fields.append(field if field not in fields else "")
    if not titles and "name" not in fields:
        at = next((at for at, values in enumerate(samples) if not fields[at] and has_words_alone(values)), None)
        fields = ["name" if index == at else field for index, field in enumerate(fields)]
    if (
        "surname" in fields and "first_name" not in fields and "name" in fields
    ):  # "Name" next to "Nachname" is the full name
        fields[fields.index("surname")] = ""
    if "first_name" in fields and "surname" not in fields and "name" in fields:  # German lists: "Name", "Vorname"
        fields[fields.index("name")] = "surname"
    return fields


def guess_by_content(values: list[str]) -> str:
    """Guess a field by its values: names have letters, ratings three or four digits."""
    if not values:
        return ""
    if all(value.isdecimal() and 100 <= int(value) <= 3500 for value in values):
        return "rating"
    letters = sum(any(letter.isalpha() for letter in value) and (" " in value or "," in value) for value in values)
    return "name" if letters > len(values) / 2 else ""


def has_words_alone(values: list[str]) -> bool:
    """Say whether every value begins with a letter and has no figures."""
    return bool(values) and all(value[0].isalpha() and not any(map(str.isdecimal, value)) for value in values)


def read_rows(
    event: Event, lines: Sequence[tuple[int, list[str]]], columns: dict[str, int], choices: dict[str, str]
) -> list[PlayerRow]:
    """Check every line and find who takes part already: by FIDE ID, by name, by a similar name.

    The `choices` have an action by line; "3w" is there if line 3 is taken without what is wrong in it.
    """
    known, seen = KnownPlayers(event), SeenLines()
    rows = []
    for line, cells in lines:
        written = {field: cells[index] if index < len(cells) else "" for field, index in columns.items()}
        values, wrong = player_fields.read_player_cells(written, event)
        wrong |= seen.find_repeats(line, values)
        if "team" in columns:
            wrong |= seen.find_team_mistakes(line, values, wrong)
        can_do_without = bool(wrong) and not NEEDED & wrong.keys()
        if can_do_without and f"{line}w" in choices:
            values = {field: value for field, value in values.items() if field not in wrong}
            wrong, can_do_without = {}, False
        mistakes = [(str(player_fields.BY_NAME[field].title), mistake) for field, mistake in wrong.items()]
        same, similar = known.find(values)
        row = PlayerRow(line, values, mistakes, same, similar, seen.find_twin(line, values), "", [])
        row = row._replace(can_do_without=can_do_without)
        changes = describe_changes(known.players[row.target], values) if row.target else []
        rows.append(row._replace(choice=choose_action(row, choices.get(str(line), "")), changes=changes))
    return rows


class KnownPlayers:
    """Who takes part already, to be found by a line."""

    def __init__(self, event: Event) -> None:
        self.players = {player.number: player for player in event.players.select_related("team")}
        self.keys = {number: name_matching.comparison_key(player.name) for number, player in self.players.items()}
        self.by_key = {key: number for number, key in reversed(self.keys.items())}
        self.by_id = {player.fide_id: number for number, player in self.players.items() if player.fide_id}

    def find(self, values: dict[str, Any]) -> tuple[Player | None, Player | None]:
        """Return the player of a line, found by FIDE ID or name; without one, somebody with a similar name."""
        key = name_matching.comparison_key(values["name"])
        same = self.by_id.get(values.get("fide_id", "")) or self.by_key.get(key)
        similar = next(iter(name_matching.find_similar(values["name"], self.keys)), 0) if key and not same else 0
        return self.players.get(same or 0), self.players.get(similar)


class SeenLines:
    """The lines so far by values that must be unique: a number, a FIDE ID, a board of a team, a name."""

    def __init__(self) -> None:
        self.lines: dict[tuple[object, ...], int] = {}

    def find_first(self, line: int, *what: object) -> int:
        """Return an earlier line that has the same, 0 where this is the first one."""
        first = self.lines.setdefault(what, line)
        return first if first != line else 0

    def find_repeats(self, line: int, values: dict[str, Any]) -> dict[str, str]:
        """Return by field which numbers of a line stand in an earlier one."""
        number, fide_id = values.get("number"), values.get("fide_id", "")
        found = {}
        if number and (first := self.find_first(line, "number", number)):
            found["number"] = _("Number %(number)d is already in line %(line)d.") % {"number": number, "line": first}
        if fide_id and (first := self.find_first(line, "fide_id", fide_id)):
            found["fide_id"] = _("FIDE ID %(number)s is already in line %(line)d.") % {"number": fide_id, "line": first}
        return found

    def find_team_mistakes(self, line: int, values: dict[str, Any], wrong: Container[str]) -> dict[str, str]:
        """Return by field what is wrong with the team of a line: it is missing, or its board is taken."""
        team, place = values.get("team", ""), values.get("team_place")
        if not team and "team" not in wrong:
            return {"team": _("There is no team in this line.")}
        if place and (first := self.find_first(line, "board", name_matching.spell_out(team), place)):
            told = {"board": place, "team": team, "line": first}
            return {"team_place": _("Board %(board)d of %(team)s is already in line %(line)d.") % told}
        return {}

    def find_twin(self, line: int, values: dict[str, Any]) -> int:
        """Return an earlier line with the same name, 0 for none."""
        key = name_matching.comparison_key(values["name"])
        return self.find_first(line, "name", key) if key else 0


def choose_action(row: PlayerRow, chosen: str) -> str:
    """Return the action for a line: the choice, otherwise the obvious one; "" where a person must decide."""
    if chosen in (ADD, SKIP) or (chosen == UPDATE and row.target):
        return chosen
    if row.same_player and not row.twin:
        return UPDATE
    return "" if row.is_double else ADD


def describe_changes(player: Player, values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Describe what a line would change of a player; an empty cell changes nothing."""
    return [
        (str(player_fields.BY_NAME[field].title), str(read_known_value(player, field) or "–"), str(value))
        for field, value in find_new_values(player, values).items()
    ]


def find_new_values(player: Player, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a line that differ from the player's. A name that differs only in spelling stays."""
    stated = {field: value for field, value in values.items() if value and field != "number"}
    if name_matching.comparison_key(stated.get("name", "")) == name_matching.comparison_key(player.name):
        stated.pop("name", None)
    if player.team and name_matching.spell_out(stated.get("team", "")) == name_matching.spell_out(player.team.name):
        stated.pop("team")
    return {field: value for field, value in stated.items() if read_known_value(player, field) != value}


def read_known_value(player: Player, field: str) -> Any:
    """Return a field of a player; for the team, its name."""
    value = getattr(player, field)
    return value.name if isinstance(value, Team) else value
